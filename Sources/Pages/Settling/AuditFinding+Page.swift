import Draft
import Replay
import TextFormats

/// A finding as pages show it.
extension AuditFinding {
    /// A blank line, and what is wrong, where, and what was expected.
    var lines: [StyledText] {
        let place = position.map { "position \($0)" } ?? "the ledger"
        let stream = stream.map { ", \($0)" } ?? ""
        return [
            .empty,
            StyledText(rule.rawValue, .alarm) + StyledText(" at \(place)\(stream)", .bold),
            StyledText("  " + message),
            StyledText("  expected ", .dim) + StyledText(expected),
            StyledText("  found    ", .dim) + StyledText(actual),
        ]
    }

    static let columns = ["position", "stream", "rule", "expected", "actual", "message"]

    /// An object of the columns.
    var json: JSON {
        [
            "position": .of(position), "stream": .of(stream?.description), "rule": .of(rule.rawValue),
            "expected": .of(expected), "actual": .of(actual), "message": .of(message),
        ]
    }
}
