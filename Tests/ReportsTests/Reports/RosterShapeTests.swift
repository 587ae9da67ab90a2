import Draft
import DraftLedger
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// Stacks, builds and byes: what single rosters look like.
@Suite(.seeded) struct RosterShapeTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func stacksAreWhatALookAtEveryRosterSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let all = field.filtered(filter)
            // Of whose players no team is known, nothing is known of stacks either.
            let counted = all.filter { $0.picks.isEmpty || $0.picks.contains { !$0.team.isEmpty } }
            let report = analysis.stacks(filter)
            #expect(report.entriesWithoutTeam == all.count - counted.count, "seed \(seed) \(filter)")
            var total = [0, 0, 0, 0]
            for row in report.rows {
                let groups = counted.map { $0.picks.filter { $0.team == row.team } }.filter { !$0.isEmpty }
                let withQuarterback = groups.filter { $0.contains { $0.position == .quarterback } }
                let others = withQuarterback.map { $0.count { $0.position != .quarterback } }
                let counts = (0...3).map { kind in others.count { min($0, 3) == kind } }
                #expect(
                    [row.counts.naked, row.counts.single, row.counts.double, row.counts.tripleOrMore] == counts,
                    "seed \(seed) \(filter) \(row.team)")
                #expect(
                    row.counts.withoutQuarterback
                        == groups.count { group in
                            group.count >= 2 && !group.contains { $0.position == .quarterback }
                        })
                #expect(row.counts.bySize == (2...5).map { size in groups.count { min($0.count, 5) == size } })
                #expect(row.share == Double(counts[1] + counts[2] + counts[3]) / Double(counted.count))
                total = zip(total, counts).map { $0 + $1 }
            }
            #expect([report.total.naked, report.total.single, report.total.double, report.total.tripleOrMore] == total)
            #expect(report.picksWithoutTeam == all.flatMap(\.picks).count { $0.team.isEmpty })
            let stacks = counted.map { entry in
                Set(entry.picks.filter { $0.position == .quarterback && !$0.team.isEmpty }.map(\.team)).count { team in
                    entry.picks.contains { $0.team == team && $0.position != .quarterback }
                }
            }
            let most = stacks.max() ?? -1
            #expect(report.entriesByStacks == (0..<most + 1).map { number in stacks.count { $0 == number } })
        }
    }

    /// Three games a week among the six teams of the field, others each week; in week 16 two teams are on bye.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func gameStacksAreWhatALookAtEveryRosterSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        let games: [(week: UInt8, home: String, away: String)] = [
            (15, "CIN", "KC"), (15, "BUF", "SF"), (15, "DAL", "MIA"), (16, "CIN", "BUF"), (16, "KC", "DAL"),
            (17, "CIN", "SF"), (17, "KC", "MIA"), (17, "DAL", "NYJ"), (3, "CIN", "DAL"),
        ]
        var schedule = GameSchedule()
        let added = games.map { schedule.add(GameSchedule.Game(week: $0.week, home: $0.home, away: $0.away)) }
        let another = schedule.add(GameSchedule.Game(week: 15, home: "KC", away: "NYJ"))
        #expect(added.allSatisfy { $0 } && !another, "a team plays once a week")
        let sides = games.filter { $0.week >= 15 }.flatMap {
            [($0.week, $0.home, $0.away), ($0.week, $0.away, $0.home)]
        }
        for filter in NaiveField.filters {
            let all = field.filtered(filter)
            let counted = all.filter { $0.picks.isEmpty || $0.picks.contains { !$0.team.isEmpty } }
            let report = analysis.gameStacks(filter, schedule: schedule)
            func isStacked(_ entry: NaiveField.Entry, _ team: String) -> Bool {
                let mates = entry.picks.filter { $0.team == team }
                return mates.contains { $0.position == .quarterback } && mates.contains { $0.position != .quarterback }
            }
            var expected: [String: [Int]] = [:]
            for (week, team, opponent) in sides {
                let stacked = counted.filter { isStacked($0, team) }
                let both = stacked.count { $0.picks.contains { $0.team == opponent } }
                if !stacked.isEmpty { expected["\(week) \(team) \(opponent)"] = [both, stacked.count - both] }
            }
            let found = report.rows.map { ("\($0.week) \($0.team) \($0.opponent)", [$0.entries, $0.withoutBringBack]) }
            #expect(Dictionary(uniqueKeysWithValues: found) == expected, "seed \(seed) \(filter)")
            func hasGameStack(_ entry: NaiveField.Entry, _ weeks: ClosedRange<UInt8>) -> Bool {
                sides.contains { week, team, opponent in
                    weeks.contains(week) && isStacked(entry, team) && entry.picks.contains { $0.team == opponent }
                }
            }
            #expect(report.weeks.map(\.week) == [15, 16, 17])
            for week in report.weeks {
                #expect(week.entries == counted.count { hasGameStack($0, week.week...week.week) })
            }
            #expect(report.entriesWithAny == counted.count { hasGameStack($0, 15...17) })
            #expect(report.knownEntries == counted.count)
            // Entry by entry they are the same stacks, with their players.
            let rosters = analysis.gameStackRosters(filter, schedule: schedule).rows
            var listed: [String: [Int]] = [:]
            for row in rosters {
                let name = "\(row.week) \(row.team) \(row.opponent)"
                listed[name, default: [0, 0]][row.bringBacks.isEmpty ? 1 : 0] += 1
                let entry = try #require(counted.first { $0.id == row.entry })
                #expect(row.quarterbacks.count + row.teammates.count == entry.picks.count { $0.team == row.team })
                #expect(row.bringBacks.count == entry.picks.count { $0.team == row.opponent })
            }
            #expect(listed == expected, "seed \(seed) \(filter)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func buildsAreWhatALookAtEveryRosterSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let counted = field.filtered(filter)
            let report = analysis.construction(filter)
            var expected: [String: (entries: Int, fees: Int?)] = [:]
            for entry in counted {
                let counts = [PlayerPosition.quarterback, .runningBack, .wideReceiver, .tightEnd].map { position in
                    String(entry.picks.count { $0.position == position })
                }
                let build = counts.joined(separator: "-")
                expected[build, default: (0, nil)].entries += 1
                if let fee = entry.fee {
                    let known = expected[build]?.fees ?? 0
                    expected[build]?.fees = known + fee
                }
            }
            #expect(report.builds.count == expected.count, "seed \(seed) \(filter)")
            for row in report.builds {
                let wanted = expected[row.build.description]
                #expect(row.entries == wanted?.entries && row.fees.map { Int($0.value) } == wanted?.fees)
                #expect(row.share == Double(row.entries) / Double(counted.count))
            }
            let fees = counted.compactMap(\.fee)
            #expect(report.fees.map { Int($0.value) } == (fees.isEmpty ? nil : fees.reduce(0, +)))
            #expect(report.entriesWithoutFee == counted.count - fees.count)
            for round in report.rounds {
                let picks = counted.flatMap(\.picks).filter { $0.round == round.round }
                #expect(round.picks == picks.count)
                for group in PositionGroup.allCases {
                    let count = picks.count { PositionGroup($0.position) == group }
                    #expect(round.counts[Int(group.rawValue)] == count)
                    #expect(round.share(of: group) == (picks.isEmpty ? 0 : Double(count) / Double(picks.count)))
                }
            }
            let last = counted.flatMap(\.picks).map(\.round).max()
            #expect(report.rounds.last?.round == last)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func byesAreWhatALookAtEveryRosterSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        func most(_ picks: [NaiveField.Pick]) -> Int {
            Dictionary(grouping: picks.compactMap(\.bye)) { $0 }.values.map(\.count).max() ?? 0
        }
        func distribution(_ counts: [Int]) -> [Int] {
            (0..<(counts.max() ?? -1) + 1).map { number in counts.count { $0 == number } }
        }
        for filter in NaiveField.filters {
            let all = field.filtered(filter)
            let counted = all.filter { $0.picks.isEmpty || $0.picks.contains { $0.bye != nil } }
            let report = analysis.byes(filter)
            #expect(report.entriesWithoutBye == all.count - counted.count)
            #expect(report.overall == distribution(counted.map { most($0.picks) }), "seed \(seed) \(filter)")
            for (group, entries) in report.byPosition {
                let counts = counted.map { most($0.picks.filter { PositionGroup($0.position) == group }) }
                #expect(entries == distribution(counts), "seed \(seed) \(filter) \(group)")
            }
            #expect(report.picksWithoutBye == all.flatMap(\.picks).count { $0.bye == nil })
            for week in report.weeks {
                #expect(week.players == counted.flatMap(\.picks).count { $0.bye == week.week } && week.players > 0)
            }
            let mean = Double(counted.reduce(0) { $0 + most($1.picks) }) / Double(counted.count)
            #expect(report.average == (counted.isEmpty ? nil : mean))
        }
    }

    @Test func withoutAnyByeWeekNothingIsSaidOfByes() throws {
        let columns = RosterColumns.one(players: 3)
        let report = Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [columns])),
            players: PlayerCatalogue(pools: [PoolState.named(["A", "B", "C"])])
        ).byes()
        #expect(report.average == nil && report.overall.isEmpty && report.byPosition.allSatisfy(\.entries.isEmpty))
        #expect(report.entriesWithoutBye == 1 && report.picksWithoutBye == 3)
    }
}
