import Draft

/// How far a contest is.
struct ContestRun {
    let contest: Contest
    let id: TournamentID

    /// Rooms that have opened.
    var opened = 0
    /// Rooms that have filled.
    var filled = 0
    /// Seats taken, those left included.
    var joins = 0

    /// The scores of teams in completed rooms.
    var scores: [Settlement.Score] = []

    /// Rooms that fill in the end.
    let roomsToFill: Int

    init(_ contest: Contest, as id: TournamentID, _ options: SimulationOptions) {
        self.contest = contest
        self.id = id
        roomsToFill = contest.rooms - (contest.leavesRoomOpen(options) ? 1 : 0)
    }
}
