import TextFormats

/// The columns of a pick dump of Best Ball Mania, by the names in its header.
///
/// The dumps of 2021 and 2022 (`clock`, `bye_week`, one time per draft) and those from 2023 on (`player_id`, `source`,
/// `user_id`, a time per pick) are one dialect. What a year does not have is nil. `playoff_team`, which tells the round
/// of a row and not who advanced, is not looked for.
struct BBMColumns {
    let draft: Int
    let entry: Int
    let player: Int
    let position: Int
    let slot: Int
    let pick: Int

    let round: Int?
    let startedAt: Int?
    let clock: Int?
    /// Of the tournament: from the second on its rows are of playoffs, which have no draft.
    let tournamentRound: Int?
    /// The ID of an entry in every round of the tournament.
    let tournamentEntry: Int?
    let byeWeek: Int?
    let adp: Int?
    let playerID: Int?
    let source: Int?
    let pickedAt: Int?
    let userID: Int?
    let username: Int?

    /// Results that the site states of an entry, the same in all of its rows, and of a pick.
    let rosterPoints: Int?
    let madePlayoffs: Int?
    let pickPoints: Int?

    /// The last column of all that are read.
    let lastRead: Int

    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader) throws(MissingColumns) {
        // 2021 has neither an entry's own id nor its round's; the tournament's entry stands for it.
        let entry = header.index(of: "draft_entry_id", "tournament_round_draft_entry_id", "tournament_entry_id")
        guard let draft = header.index(of: "draft_id"), let entry, let player = header.index(of: "player_name"),
            let position = header.index(of: "position_name"), let slot = header.index(of: "pick_order"),
            let pick = header.index(of: "overall_pick_number")
        else {
            let required = ["draft_id", "player_name", "position_name", "pick_order", "overall_pick_number"]
            throw MissingColumns(
                names: required.filter { header.index(of: $0) == nil } + (entry == nil ? ["draft_entry_id"] : []))
        }
        self.draft = draft
        self.entry = entry
        self.player = player
        self.position = position
        self.slot = slot
        self.pick = pick
        round = header.index(of: "team_pick_number")
        startedAt = header.index(of: "draft_time") ?? header.index(of: "draft_filled_time")
        clock = header.index(of: "clock", "draft_clock")
        tournamentRound = header.index(of: "tournament_round_number")
        tournamentEntry = header.index(of: "tournament_entry_id")
        byeWeek = header.index(of: "bye_week")
        adp = header.index(of: "projection_adp")
        playerID = header.index(of: "player_id")
        source = header.index(of: "source")
        pickedAt = header.index(of: "pick_created_time")
        userID = header.index(of: "user_id")
        username = header.index(of: "username")
        rosterPoints = header.index(of: "roster_points")
        madePlayoffs = header.index(of: "made_playoffs")
        pickPoints = header.index(of: "pick_points")
        let optional = [
            round, startedAt, clock, tournamentRound, tournamentEntry, byeWeek, adp, playerID, source, pickedAt, userID,
            username, rosterPoints, madePlayoffs, pickPoints,
        ]
        lastRead = ([draft, entry, player, position, slot, pick] + optional.compactMap(\.self)).max() ?? 0
    }
}

/// The columns that a file must have and does not.
struct MissingColumns: Error, Hashable {
    var names: [String]
}
