import Draft
import DraftLedger
import DraftTesting
import Testing

/// Text drafts by commands that go to disk and come back.
@Suite struct LiveDraftTests {
    @Test(arguments: SampleDrafts.all)
    func aDraftComesToTheSameLiveAsByTheRulesAlone(script: String) throws {
        var desk = try LiveDesk(script)
        try expectDraft(script, on: &desk)
        #expect(try desk.ledger.verify().isSound)
    }

    /// Round 1 runs from the first slot to the last, rounds 2 and 3 back, round 4 forward, round 5 back.
    ///
    /// Members pick round 1, 2 and 4; in round 3 every clock runs out; in round 5 all of them draft by themselves.
    @Test(arguments: [2, 12, 32] as [UInt8])
    func aWholeRoomWithThirdRoundReversalIsOnTheClockInThePublishedOrder(teams: UInt8) throws {
        let desk = try LiveDesk("\(teams) teams, 5 rounds, fast, third-round reversal\npool of \(Int(teams) * 5 + 20)")
        let forward = Array(0..<teams)
        let back = Array(forward.reversed())
        let rounds = [forward, back, back, forward, back]
        var draft = ReversedDraft(desk: desk, published: rounds.flatMap { $0 })
        try draft.start()
        for round in 1...2 { try draft.pickByHand(rounds[round - 1]) }
        try draft.letClocksRunOut(rounds[2])
        // A correction leaves who is on the clock, or gives the clock back to that pick's own slot.
        try draft.substitute(pick: PickNumber(teams) + 1)
        try draft.undo(to: 2 * PickNumber(teams) + 2)
        try draft.letClocksRunOut(Array(rounds[2].dropFirst()))
        try draft.pickByHand(rounds[3])
        try draft.autodraft(rounds[4])
        let room = try desk.room
        #expect(room.status == .complete)
        #expect(room.picks.map { room.members[Int($0.seat)]?.slot } == draft.published)
        // Each slot picks once a round, and a slot of a snake would have had other picks from round 3 on.
        #expect(Set(room.picks.map(\.player)).count == Int(teams) * 5)
        #expect(try desk.ledger.verify().isSound)
    }
}

/// A draft of room 1 in which every pick has to come to the slot that is published for it.
private struct ReversedDraft {
    let desk: LiveDesk
    /// The slots in the order in which they pick.
    let published: [Slot]
    private var moment = House.start

    init(desk: LiveDesk, published: [Slot]) {
        self.desk = desk
        self.published = published
    }

    mutating func start() throws { try accept(.startDraft, from: .scheduler) }

    /// The slots pick by hand, and whoever is not on the clock may not.
    mutating func pickByHand(_ slots: [Slot]) throws {
        for slot in slots {
            let room = try roomWithOnClock(slot)
            let player = try #require((0...).first { !room.taken.contains($0) })
            let making = RoomCommand.makePick(MakePick(pick: room.currentPickNumber, player: player))
            let other = slot == 0 ? room.ruleset.teams - 1 : slot - 1
            moment = moment + .seconds(1)
            let refused = try desk.answer(.room(1, making), from: sender(of: other), at: moment, now: moment)
            if case .refused(let refusal) = refused {
                #expect(refusal.code == .notYourTurn)
            } else {
                Issue.record("slot \(other) picks for slot \(slot)")
            }
            try accept(making, from: sender(of: slot))
        }
    }

    /// Nobody picks, and the rules do at the end of grace.
    mutating func letClocksRunOut(_ slots: [Slot]) throws {
        for slot in slots {
            let room = try roomWithOnClock(slot)
            moment = try #require(room.clock).graceEndsAt + Interval(microseconds: 1)
            try automate(slot)
        }
    }

    /// Everybody wishes to autodraft, and the rules pick at once.
    mutating func autodraft(_ slots: [Slot]) throws {
        for slot in slots {
            let seat = try desk.room.seatOfSlot[Int(slot)]
            try accept(.setAutodraft(seat: seat, on: true), from: sender(of: slot))
        }
        for slot in slots { try automate(slot) }
    }

    /// Another player for a pick that was made; the clock stays where it is.
    mutating func substitute(pick: PickNumber) throws {
        let room = try desk.room
        let player = try #require((0...).first { !room.taken.contains($0) })
        try correct(pick, .substitute, to: player)
        #expect(try desk.room.slotOnClock == room.slotOnClock)
        #expect(try desk.room.picks[Int(pick) - 1].player == player)
    }

    /// The draft goes back to a pick.
    mutating func undo(to pick: PickNumber) throws {
        try correct(pick, .cascade, to: nil)
        #expect(try desk.room.currentPickNumber == pick)
        _ = try roomWithOnClock(published[Int(pick) - 1])
    }

    private mutating func correct(_ pick: PickNumber, _ mode: PickCorrected.Mode, to player: PlayerIndex?) throws {
        let correction = CorrectPick(
            pick: pick, mode: mode, player: player, requestedBy: nil, approvedBy: 77, reason: "test")
        try accept(.correctPick(correction), from: House.admin)
    }

    private mutating func automate(_ slot: Slot) throws {
        let room = try roomWithOnClock(slot)
        try accept(.automatePick(pick: room.currentPickNumber, epoch: room.epoch), from: .scheduler)
    }

    /// The room, which has a slot on the clock: the one that is published for the pick.
    private func roomWithOnClock(_ slot: Slot) throws -> RoomState {
        let room = try desk.room
        let pick = room.currentPickNumber
        #expect(slot == published[Int(pick) - 1] && room.slotOnClock == slot, "pick \(pick)")
        #expect(room.seatOnClock == room.seatOfSlot[Int(slot)] && room.clock?.slot == slot, "pick \(pick)")
        return room
    }

    private func sender(of slot: Slot) throws -> Sender {
        .user(try #require(try desk.room.user(ofSlot: slot)))
    }

    private mutating func accept(_ command: RoomCommand, from sender: Sender) throws {
        let answer = try desk.answer(.room(1, command), from: sender, at: moment, now: moment)
        if case .refused(let refusal) = answer { throw refusal }
    }
}
