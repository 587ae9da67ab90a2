extension JSON {
    /// Copies a value of a document.
    package init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .bool(value.boolean ?? false)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(value.elements.map { JSON($0) })
        case .object: self = .object(value.members.map { Member($0.name, JSON($0.value)) })
        case .number:
            if let number = value.integer(as: Int64.self) {
                self = .integer(number)
            } else if let number = value.integer(as: UInt64.self) {
                self = .natural(number)
            } else {
                self = value.number.map { .number($0) } ?? .null
            }
        }
    }
}
