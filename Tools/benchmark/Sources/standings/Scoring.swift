import Contestant
import Draft
import DraftLedger
import Reports

/// The time that the scoring of a contest takes, in seconds, from the ledger to the last place.
struct Scoring {
    private var entries = 0
    private var weeks = 0
    /// Opening the ledger and loading all rosters: once for all that follows.
    private var loading = 0.0
    /// The standings of all entries over all weeks.
    private var scoring: [Double] = []
    /// From the command that corrects one player's week to the standings of all by it.
    private var restating: [Double] = []
    /// A user's 150 entries out of the standings.
    private var live: [Double] = []
    private var check: UInt64 = 0

    private static let contest = TournamentID(1)
    private static let ofUser = 150

    /// - Parameter path: of a ledger whose contest 1 is drafted, with its rounds, its lineup and its season's points.
    static func measured(at path: String, repeats: Int) async throws -> Scoring {
        var measured = Scoring()
        let began = Stopwatch()
        let ledger = try DraftLedger.open(at: path, for: .writing)
        let analysis = try Analysis(of: ledger)
        measured.loading = began.seconds
        let outcome = try ContestOutcome(of: contest, in: ledger, upTo: analysis.rosters.position)
        var standings = try analysis.standings(outcome)
        measured.entries = standings.entries.count
        measured.weeks = Int(standings.terms.lastWeek - standings.terms.firstWeek) + 1
        measured.check = standings.entries.reduce(0) { $0 &+ Self.check(of: $1) }
        for _ in 0..<repeats {
            let watch = Stopwatch()
            let outcome = try ContestOutcome(of: contest, in: ledger, upTo: analysis.rosters.position)
            standings = try analysis.standings(outcome)
            measured.scoring.append(watch.seconds)
        }
        try await measured.correct(ledger, analysis, &standings, outcome.rounds.season, repeats)
        for number in 0..<repeats {
            guard let user = standings.entries[number % standings.entries.count].user else { throw Wrong(what: "no users") }
            let watch = Stopwatch()
            let listed = standings.entries(of: user)
            measured.live.append(watch.seconds)
            guard !listed.isEmpty, listed.count <= ofUser else { throw Wrong(what: "\(listed.count) entries of a user") }
        }
        ledger.close()
        return measured
    }

    /// Corrects the first player of the season's first week, as somebody would: the rosters stay as they were loaded.
    private mutating func correct(
        _ ledger: DraftLedger, _ analysis: Analysis, _ standings: inout Standings, _ season: SeasonID, _ repeats: Int
    ) async throws {
        guard let first = try ledger.season(season)?.scores.first else { throw Wrong(what: "no points") }
        for number in 1...repeats {
            let score = PlayerScore(
                position: first.position, points: first.points + Int32(number), externalID: first.externalID,
                name: first.name, team: first.team)
            let command = RecordScores(
                week: first.week, scoring: first.scoring, source: "benchmark", scores: [score], reason: "A second look.")
            let watch = Stopwatch()
            _ = try await ledger.send(.season(season, .recordScores(command)), as: .admin(nil), id: .random()).get()
            let outcome = try ContestOutcome(of: Self.contest, in: ledger, upTo: try ledger.size)
            standings = try analysis.standings(outcome, restating: standings)
            restating.append(watch.seconds)
            let anew = try analysis.standings(outcome)
            guard standings.entries == anew.entries else { throw Wrong(what: "other standings than recomputed") }
        }
    }

    /// The same of two engines only where they have the same points and places.
    private static func check(of entry: Standings.Entry) -> UInt64 {
        UInt64(bitPattern: entry.points) &* (UInt64(entry.place ?? 0) &* 1_000_003 &+ 1)
            &+ UInt64(bitPattern: entry.bestWeek ?? 0)
    }

    private struct Wrong: Error, CustomStringConvertible {
        var what: String
        var description: String { "the standings came to \(what)" }
    }

    var json: String {
        func list(_ seconds: [Double]) -> String { "[\(seconds.map { "\($0)" }.joined(separator: ","))]" }
        let lists = "\"scoring\":\(list(scoring)),\"restating\":\(list(restating)),\"live\":\(list(live))"
        return "{\"entries\":\(entries),\"weeks\":\(weeks),\"loading\":\(loading),\(lists),\"check\":\(check)}"
    }
}
