import Draft

extension LedgerCreated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.text("origin", &origin)
    }
}

extension SoftwareStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("rulesVersion", &rulesVersion)
        coder.text("version", &version)
        coder.text("commit", &commit)
    }
}

extension ClockStepped: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("from", &from)
        coder.scalar("to", &to)
    }
}

extension CheckpointKeyRotated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.text("previousVerifierKey", &previousVerifierKey)
        coder.text("verifierKey", &verifierKey)
    }
}
