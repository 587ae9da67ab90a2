import Draft
import DraftLedger
import Foundation
import Records

/// Recomputes the decisions that need the state of the whole ledger: joins, fees, contests, pools, users, cases, and the
/// start and end of rooms. Checks the possible causes of every event.
///
/// One value for the whole ledger, in its order. A draft's own commands are `RoomAuditor`'s, which many cores share: of
/// rooms it holds what is asked of them from outside, their members and how far they are, and neither picks nor clocks.
struct HouseAuditor {
    var notes = AuditNotes()

    private(set) var state = LedgerState()
    let cases: CaseLibrary

    /// The command whose events came last in each stream: events of it that come later are no longer next to them.
    private var lastCommands: [StreamKey: CommandOrigin] = [:]

    /// Rooms by what they committed to: a secret draws one order.
    private var commitments: [Digest256: RoomID] = [:]

    private var keys = KeyWatch()
    private var floods = FloodWatch()
    private var versions = VersionWatch()
    private var commands = CommandWatch()
    private var seasons = SeasonWatch()

    init(_ cases: CaseLibrary) { self.cases = cases }

    /// Writes or reads what the auditor knows.
    ///
    /// Users, wallets and rooms are kept as they are. The states of streams that are few are folded from their events.
    ///
    /// - Parameter events: of these streams, in the order of the ledger; empty for writing.
    mutating func keep(in sections: inout KeptSections, events: [RecordedEvent]) throws {
        try sections.value("house.notes", &notes)
        try sections.value("house.keys", &keys)
        try sections.value("house.floods", &floods)
        try sections.value("house.versions", &versions)
        try sections.value("house.commands", &commands)
        try sections.value("house.seasons", &seasons)
        try sections.table("house.lastCommands", &lastCommands)
        try sections.table("house.commitments", &commitments)
        var (users, wallets) = (state.users, state.wallets)
        try sections.table("house.users", &users)
        try sections.table("house.wallets", &wallets)
        var rooms = state.rooms.mapValues { Data($0.canonicalBytes) }
        try sections.table("house.rooms", &rooms)
        var spanning = state.spanning
        try sections.value("house.spanning", &spanning)
        guard sections.isReading else { return }
        state = LedgerState()
        for recorded in events { state.fold(recorded) }
        for (id, user) in users { state.adopt(user, as: id) }
        for (id, wallet) in wallets { state.adopt(wallet, of: id) }
        for bytes in rooms.values {
            guard let room = RoomState(canonicalBytes: Array(bytes)) else {
                throw KeptSections.Malformed(section: "house.rooms")
            }
            state.adopt(room)
        }
        state.adopt(spanning)
    }

    /// Takes the next part of what it has to see, in the order of the ledger.
    ///
    /// - Parameter rooms: the whole rooms by which commands among it are decided, by the positions of those.
    mutating func audit(_ items: [AuditPortion.HouseItem], rooms: [UInt64: [RoomState]]) {
        for item in items {
            switch item {
            case .signed(let group): commands.checkDevice(group, &notes, in: state)
            case .group(let group): audit(group, asking: rooms[group.first.position] ?? [])
            case .milestone(let recorded):
                versions.check(CommandGroup(events: [recorded]), in: state, &notes)
                checkStandings(behind: recorded)
                if recorded.event.refusal == nil, !recorded.event.traits.contains(.changesBoard) { fold(recorded) }
            }
        }
    }

    /// Judges what is still open at the end of the history.
    mutating func finish() { seasons.finish(&notes) }

    private mutating func audit(_ group: CommandGroup, asking rooms: [RoomState]) {
        versions.check(group, in: state, &notes)
        commands.note(group, &notes, in: state)
        if group.first.stream.room == nil { notes.checkRefusal(group) { [state] in state.hasEvents($0) } }
        checkCause(group)
        let findings = notes.findingCount
        if let difference = redecide(group, asking: rooms), notes.findingCount == findings { notes.add(difference) }
        if group.first.stream.room == nil { floods.note(group, &notes, room: nil) }
        for recorded in group.events {
            checkSecret(recorded)
            checkMark(recorded)
            remarkLateScores(behind: recorded)
            remarkVersion(behind: recorded)
            checkPodCommitment(recorded)
            keys.checkSuccession(recorded, &notes)
            seasons.check(recorded, &notes)
            notes.remark(on: recorded, in: state)
            fold(recorded)
        }
    }

