package import Draft

/// The options of a simulation. Equal options give equal ledgers, byte for byte.
package struct SimulationOptions: Hashable, Sendable {
    /// How the rooms draft.
    package enum Clock: String, Sendable, CaseIterable {
        /// 30 s a pick and 5 s of grace: a room is done in three quarters of an hour.
        case fast
        /// 12 h a pick: a room takes days.
        case slow
    }

    /// How much of what can happen does happen.
    package enum Profile: String, Sendable, CaseIterable {
        /// Everything that a draft can meet, ticks included: 3,300 events a room of 12 x 18. From 20 rooms up, the last
        /// one is of a contest whose members sign, and staff roles are enabled from then on.
        case lively
        /// Joins, picks and payments only: 500 events a room of 12 x 18.
        case quiet
    }

    /// Rooms that open, from 1. A quiet simulation drafts all of them to the end. A lively one voids one in 500, the
    /// first from 3 rooms up, and leaves the last room of every contest of 4 or more unfilled, to be cancelled.
    package var rooms: Int

    /// Any number; another seed gives another ledger.
    package var seed: UInt64

    /// Teams in a room, 2-32.
    package var teams: UInt8

    /// Rounds of a draft, 1-30.
    package var rounds: UInt8

    package var clock: Clock

    /// The contest's title and external id, 1-180 bytes of UTF-8.
    package var contest: String

    /// The entry fee, 0 to a million dollars.
    package var entryFee: Cents

    /// Users who draft, at least as many as a room has teams; nil for one for every six entries, at least two rooms'
    /// worth.
    package var users: Int?

    package var profile: Profile

    /// Threads that draft rooms; nil for one a core. The result does not depend on it.
    package var threads: Int?

    package init(
        rooms: Int, seed: UInt64 = 1, teams: UInt8 = 12, rounds: UInt8 = 18, clock: Clock = .fast,
        contest: String = "Simulated Best Ball Open", entryFee: Cents = Cents(2_500), users: Int? = nil,
        profile: Profile = .lively, threads: Int? = nil
    ) {
        self.rooms = rooms
        self.seed = seed
        self.teams = teams
        self.rounds = rounds
        self.clock = clock
        self.contest = contest
        self.entryFee = entryFee
        self.users = users
        self.profile = profile
        self.threads = threads
    }
}

extension SimulationOptions {
    /// The most rooms that one simulation opens.
    package static let mostRooms = 1_000_000

    /// - Throws: `SimulationError.invalidOption`, which names the first option that is out of range.
    func validate() throws(SimulationError) {
        func demand(_ holds: Bool, option: String, found: some CustomStringConvertible, expected: String)
            throws(SimulationError)
        {
            if !holds { throw .invalidOption(name: option, found: found.description, expected: expected) }
        }
        try demand((1...Self.mostRooms).contains(rooms), option: "rooms", found: rooms, expected: "1-\(Self.mostRooms)")
        try demand(
            Ruleset.allowedTeams.contains(teams), option: "teams", found: teams, expected: Ruleset.allowedTeams.dashed)
        try demand(
            Ruleset.allowedRounds.contains(rounds), option: "rounds", found: rounds,
            expected: Ruleset.allowedRounds.dashed)
        try demand(
            (1...180).contains(contest.utf8.count), option: "contest", found: "\"\(contest)\"",
            expected: "1-180 bytes of text")
        try demand(
            (0...100_000_000).contains(entryFee.value), option: "entry-fee", found: entryFee.value,
            expected: "0-100000000 cents")
        let fees = entryFee.value * Int64(entries)
        try demand(
            fees <= Cents.largestAmount.value / 2, option: "entry-fee", found: entryFee.value,
            expected: "at most \(Cents.largestAmount.value / 2 / Int64(entries)) cents with \(entries) entries")
        if let users {
            try demand(
                (Int(teams)...1 << 28).contains(users), option: "users", found: users,
                expected: "\(teams) (the teams) to \(1 << 28)")
        }
        if let threads {
            try demand((1...1_024).contains(threads), option: "threads", found: threads, expected: "1-1024")
        }
    }

    /// Seats of all rooms.
    var entries: Int { rooms * Int(teams) }

    /// Users who draft, staff not counted.
    var userCount: Int { users ?? max(2 * Int(teams), entries / 6) }

    var ruleset: Ruleset {
        switch clock {
        case .fast: .fast(teams: teams, rounds: rounds)
        case .slow: .slow(teams: teams, rounds: rounds)
        }
    }

    var isLively: Bool { profile == .lively }

    /// Whether staff roles are enabled in the end, and a contest is held whose members sign.
    var meetsAuthority: Bool { isLively && rooms >= 20 }
}
