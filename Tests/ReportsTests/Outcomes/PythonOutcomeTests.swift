import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// Standings, lineups, who advances, game stacks and next picks against a count in another language, from the events and
/// nothing else.
@Suite(.seeded, .withPython) struct PythonOutcomeTests {
    /// - Parameter step: of the lineups each so-manieth is looked at: every one reads its contest anew.
    private func expectEqualOutcome(
        _ house: TemporaryLedger, _ count: OutcomeCount, everyLineup step: Int = 1, _ comment: String
    ) throws {
        let analysis = try Analysis(of: house.ledger)
        let outcome = try ContestOutcome(of: 1, in: house.ledger, upTo: analysis.rosters.position)
        for (index, expected) in count.was.enumerated() {
            let standings = try analysis.standings(outcome, round: index + 1)
            // Of a draft of which a seat is not known, nobody knows the places.
            let placed = standings.entries.filter { $0.place != nil }
            let mine = Dictionary(uniqueKeysWithValues: placed.map { ("\($0.entry)", OutcomeCount.Side($0)) })
            #expect(mine == expected, "\(comment), round \(index + 1)")
        }
        let keys = count.lineups.keys.sorted()
        for key in stride(from: 0, to: keys.count, by: step).map({ keys[$0] }) {
            let expected = try #require(count.lineups[key])
            let parts = key.split(separator: "|")
            let lineup = try WeekLineup(of: String(parts[0]), week: UInt8(parts[1]), in: house.ledger)
            #expect(lineup.points == Int64(expected.points), "\(comment) \(key)")
            let room = try #require(try house.ledger.room(lineup.entry.room))
            let seat = try #require(room.members.firstIndex { $0?.entry == lineup.entry })
            let slots = room.picks.filter { Int($0.seat) == seat }.map { pick in
                lineup.players.first { $0.listing.index == pick.player }?.slot.abbreviation
            }
            #expect(slots == expected.slots, "\(comment) \(key)")
        }
        for dimension in AdvanceReport.Dimension.allCases {
            let report = try analysis.advance(by: dimension, outcomes: [outcome])
            let rows = report.rows.map { (Self.key($0.subject), [$0.entries, $0.advanced]) }
            #expect(
                Dictionary(uniqueKeysWithValues: rows) == count.advance[dimension.rawValue] ?? [:],
                "\(comment), \(dimension)")
        }
    }

    private static func key(_ subject: AdvanceReport.Subject) -> String {
        switch subject {
        case .player(let player): player.name
        case .pair(let one, let other):
            [one.name, other.name].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: "|")
        case .build(let build): build.description
        case .stack(let team, let mates): "\(team) \(mates)"
        case .slot(let slot): "\(slot)"
        case .archetype(let name): name
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func madeUpContestsComeOutAlike(seed: UInt64) async throws {
        let partial = try TemporaryLedger(SeasonField(seed: seed).events)
        try expectEqualOutcome(partial, try OutcomeCount.count(partial), "seed \(seed)")
        let closed = try TemporaryLedger(SeasonField(seed: seed, isWhole: true).events)
        _ = try await closed.ledger.settle(byRoundsOf: 1, as: .scheduler)
        let count = try OutcomeCount.count(closed)
        #expect(count.was.count == 3, "seed \(seed)")
        try expectEqualOutcome(closed, count, "seed \(seed)")
    }

    @Test(.withSharedData) func realContestsComeOutAlike() throws {
        let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(try HistoryImport(.bbm).run([SharedData.bbm], into: house.ledger).imported == 14)
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run(
            [SharedData.scores], into: house.ledger)
        let count = try OutcomeCount.count(house)
        #expect(count.was.first?.count == 168 && count.advance["player"]?.count == 277)
        try expectEqualOutcome(house, count, everyLineup: 101, "bbm3")
    }

    // MARK: Rosters alone

    private func expectEqualStacks(_ house: TemporaryLedger, _ teams: [String], _ comment: String) throws {
        // Everybody against everybody by turns, the last of an odd number on bye.
        var games: [GameSchedule.Game] = []
        for week in 15...17 as ClosedRange<UInt8> {
            let order = teams[Int(week - 14)...] + teams[..<Int(week - 14)]
            for (home, away) in zip(order.prefix(order.count / 2), order.reversed()) where home != away {
                games.append(GameSchedule.Game(week: week, home: home, away: away))
            }
        }
        var schedule = GameSchedule()
        for game in games {
            let isAdded = schedule.add(game)
            #expect(isAdded, "\(game)")
        }
        let words = games.map { "[\($0.week),\"\($0.home)\",\"\($0.away)\"]" }.joined(separator: ",")
        let count = try OutcomeCount.count(house, "{\"games\":[\(words)]}").gameStacks
        let report = try Analysis(of: house.ledger).gameStacks(schedule: schedule)
        let rows = report.rows.map { ("\($0.week) \($0.team) \($0.opponent)", [$0.entries, $0.withoutBringBack]) }
        #expect(Dictionary(uniqueKeysWithValues: rows) == count.rows && !rows.isEmpty, "\(comment)")
        for week in report.weeks { #expect(week.entries == count.weeks["\(week.week)"] ?? 0, "\(comment)") }
        #expect(report.entriesWithAny == count.any && report.entriesWithoutTeam == count.unknown, "\(comment)")
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func gamesAreStackedAlike(seed: UInt64) throws {
        let house = try TemporaryLedger(RandomField(seed: seed, rooms: 60).events)
        try expectEqualStacks(house, ["CIN", "KC", "BUF", "SF", "DAL", "MIA"], "seed \(seed)")
    }

    @Test(.withSharedData) func gamesOfARealPortfolioAreStackedAlike() throws {
        let house = try TemporaryLedger(createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
        #expect(try HistoryImport(.underdog()).run([SharedData.underdog], into: house.ledger).imported == 52)
        let players = try Analysis(of: house.ledger).players.players
        let teams = Set(players.map(\.team)).subtracting([""]).sorted()
        try expectEqualStacks(house, teams, "underdog")
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func whoIsLeftComesOutAlike(seed: UInt64) throws {
        let house = try TemporaryLedger(RandomField(seed: seed, rooms: 60).events)
        let analysis = try Analysis(of: house.ledger)
        let count = try OutcomeCount.count(house).next
        #expect(!count.isEmpty, "seed \(seed)")
        for (key, expected) in count {
            let parts = key.split(separator: " ").compactMap { UInt64($0) }
            let room = try #require(try house.ledger.room(RoomID(parts[0])))
            let pool = try #require(try house.ledger.pool(room.pool))
            let seat = Seat(parts[1])
            let user = room.member(at: seat)?.user
            let report = analysis.nextPick(of: seat, in: room, pool: pool, user: user)
            #expect(report.scope.entries == expected.own && report.left == expected.left.count, "seed \(seed) \(key)")
            for row in report.rows {
                let mine = [row.drafted, row.teamMates.count, row.sameBye, row.together]
                #expect(mine == expected.left[row.player.name], "seed \(seed) \(key) \(row.player.name)")
            }
        }
    }
}
