import Draft
import DraftLedger
import Records

/// The draft that a bundle's records tell: the same facts that a dispute in the ledger goes by, but for the private
/// queues of others.
struct EvidenceHistory {
    let room: RoomHistory
    let facts: DisputeFacts
    let report: DisputeReport
    /// The movements of the entry's money.
    let money: [RecordedEvent]
    let signatures: EvidenceSignatures
    let measures: EvidenceMeasures
    /// With which authority began; nil where it has not.
    let began: AuthorityBegan?

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

        let pools = try Self.pools(sections[.pool] ?? [], of: opened.pool)
        var cases = CaseLibrary()
        for event in sections[.cases] ?? [] { cases.add(event) }
        let authority = sections[.authority] ?? []
        cases.approvals = []
        for event in authority {
            if event.stream == .staff { cases.add(staff: event) } else { cases.add(measure: event) }
        }
        began = authority.lazy.compactMap { if case .authorityBegan(let began) = $0.event { began } else { nil } }.first
        try Self.checkCases(cases, namedBy: events)
        try Self.checkPayments(sections[.money] ?? [], for: claim, by: sections[.cases] ?? [])
        room = RoomHistory(
            room: claim.room, events: events, pools: pools, cases: cases, onlyQueueOf: claim.seat)
        money = sections[.money] ?? []
        signatures = try EvidenceSignatures(
            of: bundle, room,
            grounds: ((sections[.keys] ?? []) + authority).sorted { $0.position < $1.position },
            cases: sections[.cases] ?? [])
        measures = EvidenceMeasures(authority, behind: events + (sections[.cases] ?? []) + money)

        guard let state = room.state else { throw EvidenceError.badFile("records", "they do not make a room") }
        guard let member = state.member(at: claim.seat) else {
            throw DisputeError.noSuchSeat(claim.seat, room: claim.room, teams: state.ruleset.teams)
        }
        guard member.user == claim.claimant, member.entry == claim.entry else {
            throw EvidenceError.badFile(EvidenceClaim.file, "seat \(claim.seat) is not the claimant's")
        }
        let last = room.lastPickOnClock
        guard claim.pick >= 1, claim.pick <= last else {
            throw DisputeError.notOnTheClock(claim.pick, room: claim.room, last: last)
        }
        try Self.checkMoney(money, of: member, in: state, events)
        facts = DisputeFacts(
            room, room: state, pick: claim.pick, seat: claim.seat,
            fees: money.filter { $0.event.entryPaid != nil && $0.event.type != .prizeCredited },
            caseEvents: Self.caseEvents(sections[.cases] ?? [], about: claim),
            signatures: signatures.room)
        report = Dispute.report(on: facts)
    }

    // MARK: Completeness

    /// The room's pool, and no other's records: by another pool's players the rules would pick others.
    private static func pools(_ events: [RecordedEvent], of id: PoolID) throws -> PoolLibrary {
        if let other = events.first(where: { $0.stream != .pool(id) }) {
            throw EvidenceError.badFile(
                EvidenceRecord.Section.pool.rawValue,
                "position \(other.position) is of \(other.stream), not of pool \(id)")
        }
        var pools = PoolLibrary()
        pools.add(id, events)
        guard pools.pool(id, before: .max) != nil else {
            throw EvidenceError.badFile(
                EvidenceRecord.Section.pool.rawValue,
                "the publication of pool \(id), which the room drafts from, is missing")
        }
        return pools
    }

    /// A case because of which something happened is there: without it what was right looks wrong.
    private static func checkCases(_ cases: CaseLibrary, namedBy events: [RecordedEvent]) throws {
        for recorded in events {
            guard let id = recorded.casesNamed.first(where: { cases.dispute($0, before: .max) == nil }) else {
                continue
            }
            throw EvidenceError.badFile(
                EvidenceRecord.Section.cases.rawValue,
                "case \(id), which position \(recorded.position) names, is missing")
        }
    }

    /// The case for which a balance was adjusted is there, and about this entry: only so is the payment the entry's.
    private static func checkPayments(
        _ money: [RecordedEvent], for claim: EvidenceClaim, by cases: [RecordedEvent]
    ) throws {
        for recorded in money {
            guard let id = recorded.event.casePaid else { continue }
            let opening = cases.first { $0.stream == .dispute(id) }
            guard case .disputeOpened(let opened)? = opening?.event else {
                throw EvidenceError.badFile(
                    EvidenceRecord.Section.cases.rawValue,
                    "case \(id), for which position \(recorded.position) adjusts the balance, is missing")
            }
            guard claim.isOfEntry(opened) else {
                throw EvidenceError.badFile(
                    EvidenceRecord.Section.money.rawValue,
                    "position \(recorded.position) pays for case \(id), which is not about entry \(claim.entry)")
            }
        }
    }

    /// The fee of an entry that paid here was held when its seat was taken, and posted when the draft started, each in
    /// the same append: without their records nothing can be said about the money.
    private static func checkMoney(
        _ money: [RecordedEvent], of member: RoomState.Member, in room: RoomState, _ events: [RecordedEvent]
    ) throws {
        let taken = events.last { recorded in
            if case .seatTaken(let taken) = recorded.event { taken.entry == member.entry } else { false }
        }
        guard room.tournament != nil, room.entryFee != nil, member.user != nil,
            taken?.origin?.actor.role != .importer
        else { return }
        for (type, isDue) in [(EventType.entryFeeHeld, true), (.entryFeePosted, room.startedAt != nil)] where isDue {
            guard !money.contains(where: { $0.event.type == type }) else { continue }
            throw EvidenceError.badFile(
                EvidenceRecord.Section.money.rawValue, "the \(type.name) of entry \(member.entry) is missing")
        }
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
                case (.records, .room(let room)), (.records, .clock(let room)): room == claim.room
                case (.records, .queue(let room, let seat)): room == claim.room && seat == claim.seat
                case (.pool, .pool), (.cases, .dispute), (.authority, .staff), (.authority, .measure): true
                case (.keys, .user(let user)): user == claim.claimant || event.event.isAboutDeviceKeys
                case (.money, .wallet(let user)):
                    user == claim.claimant && (event.event.entryPaid == claim.entry || event.event.casePaid != nil)
                default: false
                }
            guard isAtHome else {
                throw EvidenceError.badFile(
                    item.file,
                    "\(event.event.type.name.withArticle) of \(event.stream) has no place among the \(item.section.rawValue)"
                )
            }
            if let fault = try item.faultOfWithholding(event, from: claim.seat) {
                throw EvidenceError.badFile(item.file, fault)
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
