package import Draft

/// What a house with money begins with: pool 1, contest 1 with a prize for its winner, and users with a balance.
package struct HousePlan {
    package var ruleset: Ruleset
    package var pool: [PlayerListing]
    package var fee = Cents(500)
    package var balance = Cents(10_000)
    /// Users 1... are registered; as many as the contest's rooms have seats.
    package var users: UInt64

    /// A contest whose pool has at least twenty players more than a draft takes.
    package init(_ ruleset: Ruleset) {
        self.ruleset = ruleset
        pool = House.players(max(40, Int(ruleset.snake.pickCount) + 20))
        users = UInt64(ruleset.teams)
    }

    /// The commands that build it, in their order.
    package var commands: [(command: Command, sender: Sender)] {
        let publishing = PublishPool(externalID: "pool", title: "Pool", players: pool)
        let contest = TournamentCreated(
            pool: 1, entryFee: fee, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 1_000, ruleset: ruleset,
            prizes: [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(600))], title: "Test", externalID: "")
        let building: [(Command, Sender)] = [
            (.pool(1, .publishPool(publishing)), House.admin),
            (.tournament(1, .createTournament(contest)), House.admin),
        ]
        return building
            + (1...users).map { UserID($0) }.flatMap { user -> [(Command, Sender)] in
                let deposit = Command.wallet(
                    user, .recordDeposit(amount: balance, provider: "bank", reference: "d\(user)"))
                return [(.user(user, .registerUser), .user(user)), (deposit, .provider(onBehalfOf: user))]
            }
    }

    /// The commands that fill room 1: user n takes seat n-1.
    package var joins: [(command: Command, sender: Sender)] {
        (1...UInt64(ruleset.teams)).map { UserID($0) }.map { user in
            (.wallet(user, .joinTournament(1, entries: 1)), .user(user))
        }
    }
}
