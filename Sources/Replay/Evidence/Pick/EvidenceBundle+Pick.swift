public import Draft
public import DraftLedger
public import Merkle
import Records

extension EvidenceBundle {
    /// Gathers what a ledger has about a pick.
    ///
    /// Reads the room, one queue, the pool, the cases about the room, one wallet, and by which keys and on whose authority
    /// all that came about; hashes the neighbours of each record. A live draft of seven thousand events takes about a second.
    ///
    /// - Parameters:
    ///   - room: in which the pick was made.
    ///   - pick: its overall number, from 1.
    ///   - seat: the claimant's; nil for the seat whose pick it is.
    ///   - ledger: the ledger to read.
    ///   - latest: a published checkpoint that covers the room.
    ///   - published: earlier ones, which show that the history was the same at the time.
    /// - Throws: `EvidenceError`, `DisputeError`, `DraftLedgerError.proofBroken` for a record that is not the one that was
    ///   signed, `checkpointUnverified` where the key that signed is not here, or what keeps the ledger from being read.
    public init(
        of room: RoomID, pick: PickNumber, seat: Seat? = nil, in ledger: DraftLedger, latest: SignedCheckpoint,
        published: [SignedCheckpoint] = []
    ) throws {
        let report = try Dispute(ledger).judge(room: room, pick: pick, seat: seat)
        let events = try ledger.timeline(of: room)
        guard let state = try ledger.room(room), let member = state.member(at: report.seat) else {
            throw EvidenceError.noClaimant
        }
        let claim = EvidenceClaim(
            origin: latest.unverified.origin, room: room, seat: report.seat, claimant: member.user, entry: member.entry,
            subject: .pick(pick))

        let windows = ClockWindow.all(of: pick, in: events)
        let ticks = ClockWindow.ticks(of: windows, among: events.filter { $0.stream == .clock(room) })
        let size = latest.unverified.size
        let system = try ledger.stream(.system).filter { $0.position < size }
        let own = events.filter { $0.stream != .clock(room) } + ticks + (try ledger.stream(.queue(room, report.seat)))
        let known = Set((own + system).map(\.position))
        // The clocks of other rooms are not private. Other records may be.
        let bounds = try Outages.bounds(around: own.sorted { $0.position < $1.position }, system, in: ledger).filter {
            if case .clock = $0.stream { !known.contains($0.position) } else { false }
        }
        let records = own + bounds
        let beginning = events.first?.position ?? 0
        let wallet = try member.user.map { try ledger.stream(.wallet($0)).filter { $0.position < size } } ?? []
        let contest = try state.tournament.map { Array(try ledger.stream(.tournament($0)).prefix(1)) } ?? []
        let paying = try Self.cases(of: claim, namedIn: wallet, in: ledger)
        let cases = try Self.cases(about: claim, named: events, paying, in: ledger)
        // Every event since the room opened, so that no movement of the entry's money can be left out.
        let money = wallet.filter { $0.position > beginning }
        var ends: [StreamKey: HistoryEnds.End] = [
            .clock(room): HistoryEnds.End(of: events.filter { $0.stream == .clock(room) })
        ]
        if let user = member.user { ends[.wallet(user)] = HistoryEnds.End(of: wallet) }
        let grounds = try EvidenceGrounds(of: records + cases + money, claimant: member.user, in: ledger)
        let made = events.last { $0.event.madePick == pick }?.position
        let onClock = events.first {
            if case .started(let clock) = $0.event.clock { clock.pick == pick } else { false }
        }?.position
        let end = events.last { $0.event.type == .draftCompleted }?.position
        try self.init(
            claim: claim,
            sections: [
                (.records, records), (.pool, try ledger.stream(.pool(state.pool))), (.contest, contest),
                (.cases, cases),
                (.money, money), (.keys, grounds.keys), (.authority, grounds.authority),
                (.ledger, system),
            ],
            ends: ends, signed: records + cases + grounds.keys + grounds.authority, in: ledger,
            latest: latest,
            published: Self.telling(published, begin: onClock ?? made, covering: [made, end], before: latest))
    }

    /// The cases about the entry by which the claimant's wallet was adjusted.
    private static func cases(
        of claim: EvidenceClaim, namedIn wallet: [RecordedEvent], in ledger: DraftLedger
    ) throws -> Set<CaseID?> {
        let named = Set(wallet.compactMap(\.event.casePaid))
        return Set(
            try named.filter { id in
                guard case .opened(let opened) = try ledger.stream(.dispute(id)).first?.event.caseStep else {
                    return false
                }
                return claim.isOfEntry(opened)
            })
    }

    /// The events of the cases about the claim, of those because of which something happened in the room, and of those that
    /// paid.
    private static func cases(
        about claim: EvidenceClaim, named events: [RecordedEvent], _ paying: Set<CaseID?>, in ledger: DraftLedger
    ) throws -> [RecordedEvent] {
        var ids = Set(paying.compactMap { $0 })
        for recorded in events { ids.formUnion(recorded.casesNamed) }
        try ledger.events(type: .disputeOpened) { recorded in
            if case .dispute(let id) = recorded.stream, case .opened(let opened) = recorded.event.caseStep,
                claim.isOf(opened)
            {
                ids.insert(id)
            }
            return true
        }
        return try ids.sorted().flatMap { try ledger.stream(.dispute($0)) }
    }
}

extension Event {
    /// The case because of which it puts a pick right; nil for all other events.
    var caseCorrected: CaseID? { if case .corrected(let corrected) = pick { corrected.dispute } else { nil } }

    /// The case for which the event adjusts a balance; nil for all other events.
    var casePaid: CaseID? { if case .adjustment(let adjusted) = payment { adjusted.dispute } else { nil } }
}

extension RecordedEvent {
    /// The cases because of which it came about.
    var casesNamed: Set<CaseID> { Set([event.caseCorrected, origin?.dispute].compactMap(\.self)) }
}
