import DraftTesting
import Testing

/// The three kinds of pause, written as `DraftScript` says.
@Suite struct RoomPauseTests {
    @Test func inAPauseByHandNobodyPicksAndTheClockRestartsInFull() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, fast
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            17.5 admin pauses manual
                paused (manual) with 12.5 left
            18 slot 0 picks Ash for 1
                refused roomPaused
            19 clock ticks 1
                refused roomPaused
            40 clock automates 1 epoch 1
                refused roomPaused
            41 admin pauses overnight
                refused roomPaused
            42 admin extends 1 by 10
                refused roomPaused
            100 admin resumes
                resumed (manual)
                clock 1.01 slot 0 to 130, grace 135
            101 clock automates 1 epoch 1
                refused staleClock
            135 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 165, grace 170
            140 admin resumes
                refused wrongStatus
            """)
    }

    /// Who picks leaves the next slot its clock in full.
    @Test func overnightTheClockStandsStill() throws {
        try expectDraft(
            """
            2 teams, 2 rounds, slow
            pool Ash RB, Bo WR, Cy QB, Di TE
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            43000 admin pauses overnight
                paused (overnight) with 200 left
            60000 clock automates 1 epoch 1
                refused roomPaused
            70000 clock resumes
                resumed (overnight)
                clock 1.01 slot 0 to 70200, grace 70200
            70100 admin pauses overnight
                paused (overnight) with 100 left
            80000 slot 0 picks Ash for 1
                1.01 slot 0 Ash
            80001 slot 0 picks Ash for 1
                refused stalePickNumber
            80002 slot 1 autodraft on
                slot 1 autodraft on (userWish)
            80003 clock automates 2 epoch 2
                1.02 slot 1 Bo (autodraft, adp)
            80004 slot 0 picks Cy for 3
                refused notYourTurn
            90000 clock resumes
                resumed (overnight)
                clock 2.01 slot 1 to 133200, grace 133200
            """)
    }

    @Test func overnightADraftCanEvenEnd() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, slow
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 43200, grace 43200
            1 admin pauses overnight
                paused (overnight) with 43199 left
            2 slot 0 picks Ash for 1
                1.01 slot 0 Ash
            3 slot 1 picks Bo for 2
                1.02 slot 1 Bo
                complete with 2 picks and 12 events
            4 clock resumes
                refused wrongStatus
            """)
    }

    /// At the restart; what remained of the clock comes back.
    @Test func anOutageIsRecordedAsOfWhenTheServiceWasLastUp() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, fast
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            10 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 40, grace 45
            15>500 clock pauses outage
                paused (outage) with 25 left
            501 slot 1 picks Bo for 2
                refused roomPaused
            502 clock resumes
                resumed (outage)
                clock 1.02 slot 1 to 527, grace 532
            """)
    }

    /// It never has less than nothing left.
    @Test func aClockCannotHaveStoppedBeforeItStarted() throws {
        try expectDraft(
            """
            2 teams, 1 rounds, fast
            pool Ash RB, Bo WR, Cy QB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            10 slot 0 picks Ash for 1
                1.01 slot 0 Ash
                clock 1.02 slot 1 to 40, grace 45
            3>500 clock pauses outage
                paused (outage) with 30 left
            501 clock resumes
                resumed (outage)
                clock 1.02 slot 1 to 531, grace 536
            534 admin pauses overnight
                paused (overnight) with 0 left
            600 clock resumes
                resumed (overnight)
                clock 1.02 slot 1 to 600, grace 605
            """)
    }
}
