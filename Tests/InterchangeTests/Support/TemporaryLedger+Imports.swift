import Draft
import DraftLedger
import Interchange
import LedgerTesting
import TestSupport

/// A ledger for histories, and the files to import into it.
extension TemporaryLedger {
    static func forImports(origin: String? = TemporaryLedger.origin) throws -> TemporaryLedger {
        try TemporaryLedger(origin: origin, createdAt: Timestamp(iso8601: "2026-01-01T00:00:00Z"))
    }

    func file(_ text: String, _ name: String = "drafts.csv") throws -> String {
        try directory.write(text, to: name)
    }

    @discardableResult
    func importing(
        _ paths: [String], as source: ImportSource = .bbm, dryRun: Bool = false
    ) throws -> ImportSummary {
        try HistoryImport(source, isDryRun: dryRun).run(paths, into: ledger)
    }

    @discardableResult
    func importing(_ sheet: Sheet, dryRun: Bool = false) throws -> ImportSummary {
        try importing([try file(sheet.text())], dryRun: dryRun)
    }

    /// Boards by external id, as text: slot, player, ADP, source, time of each pick.
    func boards() throws -> [String: [String]] {
        var boards: [String: [String]] = [:]
        for number in try 1..<ledger.freeNumbers().room.number {
            guard let room = try ledger.room(RoomID(number)), let pool = try ledger.pool(room.pool) else { continue }
            boards[room.externalID] = room.picks.map { pick in
                let player = pick.player.flatMap { pool.player($0) }
                return "\(pick.seat) \(player?.name ?? "-") \(player?.position.abbreviation ?? "-") \(pick.adp ?? 0) "
                    + "\(pick.source.name) \(pick.occurredAt?.iso8601 ?? "-")"
            }
        }
        return boards
    }
}
