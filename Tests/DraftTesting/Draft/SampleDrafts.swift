/// Whole drafts that come to the same at every desk: by the rules alone, live, simulated and told again.
package enum SampleDrafts {
    package static let all = [byHand, withIncidents, slow]

    /// Everybody picks in time.
    package static let byHand = """
        2 teams, 2 rounds, fast
        pool Ash RB, Bo WR, Cy QB, Dee TE
        0 clock starts
        12.5 slot 0 picks Bo for 1
        42.5 slot 1 picks Ash for 2
        45 slot 1 picks Dee for 3
        80 slot 0 picks Cy for 4
        """

    /// A queue that the rules read, clicks out of turn and too late, a pause, a correction, autodraft.
    package static let withIncidents = """
        2 teams, 3 rounds, fast
        pool Ash RB, Bo WR, Cy QB, Dee TE, Eli RB, Flo WR, Gus QB, Hal TE
        0 clock starts
        3 slot 1 queues Dee Bo
        5 clock ticks 1
        12.5 slot 0 picks Ash for 1
        14 slot 0 picks Bo for 2
        47.500001 clock automates 2 epoch 2
        47.6 slot 1 picks Cy for 2
        50 admin pauses manual
        60 slot 1 picks Cy for 3
        70 admin resumes
        75 slot 1 picks Cy for 3
        80 admin corrects 3 lastOnly to Gus approved by 901
        85 slot 0 autodraft on
        85.4 clock automates 4 epoch 5
        90 slot 0 picks Gus for 5
        92 slot 0 picks Flo for 5
        95 slot 1 picks Bo for 6
        """

    /// No grace: the deadline is the end.
    package static let slow = """
        2 teams, 1 rounds, slow
        pool Ash RB, Bo WR
        0 clock starts
        7200.000001 slot 0 picks Ash for 1
        30000 clock automates 1 epoch 1
        30001 slot 1 picks Ash for 2
        """
}
