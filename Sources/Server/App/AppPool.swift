import Draft
import DraftLedger
import Platform
import TextFormats

/// The players of a pool as the app knows them: by ids that are texts, and with a number wherever it wants one.
struct AppPool: Sendable {
    let players: [PlayerListing]
    private let ids: [String]
    private let indexes: [String: PlayerIndex]
    /// The place of each player by average draft position, from 1.
    private let places: [Int]

    init(_ pool: PoolState) {
        players = pool.players
        let own = "\(pool.id)-"
        var ids: [String] = []
        var indexes: [String: PlayerIndex] = [:]
        for player in pool.players {
            // An external ID that two players share, or that looks like one of ours, would name the wrong player.
            let outside = player.externalID
            let looksOwn = outside.hasPrefix(own) && outside.dropFirst(own.count).allSatisfy(\.isNumber)
            let id = outside.isEmpty || looksOwn || indexes[outside] != nil ? "\(own)\(player.index)" : outside
            ids.append(id)
            indexes[id] = player.index
        }
        self.ids = ids
        self.indexes = indexes
        var places = [Int](repeating: pool.players.count, count: pool.players.count)
        for (place, index) in pool.adpOrder.enumerated() { places[Int(index)] = place + 1 }
        self.places = places
    }

    /// The player whom the app means, as far as it can show him; nil for an id that it has not got from here.
    func index(of id: String) -> PlayerIndex? {
        guard let index = indexes[id], Self.position(players[Int(index)].position) != nil else { return nil }
        return index
    }

    /// Nil for a position that the app does not have: one such player makes it drop the whole list.
    static func position(_ position: PlayerPosition) -> String? {
        switch position {
        case .quarterback: "QB"
        case .runningBack, .fullback: "RB"
        case .wideReceiver: "WR"
        case .tightEnd: "TE"
        default: nil
        }
    }

    /// Returns the JSON of a player. Unknown values that the app requires get a substitute: 0 for the bye week and for
    /// points. The substitute for the average draft position is the pick after the last one, and for the rank the place
    /// by draft position.
    ///
    /// - Parameter picks: the number of picks in the whole draft.
    /// - Returns: nil for a player that the app cannot show, or that is not in the pool.
    func json(of index: PlayerIndex, picks: PickNumber) -> JSON? {
        guard Int(index) < players.count, let position = Self.position(players[Int(index)].position) else { return nil }
        return json(of: index, at: position, picks: picks)
    }

    /// The same of a player in whatever position, with the place in the pool, by which commands name players.
    ///
    /// - Parameters:
    ///   - index: the index of a player in the pool.
    ///   - picks: of the whole draft.
    func listing(of index: PlayerIndex, picks: PickNumber) -> JSON {
        let position = players[Int(index)].position
        return json(of: index, at: Self.position(position) ?? position.abbreviation, picks: picks)
            .adding(["index": .of(index)])
    }

    private func json(of index: PlayerIndex, at position: String, picks: PickNumber) -> JSON {
        let player = players[Int(index)]
        let names = player.name.split(separator: " ", maxSplits: 1)
        return [
            "id": .of(ids[Int(index)]), "name": .of(player.name), "firstName": .of(String(names.first ?? "")),
            "lastName": .of(names.count > 1 ? String(names[1]) : ""), "position": .of(position),
            "team": .of(player.team), "byeWeek": .of(player.byeWeek ?? 0),
            "adp": .number(player.adp.map { Double($0) / 100 } ?? Double(picks) + 1),
            "projectedPoints": .number(Double(player.projectedPoints ?? 0) / 100),
            "rank": .of(player.rank.map { Int($0) } ?? places[Int(index)]), "headshotURL": .null,
        ]
    }

    /// All whom the app can show, by average draft position.
    func list(picks: PickNumber) -> JSON {
        let order = players.indices.sorted { places[$0] < places[$1] }
        return .array(order.compactMap { json(of: PlayerIndex($0), picks: picks) })
    }
}

/// The pools that are drafted from, each read once for all rooms.
final class AppPools: Sendable {
    private struct Known {
        var pool: AppPool
        var readAt: ContinuousClock.Instant
    }

    private let known = Guarded<[PoolID: Known]>([:])

    /// The maximum number of kept pools.
    private static let most = 64

    /// A pool only ever grows: what is known of it stays right, and may lack the last players.
    ///
    /// - Parameters:
    ///   - id: the pool's number.
    ///   - ledger: read where the pool is not known, or known for longer than `age`.
    ///   - age: how long ago it may have been read.
    func pool(
        _ id: PoolID, in ledger: DraftLedger, notOlderThan age: Duration = .seconds(60)
    ) throws -> AppPool {
        if let known = known.withLock({ $0[id] }), ContinuousClock.now - known.readAt < age { return known.pool }
        let pool = AppPool(try ledger.pool(id) ?? PoolState(id: id))
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[id] = Known(pool: pool, readAt: .now)
        }
        return pool
    }

    /// Returns the player of an ID. An unknown ID may belong to a late player: then the pool is read again, at most
    /// once a second.
    func index(of id: String, in pool: PoolID, _ ledger: DraftLedger) throws -> PlayerIndex? {
        if let index = try self.pool(pool, in: ledger).index(of: id) { return index }
        return try self.pool(pool, in: ledger, notOlderThan: .seconds(1)).index(of: id)
    }
}
