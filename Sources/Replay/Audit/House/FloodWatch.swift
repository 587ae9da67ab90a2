import Draft
import DraftLedger
import Records

/// Checks that refusals are only counted if a number of them is recorded individually.
///
/// A count without recorded refusals could hide a wrongly refused pick.
struct FloodWatch: Codable, Sendable {
    /// Refusals that are bounded together.
    private struct Flood: Hashable, Codable {
        var stream: StreamKey
        var sender: Sender?
        var command: CommandKind
        var code: RefusalCode
    }

    /// When the last refusals of a flood were recorded, those within a period at most.
    private var recorded: [Flood: [Timestamp]] = [:]

    /// Takes a group.
    ///
    /// - Parameter room: the room before the group; nil outside rooms.
    mutating func note(_ group: CommandGroup, _ notes: inout AuditNotes, room: RoomState?) {
        guard let rejected = group.rejection else { return }
        if group.origin == nil {
            check(rejected, in: room, group.first, &notes)
        } else {
            let time = group.first.recordedAt
            for sender in [group.origin?.actor, nil] {
                let flood = Flood(
                    stream: group.first.stream, sender: sender, command: rejected.command, code: rejected.code)
                var times = recorded[flood, default: []]
                times.removeAll { time - $0 > Self.memory }
                times.append(time)
                recorded[flood] = times.suffix(Int(RefusalRecorder.limit) + 1)
            }
            if recorded.count > Self.capacity { forget(before: time) }
        }
    }

    /// Forgets what no count can rest on any more: refusals that did not fill a bound, and are over.
    mutating func keepWhatCounts(at time: Timestamp) {
        recorded = recorded.filter { _, times in
            times.count >= Int(RefusalRecorder.limit) || times.last.map { time - $0 <= .seconds(61) } ?? false
        }
    }

    /// Counts are stated with the next event after their period, which may be long in coming where little happens.
    private static let memory = Interval.seconds(24 * 3_600)

    /// Floods that are watched at once, each of some hundred bytes. Where so much happens, counts are stated soon.
    private static let capacity = 1 << 16

    private mutating func forget(before time: Timestamp) {
        recorded = recorded.filter { _, times in times.last.map { time - $0 <= .seconds(300) } ?? false }
    }

    private mutating func check(
        _ rejected: CommandRejected, in room: RoomState?, _ event: RecordedEvent, _ notes: inout AuditNotes
    ) {
        if let seat = rejected.seat {
            check(rejected, of: seat, in: room, event, &notes)
        } else {
            let flood = Flood(
                stream: event.stream, sender: rejected.flood?.sender, command: rejected.command, code: rejected.code)
            let before = (recorded[flood] ?? []).filter { time in
                rejected.flood.map { $0.firstArrival - time <= .seconds(61) && time - $0.lastArrival <= .seconds(1) }
                    ?? true
            }
            if before.count < Int(RefusalRecorder.limit) {
                unreached(event, before.count, of: Int(RefusalRecorder.limit), &notes)
            }
        }
        if rejected.count == 0 {
            notes.note(
                .flood, at: event, expected: "refusals", actual: "none", "A count of refusals is zero.")
        }
        if let flood = rejected.flood, flood.firstArrival > flood.lastArrival || flood.lastArrival > event.recordedAt {
            notes.note(
                .flood, at: event, expected: "arrivals in order, before \(event.recordedAt.iso8601)",
                actual: "\(flood.firstArrival.iso8601) to \(flood.lastArrival.iso8601)",
                "The counted refusals cannot have arrived at these times.")
        }
    }

    /// Refused picks of a seat, which its room counts.
    private func check(
        _ rejected: CommandRejected, of seat: Seat, in room: RoomState?, _ event: RecordedEvent,
        _ notes: inout AuditNotes
    ) {
        guard case .room = event.stream, let room, Int(seat) < room.refusals.count else {
            return unreached(event, 0, of: Int(RefusalRecorder.limit), &notes)
        }
        // Older records of refusals do not have these fields.
        let limit =
            rejected.content == nil
            ? RefusalRecorder.limit : RefusalRecorder.limit(for: rejected, of: seat, in: room)
        if room.refusals[Int(seat)] < limit { unreached(event, Int(room.refusals[Int(seat)]), of: Int(limit), &notes) }
    }

    private func unreached(_ event: RecordedEvent, _ count: Int, of limit: Int, _ notes: inout AuditNotes) {
        notes.note(
            .flood, at: event, expected: "\(limit) recorded refusals before any is only counted",
            actual: "\(count)", "Refusals were only counted that had to be recorded individually.")
    }
}

/// Rules never go back: not the version that the software states, and not what its records keep.
struct VersionWatch: Codable {
    private var rules: UInt16 = 0
    private var keepsCommands = false
    private var keepsAnswers = false
    private var keepsQueuesPrivate = false
    private var countsTicks = false
    private var statesQueues = false
    private var commitsToPods = false
    private var hasSalts = false
    private var hasRemarkedSalts = false

    /// Whether rooms open with terms of their draw by now.
    private(set) var haveTerms = false

