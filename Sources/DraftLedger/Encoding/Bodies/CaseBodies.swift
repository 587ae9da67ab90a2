import Draft

extension DisputeOpened: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("room", &room)
        coder.scalar("pick", &pick)
        coder.scalar("seat", &seat)
        coder.scalar("roomVersion", &roomVersion)
        coder.optional("claimant", &claimant)
        coder.text("claim", &claim)
    }
}

extension EvidenceAttached: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.digest("digest", &digest)
        coder.text("title", &title)
    }
}

extension DisputeResolved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("verdict", &verdict)
        coder.scalar("resolvedBy", &resolvedBy)
        coder.text("reason", &reason)
    }
}
