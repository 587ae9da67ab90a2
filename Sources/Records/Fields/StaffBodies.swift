import Draft

// Staff, approval requests, and the keys of members' devices.

extension AuthorityBegan: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("recoveryKeyForm", &recoveryKey.form)
        coder.digest("recoveryKey", &recoveryKey.content)
        coder.group("founders", &founders)
    }
}

extension StaffAppointed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.scalar("roles", &roles)
        coder.part(&key)
        var (kind, part) = (service?.kind, service.map { ServicesProvider(provider: $0.provider) })
        coder.appendix("service", &kind, since: RecordLayout.servicesVersion)
        coder.later(&part)
        service = kind.flatMap { LedgerService(kind: $0, provider: part?.provider ?? "") }
    }
}

/// The payment provider of an account of a service, which older records of appointments do not have.
private struct ServicesProvider: LaterPart {
    var provider: String

    static var blank: ServicesProvider { ServicesProvider(provider: "") }
    static var version: UInt16 { RecordLayout.servicesVersion }
    static let firstMember: StaticString = "provider"

    mutating func fields(_ coder: inout some FieldCoder) { coder.text("provider", &provider) }
}

extension StaffDismissed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.reason(&reason)
    }
}

extension StaffRecovered: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.part(&key)
        coder.scalar("effectiveAt", &effectiveAt)
        coder.reason(&reason)
    }
}

extension DeviceKeyAdded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) { coder.part(&key) }
}

extension DeviceKeyRemoved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) { coder.part(&key) }
}

extension MeasureProposed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("dispute", &dispute)
        coder.digest("effects", &effects)
        coder.scalar("lapsesAt", &lapsesAt)
        coder.digestAppendix("reasonDigest", &reason.digest, since: RecordLayout.wordsVersion)
        coder.command("command", &command)
        coder.text("reason", &reason.text)
    }
}

extension MeasureApproved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension MeasureDeclined: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) { coder.reason(&reason) }
}

extension MeasureLapsed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}
