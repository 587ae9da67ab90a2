import Draft

/// A value of fixed size in a record.
protocol WireScalar {
    associatedtype Wire: FixedWidthInteger & BitwiseCopyable

    /// The name of its type in the schema.
    static var wireType: WireType { get }

    /// The integer that the record stores.
    var wire: Wire { get }

    /// - Returns: nil for an integer that no value of this type has.
    init?(wire: Wire)

    /// The value as JSON shows it.
    var json: JSONScalar { get }

    /// - Returns: nil unless it is what `json` writes.
    init?(json: JSONScalar)
}

/// A scalar as JSON knows it.
enum JSONScalar: Hashable {
    case integer(Int64)
    case unsigned(UInt64)
    case string(String)
    case bool(Bool)
}

extension FixedWidthInteger {
    /// SBE's null of the type: the largest value of an unsigned one, the smallest of a signed one.
    static var wireNull: Self { Self.isSigned ? .min : .max }
}

/// How the schema declares a scalar's type.
struct WireType: Hashable {
    enum Shape: Hashable {
        case number
        /// Stored as uint8; each value's name and number.
        case names([Name])
    }
    struct Name: Hashable {
        var name: String
        var value: UInt8
    }
    var name: String
    var primitive: String
    var shape: Shape = .number
    var description: String = ""
}
