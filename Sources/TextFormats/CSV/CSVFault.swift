/// The fault that makes a record unreadable.
package struct CSVFault: Hashable {
    package enum Kind: Hashable {
        case quoteInUnquotedField
        case textBehindQuote
        case openQuote
        case invalidUTF8(UInt8)
        /// A byte 0, which no text has: terminals and databases would show another name than the ledger has.
        case nul
        /// Nothing after the record is read.
        case overlong(limit: Int, inQuotes: Bool)
    }

    /// Whether what follows is lost with the record, so that it is not of one line alone.
    package var takesTheRest: Bool {
        switch kind {
        case .openQuote, .overlong: true
        default: false
        }
    }

    package var kind: Kind

    /// From the record's start, in bytes.
    package var offset: Int

    @usableFromInline
    init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    package var found: String {
        switch kind {
        case .quoteInUnquotedField: "a quote inside a field that does not begin with one"
        case .textBehindQuote: "text behind a field's closing quote"
        case .openQuote: "a quote that is never closed, so that it takes the rest of the file"
        case .invalidUTF8(let byte): "the byte \(byte.hexadecimal), which is not UTF-8"
        case .nul: "a NUL byte"
        case .overlong(let limit, let inQuotes):
            "a row of more than \(limit >> 10) KiB" + (inQuotes ? ", in quotes that are not closed" : "")
                + ", behind which nothing was read"
        }
    }

    package var expected: String {
        switch kind {
        case .quoteInUnquotedField: "the whole field in quotes and its own quotes doubled (RFC 4180)"
        case .textBehindQuote: "a comma or the line's end"
        case .openQuote: "a closing quote before the file's end"
        case .invalidUTF8: "UTF-8"
        case .nul: "text"
        case .overlong(let limit, _): "at most \(limit >> 10) KiB a row"
        }
    }
}
