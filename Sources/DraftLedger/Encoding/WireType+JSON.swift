import Draft

extension WireType {
    /// What stands in JSON for a value of the type, for a message about one that does not.
    var expectedInJSON: String {
        if case .names(let names) = shape {
            return names.count == 2 && name == Bool.wireType.name
                ? "true or false" : "one of " + names.map { "\"\($0.name)\"" }.joined(separator: ", ")
        }
        if name == Timestamp.wireType.name { return "a time such as 2026-01-01T00:00:00.000000Z" }
        return switch primitive {
        case "uint8": "a whole number from 0 to \(UInt8.max)"
        case "uint16": "a whole number from 0 to \(UInt16.max)"
        case "uint32": "a whole number from 0 to \(UInt32.max)"
        case "int32": "a whole number from \(Int32.min) to \(Int32.max)"
        case "uint64": "a whole number from 0 on"
        default: "a whole number"
        }
    }
}
