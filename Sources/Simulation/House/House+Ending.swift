import Draft

/// The end of a contest.
extension House {
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
        for standings in Self.standings(of: run.scores, paid: lastPaidPlace(of: run)) {
            try desk.demand(
                .tournament(run.id, .awardPrizes(standings: standings)), as: manager,
                at: try later(.seconds(5)...(.seconds(60))))
        }
        try desk.demand(
            .tournament(run.id, .finalizeTournament), as: manager, at: try later(.seconds(60)...(.seconds(600))))
    }

    /// What belongs to a whole house and comes once: members who sign, members who look after themselves, and what the
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

    private func lastPaidPlace(of run: ContestRun) -> Int {
        Int(states.tournament(run.id)?.details.prizes.last?.lastPlace ?? 0)
    }

    /// The places that win, in portions of about 2,000 that do not part a tie.
    ///
    /// - Parameter paid: the last place that wins; whoever ties with it is included.
    static func standings(of scores: [(entry: EntryID, points: Int64)], paid: Int) -> [[Standing]] {
        let ranked = scores.sorted { ($1.points, $0.entry) < ($0.points, $1.entry) }
        var portions: [[Standing]] = []
        var portion: [Standing] = []
        var place = 0
        for (index, score) in ranked.enumerated() {
            if index == 0 || score.points != ranked[index - 1].points {
                if index >= paid { break }
                place = index + 1
                if portion.count >= 2_000 {
                    portions.append(portion)
                    portion = []
                }
            }
            portion.append(Standing(entry: score.entry, place: UInt32(place)))
        }
        return portion.isEmpty ? portions : portions + [portion]
    }
}
