public import Draft
public import DraftLedger
public import Statements

/// Settles a pick: the events around it, and a verdict by the rules.
///
/// Each rule of `DisputeRule` looks at the facts alone and says what it finds. The verdict is `upheld` if one of them
/// finds that the claimant did not get what the rules gave him; else `undecidable` if one finds that the ledger cannot
/// know; else `rejected`. Nobody's word decides anything, neither what a client says about its own clock nor how a case
/// was resolved before. What went wrong with a pick is told to anybody, and upholds the claim of its owner alone.
public struct Dispute: Sendable {
    let ledger: DraftLedger

    /// Whether an audit of the whole ledger has found nothing in a room, so that its records are not checked again.
    private let isAudited: @Sendable (RoomID) -> Bool

    public init(_ ledger: DraftLedger) { self.init(ledger) { _ in false } }

    init(_ ledger: DraftLedger, isAudited: @escaping @Sendable (RoomID) -> Bool) {
        self.ledger = ledger
        self.isAudited = isAudited
    }

    /// Judges a pick as the claimant's seat sees it.
    ///
    /// - Parameters:
    ///   - room: in which the pick was made.
    ///   - pick: its overall number, from 1.
    ///   - seat: nil for the seat whose pick it is.
    ///   - receipt: the claimant's receipt for a command, verified; its time is the command's, whatever the ledger says.
    ///   - topic: the topic of the complaint, which the headline answers. It does not change the verdict.
    /// - Throws: `DisputeError`, or `DraftLedgerError` for a room that is not there or cannot be read.
    public func judge(
        room: RoomID, pick: PickNumber, seat: Seat? = nil, receipt: Receipt? = nil, about topic: DisputeTopic? = nil
    ) throws -> DisputeReport {
        var report = try judge(room: room, pick: pick, seat: seat, caseEvents: [], receipt: receipt)
        report.topic = topic
        return report
    }

    /// Judges the pick that a case is about, for its claimant.
    ///
    /// - Parameters:
    ///   - id: the case.
    ///   - topic: the topic that the headline answers; nil for the topic of the claim, by its words.
    /// - Throws: `DisputeError.isAboutScore` for a case about a score: ``judge(entry:week:)`` judges that.
    public func judge(case id: CaseID, about topic: DisputeTopic? = nil) throws -> DisputeReport {
        let events = try ledger.caseHistory(id)
        guard case .opened(let opened) = events.first?.event.caseStep else { throw DisputeError.unknownCase(id) }
        guard opened.week == nil else { throw DisputeError.isAboutScore(id) }
        var report = try judge(room: opened.room, pick: opened.pick, seat: opened.seat, caseEvents: events)
        report.topic = topic ?? DisputeTopic(claim: opened.claim)
        return report
    }

    private func judge(
        room id: RoomID, pick: PickNumber, seat: Seat?, caseEvents: [RecordedEvent], receipt: Receipt? = nil
    ) throws -> DisputeReport {
        let stillness = StillnessReader(ledger)
        let history = try RoomHistory(of: id, in: ledger).explainingDelays(by: stillness)
        guard let room = history.state else { throw DisputeError.notOnTheClock(pick, room: id, last: 0) }
        let claimant = try claimant(seat, of: pick, in: room, history)
        guard let member = room.member(at: claimant) else {
            throw DisputeError.noSuchSeat(claimant, room: id, teams: room.ruleset.teams)
        }
        let wallet = try member.user.map { try ledger.stream(.wallet($0)) } ?? []
        var facts = try DisputeFacts(
            history, room: room, pick: pick, seat: claimant, fees: wallet.filter { $0.event.feeRoom == id },
            caseEvents: caseEvents, signatures: try RoomSignatures(of: history, in: ledger),
            contest: try room.tournament.flatMap { try ledger.tournament($0)?.details },
            worded: { event throws(DraftLedgerError) in try ledger.told(event) })
        facts.isAudited = isAudited(id)
        let account = try member.user.map { try ledger.stream(.user($0)) } ?? []
        facts.signOuts = account.filter(\.isSignOut)
        facts.notices = account.filter { $0.event.notices?.room == id }
        facts.receipt = try receipt.map { ($0, try ledger.judge($0)) }
        let report = Self.report(on: facts)
        try stillness.check()
        return report
    }

    /// The seat of the claimant.
    ///
    /// - Throws: `DisputeError` for a pick that was never on the clock. In a room that was cancelled before its draft, a
    ///   member can still ask what happened to the money.
    private func claimant(
        _ seat: Seat?, of pick: PickNumber, in room: RoomState, _ history: RoomHistory
    ) throws -> Seat {
        let last = history.lastPickOnClock
        guard pick >= 1, pick <= room.ruleset.snake.pickCount else {
            throw DisputeError.notOnTheClock(pick, room: room.id, last: last)
        }
        let slot = Int(room.ruleset.snake.slot(of: pick))
        let owner = slot < room.seatOfSlot.count ? room.seatOfSlot[slot] : nil
        if last == 0, room.status.isTerminal {
            guard let claimant = seat ?? owner else { throw DisputeError.cancelled(room.id) }
            return claimant
        }
        guard pick <= last, let owner else { throw DisputeError.notOnTheClock(pick, room: room.id, last: last) }
        return seat ?? owner
    }

    /// Applies every rule to the facts.
    static func report(on facts: DisputeFacts) -> DisputeReport {
        let rules: [(DisputeFacts) -> [DisputeReport.Reason]] = [
            TurnRule.judge, ArrivalRule.judge, ReceiptRule.judge, PickNumberRule.judge, ClockRule.judge,
            OutageRule.judge, PauseRule.judge, AutopickRule.judge, QueueRule.judge, AutodraftRule.judge,
            StakeRule.judge, CorrectionRule.judge,
            DrawRule.judge, FeeRule.judge, RecordRule.judge, SignatureRule.judge, NoticeRule.judge, EvidenceRule.judge,
        ]
        let reasons = rules.flatMap { $0(facts) }.map { reason in
            guard facts.seat != facts.owner, reason.rule.isAboutOwner, reason.bearing == .upheld else { return reason }
            return DisputeReport.Reason(reason.rule, for: nil, reason.text, reason.positions, about: reason.subject)
        }
        let verdict = Self.verdict(of: reasons)
        let ordered =
            reasons.filter { $0.bearing == verdict } + reasons.filter { $0.bearing != verdict && $0.bearing != nil }
            + [EvidenceRule.resolution(against: verdict, facts)].compactMap(\.self)
            + reasons.filter { $0.bearing == nil }
        return DisputeReport(
            terms: facts.history.cases.terms.sentences(about: facts.history.events), room: facts.room.id,
            pickNumber: facts.pick, label: facts.room.ruleset.snake.label(of: facts.pick), seat: facts.seat,
            place: facts.room.placeName(of: facts.seat), claimant: facts.claimant, verdict: verdict, reasons: ordered,
            timeline: DisputeTimeline(facts).moments)
    }

    /// One breach upholds a claim, whatever else was right; what cannot be known leaves it open.
    static func verdict(of reasons: [DisputeReport.Reason]) -> DisputeResolved.Verdict {
        for verdict in [DisputeResolved.Verdict.upheld, .undecidable, .rejected]
        where reasons.contains(where: { $0.bearing == verdict }) {
            return verdict
        }
        return .undecidable
    }
}

extension Event {
    /// The room whose entry fee the event moves; nil for all other events.
    var feeRoom: RoomID? {
        if case .prize = feeStep { nil } else { paidEntry?.room }
    }
}
