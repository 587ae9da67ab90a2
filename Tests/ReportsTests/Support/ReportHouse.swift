import Draft
import DraftLedger
import Foundation

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

    /// Data that is not part of the repository; nil where it is absent.
    static func shared(_ path: String) -> String? {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.deletingLastPathComponent().appending(path: "shared").appending(path: path).path
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }
}
