/// A record that cannot be written or read.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error; compare codes, not texts.
    public struct Code: Hashable, Sendable {
        private enum Kind { case tooLarge, truncated, foreignSchema, unknownType, badValue, badText, unwritable }
        private let kind: Kind

        /// Does not fit the 65,535 bytes of a record or the length field of a text or a group.
        public static let tooLarge = Code(kind: .tooLarge)
        /// Ends in the middle of a field.
        public static let truncated = Code(kind: .truncated)
        /// Written under another schema.
        public static let foreignSchema = Code(kind: .foreignSchema)
        /// An event type that this version does not know: written by a newer one.
        public static let unknownType = Code(kind: .unknownType)
        /// A number that no value of the field has.
        public static let badValue = Code(kind: .badValue)
        /// A text that is not UTF-8.
        public static let badText = Code(kind: .badText)
        /// A value to be written that would not be read back: beyond its field's range, or the one that stands for none.
        public static let unwritable = Code(kind: .unwritable)
    }

    public var code: Code

    /// The finding and its place.
    public var message: String

    /// The record's place in the ledger, when it has one.
    public var position: UInt64?

    package init(_ code: Code, _ message: String, position: UInt64? = nil) {
        self.code = code
        self.message = message
        self.position = position
    }

    public var description: String {
        position.map { "record at position \($0): \(message)" } ?? message
    }
}
