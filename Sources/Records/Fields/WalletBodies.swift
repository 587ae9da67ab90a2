import Draft

extension DepositRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
    }
}

extension EntryFeeHeld: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tournament", &tournament)
        coder.scalar("room", &room)
        coder.scalar("seat", &seat)
        coder.scalar("entry", &entry)
        coder.scalar("amount", &amount)
    }
}

extension EntryFeePosted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tournament", &tournament)
        coder.scalar("entry", &entry)
        coder.scalar("amount", &amount)
    }
}

extension EntryFeeReleased: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tournament", &tournament)
        coder.scalar("entry", &entry)
        coder.scalar("amount", &amount)
    }
}

extension EntryFeeRefunded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tournament", &tournament)
        coder.scalar("entry", &entry)
        coder.scalar("amount", &amount)
    }
}

extension PrizeCredited: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tournament", &tournament)
        coder.scalar("entry", &entry)
        coder.scalar("place", &place)
        coder.scalar("amount", &amount)
    }
}

extension PayoutApproved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("withdrawalCount", &count)
        coder.scalar("amount", &amount)
        coder.text("provider", &provider)
    }
}

extension WithdrawalApproved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("withdrawal", &withdrawal)
        coder.scalar("amount", &amount)
        coder.text("provider", &provider)
    }
}

extension WithdrawalPosted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("withdrawal", &withdrawal)
        coder.scalar("amount", &amount)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
    }
}

extension WithdrawalReleased: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("withdrawal", &withdrawal)
        coder.scalar("amount", &amount)
        coder.reason(&reason)
    }
}

extension ChargebackRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.scalar("covered", &covered)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
        var part = dispute.isEmpty ? nil : ProvidersDispute(dispute: dispute)
        coder.later(&part)
        dispute = part?.dispute ?? ""
    }
}

/// The provider's own id of a dispute, which older records of chargebacks do not have.
private struct ProvidersDispute: LaterPart {
    var dispute: String

    static var blank: ProvidersDispute { ProvidersDispute(dispute: "") }
    static var version: UInt16 { RecordLayout.answersVersion }
    static let firstMember: StaticString = "providerDispute"

    mutating func fields(_ coder: inout some FieldCoder) { coder.text("providerDispute", &dispute) }
}

extension ChargebackSettled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("outcome", &outcome)
        coder.scalar("amount", &amount)
        coder.scalar("credited", &credited)
        coder.text("provider", &provider)
        coder.text("reference", &reference)
        coder.text("providerDispute", &dispute)
    }
}

extension BalanceAdjusted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("amount", &amount)
        coder.scalar("firstApprover", &firstApprover)
        coder.scalar("secondApprover", &secondApprover)
        coder.optional("dispute", &dispute)
        coder.reason(&reason)
    }
}
