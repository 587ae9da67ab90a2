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

    /// Where a field's content begins. Costs a pass over the record up to it, unless the record is plain.
    @inlinable
    package func place(_ index: Int) -> TextPlace { place(atOffset: fields[index].start) }

    /// Where a byte of the record stands, by its offset from the record's start.
    @inlinable
    package func place(atOffset offset: Int) -> TextPlace {
        if isPlain { return TextPlace(line: recordLine, column: offset + 1) }
        let place = TextPlace(ofByte: offset, in: buffer[recordStart...])
        return TextPlace(line: recordLine + place.line - 1, column: place.column)
    }
}
