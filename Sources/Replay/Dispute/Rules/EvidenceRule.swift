import Draft
import DraftLedger

/// The limits of the ledger's knowledge, and the meaning of missing records.
enum EvidenceRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        if !facts.room.ruleset.isTimed {
            return [
                .init(
                    .evidence, for: .undecidable,
                    "The room was imported and had no clock here: the times of receipt at its own site are unknown.",
                    facts.turns.compactMap { $0.ending?.position })
            ]
        }
        return facts.turns.indices.flatMap { silence(in: $0, facts) + flood(in: facts.turns[$0], facts) }
            + facts.turns.flatMap { missingTicks(in: $0, facts) } + attached(facts)
    }

    /// Ticks that the clock's driver left out while the pick was on the clock, where it recorded ticks at all.
    private static func missingTicks(in turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let interval = facts.room.ruleset.tickInterval.microseconds
        guard interval > 0, facts.history.events.contains(where: { $0.event.isTick }) else { return [] }
        var (missing, ticks, shown) = (UInt64(0), UInt64(0), nil as (since: Timestamp, deadline: Timestamp)?)
        for recorded in turn.events {
            switch recorded.event.room {
            case .clock(.started(let started)): shown = (recorded.recordedAt, started.deadline)
            case .clock(.extended(let extended)): shown?.deadline = extended.deadline
            case .clock(.ticked), .clock(.paused), .pick(.made), .pick(.automated), .ending(.voided):
                guard let last = shown else { continue }
                missing += RoomTrack.missingTicks(
                    since: last.since, until: min(recorded.recordedAt, last.deadline), every: interval)
                if recorded.event.isTick {
                    ticks += 1
                    shown?.since = recorded.recordedAt
                } else {
                    shown = nil
                }
            case .membership, .preparation, .clock, .pick, .seatChange, .ending, .results, nil: continue
            }
        }
        guard missing > 0 else { return [] }
        let positions = turn.clocks.prefix(1).map(\.position) + [turn.ending?.position].compactMap { $0 }
        return [
            .init(
                .evidence, for: nil,
                "\(missing) tick\(missing == 1 ? "" : "s") of the clock \(missing == 1 ? "is" : "are") missing while pick "
                    + "\(facts.pick) was on the clock; \(ticks) \(ticks == 1 ? "is" : "are") recorded. Ticks show what members "
                    + "saw and decide nothing.", positions)
        ]
    }

    /// The rules picked and nothing of the claimant's is on record.
    private static func silence(in index: Int, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let turn = facts.turns[index]
        guard let made = turn.automation, made.reason == .clockExpired, made.seat == facts.seat,
            let ending = turn.ending, turn.attempts.isEmpty
        else { return [] }
        let connection = facts.history.events.last { recorded in
            guard recorded.position < ending.position, case .connection(let changed) = recorded.event.seatChange else {
                return false
            }
            return changed.seat == facts.seat
        }
        let early = facts.early.contains { $0.turns == index }
        let positions = [connection?.position, ending.position].compactMap { $0 }
        if let connection, case .connection(let changed) = connection.event.seatChange, !changed.connected {
            return [
                .init(
                    .evidence, for: .rejected,
                    "No \(early ? "other " : "")pick of the claimant is recorded, and the seat was disconnected since "
                        + "\(connection.moment.iso8601).", positions, about: .silence)
            ]
        }
        return [
            .init(
                .evidence, for: .rejected,
                "No \(early ? "other " : "")pick of the claimant for number \(facts.pick) is recorded. Commands that never reached the server are not in the ledger; "
                    + "only a signed receipt could prove that one did.", positions, about: .silence)
        ]
    }

    /// More refusals than are kept one by one: what was only counted may have been right, and in time.
    private static func flood(in turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        turn.events.compactMap { recorded -> DisputeReport.Reason? in
            guard let rejected = recorded.event.refusal, recorded.origin == nil || rejected.count != 1,
                rejected.isOfPick, isOfClaimant(rejected, facts)
            else { return nil }
            let what = "\(rejected.count) more refusals of the claimant are only counted"
            if let first = rejected.flood?.firstArrival, let graceEndsAt = turn.endedUnder?.graceEndsAt,
                first > graceEndsAt
            {
                return .init(
                    .evidence, for: nil,
                    "\(what); the first of them arrived \((first - graceEndsAt).words) after the grace.",
                    [recorded.position])
            }
            // The claimant's own pick counted, regardless of other attempts.
            let isOpen = turn.manual?.seat != facts.seat
            return .init(
                .evidence, for: isOpen ? .undecidable : nil,
                "\(what), so it is unknown whether one of them should have counted.", [recorded.position])
        }
    }

    /// Whether a count is of the claimant's commands. Older ones say so only of a seat's.
    private static func isOfClaimant(_ rejected: CommandRejected, _ facts: DisputeFacts) -> Bool {
        if let seat = rejected.seat { return seat == facts.seat }
        guard let flood = rejected.flood else { return rejected.code == .duplicateCommand }
        return facts.claimant != nil && [flood.sender.user, flood.sender.onBehalfOf].contains(facts.claimant)
    }

    /// States that staff resolved the case in another way than the records say. Nil if they agree, or the case is open.
    static func resolution(
        against verdict: DisputeResolved.Verdict, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard
            let recorded = facts.caseEvents.last(where: {
                if case .resolved = $0.event.caseStep { true } else { false }
            }),
            case .resolved(let resolved) = facts.worded(recorded).event.caseStep, resolved.verdict != verdict
        else { return nil }
        let reason = resolved.reason.isEmpty ? "" : " The reason given is: \(resolved.reason)"
        return .init(
            .evidence, for: nil,
            "Staff member \(resolved.resolvedBy) resolved this case as \(resolved.verdict.name). By the recorded events the "
                + "verdict is \(verdict.name).\(reason)", [recorded.position])
    }

    /// A document that is only pinned by its digest has to be looked at by people.
    private static func attached(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let documents = facts.caseEvents.filter { if case .evidence = $0.event.caseStep { true } else { false } }
        guard !documents.isEmpty else { return [] }
        return [
            .init(
                .evidence, for: nil,
                "The documents of the case (\(documents.count)) are recorded by digest only; their content is not in the ledger.",
                documents.map(\.position))
        ]
    }
}
