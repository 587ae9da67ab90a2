import ArgumentParser
import Draft
import DraftLedger
import Foundation

/// Which ledger: `--ledger` before or after the command, else the environment, else the working directory.
struct LedgerOptions: ParsableArguments {
    @Option(
        name: .customLong("ledger"),
        help: ArgumentHelp("The ledger (default: $DRAFT_LEDGER, then ./draft.ledger).", valueName: "dir"),
        completion: .directory)
    var path: String?

    func validate() throws {
        if path == "" { throw ValidationError("--ledger is empty: name the ledger's directory.") }
    }

    func path(_ console: Console) -> String {
        if let path { return path }
        if let path = console.environment["DRAFT_LEDGER"], !path.isEmpty { return path }
        return "./draft.ledger"
    }

    /// For writing; creates it where there is none, or where a creation was cut short.
    ///
    /// - Parameters:
    ///   - origin: the name for ever of one that is created; nil for an empty one that another's records will fill.
    ///   - moment: when one that is created says that it was; now by default.
    ///   - upkeep: what the ledger does by itself; nothing by default, for commands that are soon over.
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

    /// Opens a ledger whose damage, if there is any, will be told and not died of.
    static func open(
        _ path: String, for access: DraftLedger.Access = .reading, readsAll: Bool = false, upkeep: Upkeep = .none
    ) throws -> DraftLedger {
        let checksPages = readsAll || isSmall(path)
        if !checksPages { DamagedMemory.listen() }
        return try DraftLedger.open(at: path, for: access, checksPages: checksPages, upkeep: upkeep)
    }

    /// - Parameters:
    ///   - readsAll: whether the command goes through the whole file, so that a look at every page first costs little
    ///     beside it.
    ///   - rows: the projections whose stored rows the command makes figures of. Damaged ones would come out as wrong
    ///     figures, so they are compared first with what was written.
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

    /// To be looked at in the bare form that damage has left it in.
    func openUnchecked(_ console: Console) throws -> DraftLedger { try DraftLedger.open(at: path(console)) }

    /// Whether every page can be looked at in a few hundredths of a second. In a larger file damage is met where it is:
    /// see `DamagedMemory`.
    private static func isSmall(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? UInt64
        return (size ?? 0) <= 256 << 20
    }
}

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
