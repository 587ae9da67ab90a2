import Draft
import DraftLedger
import Records

extension RoomAuditor {
    /// Recomputes the decision of a group's command on the state before it, and compares.
    ///
    /// - Returns: the difference; to be reported unless a specific rule has reported it.
    mutating func redecide(_ group: CommandGroup) -> AuditFinding? {
        guard let rebuilder = CommandRebuilder(view), let origin = group.origin,
            !isEffect(of: origin, group), !isOfHouse(group)
        else { return nil }
        if let rejected = group.rejection {
            if group.first.isRestOfFlood || rejected.code == .duplicateCommand { return nil }
            // Whether a signature was wrong takes its key and the checkpoint that its sender had seen.
            if rejected.code == .badSignature, origin.signature != nil {
                notes.counts.unknownRefusals += 1
                noteUnverifiedPick(rejected, group.first, origin)
                return nil
            }
        }
        guard let command = rebuilder.command(of: group) else {
            if group.rejection != nil { notes.counts.unknownRefusals += 1 }
            return group.rejection == nil && group.isOfDraft ? uncaused(group) : nil
        }
        if command.command.fingerprint != command.origin.fingerprint { return contradiction(command) }
        notes.counts.decisions += 1
        let decision = decision(of: command, group)
        guard let rejected = group.rejection else { return compare(decision, with: group) }
        notes.counts.refusals += 1
        let fault = compare(decision, with: rejected, of: command.command, group.first)
        guard fault != nil, view.rules < SoftwareStarted.currentRules else { return fault }
        // A ledger that is written without a service states no rules: its refusals follow today's.
        view.rulesInForce = SoftwareStarted.currentRules
        defer { view.rulesInForce = nil }
        let today = self.decision(of: command, group)
        return compare(today, with: rejected, of: command.command, group.first) == nil ? nil : fault
    }

    private mutating func noteUnverifiedPick(
        _ rejected: CommandRejected, _ recorded: RecordedEvent, _ origin: CommandOrigin
    ) {
        guard let pick = rejected.refusedPick, let room = view.room, let clock = room.clock,
            pick.pick == clock.pick, let seat = room.seatOnClock, room.member(at: seat)?.user == origin.actor.user,
            origin.occurredAt ?? recorded.recordedAt <= clock.graceEndsAt
        else { return }
        notes.noteUnverifiedPick(recorded)
    }

    private func decision(of command: RecordedCommand, _ group: CommandGroup) -> Decision {
        decide(
            command.question, origin: command.origin, now: command.decidedAt, state: view,
            cryptography: RevealedSecrets(of: group.events))
    }

    /// Whether a group follows from an approved request: the auditor of the operator's commands checks that.
    private func isEffect(of origin: CommandOrigin, _ group: CommandGroup) -> Bool {
        guard origin.actor.role == .admin else { return false }
        if let approvals { return approvals[origin.key].map { $0 < group.first.position } ?? false }
        return group.events.contains { $0.event.mayBeApproved }
    }

    /// Whether another auditor recomputes a group: starts of drafts and ends of rooms move money.
    func isOfHouse(_ group: CommandGroup) -> Bool {
        guard leavesHouse else { return false }
        return group.rejection.map { !$0.command.isOfDraft } ?? !group.isOfDraft
    }

    private func uncaused(_ group: CommandGroup) -> AuditFinding {
        finding(
            .decision, group.first, expected: "events that follow from a command",
            actual: group.events.map(\.event.type.name).joined(separator: ", "),
            "These events do not follow from any command.")
    }

    private func contradiction(_ command: RecordedCommand) -> AuditFinding {
        finding(
            .fingerprint, command.events[0], expected: "content with fingerprint \(command.origin.fingerprint)",
            actual: "\(command.command.kind.name.withArticle) with fingerprint \(command.command.fingerprint)",
            "The events do not follow from the recorded command.")
    }

    private func compare(
        _ decision: Decision, with rejected: CommandRejected, of command: Command, _ recorded: RecordedEvent
    ) -> AuditFinding? {
        switch decision {
        // The room's rules allow it. The auditor of the operator's commands checks the contest's rules.
        case .accepted where rejected.code == .standingsOnRecord && rejected.command == .correctPick:
            return nil
        case .accepted(let events):
            let names = events.map { $0.event.type.name }.joined(separator: ", ")
            return finding(
                .refusal, recorded, expected: names, actual: rejected.code.name,
                "The \(rejected.command.name) was refused as \(rejected.code.name), but the rules allow it.")
        case .refused(let refusal):
            if refusal.code != rejected.code {
                return finding(
                    .refusal, recorded, expected: refusal.code.name, actual: rejected.code.name,
                    "The \(rejected.command.name) was refused for another reason than the rules give.")
            }
            var stated = CommandRejected(refusal, of: command)
            if rejected.content == nil { stated.content = nil }
            stated.detail = rejected.detail
            if stated.pick != rejected.pick || stated.seat != rejected.seat || stated.player != rejected.player
                || stated.claimedAt != rejected.claimedAt
            {
                return finding(
                    .refusal, recorded, expected: stated.inWords,
                    actual: rejected.inWords,
                    "The refusal does not keep the refused command.")
            }
            if refusal.margin != rejected.margin || refusal.deadline != rejected.deadline
                || refusal.graceEndsAt != rejected.graceEndsAt
            {
                return finding(
                    .refusal, recorded,
                    expected: Self.describe(refusal.deadline, refusal.graceEndsAt, refusal.margin),
                    actual: Self.describe(rejected.deadline, rejected.graceEndsAt, rejected.margin),
                    "The refusal does not state the running clock.")
            }
            guard stated != rejected else { return nil }
            return finding(
                .refusal, recorded, expected: stated.inWords,
                actual: rejected.inWords, "The refusal does not match its command.")
        }
    }

