import Draft
import Platform
package import Records

/// The imported events that carry no mark yet, as far as a handle knows them.
enum UnmarkedImport {
    case unknown
    /// The position of the first one; nil if there are none.
    case known(UInt64?)
}

/// Imports of events from a file. Their times are those of the file.
///
/// A ledger that only takes in the events of another one stays equal to it: the mark `ImportedAsFound` is appended before
/// the first event of its own. Until then the file `imported` in the ledger's directory says from which position on the
/// events were imported; copies of the ledger have it, too.
extension DraftLedger {
    private static let head = "draft-ledger/imported@v1 "

    private var importFile: String { path + "/imported" }

    /// The position of the first imported event that no mark covers; nil if there are none.
    package func firstUnmarkedImport() throws(DraftLedgerError) -> UInt64? {
        if case .known(let first) = unmarkedImport.withLock({ $0 }) { return first }
        // A missing file means that nothing was imported.
        let bytes = try? OpenFile.regular(importFile).contents(upTo: 256)
        let line = bytes.flatMap { String(validating: $0, as: UTF8.self) }
        var first = line.flatMap { line in
            line.hasPrefix(Self.head) ? UInt64(line.dropFirst(Self.head.count).prefix { $0.isNumber }) : nil
        }
        // The mark is appended before the file is removed.
        if let noted = first, try isMarked(from: noted) { first = nil }
        if access == .writing { unmarkedImport.withLock { $0 = .known(first) } }
        return first
    }

    /// Appends events of a file as they are. Before the ledger's next event of its own, a mark tells of them.
    ///
    /// - Throws: as `append(_:)` does.
    package func append(imported events: [PendingEvent]) throws(DraftLedgerError) {
        guard access == .writing else { throw .notWritable(path) }
        let (known, size) = (try firstUnmarkedImport(), try size)
        let first = known ?? size
        try rethrowing {
            try DurableFile.replace(importFile, with: Array("\(Self.head)\(first)\n".utf8))
        }
        unmarkedImport.withLock { $0 = .known(first) }
        _ = try append(events, salting: cryptography?.saltKey)
    }

    /// Appends the mark of imported events, if there are any without one.
    func markImport() throws(DraftLedgerError) {
        guard access == .writing, let first = try firstUnmarkedImport() else { return }
        if first < (try size) { try markImport(from: first, findings: 0) }
        try forgetImport()
    }

    /// Marks the events from a position on as imported.
    ///
    /// - Parameter findings: the rules that they break.
    package func markImport(from first: UInt64, findings: UInt32) throws(DraftLedgerError) {
        let mark = ImportedAsFound(findings: findings, first: first)
        _ = try append(
            [PendingEvent(stream: .system, event: .importedAsFound(mark), origin: nil)], salting: cryptography?.saltKey)
        try forgetImport()
    }

    /// Whether a mark in the log says that events from a position on were imported.
    private func isMarked(from first: UInt64) throws(DraftLedgerError) -> Bool {
        try stream(.system).contains { recorded in
            if case .imported(let mark) = recorded.event.service { mark.first == first } else { false }
        }
    }

    private func forgetImport() throws(DraftLedgerError) {
        unmarkedImport.withLock { $0 = .known(nil) }
        try rethrowing { try DurableFile.remove(importFile) }
    }
}
