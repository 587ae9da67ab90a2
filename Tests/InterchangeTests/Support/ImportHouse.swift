import Draft
import DraftLedger
import Foundation

@testable import Interchange

/// A ledger in a directory of its own, and files to import into it.
final class ImportHouse {
    let directory: URL
    private(set) var ledger: DraftLedger

    init(origin: String? = "test.example/drafts") throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        ledger = try DraftLedger.create(
            at: directory.appending(path: "a.ledger").path, origin: origin,
            moment: Timestamp(iso8601: "2026-01-01T00:00:00Z"), drawMaster: Array(repeating: 7, count: 32))
    }

    deinit {
        ledger.close()
        try? FileManager.default.removeItem(at: directory)
    }

    func file(_ text: String, _ name: String = "drafts.csv") throws -> String {
        let path = directory.appending(path: name).path
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
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

    func events() throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try ledger.events { recorded in
            events.append(recorded)
            return true
        }
        return events
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
