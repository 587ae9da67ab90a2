import Foundation

extension Error {
    /// The error in words for people.
    ///
    /// Interpolating any error instead would print the layout of a Swift type where the type has no description.
    package var reason: String {
        switch self {
        case let error as DecodingError: error.fault
        case let error as CocoaError:
            error.filePath.map { "\($0): \(error.localizedDescription)" } ?? error.localizedDescription
        case let error as any LocalizedError where error.errorDescription != nil: error.errorDescription ?? ""
        case let error as any CustomStringConvertible: error.description
        default: "unexpected error \(type(of: self))"
        }
    }
}

extension DecodingError {
    /// The place and the kind of the fault, such as "'tokens[0].user' is missing".
    fileprivate var fault: String {
        switch self {
        case .keyNotFound(let key, let context): "'\(Self.place(context.codingPath + [key]))' is missing"
        case .valueNotFound(_, let context): "'\(Self.place(context.codingPath))' has no value"
        case .typeMismatch(let type, let context):
            "\(Self.subject(context)) is not \(Self.name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not valid JSON"
        case .dataCorrupted(let context): "'\(Self.place(context.codingPath))' has a value that is not allowed"
        @unknown default: "it cannot be decoded"
        }
    }

    private static func subject(_ context: Context) -> String {
        context.codingPath.isEmpty ? "it" : "'\(place(context.codingPath))'"
    }

    /// `tokens[0].user`.
    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { place, key in
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "of the expected type"
        }
    }
}
