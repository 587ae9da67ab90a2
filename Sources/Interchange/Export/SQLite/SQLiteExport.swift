import Draft
package import DraftLedger
import Foundation
import Merkle
import Projections
import Reports

/// Hands the ledger on as one SQLite file: contests, rooms, players, entries, picks, standings, events, postings and
/// cases in tables that pandas, DuckDB, R and spreadsheets read.
///
/// `SQLiteSchema` says what the columns mean, and so does the file itself. Memory does not grow with the number of events:
/// a few thousand of them, or some hundred rooms, are under way at a time.
package struct SQLiteExport: Sendable {
    package var scope: ExportScope

    /// Told how many rows of about how many have been written.
    package var progress: ProgressHandler?

    package init(_ scope: ExportScope = .everything) { self.scope = scope }

    /// Writes the file as of now, without later events.
    ///
    /// - Parameter path: replaced in one step when the file is complete.
    /// - Returns: the number of events in it.
    /// - Throws: `InterchangeError` for the file, `DraftLedgerError` for the ledger.
    @discardableResult
    package func run(_ ledger: DraftLedger, to path: String) throws -> UInt64 {
        let root = try ledger.treeEdge(at: ledger.size)
        let source = ExportSource(ledger, scope, size: root.size)
        let file = try SQLiteFile(path: path)
        let rooms = try source.rooms()
        let picks = rooms.reduce(0) { $0 + UInt64($1.picks) }
        let total = (scope == .everything ? root.size : 0) + picks
        var written: UInt64 = 0
        func note(_ rows: UInt64) {
            written += rows
            progress?(written, max(written, total))
        }
        var (events, pools) = (UInt64(0), Set(rooms.map(\.pool)))
        try source.eachPiece { (piece: EventRows) in
            try file.insert(piece.batches)
            pools.formUnion(piece.pools)
            events += UInt64(piece.events.count)
            note(UInt64(piece.events.count))
        }
        try file.insert(try source.disputes().batches)
        try file.insert([("profile", try source.profile())])
        let contests = try source.contests(of: rooms)
        pools.formUnion(contests.map(\.state.details.pool))
        let states = try source.pools(pools)
        let players = PlayerCatalogue(pools: states, aliases: try source.aliases())
        var rows = ContestRows()
        for contest in contests { rows.add(contest.state, contest.summary) }
        for pool in states { rows.add(pool, players) }
        try file.insert(rows.batches)
        try source.eachPiece(of: rooms.map(\.room)) { [user = source.user] states in
            var rows = RoomRows(players: players, onlyOf: user)
            for state in states { rows.add(state) }
            return rows
        } take: { piece in
            try file.insert(piece.batches)
            note(UInt64(piece.picks.count))
        }
        try insertStandings(of: contests.map(\.state.id), rooms: rooms.map(\.room), from: source, into: file)
        try file.finish([
            "origin": ledger.origin ?? "", "size": String(root.size), "root": root.root.base64,
            "format": String(SQLiteSchema.version), "scope": scope.description,
            "exportedAt": Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6)).iso8601,
        ])
        return events
    }

    /// How the entries of some rooms stand in all rounds of which something is known.
    private func insertStandings(
        of contests: [TournamentID], rooms: [RoomID], from source: ExportSource, into file: SQLiteFile
    ) throws {
        guard !contests.isEmpty else { return }
        let wanted = Set(rooms)
        try source.eachStanding(of: contests, by: try source.analysis()) { standings in
            let entries = standings.entries.filter { entry in
                wanted.contains(entry.room) && source.user.map { entry.user == $0 } ?? true
            }
            for start in stride(from: 0, to: entries.count, by: Self.standingsAtATime) {
                var rows = StandingRows()
                for entry in entries[start...].prefix(Self.standingsAtATime) { rows.add(entry, in: standings) }
                try file.insert(rows.batches)
            }
        }
    }

    /// Rows that are under way at a time.
    private static let standingsAtATime = 8_192
}
