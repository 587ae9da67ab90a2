import TextFormats

/// The values of members that a command may leave out, as the receiver fills them in.
protocol MemberDefaults: Sendable {
    /// The value of an omitted member; nil for one that has to be stated.
    func value(of name: StaticString, in object: JSONValue) -> JSONValue?
}

/// The approvers of a proposed command. An approval replaces them, so a proposal may leave them out.
package struct ApproverDefaults: MemberDefaults {
    /// The members for people who approve or decide.
    private static let names: Set = ["approvedBy", "firstApprover", "secondApprover", "resolvedBy"]

    /// The number 0, which is not a user's. An approval replaces it.
    private let zero: JSONValue?

    package init() {
        // A digit is JSON: the reader cannot fail.
        zero = try? JSONDocument(Array("0".utf8)).root
    }

    func value(of name: StaticString, in object: JSONValue) -> JSONValue? {
        Self.names.contains("\(name)") ? zero : nil
    }
}
