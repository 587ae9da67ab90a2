/// Writes CSV (RFC 4180): a field is quoted only where it must be.
package enum CSVWriter {
    /// A field as it stands in its line.
    package static func field(_ text: String) -> String {
        let mustQuote = text.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        guard mustQuote else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// - Parameter end: of the line; the standard wants CR LF, some sites write LF alone.
    package static func line(_ fields: [String], end: String = "\r\n") -> String {
        fields.map(field).joined(separator: ",") + end
    }
}
