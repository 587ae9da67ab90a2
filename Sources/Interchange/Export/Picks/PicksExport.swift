import Draft
package import DraftLedger
import Projections
import Reports
import TextFormats

/// Hands picks on as one flat table in CSV: a row for each pick, with all that is known of its draft, its entry and its
/// player, so that no other table is needed.
///
/// Columns mean what those of the same name mean in `SQLiteSchema`; what is not known is empty. Picks of whatever room are
/// there, with the room's status; corrections are folded in. Memory grows with entries and not with picks.
package struct PicksExport: Sendable {
    package var scope: ExportScope

    /// Told how many picks of how many have been written.
    package var progress: ProgressHandler?

    package init(_ scope: ExportScope = .everything) { self.scope = scope }

    /// Of the room, of the entry, of the player, of the pick.
    static let columns = [
        "contest_id", "contest", "room_id", "room_external_id", "room_status", "clock", "clock_seconds", "teams",
        "rounds",
        "started_at", "entry_fee_cents",  //
        "entry_id", "entry_external_id", "user_id", "entry_through_week", "entry_points", "entry_place",
        "entry_advances",  //
        "person_id", "player_external_id", "player", "position", "team", "bye_week",  //
        "slot", "pick_number", "round", "pick_in_round", "source", "adp", "occurred_at", "recorded_at",
        // Of the room and of the player again: columns are only ever added.
        "pool_id", "contest_closed_at", "player_index",
    ]

    /// The number of cells of an entry and of a player; the cells are empty without one.
    private static let (entryColumns, playerColumns) = (7, 6)

    /// Writes the table as of now, without later events.
    ///
    /// - Parameter path: a file, replaced in one step when it is complete; nil or "-" for standard output.
    /// - Returns: the number of picks.
    /// - Throws: `InterchangeError` for the output, `DraftLedgerError` for the ledger.
    @discardableResult
    package func run(_ ledger: DraftLedger, to path: String?) throws -> UInt64 {
        let source = ExportSource(ledger, scope, size: try ledger.size)
        let output = try ExportOutput(path: path)
        try output.write(Array(CSVWriter.line(Self.columns).utf8))
        let rooms = try source.rooms()
        let contests = try source.contests(of: rooms)
        let analysis = try source.analysis()
        let rows = try PickRows(
            titles: Dictionary(uniqueKeysWithValues: contests.map { ($0.state.id, $0.state.details.title) }),
            closings: analysis.closings,
            outcomes: Self.outcomes(of: contests.map(\.state.id), from: source, by: analysis),
            players: Self.players(of: try source.pools(Set(rooms.map(\.pool))), analysis.players), user: source.user)
        let total = rooms.reduce(0) { $0 + UInt64($1.picks) }
        var count: UInt64 = 0
        try source.eachPiece(of: rooms.map(\.room)) { states in
            states.map { rows.lines(of: $0) }
        } take: { pieces in
            for (lines, picks) in pieces {
                try output.write(lines)
                count += UInt64(picks)
            }
            progress?(count, max(count, total))
        }
        try output.finish()
        return count
    }

    /// By entry: how it stands in the first round.
    private static func outcomes(
        of contests: [TournamentID], from source: ExportSource, by analysis: Analysis
    ) throws -> [EntryID: CSVCells] {
        var outcomes: [EntryID: CSVCells] = [:]
        try source.eachStanding(of: contests, inRounds: 1...1, by: analysis) { standings in
            for entry in standings.entries where source.user.map({ entry.user == $0 }) ?? true {
                var cells = CSVCells()
                cells.add(standings.throughWeek)
                cells.add(hundredths: entry.points)
                cells.add(entry.place)
                cells.add(entry.advances)
                outcomes[entry.entry] = cells
            }
        }
        return outcomes
    }

    /// By pool and index: who it is.
    private static func players(of pools: [PoolState], _ catalogue: PlayerCatalogue) -> [PoolID: [CSVCells]] {
        var players: [PoolID: [CSVCells]] = [:]
        for pool in pools {
            players[pool.id] = pool.players.map { listing in
                let known = catalogue.club(of: listing.index, in: pool.id)
                var cells = CSVCells()
                cells.add(catalogue.player(listing.index, of: pool.id)?.number)
                cells.add(listing.externalID)
                cells.add(listing.name)
                cells.add(listing.position.abbreviation)
                cells.add(known.team)
                cells.add(known.byeWeek)
                return cells
            }
        }
        return players
    }

    /// Makes the rows of a room's picks.
    private struct PickRows: Sendable {
        let titles: [TournamentID: String]
        let closings: [TournamentID: Timestamp]
        let outcomes: [EntryID: CSVCells]
        let players: [PoolID: [CSVCells]]
        /// The user whose picks are rows; nil for all users.
        let user: UserID?

        func lines(of room: RoomState) -> (bytes: [UInt8], picks: Int) {
            let (shared, last) = (cells(of: room), lastCells(of: room))
            let members = room.members.compactMap { $0 }.filter { user == nil || $0.user == user }
            let entries = Dictionary(members.map { ($0.entry, cells(of: $0)) }) { first, _ in first }
            let slots = Set(members.map(\.slot))
            let listings = players[room.pool] ?? []
            let noEntry = CSVCells(empty: PicksExport.entryColumns)
            let noPlayer = CSVCells(empty: PicksExport.playerColumns)
            var (lines, count) = (CSVCells(), 0)
            for pick in room.board where user == nil || slots.contains(pick.slot) {
                let player = pick.pick.player.map(Int.init)
                lines.add(shared)
                lines.add(pick.entry.flatMap { entries[$0] } ?? noEntry)
                lines.add(player.flatMap { listings.indices.contains($0) ? listings[$0] : nil } ?? noPlayer)
                lines.add(pick.slot)
                lines.add(pick.number)
                lines.add(pick.round)
                lines.add(pick.pickInRound)
                lines.add(pick.pick.source.name)
                lines.add(hundredths: pick.pick.adp.map { Int64($0) })
                lines.add(pick.pick.occurredAt)
                lines.add(pick.pick.recordedAt)
                lines.add(last)
                lines.add(pick.pick.player)
                lines.endRow()
                count += 1
            }
            return (lines.bytes, count)
        }

        private func cells(of room: RoomState) -> CSVCells {
            var cells = CSVCells()
            cells.add(room.tournament)
            cells.add(room.tournament.flatMap { titles[$0] } ?? "")
            cells.add(room.id)
            cells.add(room.externalID)
            cells.add(room.status.name)
            cells.add("\(room.ruleset.tempo)")
            cells.add(room.ruleset.pickClock > .zero ? room.ruleset.pickClock : nil)
            cells.add(room.ruleset.teams)
            cells.add(room.ruleset.rounds)
            cells.add(room.startedAt)
            cells.add(room.entryFee?.value)
            return cells
        }

        private func lastCells(of room: RoomState) -> CSVCells {
            var cells = CSVCells()
            cells.add(room.pool)
            cells.add(room.tournament.flatMap { closings[$0] })
            return cells
        }

        private func cells(of member: RoomState.Member) -> CSVCells {
            var cells = CSVCells()
            cells.add(member.entry)
            cells.add(member.externalID)
            cells.add(member.user)
            cells.add(outcomes[member.entry] ?? CSVCells(empty: PicksExport.entryColumns - 3))
            return cells
        }
    }
}
