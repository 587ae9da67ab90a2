import ArgumentParser
import DraftLedger

/// Further ledgers: those of earlier seasons, archives and backups.
struct ArchiveOptions: ParsableArguments {
    @Option(
        name: .customLong("also"),
        help: ArgumentHelp("A further ledger, archive or backup; repeat it for several.", valueName: "dir"),
        completion: .directory)
    var paths: [String] = []

    /// Opens them for reading. The caller closes them.
    func open() throws -> [DraftLedger] {
        var opened: [DraftLedger] = []
        do {
            for path in paths { opened.append(try LedgerOptions.open(path, readsAll: true)) }
            return opened
        } catch {
            for ledger in opened { ledger.close() }
            throw error
        }
    }
}
