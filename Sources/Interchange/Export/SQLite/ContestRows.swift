import Draft
import Projections
import Reports

/// The rows of contests and of the players of pools: few, and looked up by all others.
struct ContestRows: Sendable {
    private(set) var contests = RowBatch(columns: 14)
    private(set) var players = RowBatch(columns: 12)

    mutating func add(_ contest: TournamentState, _ summary: TournamentSummary) {
        contests.add(contest.id)
        contests.add(name: contest.details.externalID)
        contests.add(contest.details.title)
        contests.add(summary.status.name)
        contests.add(contest.details.pool)
        contests.add("\(contest.details.ruleset.preset)")
        contests.add(contest.details.ruleset.teams)
        contests.add(contest.details.ruleset.rounds)
        contests.add(contest.details.entryFee)
        contests.add(contest.details.maxEntries)
        contests.add(contest.details.maxEntriesPerUser)
        contests.add(contest.details.rakeBasisPoints)
        contests.add(RoomStatus.allCases.reduce(0) { $0 + UInt64(summary.rooms[$1]) })
        contests.add(summary.entries)
    }

    mutating func add(_ pool: PoolState, _ catalogue: PlayerCatalogue) {
        for player in pool.players {
            players.add(pool.id)
            players.add(player.index)
            players.add(catalogue.player(player.index, of: pool.id)?.number)
            players.add(name: player.externalID)
            players.add(player.name)
            players.add(player.position.abbreviation)
            players.add(name: player.team)
            players.add(player.byeWeek)
            players.add(hundredths: player.adp)
            players.add(hundredths: player.projectedPoints)
            players.add(player.rank)
            players.add(name: TeamName.shown(player.team))
        }
    }

    var batches: [(table: String, rows: RowBatch)] { [("contest", contests), ("player", players)] }
}

/// The rows of entries' standings.
struct StandingRows: Sendable {
    private(set) var standings = RowBatch(columns: 10)

    mutating func add(_ entry: Standings.Entry, in round: Standings) {
        standings.add(entry.entry)
        standings.add(round.outcome.tournament)
        standings.add(round.round)
        standings.add(round.throughWeek)
        standings.add(round.isFinal ? 1 : 0)
        standings.add(hundredths: entry.points)
        standings.add(hundredths: entry.bestWeek)
        standings.add(entry.pod)
        standings.add(entry.place)
        standings.add(entry.advances.map { $0 ? 1 : 0 })
    }

    var batches: [(table: String, rows: RowBatch)] { [("standing", standings)] }
}
