/// Reads CSV (RFC 4180) record by record: quotes, doubled quotes, commas and line ends inside quotes, CRLF or LF, a
/// byte order mark, a last line without an end.
///
/// ```
/// file     = record *(line-end record) [line-end]
/// record   = field *("," field)
/// field    = <"> *(any but <"> / <"><">) <"> / *(any but <">, ",", LF)
/// line-end = CR LF / LF
/// ```
///
/// In a file without any LF, as old spreadsheets write it, CR alone is the line's end; in others it is a character like
/// any other.
///
/// The record's fields are read in place: only fields that become strings allocate. A fault does not end
/// the reading: the record says where it is, and the next one begins on the next line. A record that is longer than
/// `recordLimit` does: nothing after it is read, and memory does not grow with the length of a line.
///
/// - Parameter Failure: what the source of the bytes may throw.
package struct CSVReader<Failure: Error> {
    /// A field of the record, by its offsets from the record's start. Its quotes do not count.
    package struct Field {
        @usableFromInline package internal(set) var start: Int
        @usableFromInline package internal(set) var end: Int
        /// Doubled quotes are inside.
        @usableFromInline var isEscaped = false

        @inlinable
        init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }
    }
    @usableFromInline let source: () throws(Failure) -> [UInt8]
    @usableFromInline var isExhausted = false

    /// The bytes that were read and are not consumed yet.
    @usableFromInline var buffer: [UInt8] = []
    @usableFromInline var recordStart = 0
    @usableFromInline var recordLength = 0

    /// Whether lines end with CR alone; nil until there is a CR to tell by.
    @usableFromInline var isCREnded: Bool?

    /// The line on which the record begins, from 1.
    @usableFromInline package internal(set) var recordLine = 1
    @usableFromInline var nextLine = 1
    @usableFromInline var nextStart = 0

    /// The bytes of the record, without its line's end.
    package var record: ArraySlice<UInt8> { buffer[recordStart..<recordStart + recordLength] }

    @usableFromInline package internal(set) var fields: [Field] = []

    /// Whether the record is one line of ASCII, so that offsets are columns.
    @usableFromInline var isPlain = true

    /// Whether the record ends with the text, behind no quote: of a text that was cut the last field may be a part of what it
    /// was.
    @usableFromInline package internal(set) var isOpenEnded = false

    /// The record's first fault; nil if it has none.
    @usableFromInline package internal(set) var fault: CSVFault?

    /// In bytes; found out when the source is asked for more.
    @usableFromInline let recordLimit: Int
    @usableFromInline var isOverlong = false

    /// - Parameters:
    ///   - recordLimit: how long a record may be, in bytes, before the reading ends.
    ///   - source: returns the next bytes; empty at the end.
    @inlinable
    package init(recordLimit: Int = 1 << 20, _ source: @escaping () throws(Failure) -> [UInt8]) {
        self.recordLimit = recordLimit
        self.source = source
    }

    /// Reads the next record. Blank lines are passed over.
    ///
    /// - Returns: false at the end.
    @inlinable
    package mutating func next() throws(Failure) -> Bool {
        if nextStart == 0, nextLine == 1 { try skipByteOrderMark() }
        repeat {
            try skipBlankLines()
            recordStart = nextStart
            recordLine = nextLine
            recordLength = 0
            guard try hasByte(at: 0) else { return false }
            try scanRecord()
        } while isBlank
        return true
    }

    @inlinable
    var isBlank: Bool { fault == nil && fields.count == 1 && fields[0].start == 0 && fields[0].end == 0 }

    /// Passes over line ends alone, a byte at a time: gigabytes of them are no more than their reading.
    @inlinable
    mutating func skipBlankLines() throws(Failure) {
        recordStart = nextStart
        while try hasByte(at: 0) {
            let byte = buffer[recordStart]
            if byte == UInt8(ascii: "\n") || byte == 0x0D && isCREnded == true {
                recordStart += 1
            } else if byte == 0x0D, isCREnded == false, try hasByte(at: 1),
                buffer[recordStart + 1] == UInt8(ascii: "\n")
            {
                recordStart += 2
            } else {
                break
            }
            nextLine += 1
        }
        nextStart = recordStart
    }

    @inlinable
    mutating func skipByteOrderMark() throws(Failure) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        while buffer.count < mark.count {
            guard try refill() else { break }
        }
        if buffer.starts(with: mark) { nextStart = mark.count }
    }

    // MARK: Scanning

    @usableFromInline
    enum State { case fieldStart, unquoted, quoted, quoteInQuoted, skippingLine }

    @inlinable
    mutating func scanRecord() throws(Failure) {
        fields.removeAll(keepingCapacity: true)
        fault = nil
        var state = State.fieldStart
        var field = Field(start: 0, end: 0)
        var index = 0
        var isASCII = true
        scan: while try hasByte(at: index) {
            let byte = buffer[recordStart + index]
            if byte >= 0x80 { isASCII = false }
            if byte == 0x0D, state != .quoted, try isLineEnd(at: index) { break scan }
            switch (state, byte) {
            case (.fieldStart, UInt8(ascii: "\"")):
                field = Field(start: index + 1, end: 0)
                state = .quoted
            case (.fieldStart, UInt8(ascii: ",")):
                fields.append(Field(start: index, end: index))
            case (.fieldStart, UInt8(ascii: "\n")):
                field = Field(start: index, end: 0)
                break scan
            case (.fieldStart, _):
                field = Field(start: index, end: 0)
                state = .unquoted
            case (.unquoted, UInt8(ascii: ",")), (.quoteInQuoted, UInt8(ascii: ",")):
                field.end = state == .unquoted ? index : index - 1
                fields.append(field)
                state = .fieldStart
            case (.unquoted, UInt8(ascii: "\n")), (.quoteInQuoted, UInt8(ascii: "\n")),
                (.skippingLine, UInt8(ascii: "\n")):
                break scan
            case (.unquoted, UInt8(ascii: "\"")):
                note(.quoteInUnquotedField, at: index)
                state = .skippingLine
            case (.quoted, UInt8(ascii: "\"")):
                state = .quoteInQuoted
            case (.quoted, UInt8(ascii: "\n")):
                nextLine += 1
            case (.quoteInQuoted, UInt8(ascii: "\"")):
                field.isEscaped = true
                state = .quoted
            case (.quoteInQuoted, 0x0D):
                // Only as the first half of the line's end.
                if try hasByte(at: index + 1), buffer[recordStart + index + 1] != UInt8(ascii: "\n") {
                    note(.textBehindQuote, at: index)
                    state = .skippingLine
                }
            case (.quoteInQuoted, _):
                note(.textBehindQuote, at: index)
                state = .skippingLine
            default: break
            }
            index += 1
        }
        // A CR alone ends the last line of a file whose lines end with both.
        let isEnded = try hasByte(at: index)
        isOpenEnded = !isEnded && state != .quoteInQuoted && buffer.last != 0x0D
        finish(field, in: state, at: index)
        if isOverlong { fault = CSVFault(kind: .overlong(limit: recordLimit, inQuotes: state == .quoted), offset: 0) }
        isPlain = isASCII && nextLine == recordLine + 1
        if !isASCII { noteInvalidUTF8() }
        noteNUL()
    }

    /// How far the first CR looks for an LF: longer than any line of a table.
    @inlinable
    static var lookahead: Int { 1 << 16 }

    /// Whether the CR at an index ends the line by itself.
    @inlinable
    mutating func isLineEnd(at index: Int) throws(Failure) -> Bool {
        if let isCREnded { return isCREnded }
        var ahead = index + 1
        while ahead - index < Self.lookahead, try hasByte(at: ahead) {
            if buffer[recordStart + ahead] == UInt8(ascii: "\n") {
                isCREnded = false
                return false
            }
            ahead += 1
        }
        // A CR that nothing follows ends the file either way.
        guard ahead > index + 1 else { return false }
        isCREnded = true
        return true
    }

    /// - Parameter index: of the line's end, or the end of the file.
    @inlinable
    mutating func finish(_ field: Field, in state: State, at index: Int) {
        var field = field
        var end = index
        if end > 0, buffer[recordStart + end - 1] == 0x0D { end -= 1 }
        switch state {
        case .fieldStart: field = Field(start: end, end: end)
        case .unquoted, .skippingLine: field.end = max(field.start, end)
        case .quoteInQuoted: field.end = end - 1
        case .quoted:
            field.end = end
            note(.openQuote, at: field.start - 1)
        }
        fields.append(field)
        recordLength = index
        nextStart = recordStart + index + 1
        nextLine += 1
    }

    @inlinable
    mutating func note(_ kind: CSVFault.Kind, at offset: Int) {
        if fault == nil { fault = CSVFault(kind: kind, offset: offset) }
    }

    @usableFromInline
    mutating func noteNUL() {
        guard let index = buffer[recordStart..<recordStart + recordLength].firstIndex(of: 0) else { return }
        let offset = index - recordStart
        if let fault, fault.offset <= offset { return }
        fault = CSVFault(kind: .nul, offset: offset)
    }

    @inlinable
    mutating func noteInvalidUTF8() {
        guard let invalid = buffer[recordStart..<recordStart + recordLength].firstInvalidUTF8 else { return }
        let offset = invalid - recordStart
        if let fault, fault.offset <= offset { return }
        fault = CSVFault(kind: .invalidUTF8(buffer[invalid]), offset: offset)
    }

    // MARK: Buffer

    @inlinable
    @inline(__always)
    mutating func hasByte(at index: Int) throws(Failure) -> Bool {
        while recordStart + index >= buffer.count {
            guard try refill() else { return false }
        }
        return true
    }

    /// Reads on, and lets go of what lies before the record.
    @inlinable
    mutating func refill() throws(Failure) -> Bool {
        if isExhausted { return false }
        guard buffer.count - recordStart <= recordLimit else {
            isOverlong = true
            isExhausted = true
            return false
        }
        let more = try source()
        isExhausted = more.isEmpty
        if recordStart > 0 {
            buffer.removeFirst(min(recordStart, buffer.count))
            nextStart -= recordStart
            recordStart = 0
        }
        buffer += more
        return !more.isEmpty
    }
}

