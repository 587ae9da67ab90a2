import Draft

/// What is there before anybody can join.
extension SimulatedOperator {
    /// Staff, the player pool and, in a lively simulation, a contest that is cancelled.
    ///
    /// - Returns: what all rooms share.
    func setUp() throws(SimulationError) -> World {
        if options.isLively { try startSoftware() }
        for member in staff {
            try desk.demand(
                .user(member, .registerUser), as: .user(member), at: try later(.seconds(1)...(.seconds(20))))
        }
        try publishPool()
        if options.isLively {
            let count = states.pool(numbers.pool)?.players.count ?? 0
            let late = PlayerPool.latePlayer(index: count, seed: options.seed)
            try desk.demand(
                .pool(numbers.pool, .addPlayer(late)), as: manager,
                at: try later(.seconds(600)...(.seconds(3_600))))
            try callOffContest()
        }
        guard let players = states.pool(numbers.pool) else {
            throw .refused(command: .publishPool, refusal: Refusal(.unknownPool, "The pool is not there."))
        }
        return World(
            players: players, market: Market(players), staff: staff, seed: options.seed,
            isLively: options.isLively, cryptography: desk.journal.cryptography, words: desk.journal.words)
    }

    private func publishPool() throws(SimulationError) {
        let players = PlayerPool.players(PlayerPool.size(for: options.ruleset), seed: options.seed)
        let pool = PublishPool(
            externalID: "simulated-pool-\(numbers.pool)", title: "Simulated players", players: players)
        try desk.demand(
            .pool(numbers.pool, .publishPool(pool)), as: manager, at: try later(.seconds(60)...(.seconds(300))))
    }

    /// Announced, and cancelled before anybody joined.
    private func callOffContest() throws(SimulationError) {
        let id = TournamentID(numbers.tournament.number + UInt64(Contest.all(of: options).count))
        let contest = Contest(title: "\(options.contest), called off", rooms: 1, payout: 85)
        try desk.demand(
            .tournament(id, .createTournament(contest.details(pool: numbers.pool, options))), as: manager,
            at: try later(.seconds(60)...(.seconds(120))))
        try desk.demand(
            .tournament(id, .cancelTournament(reason: "The sponsor has withdrawn.")), as: manager,
            at: try later(.seconds(600)...(.seconds(1_200))))
    }

    func open(_ contest: Contest, as id: TournamentID) throws(SimulationError) {
        try desk.demand(
            .tournament(id, .createTournament(contest.details(pool: numbers.pool, options))), as: manager,
            at: try later(.seconds(60)...(.seconds(600))))
    }
}