    private mutating func fold(_ recorded: RecordedEvent) {
        state.fold(recorded)
        guard case .begun = recorded.event.preparation, case .room(let id) = recorded.stream, var room = state.room(id)
        else {
            return
        }
        // The place that is made for picks is the most of a room, and none of them comes here.
        room.picks = []
        state.adopt(room)
    }

    /// Every event has its cause, and a command's events stand together.
    private mutating func checkCause(_ group: CommandGroup) {
        let first = group.first
        if first.stream.room == nil {
            notes.checkCause(of: group)
            notes.countAct(of: group, before: state.staff)
            notes.countService(of: group, before: state.staff)
            notes.checkErasures(of: group, cases.erasures)
        }
        if first.stream.room == nil, group.origin?.signature != nil { notes.counts.signatures += 1 }
        guard let origin = group.origin else { return }
        for stream in Set(group.events.map(\.stream)) {
            if lastCommands[stream] == origin.withoutSignature, group.rejection == nil {
                notes.note(
                    .cause, at: first, expected: "contiguous events of a command",
                    actual: "events of other commands in between",
                    "The events of command \(origin.commandID) are not contiguous.")
            }
            lastCommands[stream] = group.rejection == nil ? origin.withoutSignature : nil
        }
    }

    /// A secret draws one order: otherwise, members who saw a draw would know the next one.
    private mutating func checkSecret(_ recorded: RecordedEvent) {
        guard case .opened(let opened) = recorded.event.preparation, let commitment = opened.commitment,
            case .room(let room) = recorded.stream
        else { return }
        if let other = commitments[commitment] {
            notes.note(
                .draw, at: recorded, expected: "a secret of its own", actual: "that of room \(other)",
                "Room \(room) commits to the secret of room \(other), whose draw shows it.")
        }
        commitments[commitment] = room
    }

    /// Statements of the service that no command causes: steps of the clock, and marks of imports.
    private mutating func checkMark(_ recorded: RecordedEvent) {
        if case .stepped(let step) = recorded.event.service,
            cases.outages?.falseSteps.contains(recorded.position) == true
        {
            let isBack = step.to < step.from
            notes.note(
                .clock, at: recorded,
                expected: isBack
                    ? "a step back from \(recorded.recordedAt.iso8601), the time of its record"
                    : "a step over a time without a record, to \(recorded.recordedAt.iso8601)",
                actual: "from \(step.from.iso8601) to \(step.to.iso8601)",
                "The clock cannot have stepped so: the ledger has another time, or recorded events meanwhile.")
        }
        if case .leader(let changed) = recorded.event.service,
            cases.outages?.falseLeaders.contains(recorded.position) == true
        {
            notes.note(
                .clock, at: recorded, expected: "a later epoch than before, and the time of the record before",
                actual: "epoch \(changed.epoch), since \(changed.since.iso8601)",
                "The leader cannot have changed so: another one led in that epoch, or something was recorded meanwhile."
            )
        }
        if case .imported(let mark) = recorded.event.service, let first = mark.first, first > recorded.position {
            notes.note(
                .arrival, at: recorded, expected: "imported events before the mark", actual: "from position \(first)",
                "The mark of an import names events after itself, so the imported events are not marked.")
        }
    }

    // MARK: Recomputing decisions

    /// Recomputes the decision of a group, with its rooms in the state before it.
    private mutating func redecide(_ group: CommandGroup, asking rooms: [RoomState]) -> AuditFinding? {
        let known = rooms.compactMap { state.room($0.id) }
        for room in rooms { state.adopt(room) }
        defer { for room in known { state.adopt(room) } }
        return redecide(group)
    }

