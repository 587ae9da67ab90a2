import Testing

/// Autodraft and what it picks, written as `DraftScript` says.
@Suite struct RoomAutodraftTests {
    /// From the queue, until a pick by hand.
    @Test func byTheUsersWishTheRulesPickAtOnce() throws {
        try expectDraft(
            """
            2 teams, 3 rounds, fast
            pool Ash RB, Bo WR, Cy QB, Di TE, Ed RB, Flo WR
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 1 autodraft on
                slot 1 autodraft on (userWish)
            1 slot 1 queues Flo Ash Ed
                queue Flo Ash Ed
            2 slot 0 picks Flo for 1
                1.01 slot 0 Flo
                clock 1.02 slot 1 to 32, grace 37
            2 clock automates 2 epoch 2
                1.02 slot 1 Ash (autodraft, queue) not Flo (taken)
                clock 2.01 slot 1 to 32, grace 37
            3 slot 1 picks Di for 3
                2.01 slot 1 Di
                slot 1 autodraft off (manualAct)
                clock 2.02 slot 0 to 33, grace 38
            4 clock automates 4 epoch 4
                refused clockRunning, margin 34
            """)
    }

    /// A pick by hand in between starts the count again.
    @Test func afterTwoMissedPicksInARowAutodraftGoesOn() throws {
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
            80 clock automates 2 epoch 2
                1.02 slot 1 Bo (clockExpired, adp)
                clock 2.01 slot 1 to 110, grace 115
            90 slot 1 picks Cy for 3
                2.01 slot 1 Cy
                clock 2.02 slot 0 to 120, grace 125
            130 clock automates 4 epoch 4
                2.02 slot 0 Di (clockExpired, adp)
                slot 0 autodraft on (missedPicks)
                clock 3.01 slot 0 to 160, grace 165
            130 clock automates 5 epoch 5
                3.01 slot 0 Ed (autodraft, adp)
                clock 3.02 slot 1 to 160, grace 165
            170 clock automates 6 epoch 6
                3.02 slot 1 Flo (clockExpired, adp)
                clock 4.01 slot 1 to 200, grace 205
            171 slot 0 autodraft off
                slot 0 autodraft off (userWish)
            210 clock automates 7 epoch 7
                4.01 slot 1 Gus (clockExpired, adp)
                slot 1 autodraft on (missedPicks)
                clock 4.02 slot 0 to 240, grace 245
            250 clock automates 8 epoch 8
                4.02 slot 0 Hal (clockExpired, adp)
                complete with 8 picks and 27 events
            """)
    }

    /// With the seat's own limits; limits that leave nobody are ignored.
    @Test func theQueueComesBeforeTheRankingsAndTheseBeforeADP() throws {
        try expectDraft(
            """
            2 teams, 4 rounds, fast
            pool Ash RB, Bo RB, Cy QB, Di RB, Ed RB, Flo RB, Gus RB, Hal RB
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            1 slot 0 queues Ed Hal
                queue Ed Hal
            1 slot 0 ranks Di Ed Cy
                rankings Di Ed Cy
            1 slot 0 limits 1 1 0 0
                limits set
            2 admin automates 1 epoch 1
                1.01 slot 0 Ed (admin, queue)
                clock 1.02 slot 1 to 32, grace 37
            3 slot 1 picks Ash for 2
                1.02 slot 1 Ash
                clock 2.01 slot 1 to 33, grace 38
            4 slot 1 picks Di for 3
                2.01 slot 1 Di
                clock 2.02 slot 0 to 34, grace 39
            5 admin automates 4 epoch 4
                2.02 slot 0 Cy (admin, rankings) not Ed (taken) not Hal (positionLimit) not Di (taken) not Ed (taken)
                clock 3.01 slot 0 to 35, grace 40
            6 slot 0 queues
                queue
            6 slot 0 ranks Gus
                rankings Gus
            7 admin automates 5 epoch 5
                3.01 slot 0 Bo (admin, fallback) not Gus (positionLimit)
                clock 3.02 slot 1 to 37, grace 42
            """)
    }
}