    /// Takes a group.
    ///
    /// - Parameter state: of the ledger before the group.
    mutating func check(_ group: CommandGroup, in state: LedgerState, _ notes: inout AuditNotes) {
        for recorded in group.events {
            check(recorded, in: state, &notes)
            checkSalt(of: recorded, &notes)
        }
        if case .created(let created) = group.first.event.service { rules = max(rules, created.rulesVersion ?? 0) }
        if case .software(let started) = group.first.event.service {
            if started.rulesVersion < rules {
                notes.note(
                    .decision, at: group.first, expected: "rules \(rules) or newer", actual: "\(started.rulesVersion)",
                    "Software with older rules was started.")
            }
            rules = max(rules, started.rulesVersion)
        }
        if let rejected = group.first.event.refusal { check(rejected, group.first, &notes) }
        for recorded in group.events {
            guard case .prizes = recorded.event.contest, case .tournament(let id) = recorded.stream,
                let contest = state.tournament(id), contest.isDecidedByRounds(),
                !contest.isDecidedByRounds(rules: rules)
            else { continue }
            notes.remark(
                at: recorded,
                "The contest has rounds and a scoring, and the ledger states \(rules == 0 ? "no" : "older") rules: the audit does not "
                    + "compare its prizes with the results of its rounds.")
        }
        for recorded in group.events {
            guard case .opened(let opened) = recorded.event.preparation, opened.draw != nil, !haveTerms else {
                continue
            }
            // Nothing is wrong with that; but a house that wants more time than a second gets it by keeping silent.
            notes.remark(
                at: recorded,
                "The room opens as in software with rules 3, and the ledger states \(rules == 0 ? "no" : "older") "
                    + "rules: the audit does not check its deadlines to the second.")
            haveTerms = true
        }
        if rules >= 3 { (haveTerms, keepsQueuesPrivate, countsTicks) = (true, true, true) }
        if rules >= SoftwareStarted.rulesOfRounds { commitsToPods = true }
    }

    /// Remarks the first private record without a salt after one with: an older program wrote it. Salts are taken as they
    /// are recorded, since only the ledger has the key.
    private mutating func checkSalt(of recorded: RecordedEvent, _ notes: inout AuditNotes) {
        guard recorded.event.type.isPrivate else { return }
        if recorded.salt != nil {
            hasSalts = true
        } else if hasSalts, !hasRemarkedSalts {
            hasRemarkedSalts = true
            notes.remark(
                at: recorded,
                "The private record has no salt, although earlier ones have: readers of its other fields can test guesses "
                    + "of the rest against its public hash.")
        }
    }

    /// Refusals without their command, or without their sentence, are from before those that keep them.
    private mutating func check(_ rejected: CommandRejected, _ recorded: RecordedEvent, _ notes: inout AuditNotes) {
        if keepsCommands || rules >= 2, rejected.content == nil {
            notes.note(
                .refusal, at: recorded, expected: "the refused command", actual: "none",
                "A refusal lacks its command, as in records of earlier versions.")
        }
        if rejected.content != nil { keepsCommands = true }
        guard rejected.flood == nil, rejected.content?.isEmpty == false else { return }
        if keepsAnswers, rejected.detail == nil {
            notes.note(
                .refusal, at: recorded, expected: "the text of the answer", actual: "none",
                "A refusal lacks its text, as in records of earlier versions.")
        }
        if rejected.detail != nil { keepsAnswers = true }
    }

    /// Picks of the rules that say whom they passed over, and ends of drafts that count no ticks, are from before those
    /// that do otherwise. Where nothing was read or shown there is nothing to say.
    private mutating func check(_ recorded: RecordedEvent, in state: LedgerState, _ notes: inout AuditNotes) {
        if case .automated(let made) = recorded.event.pick, made.policyVersion > 0, made.queueVersion > 0 {
            if keepsQueuesPrivate, made.passedOver == nil {
                notes.note(
                    .privacy, at: recorded, expected: "a digest of the skipped players", actual: "none",
                    "An autopick shows skipped players publicly, as in records of earlier versions.")
            }
            if made.passedOver != nil { keepsQueuesPrivate = true }
        } else if case .tournament(let contest) = recorded.stream, case .closed(let closed) = recorded.event.contest {
            let count = state.tournament(contest)?.rounds?.rounds.count ?? 0
            guard count > 1, state.tournament(contest)?.scoring != nil else { return }
            let isCommitted = (state.tournament(contest)?.podCommitment ?? closed.podCommitment) != nil
            if commitsToPods, !isCommitted {
                notes.note(
                    .draw, at: recorded, expected: "a commitment to the draws of pods", actual: "none",
                    "The closing of entries lacks a commitment to the draws of pods, as in records of earlier versions."
                )
            }
            if isCommitted { commitsToPods = true }
        } else if case .room(let room) = recorded.stream, case .completed(let completed) = recorded.event.ending {
            if statesQueues, completed.queueVersions.isEmpty {
                notes.note(
                    .completion, at: recorded, expected: "the versions of the queues", actual: "none",
                    "The end of a draft lacks the versions of the queues, as in records of earlier versions.")
            }
            if !completed.queueVersions.isEmpty { statesQueues = true }
            guard state.room(room)?.ruleset.isTimed == true else { return }
            if countsTicks, completed.ticks == nil {
                notes.note(
                    .completion, at: recorded, expected: "the number of ticks", actual: "none",
                    "The end of a draft lacks the number of ticks, as in records of earlier versions.")
            }
            if completed.ticks != nil { countsTicks = true }
        }
    }
}
