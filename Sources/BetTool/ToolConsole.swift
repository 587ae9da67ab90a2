import BetLedger
import Pages
import Platform

/// The surroundings of a command, which tests replace: output, messages, terminal, environment, clock and files.
struct ToolConsole {
    /// Writes data.
    var write: (String) throws -> Void
    /// Writes a message for people, a line.
    var note: (String) -> Void
    var terminal: Terminal
    var environment: [String: String]
    /// Microseconds since 1970 UTC.
    var now: @Sendable () -> Int64

    func present(_ page: some Page, as format: OutputFormat) throws {
        try write(page.document(as: format, on: terminal))
    }
}

/// How a command ended, in the numbers of sysexits(3) as far as they go; the same as those of `draftledger`.
enum ToolStatus: Int32 {
    case done = 0
    /// Something is damaged or not as stated, or the rules refused a command.
    case found = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case software = 70
    case inputOutput = 74
}

/// An error of the command line itself.
struct BetToolError: Error, CustomStringConvertible {
    var status: ToolStatus
    var description: String

    init(_ status: ToolStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension ToolStatus {
    init(_ code: BetLedgerError.Code) {
        switch code {
        case .unknown, .notOfBets: self = .noInput
        case .commandReused, .foreignModel, .notWritable: self = .found
        case .storage, .closed, .damaged: self = .inputOutput
        }
    }
}
