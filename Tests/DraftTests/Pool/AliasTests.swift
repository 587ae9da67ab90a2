import DraftTesting
import TestSupport
import Testing

@testable import Draft  // what the rules hold a group to is internal

/// Who is who among the players of different pools, as people say it.
@Suite(.seeded) struct AliasTests {
    /// Pools 1 to `pools` of the same players: runner, receiver, passer, tight end, and so on.
    static func house(pools: UInt64 = 3, players: Int = 8) throws -> House {
        var house = House()
        for pool in 1...pools {
            try house.accept(
                .pool(
                    PoolID(pool),
                    .publishPool(PublishPool(externalID: "", title: "", players: House.players(players)))),
                as: .admin(90))
        }
        return house
    }

    private static func join(
        _ first: PoolPlayer, _ second: PoolPlayer, acrossPositions: Bool = false, withinPool: Bool = false,
        reason: Wording = "traded"
    ) -> Command {
        .aliases(
            .joinPlayers(
                PlayersJoined(
                    first, second, acrossPositions: acrossPositions, withinPool: withinPool, reason: reason)))
    }

    private static func part(_ first: PoolPlayer, _ second: PoolPlayer) -> Command {
        .aliases(.partPlayers(PlayersParted(first, second, reason: "two of one name")))
    }

    private static func withdraw(_ first: PoolPlayer, _ second: PoolPlayer) -> Command {
        .aliases(.withdrawAlias(AliasWithdrawn(first, second, reason: "was wrong")))
    }

    private static let (one, two, three) = (PoolPlayer(1, 0), PoolPlayer(2, 4), PoolPlayer(3, 0))

