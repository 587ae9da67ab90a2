import Draft
import DraftLedger
import Records

/// Prizes that follow from nothing on record, money that a contest keeps because staff do not end it, withdrawals that are
/// still held, and cases without a decision.
///
/// None of it breaks a rule: the rules set no date. Everybody who is owed money or an answer has to see it.
struct UnpaidWatch: Codable {
    private var now = Timestamp.distantPast

    /// The last event by which a contest became final: the end of its last draft, or of its last round.
    private var lastResults: [TournamentID: KeptEvent] = [:]
    private var firstAwards: [TournamentID: KeptEvent] = [:]
    private var creations: [TournamentID: KeptEvent] = [:]

    private struct Withdrawal: Hashable, Codable {
        var user: UserID
        var number: UInt32
    }

    private var held: [Withdrawal: KeptEvent] = [:]

    private var openCases: [CaseID: KeptEvent] = [:]

    private struct FinalWeek: Hashable, Codable {
        var season: SeasonID
        var week: UInt8
        var scoring: String
    }

    /// When weeks were final for the first time.
    private var finalWeeks: [FinalWeek: KeptEvent] = [:]

    private static let day = Interval.seconds(24 * 60 * 60)

    /// Drafts of a contest that still takes entries may follow one another with such a break.
    private static let longestBreak = Interval.seconds(7 * 24 * 60 * 60)

    /// The longest time between the drafts of a season and its first week, or between two rounds.
    private static let longestWait = Interval.seconds(180 * 24 * 60 * 60)

    /// The longest time that a case can be open without a warning.
    private static let longestCase = Interval.seconds(30 * 24 * 60 * 60)

    /// - Parameter contest: of the event's room; nil for events of no room.
    mutating func note(_ recorded: RecordedEvent, contest: TournamentID?) {
        now = max(now, recorded.recordedAt)
        if let contest, recorded.event.endsRoom { lastResults[contest] = KeptEvent(recorded) }
        if case .tournament(let id) = recorded.stream {
            switch recorded.event.contest {
            case .created: creations[id] = KeptEvent(recorded)
            case .played, .closed: lastResults[id] = KeptEvent(recorded)
            case .prizes: firstAwards[id] = firstAwards[id] ?? KeptEvent(recorded)
            case .cancelled, .finalized, .overlay, .rake, .rounds, .scoring, .pods, nil: break
            }
        }
        if case .season(let season) = recorded.stream, case .final(let final) = recorded.event.score {
            let week = FinalWeek(season: season, week: final.week, scoring: final.scoring)
            finalWeeks[week] = finalWeeks[week] ?? KeptEvent(recorded)
        }
        if case .dispute(let id) = recorded.stream {
            switch recorded.event.caseStep {
            case .opened: openCases[id] = KeptEvent(recorded)
            case .resolved: openCases[id] = nil
            case .evidence, nil: break
            }
        }
        guard case .wallet(let user) = recorded.stream else { return }
        switch recorded.event.payment {
        case .held(let withdrawal):
            held[Withdrawal(user: user, number: withdrawal.withdrawal)] = KeptEvent(recorded)
        case .posted(let withdrawal): held[Withdrawal(user: user, number: withdrawal.withdrawal)] = nil
        case .released(let withdrawal): held[Withdrawal(user: user, number: withdrawal.withdrawal)] = nil
        case .deposit, .approved, .chargeback, .settlement, .adjustment, .carried, nil: break
        }
    }

    /// The remarks as of the last event.
    func remark(
        on notes: inout AuditNotes, _ tournaments: [TournamentID: TournamentState],
        _ books: [TournamentID: ContestBooks]
    ) {
        for (id, contest) in tournaments.sorted(by: { $0.key < $1.key }) where contest.stage != .cancelled {
            let books = books[id] ?? ContestBooks()
            remarkBasis(of: contest, books, on: &notes)
            remarkAwards(of: contest, books, on: &notes)
            remarkDelay(of: contest, books, on: &notes)
        }
        remarkWithdrawals(on: &notes)
        remarkCases(on: &notes)
    }

    /// Warns of cases that wait for a decision for long.
    private func remarkCases(on notes: inout AuditNotes) {
        let late = openCases.filter { now - $0.value.recorded.recordedAt >= Self.longestCase }
        guard let (id, first) = late.min(by: { $0.value.recorded.position < $1.value.recorded.position }) else {
            return
        }
        let length = Self.length(now - first.recorded.recordedAt)
        notes.remark(
            at: first.recorded,
            late.count == 1
                ? "Case \(id) is open since \(length): it has no decision."
                : "\(late.count) cases are open since 30 days or longer. The first is case \(id), since \(length).")
    }

    /// Warns of prizes that could go to anybody.
    private func remarkBasis(of contest: TournamentState, _ books: ContestBooks, on notes: inout AuditNotes) {
        let hasPrizes = !contest.details.prizes.isEmpty && books.entries > 0
        guard hasPrizes || books.prizes > .zero, contest.rounds == nil || contest.scoring == nil,
            let recorded = (firstAwards[contest.id] ?? creations[contest.id])?.recorded
        else { return }
        notes.remark(
            at: recorded,
            "Contest \(contest.id) has no rounds or no scoring, so the audit cannot check its prizes: it cannot tell whether the "
                + "right entries \(firstAwards[contest.id] == nil ? "get" : "got") them.")
    }

