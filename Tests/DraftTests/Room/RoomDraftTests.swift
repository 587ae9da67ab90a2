import DraftTesting
import Testing

/// Whole drafts, written as `DraftScript` says.
@Suite struct RoomDraftTests {
    @Test func aDraftFromTheFirstClockToTheLastPick() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            0.5 clock ticks 1
                shown 29.5
            12.5 slot 0 picks Bo for 1
                1.01 slot 0 Bo
                clock 1.02 slot 1 to 42.5, grace 47.5
            13 slot 1 picks Ash for 2
                1.02 slot 1 Ash
                clock 2.01 slot 1 to 43, grace 48
            14 slot 1 picks Di for 3
                2.01 slot 1 Di
                clock 2.02 slot 0 to 44, grace 49
            15 slot 0 picks Cy for 4
                2.02 slot 0 Cy
                complete with 4 picks and 16 events
            16 slot 0 picks Cy for 5
                refused draftComplete
            """)
    }

    /// The rules pick from the next one on.
    @Test func aPickCountsUpToTheLastMicrosecondOfGrace() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, fast
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35 clock automates 1 epoch 1
                refused clockRunning, margin 0
            35>36 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 66, grace 71
            71.000001 slot 1 picks Bo for 2
                refused clockExpired, margin -0.000001
            71.000001 clock automates 2 epoch 2
                1.02 slot 1 Bo (clockExpired, adp)
                complete with 2 picks and 14 events
            """)
    }

    /// Or that he was in time.
    @Test func whoComesAfterTheRulesIsToldByHowMuchHeWasLate() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            36 clock automates 1 epoch 1
                1.01 slot 0 Ash (clockExpired, adp)
                clock 1.02 slot 1 to 66, grace 71
            35.25>37 slot 0 picks Cy for 1
                refused clockExpired, margin -0.25
            34.75>37 slot 0 picks Cy for 1
                refused stalePickNumber, margin 0.25
            34.75>37 slot 1 picks Cy for 1
                refused stalePickNumber, margin 0.25
            """)
    }

    /// The members after it draft by themselves, within milliseconds.
    @Test func aLatePickStatesItsOwnClockWhoeverHasPickedSince() throws {
        try expectDraft(
            """
            2 teams, 3 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed WR, Flo RB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            36.1 clock automates 2 epoch 2
                1.02 slot 1 Bo (clockExpired, adp)
                clock 2.01 slot 1 to 66.1, grace 71.1
            37 slot 1 picks Cy for 3
                2.01 slot 1 Cy
                clock 2.02 slot 0 to 67, grace 72
            38 slot 0 picks Di for 4
                2.02 slot 0 Di
                clock 3.01 slot 0 to 68, grace 73
            38.949252 slot 1 picks Ed for 2
                refused clockExpired, margin -2.949252
            35.75>39 slot 1 picks Ed for 2
                refused stalePickNumber, margin 0.25
            38.009736>39 slot 0 picks Ed for 4
                refused stalePickNumber, margin 33.990264
            39 slot 0 picks Ed for 2
                refused stalePickNumber, margin -3
            39 slot 0 picks Ed for 6
                refused stalePickNumber
            39 admin pauses manual
                paused (manual) with 29 left
            40 slot 1 picks Ed for 2
                refused roomPaused, margin -4
            40 slot 0 picks Ed for 5
                refused roomPaused
            """)
    }

    /// A cascade puts the pick on the clock again, and an extension is the clock's.
    @Test func theClockOfAPickIsTheLastOneThatRanForIt() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            2 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                clock 2.01 slot 1 to 32, grace 37
            3 admin corrects 1 cascade approved by 77
                1.01 corrected (cascade) from Ash
                clock 1.01 slot 0 to 33, grace 38
            4 slot 1 picks Bo for 2
                refused stalePickNumber
            5 admin extends 1 by 10
                clock 1.01 extended to 43, grace 48
            6 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 36, grace 41
            7 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                clock 2.01 slot 1 to 37, grace 42
            8 slot 0 picks Cy for 1
                refused stalePickNumber, margin 40
            """)
    }

    @Test func aDoubleTapOnTheTurnDoesNotBurnTheSecondPick() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 31, grace 36
            2 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                clock 2.01 slot 1 to 32, grace 37
            2 slot 1 picks Bo for 2
                refused stalePickNumber, margin 34
            2 slot 1 picks Cy for 2
                refused stalePickNumber, margin 34
            3 slot 1 picks Cy for 3
                2.01 slot 1 Cy
                clock 2.02 slot 0 to 33, grace 38
            """)
    }

    @Test func anExpiryThatNamesAnOldClockOrPickDoesNothing() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            10 admin extends 1 by 60.5
                clock 1.01 extended to 90.5, grace 95.5
            40 clock automates 1 epoch 1
                refused staleClock
            40 clock automates 1 epoch 2
                refused clockRunning, margin 55.5
            95.5 slot 0 picks Cy for 1
                1.01 slot 0 Cy
                clock 1.02 slot 1 to 125.5, grace 130.5
            96 clock automates 1 epoch 2
                refused staleClock
            130.500001 admin extends 2 by 1
                refused clockExpired, margin -0.000001
            130.5 admin extends 2 by 0.5
                clock 1.02 extended to 126, grace 131
            132 clock automates 2 epoch 4
                1.02 slot 1 Ash (clockExpired, adp)
                clock 2.01 slot 1 to 162, grace 167
            """)
    }

    /// Its deadline is the end.
    @Test func aSlowDraftHasNoGrace() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, slow
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            60 clock ticks 1
                shown 43140
            43200 slot 0 picks Cy for 1
                1.01 slot 0 Cy
                clock 1.02 slot 1 to 86400, grace 86400
            86400.000001 slot 1 picks Bo for 2
                refused clockExpired, margin -0.000001
            """)
    }

    @Test func aRoomWithoutAClockDraftsWithoutOne() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, untimed
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
            0 clock ticks 1
                refused wrongStatus
            5 clock automates 1 epoch 0
                refused staleClock
            1000000 slot 0 picks Cy for 1
                1.01 slot 0 Cy
            1000001 admin automates 2 epoch 0
                1.02 slot 1 Ash (admin, adp)
                complete with 2 picks and 12 events
            """)
    }
}
