import Draft
import LedgerTesting
import Testing

@testable import DraftLedger  // what is kept of pools, and how many players

/// Pools as they are read, which are kept in memory.
@Suite struct PoolTests {
    private func listing(_ index: Int) -> PlayerListing {
        PlayerListing(
            index: PlayerIndex(index), position: .wideReceiver, byeWeek: nil, adp: UInt32(index + 1) * 100,
            projectedPoints: nil, rank: nil, externalID: "p\(index)", name: "Late \(index)", team: "")
    }

    @Test func aPlayerWhoIsAddedShowsAtOnceAndAlsoToWhoOnlyReads() async throws {
        let house = try await LiveHouse()
        let reader = try DraftLedger.open(at: house.path, upkeep: .none)
        defer { reader.close() }
        let first = try house.ledger.pool(1)
        let count = try #require(first).players.count
        #expect(try reader.pool(1) == house.ledger.pool(1))
        for added in 1...3 {
            try await house.accept(.pool(1, .addPlayer(listing(count + added - 1))))
            for ledger in [house.ledger, reader] {
                let pool = try #require(try ledger.pool(1))
                #expect(pool.players.count == count + added)
                #expect(pool.players.last?.name == "Late \(count + added - 1)")
                #expect(pool == PoolState.folding(try ledger.stream(.pool(1))))
            }
        }
    }

    @Test func aRefusalChangesNoPlayerOfAPool() async throws {
        let house = try await LiveHouse()
        let before = try #require(try house.ledger.pool(1))
        guard case .refused = try await house.send(.pool(1, .addPlayer(listing(9_999)))),
            case .refused = try await house.send(.pool(7, .addPlayer(listing(0))))
        else {
            Issue.record("accepted")
            return
        }
        #expect(try house.ledger.pool(1)?.players == before.players)
        #expect(try house.ledger.pool(1) == PoolState.folding(try house.ledger.stream(.pool(1))))
        #expect(try house.ledger.pool(7) == nil)
    }

    @Test func poolsOfNoMorePlayersThanMayBeAreKeptAndThoseThatWereAskedForLast() {
        func pool(_ id: PoolID, _ count: Int, version: UInt32 = 5) -> PoolState {
            var pool = PoolState(id: id)
            (pool.players, pool.version) = ((0..<count).map(listing), version)
            return pool
        }
        let cache = PoolCache(players: 10)
        cache.keep(pool(1, 4))
        cache.keep(pool(2, 4))
        #expect(cache.pool(1, version: 5)?.players.count == 4 && cache.pool(1, version: 6) == nil)
        cache.keep(pool(3, 4))
        #expect(cache.pool(1, version: 5) != nil && cache.pool(2, version: 5) == nil && cache.playerCount == 8)
        // Neither an older version nor one that is too large takes the place of what is there.
        cache.keep(pool(1, 2, version: 4))
        #expect(cache.pool(1, version: 5)?.players.count == 4)
        cache.keep(pool(4, 11))
        #expect(cache.pool(4, version: 5) == nil && cache.playerCount == 8)
        cache.keep(pool(1, 6, version: 6))
        #expect(cache.pool(1, version: 6)?.players.count == 6 && cache.playerCount == 10)
    }
}
