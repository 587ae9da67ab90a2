import TextFormats

/// A line that is not one of our events in JSON, or a text that is not one of our commands.
public struct JSONLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error; compare codes, not texts.
    public struct Code: Hashable, Sendable {
        private enum Kind { case notJSON, missingField, unknownField, badValue, unknownType }
        private let kind: Kind

        /// Not a JSON object.
        public static let notJSON = Code(kind: .notJSON)
        /// A member that every such event has is not there.
        public static let missingField = Code(kind: .missingField)
        /// A member that no such event has, or has once: it would be lost.
        public static let unknownField = Code(kind: .unknownField)
        /// A value that the member cannot have.
        public static let badValue = Code(kind: .badValue)
        /// A type of event, or a kind of command, of which this version has never heard.
        public static let unknownType = Code(kind: .unknownType)
    }

    public var code: Code

    /// The input that was found.
    public var found: String

    /// The expected value, or nil.
    public var expected: String?

    /// The finding and the expectation.
    public var message: String { expected.map { "\(found), expected \($0)" } ?? found }

    /// In which line of the text, from 1.
    public var line: Int

    /// The column in the line, from 1, in Unicode scalars.
    public var column: Int

    init(_ code: Code, _ found: String, expected: String? = nil, at value: JSONValue) {
        self.code = code
        self.found = found
        self.expected = expected
        (line, column) = (value.place.line, value.place.column)
    }

    init(_ error: JSONError) {
        code = .notJSON
        found = error.found
        expected = error.expected
        (line, column) = (error.place.line, error.place.column)
    }

    public var description: String { (line == 1 ? "" : "line \(line), ") + "column \(column): \(message)" }
}
