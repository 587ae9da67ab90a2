/// A value in a JSON document: cheap to copy, read only when asked.
public struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    /// The kinds of values that JSON has.
    public enum Kind: String, Sendable {
        case null, boolean, number, string, array, object
    }

    private var node: JSONNode { document.nodes[index] }

    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .yes, .no: .boolean
        case .integer, .decimal: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The value's first byte in the text, from 0.
    public var offset: Int { Int(node.start) - (kind == .string ? 1 : 0) }

    /// The value's place in the text. Costs a pass over the text before it: meant for messages.
    public var place: TextPlace { TextPlace(ofByte: offset, in: document.bytes[...]) }

    /// The value as it is written, cut to 60 characters: meant for messages.
    public var excerpt: String {
        let end = Int(node.end) + (kind == .string ? 1 : 0)
        let text = String(decoding: document.bytes[offset..<end], as: UTF8.self)
        return text.count <= 60 ? text : text.prefix(59) + "…"
    }
}

// MARK: Leaves

extension JSONValue {
    public var isNull: Bool { node.kind == .null }

    public var boolean: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The number, if it is written as an integer (no fraction, no exponent) of at most 64 bits, and fits.
    @inlinable
    public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
        guard let (magnitude, isNegative) = wholeNumber else { return nil }
        guard isNegative else { return Value(exactly: magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return Value(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
    }

    @usableFromInline
    var wholeNumber: (magnitude: UInt64, isNegative: Bool)? {
        guard node.kind == .integer else { return nil }
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        var magnitude: UInt64 = 0
        for byte in digits {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            if overflow || carry { return nil }
            magnitude = sum
        }
        return (magnitude, isNegative)
    }

    /// The number, as the nearest `Double`.
    package var number: Double? {
        switch node.kind {
        case .integer, .decimal: Double(String(decoding: text, as: UTF8.self))
        default: nil
        }
    }

    /// The string, its escapes resolved.
    public var string: String? {
        switch node.kind {
        case .string: String(decoding: text, as: UTF8.self)
        case .escapedString: unescaped
        default: nil
        }
    }

    /// A string of hexadecimal digits as 64-bit words, 16 digits each.
    ///
    /// - Returns: nil unless there are exactly `count` words.
    package func hexadecimalWords(_ count: Int) -> [UInt64]? {
        guard node.kind == .string, text.count == count * 16 else { return nil }
        var words = [UInt64](repeating: 0, count: count)
        for (place, byte) in text.enumerated() {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            words[place / 16] = words[place / 16] << 4 | UInt64(digit)
        }
        return words
    }

    /// The bytes between the quotes, or of the number.
    private var text: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

    private var unescaped: String {
        var units: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                units.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"): units.append(contentsOf: Self.scalar(&rest).utf8)
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    /// Takes the digits after `\u`, and the second half of a surrogate pair with them.
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Character {
        func unit() -> UInt32 {
            defer { rest = rest.dropFirst(4) }
            return UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD
        }
        var value = unit()
        if (0xD800..<0xDC00).contains(value) {
            rest = rest.dropFirst(2)
            value = 0x10000 + (value - 0xD800) << 10 + (unit() - 0xDC00)
        }
        return Character(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
}

// MARK: Containers

extension JSONValue {
    /// The elements of an array, in order; empty for anything else.
    public var elements: [JSONValue] { node.kind == .array ? children : [] }

    /// The members of an object, in order; empty for anything else. A name may occur twice.
    public var members: [(name: String, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        let children = children
        return stride(from: 0, to: children.count, by: 2).map { (children[$0].string ?? "", children[$0 + 1]) }
    }

    /// The first member of that name; nil if this is an object without it, or not an object. Costs a look at each
    /// member before it.
    public subscript(name: StaticString) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var key = index + 1
        while key < Int(node.next) {
            if self.key(at: key, is: name) { return JSONValue(document: document, index: key + 1) }
            key = Int(document.nodes[key + 1].next)
        }
        return nil
    }

    /// The number of an object's members.
    var memberCount: Int {
        var count = 0
        var key = index + 1
        while key < Int(node.next) {
            count += 1
            key = Int(document.nodes[key + 1].next)
        }
        return count
    }

    private var children: [JSONValue] {
        var children: [JSONValue] = []
        var child = index + 1
        while child < Int(node.next) {
            children.append(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return children
    }

    /// Whether the node at `index`, a member's name, is `name`.
    func key(at index: Int, is name: StaticString) -> Bool {
        let key = document.nodes[index]
        guard key.kind == .string else {
            return JSONValue(document: document, index: index).string == "\(name)"
        }
        guard Int(key.end - key.start) == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { $0.elementsEqual(document.bytes[Int(key.start)..<Int(key.end)]) }
    }
}
