import Draft
import Platform

/// A cache of player pools, each rebuilt only when a new event of the pool is recorded: every view of a room needs one,
/// and it consists of hundreds of records.
///
/// All who ask share the players themselves. Holds some 200 bytes a player.
final class PoolCache: Sendable {
    private struct Known {
        var pool: PoolState
        var usedAt: UInt64
    }

    private struct State {
        var pools: [PoolID: Known] = [:]
        var players = 0
        /// Counts the uses.
        var now: UInt64 = 0
    }

    /// Players that are kept, of all pools together: those of the pools that were asked for last.
    private let most: Int
    private let state = Guarded(State())

    init(players most: Int = 100_000) { self.most = most }

    /// Players that are kept.
    var playerCount: Int { state.withLock { $0.players } }

    /// A pool of which a version is the last; nil where that is not known.
    func pool(_ id: PoolID, version: UInt32) -> PoolState? {
        state.withLock { state in
            guard let known = state.pools[id], known.pool.version == version else { return nil }
            state.now += 1
            state.pools[id]?.usedAt = state.now
            return known.pool
        }
    }

    /// Keeps a pool, and forgets what else was asked for longest ago where there are too many players.
    func keep(_ pool: PoolState) {
        state.withLock { state in
            // Another thread may have read more of it meanwhile.
            if let known = state.pools[pool.id], known.pool.version >= pool.version { return }
            Self.forget(pool.id, of: &state)
            guard pool.players.count <= most else { return }
            while state.players + pool.players.count > most,
                let oldest = state.pools.min(by: { $0.value.usedAt < $1.value.usedAt })
            {
                Self.forget(oldest.key, of: &state)
            }
            state.now += 1
            state.pools[pool.id] = Known(pool: pool, usedAt: state.now)
            state.players += pool.players.count
        }
    }

    private static func forget(_ id: PoolID, of state: inout State) {
        guard let known = state.pools.removeValue(forKey: id) else { return }
        state.players -= known.pool.players.count
    }
}
