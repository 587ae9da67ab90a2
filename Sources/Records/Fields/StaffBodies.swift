import Draft

// Who acts for the house, what takes two of them, and what members' devices sign by.

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
    }
}

extension StaffDismissed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.text("reason", &reason)
    }
}

extension StaffRecovered: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("person", &person)
        coder.part(&key)
        coder.scalar("effectiveAt", &effectiveAt)
        coder.text("reason", &reason)
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
        coder.command("command", &command)
        coder.text("reason", &reason)
    }
}

extension MeasureApproved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}

extension MeasureDeclined: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) { coder.text("reason", &reason) }
}

extension MeasureLapsed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {}
}
