import DraftLedger
import Reports
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes
@testable import Projections  // rows of rosters made by hand

/// Standings made by earlier ones against standings made anew: they are the same whatever has changed in between.
@Suite(.seeded) struct RestatingTests {
    /// A contest of twelve rooms of four, whose season, rosters and lineup change.
    private struct House {
        private static let positions: [PlayerPosition] = [.quarterback, .runningBack, .wideReceiver, .tightEnd]
        private static let pool = PoolState.named((0..<40).map { "P\($0)" }) {
            $0.position = Self.positions[Int($0.index) % 4]
        }
        private static let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 6, podSize: 4, advancing: 2),
            ContestRound(firstWeek: 7, lastWeek: 7, podSize: 4, advancing: 1),
        ]

        private var random: SeededGenerator
        private var season: SeasonState?
        private var version: UInt64 = 0
        private var weeks: UInt8 = 0
        private var flex: UInt8 = 1
        private var rosters: [[PlayerIndex]] = []
        private var entries: [EntryID] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for number in 0..<48 {
                let all = (0..<40).map { PlayerIndex($0) }.shuffled(using: &random)
                rosters.append(Array(all.prefix(8)))
                entries.append(EntryID(room: RoomID(UInt64(number / 4 + 1)), join: UInt16(number % 4 + 1)))
            }
            playAWeek()
        }

        var analysis: Analysis {
            // In parts, as cores load them.
            var parts = [RosterColumns(), RosterColumns()]
            for (number, entry) in entries.enumerated() {
                let slot = Slot(truncatingIfNeeded: entry.number) - 1
                parts[entry.room < 6 ? 0 : 1].append(
                    RosterRow(
                        entry: entry, seat: Seat(slot), slot: slot, user: UserID(entry.number % 5 + 1), tournament: 1,
                        pool: 1, fee: nil, startedAt: nil, status: .complete, preset: .untimed, teams: 4, rounds: 8,
                        players: rosters[number], recordedADPs: []))
            }
            return Analysis(
                RosterTable(RosterSnapshot(position: version, parts: parts)),
                players: PlayerCatalogue(pools: [Self.pool]))
        }

        var outcome: ContestOutcome {
            ContestOutcome(
                tournament: 1, title: "T",
                rounds: ContestRoundsSet(season: 2022, rounds: Self.rounds, ties: [.bestWeek, .earlierEntry]),
                scoring: ScoringSet(
                    lineup: Lineup(
                        quarterbacks: 1, runningBacks: 1, wideReceivers: 1, tightEnds: 1, flex: flex,
                        flexPositions: [.runningBack, .wideReceiver, .tightEnd]), scoring: "s"),
                points: SeasonPoints(season, of: 2022, scoring: "s", for: Self.pool))
        }

        private mutating func tell(_ player: Int, week: UInt8) {
            let place = EventPlace(
                stream: .season(2022), position: version, recordedAt: Timestamp(microseconds: 0), origin: nil)
            version += 1
            season.fold(
                .playerScored(
                    PlayerScored(
                        week: week, position: Self.positions[player % 4],
                        points: Int32.random(in: -200...3_000, using: &random), scoring: "s", source: "",
                        name: "P\(player)")), at: place)
        }

        private mutating func playAWeek() {
            weeks += 1
            for player in 0..<40 where Int.random(in: 0..<10, using: &random) > 0 { tell(player, week: weeks) }
        }

        /// - Returns: what has changed, in words.
        mutating func change() -> String {
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where weeks < 7:
                playAWeek()
                return "week \(weeks) was played"
            case 1:
                let number = Int.random(in: 0..<entries.count, using: &random)
                let player = PlayerIndex.random(in: 0..<40, using: &random)
                guard !rosters[number].contains(player) else { return "nothing" }
                rosters[number][3] = player
                return "entry \(number) has player \(player)"
            case 2:
                flex = 1 - flex
                return "\(flex) flex"
            case 3:
                let number = Int.random(in: 0..<entries.count, using: &random)
                guard entries.count > 40 else { return "nothing" }
                entries.remove(at: number)
                rosters.remove(at: number)
                return "entry \(number) is gone"
            default:
                let player = Int.random(in: 0..<40, using: &random)
                let week = UInt8.random(in: 1...weeks, using: &random)
                tell(player, week: week)
                return "player \(player) scored otherwise in week \(week)"
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func areWhatTheyWouldBeAnew(seed: UInt64) throws {
        var house = House(seed: seed)
        var standings = try house.analysis.standings(house.outcome)
        for _ in 0..<30 {
            let change = house.change()
            let (analysis, outcome) = (house.analysis, house.outcome)
            let anew = try analysis.standings(outcome)
            standings = try analysis.standings(outcome, restating: standings)
            #expect(standings.entries == anew.entries, "seed \(seed): \(change)")
            #expect(standings.throughWeek == anew.throughWeek)
            // Weeks that later ones do not count are no hindrance.
            let first = try analysis.standings(outcome, throughWeek: 1, restating: standings)
            #expect(try first.entries == analysis.standings(outcome, throughWeek: 1).entries, "seed \(seed): \(change)")
            for user in 1...6 as ClosedRange<UInt64> {
                #expect(standings.entries(of: UserID(user)) == anew.entries.filter { $0.user == UserID(user) })
            }
        }
    }
}
