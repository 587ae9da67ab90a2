import Draft
import Reports
import LedgerTesting

/// What the rounds of a contest come to, counted in another language: `bruteforce_outcomes.py`.
struct OutcomeCount: Decodable {
    /// By round, then by entry.
    var was, becomes: [[String: Side]]
    var prizesWas, prizesBecome: [String: Int]
    /// By entry and week.
    var lineups: [String: Lineup]
    /// By dimension, then by what entries have in common: how many there are, and how many go on.
    var advance: [String: [String: [Int]]]
    var gameStacks: GameStacks
    /// By room and seat.
    var next: [String: Next]

    struct Side: Decodable, Equatable {
        var points, bestWeek, place: Int
        var advances: Bool?
        var pod: Int?

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            points = try values.decode(Int.self)
            bestWeek = try values.decode(Int.self)
            place = try values.decode(Int.self)
            advances = try values.decodeIfPresent(Bool.self)
            pod = try values.decodeIfPresent(Int.self)
        }

        init(_ side: ContestWhatIfReport.Side) {
            (points, bestWeek) = (Int(side.points), Int(side.bestWeek ?? 0))
            (place, advances, pod) = (side.place ?? 0, side.advances, side.pod)
        }

        init(_ entry: Standings.Entry) {
            (points, bestWeek) = (Int(entry.points), Int(entry.bestWeek ?? 0))
            (place, advances, pod) = (entry.place ?? 0, entry.advances, entry.pod)
        }
    }

    struct Lineup: Decodable, Equatable {
        var points: Int
        /// In the order of the picks.
        var slots: [String]

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            points = try values.decode(Int.self)
            slots = try values.decode([String].self)
        }
    }

    struct GameStacks: Decodable {
        var rows: [String: [Int]]
        var weeks: [String: Int]
        var any, unknown: Int
    }

    struct Next: Decodable {
        var own: Int
        /// By player: the user's entries with him, team mates, how many share his bye, and the most entries with one of them.
        var left: [String: [Int?]]
    }

    /// - Parameter change: what is changed, and what is asked besides, as JSON.
    static func count(_ house: TemporaryLedger, _ change: String = "{}") throws -> OutcomeCount {
        try BruteForce.count(house, by: "bruteforce_outcomes.py", change)
    }
}
