import Draft
import DraftLedger
import Foundation
import Records

/// A ledger in a directory of its own.
final class ReportHouse {
    let directory: URL
    let ledger: DraftLedger

    init(_ events: [PendingEvent] = []) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        ledger = try DraftLedger.create(
            at: directory.appending(path: "a.ledger").path, origin: "test.example/drafts",
            drawMaster: Array(repeating: 7, count: 32))
        if !events.isEmpty { try ledger.append(events) }
    }

    deinit {
        ledger.close()
        try? FileManager.default.removeItem(at: directory)
    }
}