    @Test func whoIsSaidToBeOneIsOneUntilThatIsTakenBack() throws {
        var house = try Self.house()
        let events = try house.accept(Self.join(Self.one, Self.two), as: .admin(9))
        #expect(
            events == [StreamEvent(.aliases, .playersJoined(PlayersJoined(Self.one, Self.two, reason: "traded")))])
        let said = try #require(house.state.aliases.statements.first)
        #expect(said.areOne && said.place.sender == .admin(9) && said.reason == "traded")
        #expect(house.state.aliases.group(of: Self.two) == [Self.one, Self.two])
        #expect(house.state.aliases.groups() == [[Self.one, Self.two]])
        // Whichever is named first.
        try house.accept(Self.withdraw(Self.two, Self.one), as: .importer)
        #expect(house.state.aliases.isEmpty && house.state.aliases.groups() == [])
        #expect(house.state.aliases.version == 2)
        try house.accept(Self.join(Self.two, Self.one), as: .admin(9))
        #expect(house.state.aliases.group(of: Self.one) == [Self.one, Self.two])
    }

    @Test func whatCannotBeIsRefused() throws {
        var house = try Self.house()
        house.refuse(Self.join(PoolPlayer(4, 0), Self.one), as: .admin(9), .unknownPool)
        house.refuse(Self.join(Self.one, PoolPlayer(2, 8)), as: .admin(9), .playerNotInPool)
        house.refuse(Self.part(PoolPlayer(1, .max), Self.two), as: .admin(9), .playerNotInPool)
        house.refuse(Self.join(Self.one, Self.one), as: .admin(9), .invalidValue)
        house.refuse(Self.join(Self.one, PoolPlayer(1, 4)), as: .admin(9), .invalidValue)
        house.refuse(Self.part(Self.one, PoolPlayer(1, 4)), as: .admin(9), .invalidValue)
        house.refuse(Self.join(Self.one, Self.two, reason: ""), as: .admin(9), .invalidValue)
        house.refuse(
            Self.join(Self.one, Self.two, reason: Wording(String(repeating: "a", count: 1_001))), as: .admin(9),
            .invalidValue)
        house.refuse(Self.join(Self.one, PoolPlayer(2, 1)), as: .admin(9), .otherPosition)
        house.refuse(Self.withdraw(Self.one, Self.two), as: .admin(9), .unknownAlias)
        for sender in [Sender.user(1), .scheduler, .provider(onBehalfOf: nil)] {
            house.refuse(Self.join(Self.one, Self.two), as: sender, .forbidden)
        }
        #expect(house.state.aliases.isEmpty)
    }

    @Test func onePlayerOfTwoPositionsHasToBeMeant() throws {
        var house = try Self.house()
        try house.accept(Self.join(Self.one, PoolPlayer(2, 1), acrossPositions: true), as: .admin(9))
        #expect(house.state.aliases.group(of: Self.one).count == 2)
    }

    /// A pool that grows lists whoever is traded a second time.
    @Test func twoOfOnePoolHaveToBeMeant() throws {
        let (other, third) = (PoolPlayer(1, 4), PoolPlayer(2, 0))
        var house = try Self.house()
        house.refuse(Self.join(Self.one, Self.one, withinPool: true), as: .admin(9), .invalidValue)
        house.refuse(Self.join(Self.one, other), as: .admin(9), .invalidValue)
        try house.accept(Self.join(Self.one, other, withinPool: true), as: .admin(9))
        #expect(house.state.aliases.group(of: other) == [Self.one, other])
        #expect(house.state.aliases.joinedWithinPools == [Self.one, other])
        // By way of others, likewise.
        try house.accept(Self.join(other, Self.two), as: .admin(9))
        house.refuse(Self.join(Self.one, third), as: .admin(9), .aliasContradiction)
        try house.accept(Self.join(Self.one, third, withinPool: true), as: .admin(9))
        #expect(house.state.aliases.groups() == [[Self.one, other, third, Self.two]])
        try house.accept(Self.withdraw(other, Self.one), as: .admin(9))
        #expect(house.state.aliases.groups() == [[Self.one, third], [other, Self.two]])
        #expect(house.state.aliases.joinedWithinPools == [Self.one, third])
    }

    @Test func whatContradictsIsRefusedUntilTheOtherIsTakenBack() throws {
        var house = try Self.house()
        try house.accept(Self.join(Self.one, Self.two), as: .admin(9))
        house.refuse(Self.join(Self.two, Self.one), as: .admin(9), .alreadyExists)
        house.refuse(Self.part(Self.one, Self.two), as: .admin(9), .aliasContradiction)
        try house.accept(Self.part(Self.one, Self.three), as: .admin(9))
        house.refuse(Self.part(Self.three, Self.one), as: .admin(9), .alreadyExists)
        house.refuse(Self.join(Self.two, Self.three), as: .admin(9), .aliasContradiction)
        house.refuse(Self.join(Self.one, Self.three), as: .admin(9), .aliasContradiction)
        house.refuse(Self.withdraw(Self.two, Self.three), as: .admin(9), .unknownAlias)
        // Two of pool 2 would be one.
        house.refuse(Self.join(Self.one, PoolPlayer(2, 0)), as: .admin(9), .aliasContradiction)
        try house.accept(Self.withdraw(Self.one, Self.three), as: .admin(9))
        try house.accept(Self.join(Self.two, Self.three), as: .admin(9))
        house.refuse(Self.join(Self.one, Self.three), as: .admin(9), .alreadyExists)
        house.refuse(Self.part(Self.one, Self.three), as: .admin(9), .aliasContradiction)
        house.refuse(Self.withdraw(Self.one, Self.three), as: .admin(9), .unknownAlias)
    }

    /// Against classes of listings that are merged by hand, anew from all that holds.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func whateverIsSaidHoldsTogether(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var house = try Self.house(pools: 5, players: 4)
        var said: [AliasState.Pair: Bool] = [:]
        func classes() -> [Set<PoolPlayer>] {
            var classes: [Set<PoolPlayer>] = []
            for (pair, areOne) in said where areOne {
                let touched = classes.filter { $0.contains(pair.first) || $0.contains(pair.second) }
                classes.removeAll { touched.contains($0) }
                classes.append(touched.reduce([pair.first, pair.second]) { $0.union($1) })
            }
            return classes
        }
        func isPossible() -> Bool {
            classes().allSatisfy { one in
                Set(one.map(\.pool)).count == one.count
                    && !said.contains { !$1 && one.contains($0.first) && one.contains($0.second) }
            }
        }
        for _ in 0..<400 {
            func any() -> PoolPlayer {
                PoolPlayer(PoolID(UInt64.random(in: 1...5, using: &random)), .random(in: 0..<4, using: &random))
            }
            let (first, second) = (any(), any())
            guard first.pool != second.pool else { continue }
            let pair = AliasState.Pair(first, second)
            let before = said
            let command: Command
            var isAllowed: Bool
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                command = Self.withdraw(first, second)
                isAllowed = said[pair] != nil
                said[pair] = nil
            case 1:
                command = Self.part(first, second)
                isAllowed = said[pair] == nil
                said[pair] = false
            default:
                command = Self.join(first, second, acrossPositions: true)
                isAllowed = !classes().contains { $0.contains(first) && $0.contains(second) } && said[pair] == nil
                said[pair] = true
            }
            isAllowed = isAllowed && isPossible()
            if !isAllowed { said = before }
            switch house.send(command, as: .admin(9)) {
            case .accepted: #expect(isAllowed, "\(command)")
            case .refused(let refusal): #expect(!isAllowed, "\(command): \(refusal)")
            }
            let aliases = house.state.aliases
            #expect(Set(aliases.groups().map { Set($0) }) == Set(classes()))
            #expect(Set(aliases.statements.map(\.pair)) == Set(said.keys))
        }
        #expect(said.count > 3)
    }

    /// As a liar would have it: everybody who scored is said to be somebody else, before the drafts, between the rounds
    /// and before the prizes.
    @Test func whoIsSaidToBeOneMovesNoPoint() throws {
        func sayEverything(_ house: inout House) throws {
            let pool = try #require(house.state.pool(1)?.players)
            if house.state.pool(2) == nil {
                try house.accept(
                    .pool(2, .publishPool(PublishPool(externalID: "", title: "", players: pool))), as: .admin(90))
            }
            for (place, player) in pool.enumerated() {
                let pair = (PoolPlayer(1, player.index), PoolPlayer(2, PlayerIndex((place + 1) % pool.count)))
                let says = house.state.aliases.statement(of: AliasState.Pair(pair.0, pair.1)) != nil
                try house.accept(
                    says ? Self.withdraw(pair.0, pair.1) : Self.join(pair.0, pair.1, acrossPositions: true),
                    as: .admin(90))
            }
        }
        let honest = try RoundTests.settled()
        let told = try RoundTests.settled { try sayEverything(&$0) }
        #expect(told.state.aliases.version > 100)
        func outcome(_ house: House) -> [Event] {
            house.log.map(\.event).filter { event in
                switch event {
                case .roundClosed, .podsDrawn, .prizesAwarded, .prizeCredited, .overlayAdded, .rakeTaken,
                    .tournamentFinalized:
                    return true
                default: return false
                }
            }
        }
        #expect(!outcome(honest).isEmpty && outcome(told) == outcome(honest))
    }
}
