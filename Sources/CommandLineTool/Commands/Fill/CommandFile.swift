import Draft
import DraftLedger
import Pages
import Records

/// A file of commands, one JSON object a line, read as a whole before any of them is sent.
struct CommandFile {
    /// The name in messages.
    let name: String

    private(set) var lines: [SentCommand] = []

    /// The errors, with line and column: lines that are not commands, or have no sender.
    private(set) var issues: [String] = []

    /// - Parameter sender: the sender of lines without an actor.
    init(_ path: String, bytes: [UInt8], sender: Sender?) throws {
        name = path == "-" ? "standard input" : path
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty, issues.count < Self.mostIssues {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            // Empty lines, and the carriage returns of Windows line ends.
            guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != 0x0D && $0 != 0x09 }) else { continue }
            do throws(JSONLineError) {
                add(try CommandRequest(json: Array(line)), at: number, sender: sender)
            } catch {
                issues.append("\(name), line \(number), column \(error.column): \(error.message)")
            }
        }
    }

    /// The errors after which a file is not read further.
    private static let mostIssues = 10_000

    private mutating func add(_ request: CommandRequest, at number: Int, sender: Sender?) {
        guard let actor = request.actor ?? sender else {
            return issues.append(
                "\(name), line \(number), column 1: the member 'actor' is missing. Add one such as \"actor\":\"user/7\", or name a --sender"
            )
        }
        lines.append(
            SentCommand(
                line: number, command: request.command, actor: actor, id: request.id ?? .random(),
                occurredAt: request.occurredAt, dispute: request.dispute, seal: request.seal))
    }
}
