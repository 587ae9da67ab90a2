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
