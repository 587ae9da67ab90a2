/// Whole drafts that come to the same at every desk: by the rules alone, live, simulated and told again.
package enum SampleDrafts {
    package static let all = [byHand, withIncidents, slow]

    /// Everybody picks in time.
    package static let byHand = """
        2 teams, 2 rounds, fast
        pool Ash RB, Bo WR, Cy QB, Dee TE
        0 clock starts
            started
            clock 1.01 slot 0 to 30, grace 35
        12.5 slot 0 picks Bo for 1
            1.01 slot 0 Bo
            clock 1.02 slot 1 to 42.5, grace 47.5
        42.5 slot 1 picks Ash for 2
            1.02 slot 1 Ash
            clock 2.01 slot 1 to 72.5, grace 77.5
        45 slot 1 picks Dee for 3
            2.01 slot 1 Dee
            clock 2.02 slot 0 to 75, grace 80
        80 slot 0 picks Cy for 4
            2.02 slot 0 Cy
            complete with 4 picks and 16 events
        """

    /// A queue that the rules read, clicks out of turn and too late, a pause, a correction, autodraft.
    package static let withIncidents = """
        2 teams, 3 rounds, fast
        pool Ash RB, Bo WR, Cy QB, Dee TE, Eli RB, Flo WR, Gus QB, Hal TE
        0 clock starts
            started
            clock 1.01 slot 0 to 30, grace 35
        3 slot 1 queues Dee Bo
            queue Dee Bo
        5 clock ticks 1
            shown 25
        12.5 slot 0 picks Ash for 1
            1.01 slot 0 Ash
            clock 1.02 slot 1 to 42.5, grace 47.5
        14 slot 0 picks Bo for 2
            refused notYourTurn, margin 33.5
        47.500001 clock automates 2 epoch 2
            1.02 slot 1 Dee (clockExpired, queue)
            clock 2.01 slot 1 to 77.500001, grace 82.500001
        47.6 slot 1 picks Cy for 2
            refused clockExpired, margin -0.1
        50 admin pauses manual
            paused (manual) with 27.500001 left
        60 slot 1 picks Cy for 3
            refused roomPaused
        70 admin resumes
            resumed (manual)
            clock 2.01 slot 1 to 100, grace 105
        75 slot 1 picks Cy for 3
            2.01 slot 1 Cy
            clock 2.02 slot 0 to 105, grace 110
        80 admin corrects 3 lastOnly to Gus approved by 901
            2.01 corrected (lastOnly) from Cy to Gus
        85 slot 0 autodraft on
            slot 0 autodraft on (userWish)
        85.4 clock automates 4 epoch 5
            2.02 slot 0 Bo (autodraft, adp)
            clock 3.01 slot 0 to 115.4, grace 120.4
        90 slot 0 picks Gus for 5
            refused playerAlreadyDrafted, margin 30.4
        92 slot 0 picks Flo for 5
            3.01 slot 0 Flo
            slot 0 autodraft off (manualAct)
            clock 3.02 slot 1 to 122, grace 127
        95 slot 1 picks Cy for 6
            3.02 slot 1 Cy
            complete with 6 picks and 30 events
        """

    /// No grace: the deadline is the end.
    package static let slow = """
        2 teams, 1 rounds, slow
        pool Ash RB, Bo WR
        0 clock starts
            started
            clock 1.01 slot 0 to 43200, grace 43200
        7200.000001 slot 0 picks Ash for 1
            1.01 slot 0 Ash
            clock 1.02 slot 1 to 50400.000001, grace 50400.000001
        30000 clock automates 1 epoch 1
            refused staleClock
        30001 slot 1 picks Ash for 2
            refused playerAlreadyDrafted, margin 20399.000001
        30002 slot 1 picks Bo for 2
            1.02 slot 1 Bo
            complete with 2 picks and 14 events
        """
}
