import Bets
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Server
import TextFormats
import Values

/// The envelope of all answers: what was asked for, and when and for which season it was made.
struct Envelope: Sendable {
    /// A part of a list.
    struct Pagination: Hashable, Sendable {
        var total: Int
        var limit: Int
        var offset: Int

        static let members = Members<Pagination>(
            "Pagination", [.init("total") { $0.total }, .init("limit") { $0.limit }, .init("offset") { $0.offset }])
    }

    /// When and for which season an answer was made.
    struct Meta: Sendable {
        var generatedAt: AppTime
        /// Empty if the ledger cannot be read.
        var season: String
        var isCached = false
        /// Of a list in parts.
        var pagination: Pagination?

        static let members = Members<Meta>(
            "Meta",
            [
                .init("generatedAt") { $0.generatedAt }, .init("season") { $0.season },
                .init("cacheTTL", ifAny: { $0.isCached ? Envelope.cacheSeconds : nil }),
                .init("pagination", Pagination.members, ifAny: { $0.pagination }),
            ])
    }

    /// How long a client may keep lists of games, in seconds.
    static let cacheSeconds = 300

    let now: Timestamp
    let season: LeagueSeason

    /// The `meta` of an answer that clients do not keep.
    var meta: Meta { Meta(generatedAt: AppTime(now), season: season.label) }

    /// A successful answer.
    ///
    /// - Parameter pagination: of a list in parts, as it is in `data`, too: clients read both.
    func answer<Value>(_ answer: AppAnswer<Value>, _ value: Value, pagination: Pagination? = nil) -> Response {
        var meta = meta
        (meta.isCached, meta.pagination) = (answer.isCached, pagination)
        var headers = HTTPFields()
        headers[.cacheControl] = answer.isCached ? "private, max-age=5" : "no-store"
        return Response(json: answer.members.json(of: .init(value: value, meta: meta)), status: .ok, headers: headers)
    }
}

extension BetSnapshot {
    /// The season that is played: the last one with a game on the schedule; without games, that of the date.
    func season(on date: GameDate) -> LeagueSeason {
        if let last = state.seasons.keys.max() { return last }
        // 2025-11-30: seasons begin in autumn.
        let parts = "\(date)".split(separator: "-").compactMap { UInt64($0) }
        guard parts.count == 3 else { return 0 }
        return LeagueSeason(parts[1] >= 8 ? parts[0] : parts[0] - 1)
    }
}

extension GameDate {
    /// The US date of games at a moment. The day of games begins at 10:00 UTC, when no game is played.
    static func today(at moment: Timestamp) -> GameDate {
        let shifted = moment - .seconds(10 * 3_600)
        return GameDate(daysSinceEpoch: Int32(shifted.microseconds / 86_400_000_000))
    }
}
