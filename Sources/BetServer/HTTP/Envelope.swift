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

        var json: JSON { ["total": .of(total), "limit": .of(limit), "offset": .of(offset)] }
    }

    /// How long a client may keep lists of games, in seconds.
    static let cacheSeconds = 300

    let now: Timestamp
    let season: LeagueSeason

    /// `meta`.
    ///
    /// - Parameters:
    ///   - isCached: whether clients may keep the answer for ``cacheSeconds``.
    ///   - pagination: of a list in parts.
    func meta(isCached: Bool = false, pagination: Pagination? = nil) -> JSON {
        var meta: JSON = ["generatedAt": .seconds(now), "season": .of(season.label)]
        if isCached { meta = meta.adding(["cacheTTL": .of(Self.cacheSeconds)]) }
        if let pagination { meta = meta.adding(["pagination": pagination.json]) }
        return meta
    }

    /// A successful answer. The time of generation and the pagination are in `data` and in `meta`: clients read both.
    ///
    /// - Parameter also: members that clients read at the top level, too.
    func answer(
        _ data: JSON, isCached: Bool = false, pagination: Pagination? = nil, also: JSON = [:],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var data = data
        if isCached { data = data.adding(["generatedAt": .seconds(now)]) }
        if let pagination { data = data.adding(["pagination": pagination.json]) }
        let json: JSON = [
            "success": .bool(true), "data": data, "meta": meta(isCached: isCached, pagination: pagination),
        ]
        var headers = HTTPFields()
        headers[.cacheControl] = isCached ? "private, max-age=5" : "no-store"
        return Response(json: json.adding(also), status: status, headers: headers)
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
