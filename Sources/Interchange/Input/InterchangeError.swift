/// A failure of an import or export as a whole. What is wrong with single drafts is an `ImportIssue` instead.
package struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the failure; compare codes, not texts. More may come.
    package struct Code: Hashable, Sendable {
        private enum Kind { case noSuchInput, unreadable, badData, tooLarge, cannotCreate, outputFailed, unfitOption }
        private let kind: Kind

        /// There is no file at the path.
        package static let noSuchInput = Code(kind: .noSuchInput)
        /// The file is there, but the system will not let it be read.
        package static let unreadable = Code(kind: .unreadable)
        /// The file's bytes are not what they should be.
        package static let badData = Code(kind: .badData)
        /// The file holds, or unpacks to, more than is taken in; the message says how much that is.
        package static let tooLarge = Code(kind: .tooLarge)
        /// The output cannot be made where it was asked for.
        package static let cannotCreate = Code(kind: .cannotCreate)
        /// The output was begun and could not be finished; what stood there before still does.
        package static let outputFailed = Code(kind: .outputFailed)
        /// A value that an option cannot have.
        package static let unfitOption = Code(kind: .unfitOption)
    }

    package var code: Code

    /// The event, the place, and what to do.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
