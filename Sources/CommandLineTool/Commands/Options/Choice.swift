import ArgumentParser

/// An option whose values are the names of another module's cases.
enum Choice {
    static func named<Value: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text.lowercased()) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is none of \(known).")
        }
        return value
    }
}
