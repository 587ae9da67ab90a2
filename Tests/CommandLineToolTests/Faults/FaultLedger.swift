import CommandTesting
import Draft
import DraftLedger
import Foundation
import Merkle

/// A closed ledger with some hundred events of every road into it, to be damaged and looked at.
final class FaultLedger {
    let path: String
    let size: UInt64
    let root: String
    private let bytes: Data
    private let audit: CrashAudit

    init() async throws {
        audit = try await CrashAudit()
        path = audit.path
        let writer = try ChildProcess(Executables.crashWriter, [path, "1", "mixed", "20"])
        guard writer.wait() == .exit(0) else { throw CocoaError(.fileReadUnknown) }
        let ledger = try DraftLedger.open(at: path)
        defer { ledger.close() }
        size = try ledger.size
        root = try ledger.root.base64
        bytes = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
    }

    var dataFile: URL { URL(filePath: path + "/data.mdb") }

    /// Bytes of `data.mdb`.
    var length: Int { bytes.count }

    /// Puts `data.mdb` in the state that it had at first, but for what `change` does to it.
    func restore(_ change: (inout Data) -> Void = { _ in }) throws -> Data {
        var data = bytes
        change(&data)
        try data.write(to: dataFile)
        return data
    }

    /// Runs the command line on the ledger.
    func run(_ arguments: String...) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try ChildProcess.run(
            Executables.draftledger, ["--ledger", path] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    /// The code with which opening fails; nil when it does not.
    func failure(opening access: DraftLedger.Access) -> DraftLedgerError.Code? {
        do {
            try DraftLedger.open(at: path, for: access).close()
            return nil
        } catch {
            return error.code
        }
    }
}
