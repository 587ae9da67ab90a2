import Draft

/// What is said of players, and of a season beside its drafts and its scores.
extension CommandSamples {
    static let aliases: [Command] = [
        .season(
            2022,
            .assignScores(
                ScoresAssigned(
                    PoolPlayer(1, 4), SeasonPlayer(externalID: "p-1", name: "Zoë", position: .tightEnd), named: "Zoë",
                    position: .tightEnd, belongs: false, requestedBy: 901, approvedBy: 902, reason: "a namesake"))),
        .aliases(
            .joinPlayers(
                PlayersJoined(PoolPlayer(1, 4), PoolPlayer(2, 17), acrossPositions: true, reason: "traded in March"))),
        .aliases(
            .joinPlayers(
                PlayersJoined(
                    PoolPlayer(1, 4), PoolPlayer(1, 17), withinPool: true,
                    reason: Wording("", digest: Digest256(words: (1, 2, 3, 4)))))),
        .aliases(
            .partPlayers(
                PlayersParted(
                    PoolPlayer(PoolID(1 << 48 - 1), .max), PoolPlayer(1, 0),
                    reason: Wording("", digest: Digest256(words: (1, 2, 3, 4)))))),
        .aliases(.withdrawAlias(AliasWithdrawn(PoolPlayer(2, 17), PoolPlayer(1, 4), reason: "another one"))),
    ]

    static let notes: [Command] = [
        .notes(
            2026,
            .recordNotes(
                RecordNotes(
                    day: Timestamp(microseconds: 1_779_580_800_000_000), source: "underdog",
                    notes: [
                        NotedPlayer(position: .wideReceiver, adp: 1_230, name: "DJ Moore", team: "CHI"),
                        NotedPlayer(position: .tightEnd, adp: 21_550, externalID: "p-1", name: "Zoë\tO’Neil"),
                    ], reason: "misread before"))),
        .notes(
            SeasonID(1 << 48 - 1),
            .recordNotes(
                RecordNotes(
                    day: nil, source: "", notes: [NotedPlayer(position: .quarterback, byeWeek: 9, name: "A B")],
                    reason: Wording("", digest: Digest256(words: (1, 2, 3, 4)))))),
        .notes(
            2026,
            .recordGames(
                RecordGames(
                    source: "games.csv",
                    games: [
                        NotedGame(week: 1, home: "PHI", away: "DAL"), NotedGame(week: nil, home: "CIN", away: "BUF"),
                    ], reason: "called off"))),
    ]

    static let results: [Command] = [
        .room(
            2,
            .recordStatedResults(
                ResultsStated(
                    round: 1, source: "Underdog",
                    entries: [StatedEntry(points: 151_736, advances: true), StatedEntry(points: -40), .blank],
                    picks: [StatedPick(points: 10_480), .blank, StatedPick(points: 0)]))),
        .room(
            RoomID(1 << 48 - 1),
            .recordStatedResults(
                ResultsStated(
                    round: .max, source: "",
                    entries: [StatedEntry(points: .max, advances: false), StatedEntry(advances: true)]))),
    ]
}
