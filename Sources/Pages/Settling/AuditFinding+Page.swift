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

    static let members = Members<AuditFinding>(
        "AuditFinding",
        [
            .init("position") { $0.position }, .init("stream") { $0.stream?.description },
            .init("rule") { $0.rule.rawValue }, .init("expected") { $0.expected }, .init("actual") { $0.actual },
            .init("message") { $0.message },
        ])
}
