/// A failure of an import or export as a whole. What is wrong with single drafts is an `ImportIssue` instead.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the failure; compare codes, not texts. More may come.
    public struct Code: Hashable, Sendable {
        private enum Kind { case noSuchInput, unreadable, badData, cannotCreate, outputFailed, unfitOption }
        private let kind: Kind

        /// There is no file at the path.
        public static let noSuchInput = Code(kind: .noSuchInput)
        /// The file is there, but the system will not let it be read.
        public static let unreadable = Code(kind: .unreadable)
        /// The file's bytes are not what they should be.
        public static let badData = Code(kind: .badData)
        /// The output cannot be made where it was asked for.
        public static let cannotCreate = Code(kind: .cannotCreate)
        /// The output was begun and could not be finished; what stood there before still does.
        public static let outputFailed = Code(kind: .outputFailed)
        /// An option that has no meaning for the dialect, or a value that it cannot have.
        public static let unfitOption = Code(kind: .unfitOption)
    }

    public var code: Code

    /// What happened, where, and what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
