/// The members of one object, taken by name: in the order in which we write them without a search, in any other order
/// with one.
package struct JSONMembers {
    private let object: JSONValue

    /// The node of the next member's name.
    private var cursor: Int
    private var taken = 0

    /// - Parameter object: must be of kind object.
    package init(of object: JSONValue) {
        self.object = object
        cursor = object.index + 1
    }

    private var end: Int { Int(object.document.nodes[object.index].next) }

    package mutating func take(_ name: StaticString) -> JSONValue? {
        if cursor < end, object.key(at: cursor, is: name) {
            let value = JSONValue(document: object.document, index: cursor + 1)
            cursor = Int(object.document.nodes[cursor + 1].next)
            taken += 1
            return value
        }
        guard let value = object[name] else { return nil }
        taken += 1
        return value
    }

    /// The first member that is not among `names`, or that says again what another has said; nil when every member
    /// was taken exactly once.
    package func leftOver(knowing names: [StaticString]) -> (name: String, value: JSONValue)? {
        guard object.memberCount != taken else { return nil }
        let members = object.members
        var unseen = Set(names.map { "\($0)" })
        return members.first { unseen.remove($0.name) == nil }
    }
}
