package import Draft

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

extension CommandRejected {
    /// The refusal of a command, as its first one.
    package init(_ refusal: Refusal, of command: Command) {
        self = .blank
        self.command = command.kind
        code = refusal.code
        pick = refusal.pick?.ifNotNull
        seat = refusal.seat?.ifNotNull
        player = refusal.player?.ifNotNull
        deadline = refusal.deadline
        graceEndsAt = refusal.graceEndsAt
        margin = refusal.margin
        if case .room(_, .makePick(let pick)) = command { claimedAt = pick.claimedAt?.ifNotNull }
        count = 1
    }
}

extension WireScalar {
    /// The value, unless it is the one that stands for none: a refusal may be of just that, which its record then lacks.
    fileprivate var ifNotNull: Self? { wire == .wireNull ? nil : self }
}
