/// Tells code from comments and from the contents of string literals, as far as rules about lines need it: comments of
/// both kinds, literals of one or several lines, raw ones, and the code in their interpolations. Goes by bytes, so that
/// the whole repository is read in a moment.
struct SourceScanner {
    private enum Place {
        /// Code; inside an interpolation with the number of parentheses that are open in it.
        case code(open: Int)
        case literal(hashes: Int, isMultiline: Bool)
        /// A comment between `/*` and `*/`, by how many are open.
        case block(depth: Int)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var places: [Place] = []
    private var place = Place.code(open: 0)
    private var code: [UInt8] = []
    private var comment: [UInt8] = []
    private var lines: [SourceFile.Line] = []

    static func lines(of text: String) -> [SourceFile.Line] {
        var scanner = SourceScanner(bytes: Array(text.utf8))
        while scanner.index < scanner.bytes.count { scanner.step() }
        scanner.endLine()
        return scanner.lines
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func step() {
        guard bytes[index] != UInt8(ascii: "\n") else {
            endLine()
            index += 1
            return
        }
        switch place {
        case .code(let open): stepCode(open)
        case .literal(let hashes, let isMultiline): stepLiteral(hashes, isMultiline)
        case .block(let depth): stepBlock(depth)
        }
    }

    /// How many bytes from here on are none of these, nor the end of the line.
    private func countBefore(_ marks: StaticString) -> Int {
        var end = index
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), !marks.hasByte(bytes[end]) { end += 1 }
        return end - index
    }

    private mutating func stepCode(_ open: Int) {
        let plain = countBefore("/\"#()")
        if plain > 0 {
            takeCode(plain)
        } else if at("//") {
            takeComment(countBefore(""))
        } else if at("/*") {
            enter(.block(depth: 1))
            takeComment(2)
        } else if let (hashes, isMultiline) = opening() {
            enter(.literal(hashes: hashes, isMultiline: isMultiline))
            takeCode(hashes + (isMultiline ? 3 : 1))
        } else if at(")"), open == 0, let outer = places.popLast() {
            // The end of an interpolation.
            place = outer
            takeCode(1)
        } else {
            place = .code(open: open + (at("(") ? 1 : 0) - (at(")") ? 1 : 0))
            takeCode(1)
        }
    }

    private mutating func stepLiteral(_ hashes: Int, _ isMultiline: Bool) {
        index += countBefore("\"\\")
        guard index < bytes.count, bytes[index] != UInt8(ascii: "\n") else { return }
        let mark = String(repeating: "#", count: hashes)
        if at((isMultiline ? "\"\"\"" : "\"") + mark) {
            place = places.popLast() ?? .code(open: 0)
            takeCode((isMultiline ? 3 : 1) + hashes)
        } else if at("\\\(mark)(") {
            enter(.code(open: 0))
            index += hashes + 1
            takeCode(1)
        } else if at("\\" + mark), index + hashes + 1 < bytes.count, bytes[index + hashes + 1] != UInt8(ascii: "\n") {
            index += hashes + 2
        } else {
            index += 1
        }
    }

    private mutating func stepBlock(_ depth: Int) {
        let plain = countBefore("/*")
        if plain > 0 {
            takeComment(plain)
        } else if at("/*") {
            place = .block(depth: depth + 1)
            takeComment(2)
        } else if at("*/") {
            place = depth > 1 ? .block(depth: depth - 1) : places.popLast() ?? .code(open: 0)
            takeComment(2)
        } else {
            takeComment(1)
        }
    }

    private mutating func enter(_ inner: Place) {
        places.append(place)
        place = inner
    }

    /// What begins a literal here: its hashes, and whether it may go over several lines.
    private func opening() -> (hashes: Int, isMultiline: Bool)? {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        let isMultiline = bytes[end...].starts(with: "\"\"\"".utf8)
        return (end - index, isMultiline)
    }

    private func at(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func takeCode(_ count: Int) {
        code += bytes[index..<min(index + count, bytes.count)]
        index += count
    }

    private mutating func takeComment(_ count: Int) {
        comment += bytes[index..<min(index + count, bytes.count)]
        index += count
    }

    private mutating func endLine() {
        lines.append(
            SourceFile.Line(
                code: String(decoding: code, as: UTF8.self), comment: String(decoding: comment, as: UTF8.self)))
        (code, comment) = ([], [])
        if case .literal(_, false) = place { place = places.popLast() ?? .code(open: 0) }
    }
}

extension StaticString {
    fileprivate func hasByte(_ byte: UInt8) -> Bool {
        var offset = 0
        while offset < utf8CodeUnitCount {
            if utf8Start[offset] == byte { return true }
            offset += 1
        }
        return false
    }
}
