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

    static let members = Members<StandingsAnswer>(
        "Standings",
        StandingsPage.members.of { $0.content } + [
            .init("entriesInRound") { $0.entriesInRound },
            .init("rounds", each: round) { answer in
                (answer.told.outcome?.rounds.rounds ?? []).enumerated().map { ($0.offset + 1, $0.element) }
            },
            .init("lineup", each: Lineup.slot) { $0.told.outcome.map { $0.scoring.lineup.starters } },
            .init("weeks", each: week) { $0.weeks }, .init("names", each: name) { $0.names },
        ])

    private static let round: Members<(number: Int, terms: ContestRound)> = [
        .init("round") { $0.number }, .init("firstWeek") { $0.terms.firstWeek },
        .init("lastWeek") { $0.terms.lastWeek }, .init("podSize") { $0.terms.podSize },
        .init("advancing") { $0.terms.advancing },
    ]

    private static let week: Members<(week: UInt8, isFinal: Bool)> = [
        .init("week") { $0.week }, .init("isFinal") { $0.isFinal },
    ]

    private var weeks: [(week: UInt8, isFinal: Bool)] {
        let points = told.outcome?.points
        return (points?.weeks ?? []).map { ($0, points?.finalWeeks.contains($0) ?? false) }
    }

    private static let name: Members<(user: UserID, name: String)> = [
        .init("user") { $0.user }, .init("name") { $0.name },
    ]

    private var content: StandingsPage.Content {
        page?.content
            ?? StandingsPage.Content(
                title: told.title, tournament: told.tournament, outcome: told.outcome, position: told.position)
    }

    var csv: CSVTable { page?.csv ?? StandingsPage.noRows }

    var json: JSON { Self.members.json(of: self) }
}

/// An entry's best lineup of a week, and what its lineups of all weeks came to.
struct LineupAnswer: Page {
    private let entry: EntryID
    private let page: LineupPage?
    private let weeks: [Week]

    private typealias Week = (week: UInt8, points: Int64, isFinal: Bool)

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
            weeks = Self.weeks(of: lineup)
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

    static let members = Members<LineupAnswer>(
        "Lineup",
        LineupPage.members.of { $0.page?.content ?? ($0.entry, nil) } + [
            .init("room") { $0.entry.room }, .init("weeks", each: week) { $0.weeks },
        ])

    private static let week: Members<Week> = [
        .init("week") { $0.week }, .init("pointsHundredths") { $0.points }, .init("isFinal") { $0.isFinal },
    ]

    var csv: CSVTable { page?.csv ?? LineupPage.noRows }

    var json: JSON { Self.members.json(of: self) }

    /// The points of the best lineups of the same roster, week by week.
    private static func weeks(of lineup: WeekLineup) -> [Week] {
        let (outcome, players) = (lineup.outcome, lineup.players)
        let positions = players.map(\.listing.position)
        return outcome.points.weeks.map { week in
            let points = players.map { outcome.points.counted($0.listing.index, week: week) }
            let best = BestBall.lineup(outcome.scoring.lineup, positions: positions, points: points)
            return (week, best.points, outcome.points.finalWeeks.contains(week))
        }
    }
}

extension Lineup {
    /// A slot that has starters.
    struct Slot: Sendable {
        let slot: LineupSlot
        let starters: UInt8
        /// The positions of which players may start in it.
        let positions: [PlayerPosition]
    }

    var starters: [Slot] {
        LineupSlot.starting.filter { count(of: $0) > 0 }.map { slot in
            Slot(
                slot: slot, starters: count(of: slot),
                positions: PlayerPosition.allCases.filter { admits($0, in: slot) })
        }
    }

    static let slot: Members<Slot> = [
        .init("slot") { $0.slot.abbreviation }, .init("starters") { $0.starters },
        .init("positions") { $0.positions.map(\.abbreviation) },
    ]
}