    /// - Returns: what differs from what the rules make of the command.
    private mutating func redecide(_ group: CommandGroup) -> AuditFinding? {
        guard let origin = group.origin else { return nil }
        // Records that only newer rules write show these rules, whatever the software states.
        state.rulesInForce = max(cases.rules(before: group.first.position), group.leastRules)
        if let rejected = group.rejection { return redecide(rejected, group.first, origin) }
        if case .rotated = group.first.event.service {
            return state.staff.hasBegun && cases.rules(before: group.first.position) >= 3
                ? finding(
                    .decision, group.first, expected: "an approved request",
                    actual: "\(origin.actor.text) alone",
                    "The checkpoint key was changed without a second person's approval.")
                : nil
        }
        guard let command = group.houseCommand else {
            return group.isOfDraft
                ? nil
                : finding(
                    .decision, group.first, expected: "events that follow from a command",
                    actual: group.first.event.type.name, "These events do not follow from any command.")
        }
        notes.counts.decisions += 1
        if !command.isToldInPart, command.fingerprint != origin.fingerprint {
            return finding(
                .fingerprint, group.first, expected: "content with fingerprint \(origin.fingerprint)",
                actual: "\(command.kind.name.withArticle) with fingerprint \(command.fingerprint)",
                "The events do not follow from the recorded command.")
        }
        switch decision(on: command, origin, of: group) {
        case .refused(let refusal):
            return finding(
                .decision, group.first, expected: "refused as \(refusal.code.name)",
                actual: group.first.event.type.name, "An accepted command had to be refused: \(refusal.message)")
        case .accepted(let events): return compare(events, with: group)
        }
    }

    private func decision(on command: Command, _ origin: CommandOrigin, of group: CommandGroup) -> Decision {
        if let refusal = refusal(of: command, at: group.first) { return .refused(refusal) }
        return decide(
            command, origin: origin, now: group.decidedAt(in: state, cases.rules(before: group.first.position)),
            state: state,
            cryptography: RevealedSecrets(of: group.events))
    }

    /// The refusals before any rule: a ledger is created once, and its creation is the first event.
    private func refusal(of command: Command, at recorded: RecordedEvent) -> Refusal? {
        guard case .ledger(.createLedger) = command, recorded.position > 0 else { return nil }
        return Refusal(.alreadyExists, "The ledger has its first event.")
    }

    private func compare(_ expected: [StreamEvent], with group: CommandGroup) -> AuditFinding? {
        for (event, recorded) in zip(expected, group.events)
        where event.stream != recorded.stream
            || !event.event.isSame(as: recorded.event, withTerms: versions.haveTerms)
        {
            return finding(
                .decision, recorded, expected: "\(event.event.inWords) in \(event.stream)",
                actual: "\(recorded.event.inWords) in \(recorded.stream)", "The rules decide this command differently.")
        }
        if expected.count > group.events.count {
            return finding(
                .decision, group.events[group.events.count - 1],
                expected: "\(expected[group.events.count].event.type.name) after it", actual: "nothing",
                "The rules derive another event from the command.")
        }
        guard group.events.count > expected.count else { return nil }
        let extra = group.events[expected.count]
        return finding(
            .decision, extra, expected: "nothing", actual: extra.event.type.name,
            "The rules do not derive this event from the command.")
    }

    /// A refusal outside a draft, by the command that it keeps. Those inside are judged with their rooms.
    private mutating func redecide(
        _ rejected: CommandRejected, _ recorded: RecordedEvent, _ origin: CommandOrigin
    ) -> AuditFinding? {
        if rejected.code == .badSignature, origin.signature != nil {
            // Whether a signature was wrong takes its key and the checkpoint that its sender had seen.
            if recorded.stream.room == nil { notes.counts.unknownRefusals += 1 }
            return nil
        }
        guard rejected.code != .duplicateCommand, !rejected.command.isOfDraft || recorded.stream == .system else {
            return nil
        }
        guard let command = rejected.refusedCommand ?? rebuilt(rejected, in: recorded.stream, origin) else {
            notes.counts.unknownRefusals += 1
            return nil
        }
        notes.counts.decisions += 1
        notes.counts.refusals += 1
        let fault = fault(of: rejected, recorded, command, origin)
        let rules = state.rulesInForce
        guard fault != nil, rules < SoftwareStarted.currentRules else { return fault }
        // Writers without a service state no rules version and decide by the current rules.
        state.rulesInForce = SoftwareStarted.currentRules
        defer { state.rulesInForce = rules }
        guard self.fault(of: rejected, recorded, command, origin) == nil else { return fault }
        notes.remark(
            at: recorded,
            "The \(rejected.command.name) was refused by rules \(SoftwareStarted.currentRules); the ledger states "
                + "\(rules == 0 ? "none" : "\(rules)"), which allow it.")
        return nil
    }

