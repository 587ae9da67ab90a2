import Replay

extension AuditFinding {
    /// Whether it shows people the names that values have in the source: `Draft.Cents(value: 300)`, `Optional(4)`.
    var showsInternals: Bool {
        [expected, actual, message].contains { text in
            ["Draft.", "Optional(", "(value:", "(microseconds:"].contains { text.contains($0) }
        }
    }
}
