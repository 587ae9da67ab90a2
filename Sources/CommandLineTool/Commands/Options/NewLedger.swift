import DraftLedger
import Foundation

/// What a command may have to take back: a ledger that it created and then put nothing into.
struct NewLedger {
    let path: String
    private let isNew: Bool
    private let hadFolder: Bool

    /// Call before the ledger is opened.
    init(path: String) {
        self.path = path
        isNew = !DraftLedger.exists(at: path)
        hadFolder = FileManager.default.fileExists(atPath: path)
    }

    /// Closes the ledger, and removes it again if it is new and has nothing but its own creation in it.
    ///
    /// - Parameter creation: events that creating it took: none where its first event comes from a file too.
    func close(_ ledger: DraftLedger?, creation: UInt64) {
        guard let ledger else { return }
        let isEmpty = (try? ledger.size).map { $0 <= creation } ?? false
        ledger.close()
        guard isNew, isEmpty else { return }
        let files = FileManager.default
        // An empty folder stays what it was; a ledger is created in no other.
        let names = hadFolder ? (try? files.contentsOfDirectory(atPath: path)) ?? [] : [""]
        for name in names { try? files.removeItem(atPath: name.isEmpty ? path : path + "/" + name) }
    }
}
