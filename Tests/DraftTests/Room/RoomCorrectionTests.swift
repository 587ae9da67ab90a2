import Draft
import DraftTesting
import Testing

/// Corrections in their three modes. User 77 sits in no room.
@Suite struct RoomCorrectionTests {
    /// The running clock runs on.
    @Test func theLastPickIsCorrectedBeforeAnybodyPicksAgain() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed WR
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            2 admin corrects 1 lastOnly to Bo approved by 77
                1.01 corrected (lastOnly) from Ash to Bo
            3 slot 1 picks Bo for 2
                refused playerAlreadyDrafted, margin 33
            4 slot 1 picks Ash for 2
                1.02 slot 1 Ash
                clock 2.01 slot 1 to 34, grace 39
            5 admin corrects 1 lastOnly to Cy approved by 77
                refused stalePickNumber
            """)
    }

    @Test func aSubstituteLeavesLaterPicksAndTakesNobodyWhoIsGone() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed WR
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            2 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                clock 2.01 slot 1 to 32, grace 37
            3 admin corrects 1 substitute to Bo approved by 77
                refused playerAlreadyDrafted
            4 admin corrects 1 substitute to nobody approved by 77
                refused playerNotInPool
            5 admin corrects 3 substitute to Cy approved by 77
                refused stalePickNumber
            6 admin corrects 1 substitute to Cy approved by 77
                1.01 corrected (substitute) from Ash to Cy
            7 slot 1 picks Ash for 3
                2.01 slot 1 Ash
                clock 2.02 slot 0 to 37, grace 42
            8 slot 0 picks Di for 4
                2.02 slot 0 Di
                complete with 4 picks and 20 events
            9 admin corrects 4 lastOnly to Ed approved by 77
                refused draftComplete
            9 admin corrects 4 cascade approved by 77
                refused draftComplete
            9 admin corrects 4 substitute to Ed approved by 77
                2.02 corrected (substitute) from Di to Ed
            """)
    }

    /// Its slot is on the clock again.
    @Test func aCascadeUndoesThatPickAndAllAfterIt() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed WR
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            2 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                clock 2.01 slot 1 to 32, grace 37
            3 slot 1 picks Cy for 3
                2.01 slot 1 Cy
                clock 2.02 slot 0 to 33, grace 38
            4 admin corrects 2 cascade to Di approved by 77
                refused invalidValue
            5 admin corrects 2 cascade approved by 77
                1.02 corrected (cascade) from Bo
                clock 1.02 slot 1 to 35, grace 40
            39 clock automates 4 epoch 4
                refused staleClock
            6 slot 1 picks Cy for 2
                1.02 slot 1 Cy
                clock 2.01 slot 1 to 36, grace 41
            7 admin pauses overnight
                paused (overnight) with 29 left
            8 admin corrects 1 cascade approved by 77
                1.01 corrected (cascade) from Ash
            9 admin resumes
                resumed (overnight)
                clock 1.01 slot 0 to 39, grace 44
            10 slot 0 picks Cy for 1
                1.01 slot 0 Cy
                clock 1.02 slot 1 to 40, grace 45
            """)
    }

    /// But no user's wish.
    @Test func aCascadeUndoesMissedPicksAndTheAutodraftThatTheyTurnedOn() throws {
        try expectDraft(
            """
            2 teams, 4 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed RB, Flo WR, Gus QB, Hal TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            40 clock automates 1 epoch 1
                1.01 slot 0 Ash (clockExpired, adp)
                clock 1.02 slot 1 to 70, grace 75
            41 slot 1 autodraft on
                slot 1 autodraft on (userWish)
            41 clock automates 2 epoch 2
                1.02 slot 1 Bo (autodraft, adp)
                clock 2.01 slot 1 to 71, grace 76
            41 clock automates 3 epoch 3
                2.01 slot 1 Cy (autodraft, adp)
                clock 2.02 slot 0 to 71, grace 76
            80 clock automates 4 epoch 4
                2.02 slot 0 Di (clockExpired, adp)
                slot 0 autodraft on (missedPicks)
                clock 3.01 slot 0 to 110, grace 115
            80 clock automates 5 epoch 5
                3.01 slot 0 Ed (autodraft, adp)
                clock 3.02 slot 1 to 110, grace 115
            81 admin corrects 3 cascade approved by 77
                2.01 corrected (cascade) from Cy
                slot 0 autodraft off (correction)
                clock 2.01 slot 1 to 111, grace 116
            81 clock automates 3 epoch 7
                2.01 slot 1 Cy (autodraft, adp)
                clock 2.02 slot 0 to 111, grace 116
            120 clock automates 4 epoch 8
                2.02 slot 0 Di (clockExpired, adp)
                slot 0 autodraft on (missedPicks)
                clock 3.01 slot 0 to 150, grace 155
            121 admin corrects 1 cascade approved by 77
                1.01 corrected (cascade) from Ash
                slot 0 autodraft off (correction)
                clock 1.01 slot 0 to 151, grace 156
            160 clock automates 1 epoch 10
                1.01 slot 0 Ash (clockExpired, adp)
                clock 1.02 slot 1 to 190, grace 195
            """)
    }

    @Test(arguments: PickCorrected.Mode.allCases)
    func whoApprovesIsNeitherWhoAsksNorAnybodyInTheRoom(mode: PickCorrected.Mode) {
        var ledger = House.drafting(.fast(teams: 3, rounds: 2))
        ledger.pick(0, at: 1)
        let player: PlayerIndex? = mode == .cascade ? nil : 5
        func code(requestedBy: UserID?, approvedBy: UserID?, as actor: Sender = .admin(900)) -> RefusalCode? {
            let correction = CorrectPick(
                pick: 1, mode: mode, player: player, requestedBy: requestedBy, approvedBy: approvedBy,
                reason: "a slip")
            return ledger.decision(.room(1, .correctPick(correction)), as: actor, at: House.start + .seconds(2))
                .code
        }
        let owner = ledger.user(ofSlot: 0)
        #expect(code(requestedBy: 800, approvedBy: nil) == .approverRequired)
        #expect(code(requestedBy: 800, approvedBy: 800) == .conflictOfInterest)
        #expect(code(requestedBy: nil, approvedBy: 900) == .conflictOfInterest)
        #expect(code(requestedBy: 800, approvedBy: owner) == .conflictOfInterest)
        #expect(code(requestedBy: owner, approvedBy: 801, as: .user(owner)) == .forbidden)
        #expect(code(requestedBy: owner, approvedBy: 801) == nil)
        #expect(code(requestedBy: 800, approvedBy: ledger.user(ofSlot: 1)) == .conflictOfInterest)
    }

    @Test func aCorrectionThatNamesACaseNamesOneAboutThisRoom() {
        var ledger = House.drafting(.fast(teams: 2, rounds: 2))
        ledger.pick(0, at: 1)
        let moment = House.start + .seconds(2)
        func code(_ dispute: CaseID) -> RefusalCode? {
            let correction = CorrectPick(
                pick: 1, mode: .substitute, player: 3, dispute: dispute, requestedBy: 800, approvedBy: 801,
                reason: "a slip")
            return ledger.decision(.room(1, .correctPick(correction)), as: House.admin, at: moment).code
        }
        for (dispute, room) in [(7, 1), (8, 2)] as [(CaseID, RoomID)] {
            var opened = DisputeOpened.blank
            opened.room = room
            ledger.append([StreamEvent(.dispute(dispute), .disputeOpened(opened))], origin: nil, at: moment)
        }
        #expect(code(7) == nil)
        #expect(code(8) == .invalidValue)
        #expect(code(9) == .unknownCase)
    }

    @Test func aCorrectedPickSaysSoAndItsRosterHasTheNewPlayer() throws {
        var ledger = House.drafting(.fast(teams: 2, rounds: 2))
        ledger.pick(0, at: 1)
        let before = ledger.room.picks[0]
        let correction = CorrectPick(
            pick: 1, mode: .substitute, player: 3, requestedBy: 800, approvedBy: 801, reason: "a slip")
        ledger.send(.room(1, .correctPick(correction)), as: House.admin, at: House.start + .seconds(9))
        let after = ledger.room.picks[0]
        #expect(after.player == 3 && after.source == .corrected)
        #expect(after.correctedAt == ledger.log.last?.position)
        #expect(after.recordedAt == before.recordedAt && after.position == before.position)
        #expect(ledger.room.taken == PlayerSet([3]))
        #expect(ledger.room.roster(of: before.seat).map(\.player) == [3])
    }
}
