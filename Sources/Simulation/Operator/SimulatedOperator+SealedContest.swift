import Draft
import DraftLedger
import Records

/// A contest whose members sign and seal: their joins bring the SHA-256 of what they put into the draw, and most reveal it.
extension SimulatedOperator {
    /// Opens the contest, and fills its rooms with members who sign, one after the other, each of which is drafted at once.
    /// All of them reveal in the first room; in the second somebody holds back.
    func fillSealedContest(_ contest: Contest, as id: TournamentID) throws(SimulationError) {
        var details = contest.details(pool: numbers.pool, options)
        (details.entryFee, details.prizes, details.rakeBasisPoints) = (.zero, [], 0)
        // Users are refused by their own limits only, not by limits of the contest.
        (details.signedCommands, details.maxEntries) = (.required, nil)
        try desk.demand(
            .tournament(id, .createTournament(details)), as: manager, at: try later(.seconds(60)...(.seconds(600))))
        for ordinal in 0..<contest.rooms {
            var secrets: [UserID: [UInt8]] = [:]
            let room = states.nextRoom
            for place in 0..<Int(options.teams) {
                let member = user(place)
                try register(place, at: try later(.seconds(1)...(.seconds(9))))
                try giveKey(to: member)
                let bytes = randomBytes()
                secrets[member] = bytes
                let join = WalletCommand.joinTournament(
                    id, entries: 1, entropy: desk.journal.cryptography.sha256(bytes).bytes)
                try demand(own: .wallet(member, join), of: member)
            }
            try reveal(in: room, secrets, holdingBack: ordinal % 2 == 1)
            let start = states.room(room)?.countdownEndsAt ?? now
            try desk.demand(.room(room, .startDraft), as: .scheduler, at: max(now, start + .milliseconds(5)))
            try draftByRules(room)
        }
    }

    /// A device's key, the first of its member.
    func giveKey(to member: UserID) throws(SimulationError) {
        guard states.user(member).keys.isEmpty else { return }
        try demand(own: .user(member, .addDeviceKey(keys.key(of: member).publicKey)), of: member)
    }

    /// Everybody reveals within the ten seconds, but for the one who joined last where somebody holds back: then the
    /// scheduler has the order drawn.
    private func reveal(
        in room: RoomID, _ secrets: [UserID: [UInt8]], holdingBack: Bool
    ) throws(SimulationError) {
        let members = (states.room(room)?.members ?? []).compactMap { $0?.user }
        for member in members.dropLast(holdingBack ? 1 : 0) {
            let command = Command.room(room, .revealEntropy(secrets[member] ?? []))
            try demand(own: command, of: member, at: now + random.interval(.milliseconds(20)...(.milliseconds(300))))
        }
        guard let until = states.room(room)?.revealsUntil, states.room(room)?.countdownEndsAt == nil else { return }
        desk.send(.room(room, .drawOrder), as: .scheduler, at: now)
        try desk.demand(
            .room(room, .drawOrder), as: .scheduler,
            at: max(now, until + random.interval(.milliseconds(2)...(.milliseconds(40)))))
        if let late = members.last {
            send(own: .room(room, .revealEntropy(secrets[late] ?? [])), of: late, at: now + .seconds(1))
        }
    }

    /// The contest is over.
    func finishSealedContest(_ contest: Contest, as id: TournamentID) throws(SimulationError) {
        try desk.demand(
            .tournament(id, .closeEntries), as: .scheduler, at: try later(.seconds(60)...(.seconds(600))))
        try desk.demand(
            .tournament(id, .finalizeTournament), as: manager, at: try later(.seconds(60)...(.seconds(600))))
    }

    /// Nobody signs a pick: the rules make them all.
    private func draftByRules(_ id: RoomID) throws(SimulationError) {
        while let room = states.room(id), !room.status.isTerminal {
            guard let clock = room.runningClock, let seat = room.seatOnClock else {
                throw .stuck(room: id, pick: room.currentPickNumber)
            }
            let isAutodrafting = room.members[Int(seat)]?.autodraft == true
            let moment = isAutodrafting ? now + .milliseconds(300) : clock.graceEndsAt + .milliseconds(4)
            try desk.demand(
                .room(id, .automatePick(pick: clock.pick, epoch: clock.epoch)), as: .scheduler, at: max(now, moment))
        }
    }
}

/// Commands that members send themselves, and their contributions to draws.
extension SimulatedOperator {
    /// The contribution of a member to a draw: 16 bytes of a sequence that nothing else is drawn from.
    func randomBytes() -> [UInt8] {
        (0..<DrawTerms.entropyLength).map { _ in UInt8(truncatingIfNeeded: entropy.next() >> 56) }
    }

    /// The contribution of a member to a contest without commitments. One in eight has a client that brings nothing.
    func broughtEntropy() -> [UInt8] {
        let bytes = randomBytes()
        return options.isLively && entropy.chance(125) ? [] : bytes
    }

    /// Sends a member's own command, signed where the member has a key.
    @discardableResult
    func send(own command: Command, of member: UserID, at moment: Timestamp? = nil) -> Refusal? {
        let isFirstKey = if case .user(member, .addDeviceKey) = command { true } else { false }
        guard isFirstKey || !states.user(member).keys.isEmpty else {
            return desk.send(command, as: .user(member), at: moment)
        }
        return send(command, as: .user(member), by: keys.key(of: member), at: moment ?? now)
    }

    /// Sends a member's own command that the simulation cannot do without.
    func demand(
        own command: Command, of member: UserID, at moment: Timestamp? = nil
    ) throws(SimulationError) {
        let arrival =
            if let moment { moment } else { try later(.milliseconds(100)...(.milliseconds(900))) }
        if let refusal = send(own: command, of: member, at: arrival) {
            throw .refused(command: command.kind, refusal: refusal)
        }
    }
}
