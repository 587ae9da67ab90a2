import Draft

/// Other actions of users while they join, in a lively simulation.
extension SimulatedOperator {
    /// A new user says how he wants to be told, more or less.
    func settleIn(_ user: UserID) throws(SimulationError) {
        if random.chance(250) {
            let preferences = AlertPreferences(rawValue: UInt8(random.below(64)))
            try desk.demand(
                .user(user, .setAlertPreferences(preferences)), as: .user(user),
                at: try later(.milliseconds(100)...(.milliseconds(900))))
        }
        if random.chance(350) {
            var token = PushTokenRegistered.blank
            token.platform = random.pick(PushTokenRegistered.Platform.allCases)
            token.tokenDigest = Digest256(words: (random.next(), random.next(), random.next(), random.next()))
            try desk.demand(
                .user(user, .registerPushToken(token)), as: .user(user),
                at: try later(.milliseconds(100)...(.milliseconds(900))))
        }
    }

    /// Second thoughts: leaving again, leaving too late, wanting too much.
    func afterJoin(of user: UserID, _ run: ContestRun) throws(SimulationError) {
        // The second join of a simulation always leaves a seat and comes back for another, in rooms of three or more.
        let isSecondJoin = run.joins == 1 && options.teams > 2
        if isSecondJoin || random.chance(8),
            let room = states.waitingRooms(of: run.id).first(where: { states.room($0)?.seat(of: user) != nil })
        {
            try desk.demand(
                .wallet(user, .leaveRoom(room)), as: .user(user),
                at: try later(.milliseconds(300)...(.milliseconds(900))))
        }
        if random.chance(4), let room = states.countdownRooms(of: run.id).first,
            let member = states.room(room)?.members[0]?.user
        {
            desk.send(.wallet(member, .leaveRoom(room)), as: .user(member))
        }
        if random.chance(6) {
            desk.send(.wallet(user, .joinTournament(run.id, entries: .max)), as: .user(user))
        }
        if random.chance(12) { try holdWithdrawal(of: user) }
    }
}
