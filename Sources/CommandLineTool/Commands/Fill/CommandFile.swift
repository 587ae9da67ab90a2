import Draft
import DraftLedger
import Pages
import Records

/// A file of commands, one JSON object a line, read as a whole before any of them is sent.
struct CommandFile {
    /// What messages call it.
    let name: String

    private(set) var lines: [SentCommand] = []

    /// What is wrong, with line and column: the lines that are no commands, or nobody's.
    private(set) var issues: [String] = []

    /// - Parameter sender: who sends the lines that do not say it.
    init(_ path: String, bytes: [UInt8], sender: Sender?) throws {
        name = path == "-" ? "standard input" : path
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty, issues.count < Self.mostIssues {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            // Empty lines, and the carriage returns of others' line ends.
            guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != 0x0D && $0 != 0x09 }) else { continue }
            do throws(JSONLineError) {
                add(try CommandRequest(json: Array(line)), at: number, sender: sender)
            } catch {
                issues.append("\(name), line \(number), column \(error.column): \(error.message)")
            }
        }
    }

    /// A file of which so much is wrong is no file of commands, and is not read to its end.
    private static let mostIssues = 10_000

    private mutating func add(_ request: CommandRequest, at number: Int, sender: Sender?) {
        guard let actor = request.actor ?? sender else {
            return issues.append(
                "\(name), line \(number), column 1: the member 'actor' is missing, and --as names nobody")
        }
        lines.append(
            SentCommand(
                line: number, command: request.command, actor: actor, id: request.id ?? .random(),
                occurredAt: request.occurredAt, dispute: request.dispute, seal: request.seal))
    }
}
