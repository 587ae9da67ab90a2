/// Recursive descent over RFC 8259's grammar, filling the nodes of a document.
///
/// ```
/// value  = null / true / false / number / string / array / object
/// number = ["-"] ("0" / 1-9 *digit) ["." 1*digit] [("e" / "E") ["+" / "-"] 1*digit]
/// ```
struct JSONParser {
    static let maximumDepth = 128

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0
    private(set) var nodes: [JSONNode] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        nodes.reserveCapacity(max(8, bytes.count / 12))
    }

    mutating func parseDocument() throws(JSONError) {
        skipSpace()
        try parseValue()
        skipSpace()
        guard offset == bytes.count else { throw unexpected("the end of the text") }
    }

    private mutating func parseValue() throws(JSONError) {
        switch peek {
        case UInt8(ascii: "\""): try parseString()
        case UInt8(ascii: "{"): try parseObject()
        case UInt8(ascii: "["): try parseArray()
        case UInt8(ascii: "n"): try parseWord("null", as: .null)
        case UInt8(ascii: "t"): try parseWord("true", as: .yes)
        case UInt8(ascii: "f"): try parseWord("false", as: .no)
        case UInt8(ascii: "-"): try parseNumber()
        case _ where isDigit: try parseNumber()
        default: throw unexpected("a value")
        }
    }

    // MARK: Containers

    private mutating func parseObject() throws(JSONError) {
        let node = try open(.object)
        skipSpace()
        if peek != UInt8(ascii: "}") {
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
                try parseString()
                skipSpace()
                guard skip(":") else { throw unexpected("':' behind a member's name") }
                skipSpace()
                try parseValue()
                skipSpace()
            } while skip(",")
        }
        guard peek == UInt8(ascii: "}") else { throw unexpected("',' or '}'") }
        close(node)
    }

    private mutating func parseArray() throws(JSONError) {
        let node = try open(.array)
        skipSpace()
        if peek != UInt8(ascii: "]") {
            repeat {
                skipSpace()
                try parseValue()
                skipSpace()
            } while skip(",")
        }
        guard peek == UInt8(ascii: "]") else { throw unexpected("',' or ']'") }
        close(node)
    }

    private mutating func open(_ kind: JSONNode.Kind) throws(JSONError) -> Int {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw JSONError("more than \(Self.maximumDepth) levels of nesting", at: offset, in: bytes)
        }
        nodes.append(JSONNode(kind: kind, start: UInt32(offset), end: 0, next: 0))
        offset += 1
        return nodes.count - 1
    }

    private mutating func close(_ node: Int) {
        depth -= 1
        offset += 1
        nodes[node].end = UInt32(offset)
        nodes[node].next = UInt32(nodes.count)
    }

    private mutating func leaf(_ kind: JSONNode.Kind, from start: Int) {
        nodes.append(
            JSONNode(kind: kind, start: UInt32(start), end: UInt32(offset), next: UInt32(nodes.count + 1)))
    }

    // MARK: Leaves

    private mutating func parseWord(_ word: StaticString, as kind: JSONNode.Kind) throws(JSONError) {
        let start = offset
        let matches = word.withUTF8Buffer { bytes[start...].starts(with: $0) }
        guard matches else { throw unexpected("a value") }
        offset += word.utf8CodeUnitCount
        leaf(kind, from: start)
    }

    private mutating func parseNumber() throws(JSONError) {
        let start = offset
        var kind = JSONNode.Kind.integer
        _ = skip("-")
        if skip("0") {
            if isDigit { throw unexpected("no digit behind a leading 0") }
        } else {
            try skipDigits()
        }
        if skip(".") {
            kind = .decimal
            try skipDigits()
        }
        if skip("e") || skip("E") {
            kind = .decimal
            if !skip("+") { _ = skip("-") }
            try skipDigits()
        }
        leaf(kind, from: start)
    }

    private mutating func skipDigits() throws(JSONError) {
        guard isDigit else { throw unexpected("a digit") }
        while isDigit { offset += 1 }
    }

    private mutating func parseString() throws(JSONError) {
        offset += 1
        let start = offset
        var kind = JSONNode.Kind.string
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                leaf(kind, from: start)
                offset += 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedString
                try skipEscape()
            case 0..<0x20: throw unexpected("no bare control character in a string")
            default: offset += 1
            }
        }
        throw unexpected("'\"' at a string's end")
    }

    private mutating func skipEscape() throws(JSONError) {
        let start = offset
        guard let unit = try escapedUnit() else { return }
        guard UTF16.isTrailSurrogate(unit) || UTF16.isLeadSurrogate(unit) else { return }
        if UTF16.isLeadSurrogate(unit), peek == UInt8(ascii: "\\"), let second = try escapedUnit(),
            UTF16.isTrailSurrogate(second)
        {
            return
        }
        throw JSONError("half of a surrogate pair, which is not a character", at: start, in: bytes)
    }

    /// Skips one escape; its code unit if it was written as `\u`.
    private mutating func escapedUnit() throws(JSONError) -> UInt16? {
        offset += 1
        switch peek {
        case UInt8(ascii: "u"):
            offset += 1
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                    throw unexpected("4 hexadecimal digits behind \\u")
                }
                unit = unit << 4 | UInt16(digit)
                offset += 1
            }
            return unit
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
            return nil
        default: throw unexpected("an escape that JSON knows")
        }
    }

    // MARK: Bytes

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private var isDigit: Bool { peek.map { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") } ?? false }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func unexpected(_ expected: String) -> JSONError {
        let found =
            switch peek {
            case .none: "the end of the text"
            case .some(let byte) where byte >= 0x20 && byte < 0x7F: "'\(Character(Unicode.Scalar(byte)))'"
            case .some(let byte): "the byte \(byte.hexadecimal)"
            }
        return JSONError(found, expected: expected, at: offset, in: bytes)
    }
}
