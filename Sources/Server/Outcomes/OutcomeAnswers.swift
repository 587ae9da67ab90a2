import Draft
import DraftLedger
import Pages
import Reports
import TextFormats

/// Standings as they are handed out over a network: the entries that were asked for, with the names of who drafted them,
/// and which rounds and weeks can be asked for.
struct StandingsAnswer: Page {
    private let told: StandingsDesk.Told
    /// Nil as long as no week has points.
    private let page: StandingsPage?
    /// The number of entries in the round, of which the question may list fewer.
    private let entriesInRound: Int
    private let names: [(user: UserID, name: String)]

    /// - Throws: `DraftLedgerError`, of the rooms and profiles of the entries that are listed.
    init(_ told: StandingsDesk.Told, _ question: StandingsQuestion, in ledger: DraftLedger) throws {
        self.told = told
        entriesInRound = told.standings?.entries.count ?? 0
        guard let all = told.standings else {
            (page, names) = (nil, [])
            return
        }
        func isAsked(_ entry: Standings.Entry) -> Bool {
            (question.user.map { $0 == entry.user } ?? true) && (question.room.map { $0 == entry.room } ?? true)
                && (question.from.map { $0 <= entry.pod ?? 0 } ?? true)
        }
        let listed: [Standings.Entry]
        if let user = question.user {
            let own = all.entries(of: user).filter(isAsked)
            listed = question.isByPoints ? own.sorted(by: StandingsDesk.PointsOrder.precedes) : own
        } else if question.isByPoints {
            let (entries, places) = (all.entries, told.byPoints.places(in: all.entries))
            listed = Array(places.lazy.map { entries[Int($0)] }.filter(isAsked).prefix(question.top))
        } else {
            listed = Array(all.entries.lazy.filter(isAsked).prefix(question.top))
        }
        let standings = all.listing(Array(listed.prefix(question.top)))
        var ids: [EntryID: String] = [:]
        for room in Set(standings.entries.map(\.room)) {
            for case let member? in try ledger.room(room)?.members ?? [] { ids[member.entry] = member.externalID }
        }
        names = try Set(standings.entries.compactMap(\.user)).sorted().compactMap { user in
            guard let name = try ledger.profile(of: user)?.displayName, !name.isEmpty else { return nil }
            return (user, name)
        }
        page = StandingsPage(standings, externalIDs: ids)
    }

    func text(on terminal: Terminal) -> [StyledText] { page?.text(on: terminal) ?? ["No week has points yet."] }

    var csv: CSVTable { page?.csv ?? CSVTable(StandingsPage.columns) }

    var json: JSON {
        let nothing: JSON = [
            "contest": .of(told.title), "round": nil, "throughWeek": nil, "entries": [],
            "tournament": .of(told.tournament), "season": .of(told.outcome?.rounds.season),
            "scoring": .of(told.outcome?.scoring.scoring), "isFinal": .of(false),
            "ties": .array(told.outcome?.rounds.ties ?? []) { .of($0.name) }, "closedAsOf": nil,
            "position": .of(told.position), "unplacedScores": [],
        ]
        return (page?.json ?? nothing).adding([
            "entriesInRound": .of(entriesInRound),
            "rounds": .array((told.outcome?.rounds.rounds ?? []).enumerated()) { index, round in
                [
                    "round": .of(index + 1), "firstWeek": .of(round.firstWeek), "lastWeek": .of(round.lastWeek),
                    "podSize": .of(round.podSize), "advancing": .of(round.advancing),
                ]
            },
            "lineup": .of(told.outcome.map { $0.scoring.lineup.json }),
            "weeks": .array(told.outcome?.points.weeks ?? []) { week in
                ["week": .of(week), "isFinal": .of(told.outcome?.points.finalWeeks.contains(week) ?? false)]
            },
            "names": .array(names) { ["user": .of($0.user), "name": .of($0.name)] },
        ])
    }
}

/// An entry's best lineup of a week, and what its lineups of all weeks came to.
struct LineupAnswer: Page {
    private let entry: EntryID
    private let page: LineupPage?
    private let weeks: [JSON]

    /// - Parameters:
    ///   - entry: whose lineup.
    ///   - week: nil for the last one with points.
    ///   - ledger: the ledger to read.
    ///   - position: state after that many events.
    /// - Throws: `OutcomeError` where a week is named of which nothing can be said, and for no week at all where there are
    ///   no such; `DraftLedgerError`.
    init(of entry: EntryID, week: UInt8?, in ledger: DraftLedger, upTo position: UInt64) throws {
        self.entry = entry
        do {
            let lineup = try WeekLineup(of: "\(entry)", week: week, in: ledger, at: .position(position))
            page = LineupPage(lineup)
            weeks = lineup.weeks
        } catch let error as OutcomeError {
            switch error {
            // Before there are points of any week this is what there is to say.
            case .noPoints, .noRounds, .noScoring, .noContest:
                guard week == nil else { throw error }
                (page, weeks) = (nil, [])
            default: throw error
            }
        }
    }

    func text(on terminal: Terminal) -> [StyledText] { page?.text(on: terminal) ?? ["No week has points yet."] }

    var csv: CSVTable { page?.csv ?? CSVTable(LineupPage.columns) }

    var json: JSON {
        let nothing: JSON = [
            "entry": .of(entry), "week": nil, "pointsHundredths": nil, "players": [], "contest": nil, "season": nil,
            "isFinal": .of(false),
        ]
        return (page?.json ?? nothing).adding(["room": .of(entry.room), "weeks": .array(weeks)])
    }
}

extension WeekLineup {
    /// The points of the best lineups of the same roster, week by week.
    fileprivate var weeks: [JSON] {
        let positions = players.map(\.listing.position)
        return outcome.points.weeks.map { week in
            let points = players.map { outcome.points.counted($0.listing.index, week: week) }
            let best = BestBall.lineup(outcome.scoring.lineup, positions: positions, points: points)
            return [
                "week": .of(week), "pointsHundredths": .of(best.points),
                "isFinal": .of(outcome.points.finalWeeks.contains(week)),
            ]
        }
    }
}

extension Lineup {
    /// The number of starters in each slot that has starters.
    fileprivate var json: JSON {
        .array(LineupSlot.starting.filter { count(of: $0) > 0 }) { slot in
            ["slot": .of(slot.abbreviation), "starters": .of(count(of: slot))]
        }
    }
}
