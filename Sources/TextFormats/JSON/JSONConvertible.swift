/// A type with the same JSON form wherever it occurs.
public protocol JSONConvertible {
    var asJSON: JSON { get }
}

extension JSON: JSONConvertible {
    public var asJSON: JSON { self }
}

extension Bool: JSONConvertible {
    public var asJSON: JSON { .bool(self) }
}

extension String: JSONConvertible {
    public var asJSON: JSON { .string(self) }
}

extension Double: JSONConvertible {
    /// Null for a value that is not a number.
    public var asJSON: JSON { .number(self) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    public var asJSON: JSON { self?.asJSON ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    public var asJSON: JSON { .array(map { $0.asJSON }) }
}

extension JSONConvertible where Self: SignedInteger {
    public var asJSON: JSON { .integer(Int64(self)) }
}

extension JSONConvertible where Self: UnsignedInteger {
    public var asJSON: JSON { .natural(UInt64(self)) }
}

extension Int: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}

/// A case without content is the text of its name.
extension JSONConvertible where Self: CaseIterable {
    public var asJSON: JSON { .string(String(describing: self)) }
}
