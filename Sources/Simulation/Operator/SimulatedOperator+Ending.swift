import Draft

/// The end of a contest.
extension SimulatedOperator {
    /// Nobody can join any more; a room that still waits is cancelled.
    func close(_ run: inout ContestRun) throws(SimulationError) {
        if run.roomsToFill < run.contest.rooms { try openLastRoom(&run) }
        try desk.demand(
            .tournament(run.id, .closeEntries), as: .scheduler, at: try later(.seconds(600)...(.seconds(3_600))))
        if options.isLively {
            let late = user(0)
            try register(0, at: try later(.seconds(1)...(.seconds(20))))
            desk.send(.wallet(late, .joinTournament(run.id, entries: 1)), as: .user(late))
        }
    }

    /// Somebody sits in the room that does not fill.
    private func openLastRoom(_ run: inout ContestRun) throws(SimulationError) {
        guard states.waitingRooms(of: run.id).isEmpty else { return }
        let place = random.index(below: options.userCount)
        let member = user(place)
        try register(place, at: try later(.seconds(1)...(.seconds(20))))
        try payIn(member, entries: 1, of: run.id)
        try desk.demand(
            .wallet(member, .joinTournament(run.id, entries: 1, entropy: broughtEntropy())), as: .user(member),
            at: try later(.seconds(1)...(.seconds(20))))
        run.opened += 1
    }

    /// Pays the prizes, best first, ties sharing; then closes the books.
    func finish(_ run: ContestRun) throws(SimulationError) {
        let settlement = Settlement(of: run.id, scores: run.scores)
        while case .send(let command)? = next(of: settlement) {
            let isAward = if case .tournament(_, .awardPrizes) = command { true } else { false }
            let wait: ClosedRange<Interval> =
                isAward ? .seconds(5)...(.seconds(60)) : .seconds(60)...(.seconds(600))
            try desk.demand(command, as: manager, at: try later(wait))
        }
    }

    func next(of settlement: Settlement) -> Settlement.Step? {
        states.tournament(settlement.tournament).map { settlement.next(for: $0, states.books(settlement.tournament)) }
    }

    /// Events that a simulation has once: members who sign, members who look after themselves, and what the
    /// providers of payments state in the end.
    func endSeason() throws(SimulationError) {
        let id = TournamentID(numbers.tournament.number + UInt64(Contest.all(of: options).count) + 1)
        if let contest = Contest.sealed(options) {
            try fillSealedContest(contest, as: id)
            try playResponsibly(joining: id)
            try finishSealedContest(contest, as: id)
        } else {
            try playResponsibly(joining: nil)
        }
        try recordStatements()
    }

    /// Users who signed up and never drafted.
    func registerEverybody() throws(SimulationError) {
        for place in isRegistered.indices where !isRegistered[place] {
            try register(place, at: try later(.milliseconds(20)...(.milliseconds(400))))
        }
    }
}