    /// Warns of prizes that are due.
    private func remarkAwards(of contest: TournamentState, _ books: ContestBooks, on notes: inout AuditNotes) {
        guard contest.stage == .closed, contest.details.ruleset.isTimed, books.rooms.unfinished == 0,
            books.standingEntries > 0, let table = PrizeTable(contest.details.prizes), table.lastPlace > 0,
            let last = lastResults[contest.id]?.recorded
        else { return }
        guard contest.rounds == nil || contest.openRound == nil else { return }
        let due = min(table.lastPlace, books.standingEntries)
        guard contest.lastPlaceAwarded < due else { return }
        let awarded =
            contest.lastPlaceAwarded == 0
            ? "nothing is awarded" : "only the prizes up to place \(contest.lastPlaceAwarded) are awarded"
        notes.remark(
            at: last,
            "Contest \(contest.id) is final since \(Self.length(now - last.recordedAt)), and \(awarded). Its escrow holds "
                + "\(books.escrow.words).")
    }

    /// Warns of money in escrow of a contest whose next step is due, or never came.
    private func remarkDelay(of contest: TournamentState, _ books: ContestBooks, on notes: inout AuditNotes) {
        guard contest.details.ruleset.isTimed, books.rooms.unfinished == 0, books.escrow > .zero,
            let last = lastResults[contest.id]?.recorded
        else { return }
        let escrow = "Its escrow holds \(books.escrow.words)."
        switch contest.stage {
        case .open:
            guard now - last.recordedAt >= Self.longestBreak else { return }
            notes.remark(
                at: last,
                "The drafts of contest \(contest.id) are over since \(Self.length(now - last.recordedAt)), but its entries are "
                    + "not closed. \(escrow)")
        case .closed:
            guard let rounds = contest.rounds, let open = contest.openRound else { return }
            if let final = lastFinal(of: rounds.rounds[Int(open) - 1].weeks, rounds, contest.scoring?.scoring ?? "") {
                let closing = final.recordedAt + .seconds(Int64(rounds.correctionDays ?? 0) * 24 * 60 * 60)
                guard now - closing >= Self.day else { return }
                notes.remark(
                    at: final,
                    "The weeks of round \(open) of contest \(contest.id) are final since "
                        + "\(Self.length(now - final.recordedAt)), but the round is not closed. \(escrow)")
            } else if now - last.recordedAt >= Self.longestWait {
                notes.remark(
                    at: last,
                    "Contest \(contest.id) has no result since \(Self.length(now - last.recordedAt)): the weeks of round "
                        + "\(open) are not final. \(escrow)")
            }
        case .finalized, .cancelled: return
        }
    }

    /// The event by which the last of some weeks became final; nil while one of them is not.
    private func lastFinal(
        of weeks: ClosedRange<UInt8>, _ rounds: ContestRoundsSet, _ scoring: String
    ) -> RecordedEvent? {
        let finals = weeks.map { finalWeeks[FinalWeek(season: rounds.season, week: $0, scoring: scoring)]?.recorded }
        guard finals.allSatisfy({ $0 != nil }) else { return nil }
        return finals.compactMap(\.self).max { $0.position < $1.position }
    }

    /// Warns of withdrawals that are neither paid nor released: each after a day, younger ones together.
    private func remarkWithdrawals(on notes: inout AuditNotes) {
        let open = held.map { ($0.key, $0.value.recorded) }.sorted { $0.1.position < $1.1.position }
        for (withdrawal, recorded) in open where now - recorded.recordedAt >= Self.day {
            let amount = (recorded.event.amount ?? .zero).words
            notes.remark(
                at: recorded,
                "Withdrawal \(withdrawal.number) of user \(withdrawal.user), \(amount), is held "
                    + "since \(recorded.recordedAt.iso8601) (\(Self.length(now - recorded.recordedAt))): neither paid nor released."
            )
        }
        let young = open.map(\.1).filter { now - $0.recordedAt < Self.day }
        guard let first = young.first else { return }
        let cents = young.reduce(Int64(0)) { $0 + ($1.event.amount?.value ?? 0) }
        notes.remark(
            at: first,
            "\(young.count) withdrawal\(young.count == 1 ? "" : "s") of the last 24 hours, \(Cents(cents).words), "
                + "\(young.count == 1 ? "is" : "are") held: neither paid nor released.")
    }

    /// "5 days", in whole hours or days.
    static func length(_ interval: Interval) -> String {
        let hours = interval.microseconds / 3_600_000_000
        switch hours {
        case ..<1: return "less than an hour"
        case 1: return "1 hour"
        case ..<48: return "\(hours) hours"
        default: return "\(hours / 24) days"
        }
    }
}
