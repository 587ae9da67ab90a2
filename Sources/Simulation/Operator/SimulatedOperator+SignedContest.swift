import Draft
import DraftLedger
import Records

/// A small contest that takes its members' commands only with their signatures: one room, in which a pick is disputed and
/// put right by a measure.
extension SimulatedOperator {
    func holdSignedContest() throws(SimulationError) {
        let id = TournamentID(numbers.tournament.number + UInt64(Contest.all(of: options).count) + 2)
        let teams = min(options.teams, 4)
        try demand(.tournament(id, .createTournament(signedContest(teams: teams))), of: staff[0])
        let members = (0..<Int(teams)).map(user)
        for member in members { try giveKey(to: member) }
        try changeDevice(of: members[0])
        var secrets: [UserID: [UInt8]] = [:]
        for member in members {
            try payIn(member, entries: 1, of: id)
            let bytes = randomBytes()
            secrets[member] = bytes
            let sealed = desk.journal.cryptography.sha256(bytes).bytes
            try demand(.wallet(member, .joinTournament(id, entries: 1, entropy: sealed)), by: member)
        }
        try reveal(secrets, of: members, in: id)
        guard let room = states.countdownRooms(of: id).first, let start = states.room(room)?.countdownEndsAt else {
            throw .refused(command: .joinTournament, refusal: Refusal(.unknownRoom, "No room has filled."))
        }
        try desk.demand(.room(room, .startDraft), as: .scheduler, at: max(now, start + .milliseconds(5)))
        try draft(room)
        try payPrizes(of: id, room)
    }

    private func signedContest(teams: UInt8) -> TournamentCreated {
        let contest = Contest(title: "\(options.contest), signed", rooms: 1, payout: 100)
        var details = contest.details(pool: numbers.pool, options)
        details.ruleset = .fast(teams: teams, rounds: min(options.rounds, 3))
        details.maxEntries = UInt32(teams)
        details.prizes = PrizePlan.tiers(
            total: Cents(options.entryFee.value * Int64(teams)), entries: Int(teams))
        details.signedCommands = .required
        return details
    }

    /// Everybody shows within the ten seconds what the join brought.
    private func reveal(
        _ secrets: [UserID: [UInt8]], of members: [UserID], in id: TournamentID
    ) throws(SimulationError) {
        guard let room = states.countdownRooms(of: id).first else { return }
        for member in members {
            let refusal = send(
                .room(room, .revealEntropy(secrets[member] ?? [])), as: .user(member), by: device(of: member),
                at: now + random.interval(.milliseconds(20)...(.milliseconds(300))))
            if let refusal { throw .refused(command: .revealEntropy, refusal: refusal) }
        }
    }

    // MARK: Keys

    /// Sends a command of a member, signed by the device in use.
    private func demand(_ command: Command, by member: UserID) throws(SimulationError) {
        try demand(command, as: .user(member), by: device(of: member))
    }

    /// The key of the device that a member uses: the first, or the one that has taken its place.
    private func device(of member: UserID) -> SealingKey {
        let later = keys.key(of: member, ordinal: 1)
        return states.user(member).keys == [later.publicKey] ? later : keys.key(of: member)
    }

    /// The old device vouches for the new one, which then takes its place.
    private func changeDevice(of member: UserID) throws(SimulationError) {
        let (old, new) = (keys.key(of: member), keys.key(of: member, ordinal: 1))
        try demand(.user(member, .addDeviceKey(new.publicKey)), as: .user(member), by: old)
        try demand(.user(member, .removeDeviceKey(old.publicKey)), as: .user(member), by: new)
        send(
            .user(member, .addDeviceKey(old.publicKey)), as: .user(member), by: old,
            at: try later(.seconds(1)...(.seconds(4))))
    }

    // MARK: The draft

    private func draft(_ id: RoomID) throws(SimulationError) {
        while let room = states.room(id), room.status == .active {
            guard let seat = room.seatOnClock, let member = room.member(at: seat)?.user,
                let player = PlayerIndex(exactly: bestPlayer(in: room)), let clock = room.runningClock
            else { throw .stuck(room: id, pick: room.currentPickNumber) }
            let pick = MakePick(pick: clock.pick, player: player).command(in: id)
            switch clock.pick {
            case 1:
                try tryUnsigned(pick, of: member)
                try demand(pick, by: member)
            case 2:
                // A member who misses the turn gets an autopick from the queue, which no other user could have edited.
                try demand(.queue(id, seat, .setQueue(players: [player], expectedVersion: nil)), by: member)
                let expiry = clock.graceEndsAt + .milliseconds(5)
                try desk.demand(
                    .room(id, .automatePick(pick: clock.pick, epoch: room.epoch)), as: .scheduler, at: expiry)
            case 3:
                try settleDispute(in: id)
                try demand(pick, by: member)
            case 4:
                try changeMind(of: member, on: seat, in: id)
                try demand(pick, by: member)
            default: try demand(pick, by: member)
            }
        }
    }

