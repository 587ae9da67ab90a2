import ArgumentParser
import Draft
import DraftLedger
import Foundation
import ToolSupport

/// The ledger: `--ledger` before or after the command, else the environment, else the working directory.
struct LedgerOptions: ParsableArguments {
    @Option(
        name: .customLong("ledger"),
        help: ArgumentHelp("The ledger's directory (default: $DRAFT_LEDGER, then ./draft.ledger).", valueName: "dir"),
        completion: .directory)
    var path: String?

    func validate() throws {
        if path == "" { throw ValidationError("--ledger is empty. Name the directory of the ledger.") }
    }

    func path(_ console: Console) -> String {
        if let path { return path }
        if let path = console.environment["DRAFT_LEDGER"], !path.isEmpty { return path }
        return "./draft.ledger"
    }

    /// Opens the ledger for writing; creates it if it does not exist, or if its creation was interrupted.
    ///
    /// - Parameters:
    ///   - origin: the permanent name of a ledger that is created; nil for an empty ledger that an import fills.
    ///   - moment: the recorded time of a creation; now by default.
    ///   - upkeep: the background work of the ledger; none by default, for commands that end soon.
    func openOrCreate(
        _ console: Console, origin: String?, moment: Timestamp? = nil, upkeep: Upkeep = .none
    ) throws -> DraftLedger {
        let path = path(console)
        do {
            return try DraftLedger.create(at: path, origin: origin, moment: moment, upkeep: upkeep)
        } catch {
            guard error.code == .alreadyExists, DraftLedger.exists(at: path) else { throw error }
            return try Self.open(path, for: .writing, upkeep: upkeep)
        }
    }

    /// Opens a ledger so that damage is reported as an error.
    static func open(
        _ path: String, for access: DraftLedger.Access = .reading, readsAll: Bool = false, upkeep: Upkeep = .none
    ) throws -> DraftLedger {
        let checksPages = readsAll || isSmall(path)
        if !checksPages { DamagedMemory.listen() }
        return try DraftLedger.open(at: path, for: access, checksPages: checksPages, upkeep: upkeep)
    }

    /// - Parameters:
    ///   - readsAll: whether the command reads the whole file, so that a check of every page first costs little.
    ///   - rows: the projections whose stored rows the command reads. Damaged rows would give wrong figures, so they are
    ///     compared first with their digests.
    func open(
        _ console: Console, for access: DraftLedger.Access = .reading, readsAll: Bool = false,
        makingFiguresOf rows: [String] = []
    ) throws -> DraftLedger {
        let draft = try Self.open(path(console), for: access, readsAll: readsAll)
        do {
            if !rows.isEmpty { try draft.checkRows(of: rows) }
            return draft
        } catch {
            draft.close()
            throw error
        }
    }

    /// Opens the ledger without checks, to examine damage.
    func openUnchecked(_ console: Console) throws -> DraftLedger { try DraftLedger.open(at: path(console)) }

    /// Whether every page can be checked in a few hundredths of a second. In a larger file damage is found when it is read:
    /// see `DamagedMemory`.
    private static func isSmall(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? UInt64
        return (size ?? 0) <= 256 << 20
    }
}

/// A ledger that a command may remove again: one that it created, and into which it wrote nothing.
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

    /// Closes the ledger, and removes it if it is new and has only the events of its creation.
    ///
    /// - Parameter creation: the number of events of its creation: 0 if its first event comes from a file.
    func close(_ ledger: DraftLedger?, creation: UInt64) {
        guard let ledger else { return }
        let isEmpty = (try? ledger.size).map { $0 <= creation } ?? false
        ledger.close()
        guard isNew, isEmpty else { return }
        let files = FileManager.default
        // An empty folder stays; a ledger is created in no other folder.
        let names = hadFolder ? (try? files.contentsOfDirectory(atPath: path)) ?? [] : [""]
        for name in names { try? files.removeItem(atPath: name.isEmpty ? path : path + "/" + name) }
    }
}