    private static func describe(_ deadline: Timestamp?, _ graceEndsAt: Timestamp?, _ margin: Interval?) -> String {
        "deadline \(deadline?.iso8601 ?? "none"), grace to \(graceEndsAt?.iso8601 ?? "none"), "
            + "margin \(margin?.seconds(signed: true) ?? "none")"
    }

    private func compare(_ decision: Decision, with group: CommandGroup) -> AuditFinding? {
        switch decision {
        case .refused(let refusal):
            return finding(
                .decision, group.first, expected: "refused as \(refusal.code.name)",
                actual: group.first.event.type.name, "An accepted command had to be refused: \(refusal.message)")
        case .accepted(let events):
            // Fees that move in the same append stand in wallets, which are audited with the money.
            let expected = events.filter { $0.stream.isOf(id) }
            for (index, event) in expected.enumerated() {
                guard index < group.events.count else {
                    var missing = finding(
                        .decision, group.events[group.events.count - 1], expected: event.event.type.name,
                        actual: "nothing", "The rules derive another event from the command.")
                    missing.absence = event.stream
                    return missing
                }
                let recorded = group.events[index]
                if event.stream != recorded.stream || !event.event.isSame(as: recorded.event) {
                    var other = finding(
                        .decision, recorded, expected: event.event.inWords, actual: recorded.event.inWords,
                        "The rules decide this command differently.")
                    let isAbsent = !group.events[index...].contains { $0.stream == event.stream }
                    if isAbsent { other.absence = event.stream }
                    return other
                }
            }
            guard group.events.count > expected.count else { return nil }
            return finding(
                .decision, group.events[expected.count], expected: "nothing",
                actual: group.events[expected.count].event.type.name,
                "The rules do not derive this event from the command.")
        }
    }

    private func finding(
        _ rule: AuditRule, _ recorded: RecordedEvent, expected: String, actual: String, _ message: String
    ) -> AuditFinding {
        AuditFinding(
            position: recorded.position, stream: recorded.stream, rule: rule, expected: expected, actual: actual,
            message: message)
    }
}

extension RoomAuditor {
    /// One id, one command: what comes again is answered from what is stored, and appends nothing.
    mutating func checkIdentity(_ group: CommandGroup) {
        guard let origin = group.origin, !group.first.isRestOfFlood else { return }
        let recorded = group.first
        let earlier = track.commands[recorded.stream]?[origin.key]
        guard let earlier else {
            let isConflict = group.rejection?.code == .duplicateCommand
            if isConflict, !track.isOver, let known = systemCommands, known[origin.key] ?? .max > recorded.position {
                notes.note(
                    .idempotency, at: recorded, expected: "a used id", actual: "a new id",
                    "The command was refused for its id \(origin.commandID), which was new.")
            }
            // The first use is another one, which a room that is over does not keep: who repeats this is refused again.
            guard !isConflict else { return }
            track.commands[recorded.stream, default: [:]][origin.key] = RoomTrack.CommandMark(
                fingerprint: origin.fingerprint, position: recorded.position)
            return
        }
        let isConflict = earlier.fingerprint != origin.fingerprint
        if isConflict, group.rejection?.code == .duplicateCommand { return }
        notes.note(
            .idempotency, at: recorded,
            expected: isConflict ? "refused as duplicateCommand" : "the first outcome, and nothing appended",
            actual: group.rejection.map { "refused as \($0.code.name)" } ?? "accepted",
            "The command id \(origin.commandID) was already used at position \(earlier.position).")
    }

    /// Versions without gaps, and each event linked to the one before it in its stream.
    mutating func checkLinks(_ recorded: RecordedEvent) {
        let head = track.heads[recorded.stream]
        let version = (head?.version ?? 0) &+ 1
        guard recorded.version != version || recorded.previous != head?.position else { return }
        notes.note(
            .storage, at: recorded,
            expected: "version \(version) after position \(head.map { "\($0.position)" } ?? "none")",
            actual: "version \(recorded.version) after position \(recorded.previous.map { "\($0)" } ?? "none")",
            "The stream has a gap.")
    }
}

extension StreamKey {
    /// Whether it is a room's own stream, its clock's or one of its queues'.
    func isOf(_ room: RoomID) -> Bool { self.room == room }
}