    /// Turns autodraft on and off again before an autopick.
    private func changeMind(of member: UserID, on seat: Seat, in room: RoomID) throws(SimulationError) {
        for isOn in [true, false] {
            let refusal = send(
                .room(room, .setAutodraft(seat: seat, on: isOn)), as: .user(member), by: device(of: member),
                at: now + random.interval(.milliseconds(100)...(.milliseconds(300))))
            if let refusal { throw .refused(command: .setAutodraft, refusal: refusal) }
        }
    }

    /// The first in the pool who is still there; not the one that a substitution takes.
    private func bestPlayer(in room: RoomState) -> Int {
        let count = states.pool(room.pool)?.players.count ?? 0
        return (1..<count).first { !room.taken.contains(PlayerIndex($0)) } ?? 0
    }

    /// Sends an unsigned pick, and one that another key signed.
    private func tryUnsigned(_ pick: Command, of member: UserID) throws(SimulationError) {
        desk.send(pick, as: .user(member), at: try later(.milliseconds(200)...(.milliseconds(900))))
        send(
            pick, as: .user(member), by: device(of: member), at: try later(.milliseconds(200)...(.milliseconds(900))),
            isForged: true)
    }

    /// The first pick is disputed, the room stands still, two founders uphold the claim and put the pick right.
    private func settleDispute(in id: RoomID) throws(SimulationError) {
        guard let room = states.room(id), let first = room.picks.first, let claimant = room.member(at: first.seat)?.user
        else { throw .stuck(room: id, pick: 1) }
        let dispute = CaseID(id.number << 8 | 1)
        let opened = DisputeOpened(
            room: id, pick: 1, seat: first.seat, roomVersion: room.version, claimant: claimant,
            claim: "I tapped the player above.")
        try demand(.dispute(dispute, .openDispute(opened)), by: claimant)
        try demand(
            .room(id, .pauseRoom(kind: .manual, reason: "Pick 1 is disputed.")), of: staff[0], because: dispute)
        let upheld = Command.dispute(
            dispute,
            .resolveDispute(
                DisputeResolved(verdict: .upheld, resolvedBy: staff[0], reason: "The ledger bears the claim out.")))
        let late = try propose(upheld, reason: "The same, from the other side of the table.", by: staff[2])
        try agree(on: upheld, reason: "The ledger bears the claim out.", staff[0], staff[1])
        // Other proposals about it have nothing left to decide.
        send(
            .measure(late, .approveMeasure), as: .admin(staff[1]), by: keys.key(of: staff[1]),
            at: try later(.seconds(1)...(.seconds(4))))
        let correction = CorrectPick(
            pick: 1, mode: .substitute, player: 0, dispute: dispute, requestedBy: nil, approvedBy: staff[1],
            reason: "The client sent the wrong row.")
        try agree(
            on: .room(id, .correctPick(correction)), because: dispute, reason: "The verdict.", staff[0], staff[1])
        try demand(.room(id, .resumeRoom), of: staff[0])
        try giveBack(to: claimant, because: dispute)
    }

    /// The cashier proposes what the officer approves.
    private func giveBack(to claimant: UserID, because dispute: CaseID) throws(SimulationError) {
        let adjustment = BalanceAdjusted(
            amount: Cents(100), firstApprover: staff[3], secondApprover: staff[1], dispute: dispute,
            reason: "For the trouble.")
        try agree(
            on: .wallet(claimant, .adjustBalance(adjustment)), because: dispute, reason: "For the trouble.", staff[3],
            staff[1])
    }

    // MARK: The end

    private func payPrizes(of id: TournamentID, _ room: RoomID) throws(SimulationError) {
        try demand(.tournament(id, .closeEntries), of: staff[0])
        let entries = states.room(room)?.members.compactMap { $0?.entry } ?? []
        let scores = entries.enumerated().map { place, entry in
            Settlement.Score(entry: entry, points: Int64(entries.count - place))
        }
        let settlement = Settlement(of: id, scores: scores)
        while case .send(let command)? = next(of: settlement) {
            if case .tournament(_, .awardPrizes) = command {
                try agree(on: command, reason: "As the table stands.", staff[3], staff[1])
            } else {
                try demand(command, of: staff[0])
            }
        }
    }
}
