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
    func openOrCreate(_ console: Console, origin: String?, moment: Timestamp? = nil) throws -> DraftLedger {
        let path = path(console)
        do {
            return try DraftLedger.create(at: path, origin: origin, moment: moment)
        } catch {
            guard error.code == .alreadyExists, DraftLedger.exists(at: path) else { throw error }
            return try DraftLedger.open(at: path, for: .writing, checksPages: Self.isSmall(path))
        }
    }

    /// - Parameter readsAll: whether the command goes through the whole file, so that a look at every page first costs
    ///   little beside it.
    func open(
        _ console: Console, for access: DraftLedger.Access = .reading, readsAll: Bool = false
    ) throws -> DraftLedger {
        let path = path(console)
        return try DraftLedger.open(at: path, for: access, checksPages: readsAll || Self.isSmall(path))
    }

    /// To be looked at in the bare form that damage has left it in.
    func openUnchecked(_ console: Console) throws -> DraftLedger { try DraftLedger.open(at: path(console)) }

    /// Whether every page can be looked at in a few milliseconds.
    private static func isSmall(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "/data.mdb")[.size] as? UInt64
        return (size ?? 0) <= 64 << 20
    }
}
