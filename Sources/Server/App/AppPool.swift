import Draft
import DraftLedger
import Pages
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

    /// Returns a player as the app shows players.
    ///
    /// - Parameter picks: the number of picks in the whole draft.
    /// - Returns: nil for a player that the app cannot show, or that is not in the pool.
    func player(_ index: PlayerIndex, picks: PickNumber) -> AppPlayer? {
        guard Int(index) < players.count, let position = Self.position(players[Int(index)].position) else { return nil }
        return player(index, at: position, picks: picks)
    }

    /// Returns a player of any position.
    ///
    /// - Parameters:
    ///   - index: the index of a player in the pool.
    ///   - picks: the number of picks in the whole draft.
    func listing(of index: PlayerIndex, picks: PickNumber) -> AppPlayer {
        let position = players[Int(index)].position
        return player(index, at: Self.position(position) ?? position.abbreviation, picks: picks)
    }

    private func player(_ index: PlayerIndex, at position: String, picks: PickNumber) -> AppPlayer {
        AppPlayer(
            id: ids[Int(index)], listing: players[Int(index)], position: position, place: places[Int(index)],
            picks: picks)
    }

    /// All whom the app can show, by average draft position.
    func list(picks: PickNumber) -> JSON {
        let order = players.indices.sorted { places[$0] < places[$1] }
        return .array(order.compactMap { player(PlayerIndex($0), picks: picks) }, AppPlayer.members.json)
    }
}

/// A player as the app shows players.
///
/// Unknown values that the app requires get a substitute: 0 for the bye week and for points. The substitute for the
/// average draft position is the pick after the last one, and for the rank the place by draft position.
struct AppPlayer: Sendable {
    let id: String
    let listing: PlayerListing
    let position: String
    /// By average draft position, from 1.
    let place: Int
    /// The number of picks in the whole draft.
    let picks: PickNumber

    /// The parts of the name before and after its first space.
    private var names: [Substring] { listing.name.split(separator: " ", maxSplits: 1) }

    private static func members(at position: Shape) -> [Member<AppPlayer>] {
        [
            .init("id") { $0.id }, .init("name") { $0.listing.name },
            .init("firstName") { String($0.names.first ?? "") },
            .init("lastName") { $0.names.count > 1 ? String($0.names[1]) : "" },
            .init("position", position) { .of($0.position) }, .init("team") { $0.listing.team },
            .init("byeWeek") { $0.listing.byeWeek ?? 0 },
            .init("adp") { $0.listing.adp.map { Double($0) / 100 } ?? Double($0.picks) + 1 },
            .init("projectedPoints") { Double($0.listing.projectedPoints ?? 0) / 100 },
            .init("rank") { $0.listing.rank.map { Int($0) } ?? $0.place },
            .init("headshotURL") { _ in String?.none },
        ]
    }

    static let members = Members("AppPlayer", members(at: .choice(["QB", "RB", "WR", "TE"])))

    /// A player of any position, with the index, by which commands name players.
    static let listing = Members(nil, members(at: .string) + [.init("index") { $0.listing.index }])
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