    /// The difference between a refusal and the decision by the rules in force; nil if they match.
    private func fault(
        of rejected: CommandRejected, _ recorded: RecordedEvent, _ command: Command, _ origin: CommandOrigin
    ) -> AuditFinding? {
        let decision =
            refusal(of: command, at: recorded).map(Decision.refused)
            ?? decide(
                command, origin: origin, now: recorded.recordedAt, state: state, cryptography: RevealedSecrets(of: []))
        switch decision {
        case .accepted(let events):
            return finding(
                .refusal, recorded, expected: events.map(\.event.type.name).joined(separator: ", "),
                actual: rejected.code.name,
                "The \(rejected.command.name) was refused as \(rejected.code.name), but the rules allow it.")
        case .refused(let refusal):
            var stated = CommandRejected(refusal, of: command)
            if rejected.content == nil { stated.content = nil }
            stated.detail = rejected.detail
            guard stated != rejected else { return nil }
            return finding(
                .refusal, recorded, expected: stated.inWords,
                actual: rejected.inWords,
                "The \(rejected.command.name) was refused for another reason than the rules give.")
        }
    }

    /// The command of a refusal that did not keep it, where few can have been meant and the fingerprint tells which.
    private func rebuilt(
        _ rejected: CommandRejected, in stream: StreamKey, _ origin: CommandOrigin
    ) -> Command? {
        guard rejected.content == nil, origin.fingerprint != 0 else { return nil }
        let candidates: [Command]
        switch stream {
        case .wallet(let user) where rejected.command == .joinTournament:
            candidates = state.tournaments.keys.sorted().flatMap { contest in
                (UInt8.min...UInt8.max).map { .wallet(user, .joinTournament(contest, entries: $0)) }
            }
        case .wallet(let user):
            candidates = Set(state.wallet(user).entries.keys.map(\.room)).map { .wallet(user, .leaveRoom($0)) }
        case .tournament(let id): candidates = [.tournament(id, .closeEntries), .tournament(id, .finalizeTournament)]
        case .user(let user): candidates = [.user(user, .registerUser)]
        case .system, .pool, .room, .clock, .queue, .dispute, .staff, .measure, .season, .aliases, .notes:
            candidates = []
        }
        return candidates.first { $0.kind == rejected.command && $0.fingerprint == origin.fingerprint }
    }

    private func finding(
        _ rule: AuditRule, _ recorded: RecordedEvent, expected: String, actual: String, _ message: String
    ) -> AuditFinding {
        AuditFinding(
            position: recorded.position, stream: recorded.stream, rule: rule, expected: expected, actual: actual,
            message: message)
    }
}

extension Command {
    /// Whether its events tell only a part of it: of standings, who was paid.
    var isToldInPart: Bool {
        if case .tournament(_, .awardPrizes) = self { true } else { false }
    }
}

extension CommandGroup {
    /// When the decision was made: what it has started tells, else it is taken for the time of the record.
    ///
    /// - Parameter rules: the version of the rules by which it was made.
    fileprivate func decidedAt(in state: LedgerState, _ rules: UInt16) -> Timestamp {
        for recorded in events {
            guard case .room(let id) = recorded.stream else { continue }
            if recorded.event.startsTime, let room = state.room(id) { return decidedAt(in: room, rules) }
        }
        return first.recordedAt
    }
}

extension Event {
    /// Whether it starts a clock or a countdown.
    fileprivate var startsTime: Bool {
        if case .started = clock { return true }
        if case .countdown = preparation { return true }
        return false
    }
}