/// The record that `next()` read, field by field.
extension CSVReader {
    /// The field's content, doubled quotes undone. No copy, unless it has some.
    @inlinable
    package func bytes(_ index: Int) -> ArraySlice<UInt8> {
        let field = fields[index]
        let raw = buffer[recordStart + field.start..<recordStart + field.end]
        guard field.isEscaped else { return raw }
        var content: [UInt8] = []
        var afterQuote = false
        for byte in raw {
            if byte == UInt8(ascii: "\""), !afterQuote {
                afterQuote = true
                continue
            }
            afterQuote = false
            content.append(byte)
        }
        return content[...]
    }

    /// The field's content as text; what is not UTF-8 turns into U+FFFD.
    @inlinable
    package func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    /// The place at which a field's content begins. Costs a pass over the record up to it, unless the record is plain.
    @inlinable
    package func place(_ index: Int) -> TextPlace { place(atOffset: fields[index].start) }

    /// The place of a byte of the record, by its offset from the record's start.
    @inlinable
    package func place(atOffset offset: Int) -> TextPlace {
        if isPlain { return TextPlace(line: recordLine, column: offset + 1) }
        let place = TextPlace(ofByte: offset, in: buffer[recordStart...])
        return TextPlace(line: recordLine + place.line - 1, column: place.column)
    }
}
