import Draft

extension PickMade: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("slot", &slot)
        coder.scalar("seat", &seat)
        coder.scalar("player", &player)
        coder.optional("adp", &adp)
        coder.optional("claimedAt", &claimedAt)
    }
}

extension PickAutomated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("slot", &slot)
        coder.scalar("seat", &seat)
        coder.optional("player", &player)
        coder.scalar("reason", &reason)
        coder.scalar("source", &source)
        coder.scalar("queueVersion", &queueVersion)
        coder.scalar("policyVersion", &policyVersion)
        coder.optional("adp", &adp)
        coder.group("skipped", &skipped)
    }
}

extension PickCorrected: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("pick", &pick)
        coder.scalar("mode", &mode)
        coder.scalar("seat", &seat)
        coder.optional("oldPlayer", &oldPlayer)
        coder.optional("newPlayer", &newPlayer)
        coder.optional("dispute", &dispute)
        coder.optional("requestedBy", &requestedBy)
        coder.scalar("approvedBy", &approvedBy)
        coder.text("reason", &reason)
    }
}

extension CommandRejected: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("command", &command)
        coder.scalar("code", &code)
        coder.optional("pick", &pick)
        coder.optional("seat", &seat)
        coder.optional("player", &player)
        coder.optional("deadline", &deadline)
        coder.optional("graceEndsAt", &graceEndsAt)
        coder.optional("margin", &margin)
        coder.optional("claimedAt", &claimedAt)
        coder.scalar("count", &count)
    }
}
