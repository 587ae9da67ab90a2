import Draft
import DraftLedger

/// The draft that a bundle's records tell: the same facts that a dispute in the ledger goes by, but for the private
/// queues of others.
struct EvidenceHistory {
    let room: RoomHistory
    let facts: DisputeFacts
    let report: DisputeReport
    /// The movements of the entry's money.
    let money: [RecordedEvent]

    /// Decodes and folds the records.
    ///
    /// - Throws: `EvidenceError` for records that are not of the claim's room, pool, cases and wallet, `DisputeError` for
    ///   a pick that was not on the clock.
    init(of bundle: EvidenceBundle) throws {
        let claim = bundle.claim
        let sections = try Self.sections(bundle)
        let roomStream = StreamKey.room(claim.room)
        let events = sections[.records] ?? []
        guard let first = events.first, first.stream == roomStream, case .roomOpened(let opened) = first.event,
            Ruleset.allowedTeams.contains(opened.ruleset.teams), Ruleset.allowedRounds.contains(opened.ruleset.rounds)
        else { throw EvidenceError.badFile("records", "the first is not the opening of room \(claim.room)") }

        var pools = PoolLibrary()
        pools.add(opened.pool, sections[.pool] ?? [])
        var cases = CaseLibrary()
        for event in sections[.cases] ?? [] { cases.add(event) }
        room = RoomHistory(
            room: claim.room, events: events, pools: pools, cases: cases, onlyQueueOf: claim.seat)
        money = sections[.money] ?? []

        guard let state = room.state else { throw EvidenceError.badFile("records", "they do not make a room") }
        guard let member = state.member(at: claim.seat) else {
            throw DisputeError.noSuchSeat(claim.seat, room: claim.room, teams: state.ruleset.teams)
        }
        guard member.user == claim.claimant, member.entry == claim.entry else {
            throw EvidenceError.badFile(EvidenceClaim.file, "seat \(claim.seat) is not the claimant's")
        }
        let last = !state.hasStarted ? 0 : min(state.currentPickNumber, state.ruleset.snake.pickCount)
        guard claim.pick >= 1, claim.pick <= last else {
            throw DisputeError.notOnTheClock(claim.pick, room: claim.room, last: last)
        }
        facts = DisputeFacts(
            room, room: state, pick: claim.pick, seat: claim.seat,
            fees: money.filter { if case .prizeCredited = $0.event { false } else { true } },
            caseEvents: Self.caseEvents(sections[.cases] ?? [], about: claim))
        report = Dispute.report(on: facts)
    }

    private static func sections(
        _ bundle: EvidenceBundle
    ) throws -> [EvidenceRecord.Section: [RecordedEvent]] {
        let claim = bundle.claim
        var sections: [EvidenceRecord.Section: [RecordedEvent]] = [:]
        for item in bundle.records {
            let event = try item.decoded()
            let isAtHome =
                switch (item.section, event.stream) {
                case (.records, .room(let room)): room == claim.room
                case (.records, .queue(let room, let seat)): room == claim.room && seat == claim.seat
                case (.pool, .pool), (.cases, .dispute): true
                case (.money, .wallet(let user)): user == claim.claimant && event.event.entryPaid == claim.entry
                default: false
                }
            guard isAtHome else {
                throw EvidenceError.badFile(
                    item.name + EvidenceRecord.recordSuffix,
                    "a \(event.event.type.name) of \(event.stream) has no place among the \(item.section.rawValue)")
            }
            sections[item.section, default: []].append(event)
        }
        return sections
    }

    private static func caseEvents(_ events: [RecordedEvent], about claim: EvidenceClaim) -> [RecordedEvent] {
        let streams = events.compactMap { recorded in
            if case .disputeOpened(let opened) = recorded.event, claim.isOf(opened) { recorded.stream } else { nil }
        }
        return events.filter { streams.contains($0.stream) }.sorted { $0.position < $1.position }
    }

    // MARK: Before and after

    /// The position of the event that settled the pick the last time it was on the clock; nil while it still is.
    var ending: UInt64? { facts.turns.last?.ending?.position }

    /// As of how many events the state before the pick is, and the one after it.
    var moments: (before: UInt64, after: UInt64) {
        let end = (room.events.last?.position ?? 0) + 1
        return (ending ?? end, ending.map { $0 + 1 } ?? end)
    }
}
