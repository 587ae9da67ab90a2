import Draft

/// Claims, and what is done about them.
extension RoomDraft {
    /// The last pick is the wrong player: the room stands still while it is put right.
    func correctLastPick(at moment: Timestamp) throws(SimulationError) {
        let pick = PickNumber(desk.room.picks.count)
        try desk.demand(
            .room(id, .pauseRoom(kind: .manual, reason: "Pick \(pick) is disputed.")), as: manager, at: moment)
        let dispute = try settle(pick, .upheld, claim: "I tapped the player above.")
        if let player = replacement() {
            try correct(
                CorrectPick(
                    pick: pick, mode: .lastOnly, player: player, dispute: dispute, requestedBy: staff[0],
                    approvedBy: staff[1], reason: "The client sent the wrong row."))
        }
        try resume(at: now + tempo.interval(2_000...6_000, using: &random))
    }

    /// A pick of some time ago gets another player; nothing else changes.
    func substitutePick(at moment: Timestamp) throws(SimulationError) {
        let pick = PickNumber(1 + random.index(below: desk.room.picks.count))
        guard let player = replacement() else { return }
        try desk.demand(
            .room(id, .pauseRoom(kind: .manual, reason: "Pick \(pick) is disputed.")), as: manager, at: moment)
        let dispute = try settle(pick, .upheld, claim: "My queue was not read.")
        var correction = CorrectPick(
            pick: pick, mode: .substitute, player: player, dispute: dispute, requestedBy: staff[0],
            approvedBy: nil, reason: "The queue at its version names the player.")
        // Without a second pair of eyes, and with the same pair twice, it is refused.
        desk.send(.room(id, .correctPick(correction)), as: manager)
        correction.approvedBy = staff[0]
        desk.send(.room(id, .correctPick(correction)), as: manager)
        correction.approvedBy = staff[1]
        try correct(correction)
        try resume(at: now + tempo.interval(2_000...6_000, using: &random))
    }

    /// The last picks are undone and made again.
    func undoPicks(at moment: Timestamp) throws(SimulationError) {
        let count = desk.room.picks.count
        let pick = PickNumber(max(1, count - random.index(below: 3)))
        try desk.demand(
            .room(id, .pauseRoom(kind: .manual, reason: "Pick \(pick) is disputed.")), as: manager, at: moment)
        let dispute = try settle(pick, .upheld, claim: "The clock jumped.")
        try correct(
            CorrectPick(
                pick: pick, mode: .cascade, player: nil, dispute: dispute, requestedBy: staff[0],
                approvedBy: staff[1], reason: "The clock was wrong for everybody."))
        try resume(at: now + tempo.interval(5_000...20_000, using: &random))
    }

    private func disputeInVain() throws(SimulationError) {
        let pick = PickNumber(1 + random.index(below: desk.room.picks.count))
        _ = try settle(pick, random.chance(300) ? .undecidable : .rejected, claim: "I clicked, it autopicked.")
    }

    /// After the draft: somebody who has not noticed that it is over, and now and then a claim.
    func lookBack() throws(SimulationError) {
        if random.chance(150), let player = replacement() {
            tap(
                Seat(random.index(below: drafters.count)), desk.room.ruleset.snake.pickCount, player,
                at: now + .seconds(2))
        }
        for (_, incident) in script.incidents where incident == .disputeRejected {
            desk.journal.advance(to: now + tempo.interval(60_000...300_000, using: &random))
            try disputeInVain()
        }
    }

    /// A dispute from the claim to the verdict.
    private func settle(
        _ pick: PickNumber, _ verdict: DisputeResolved.Verdict, claim: String
    ) throws(SimulationError) -> CaseID {
        let dispute = CaseID(id.number << 8 | disputes + 1)
        disputes += 1
        let seat = desk.room.picks[Int(pick) - 1].seat
        let claimant = desk.room.member(at: seat)?.user
        var opened = DisputeOpened.blank
        opened.room = id
        opened.pick = pick
        opened.seat = seat
        opened.roomVersion = desk.room.version
        opened.claimant = claimant
        opened.claim = claim
        let actor = claimant.map { Sender.user($0) } ?? manager
        try desk.demand(
            .dispute(dispute, .openDispute(opened)), as: actor, at: now + tempo.interval(4_000...9_000, using: &random))

        var evidence = EvidenceAttached.blank
        evidence.digest = Digest256(words: (random.next(), random.next(), random.next(), random.next()))
        evidence.title = "Screen recording"
        try desk.demand(
            .dispute(dispute, .attachEvidence(evidence)), as: actor,
            at: now + tempo.interval(5_000...20_000, using: &random))

        var resolved = DisputeResolved.blank
        resolved.verdict = verdict
        resolved.resolvedBy = staff[2]
        resolved.reason =
            verdict == .upheld ? "The ledger bears the claim out." : "The ledger does not bear the claim out."
        try desk.demand(
            .dispute(dispute, .resolveDispute(resolved)), as: .admin(staff[2]),
            at: now + tempo.interval(10_000...40_000, using: &random))
        return dispute
    }

    private func correct(_ correction: CorrectPick) throws(SimulationError) {
        try desk.demand(
            .room(id, .correctPick(correction)), as: manager, at: now + tempo.interval(1_000...4_000, using: &random))
        recountRosters()
    }

    private func resume(at moment: Timestamp) throws(SimulationError) {
        try desk.demand(.room(id, .resumeRoom), as: manager, at: moment)
    }

    /// Somebody who is still there.
    private func replacement() -> PlayerIndex? {
        moveToFirstOpen()
        return firstOpen < market.order.count ? market.order[firstOpen] : nil
    }
}
