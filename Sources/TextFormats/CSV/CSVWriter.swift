/// Writes CSV (RFC 4180): a field is quoted only where it must be.
package enum CSVWriter {
    /// A field as it is written in its line.
    package static func field(_ text: String) -> String {
        let mustQuote = text.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        guard mustQuote else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A text as a spreadsheet may be given it, before it becomes a field.
    ///
    /// A name comes from outside, and a spreadsheet takes one that begins with `=`, `+`, `-`, `@`, a tab or a line end for
    /// a formula: it would fetch, send or run what the name says on the machine of who opens the report. An apostrophe
    /// in front makes it a text again, and stays visible. A text that is nothing but a number stays one, and what would
    /// steer a terminal instead of being shown turns into U+FFFD.
    ///
    /// Only for tables that people read. Where a file is to be read again by what wrote it, as a site's own export is,
    /// the apostrophe would become part of the name: such fields are written as they are.
    package static func sheetText(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return text }
        var sheet = ""
        if isFormulaStart(first), !isNumber(text) { sheet = "'" }
        for character in text {
            // Lines stay lines.
            if ["\n", "\r\n", "\t"].contains(character) {
                sheet.append(character)
            } else {
                let scalars = character.unicodeScalars.map { SteeringScalars.contains($0) ? "\u{FFFD}" : $0 }
                sheet.unicodeScalars.append(contentsOf: scalars)
            }
        }
        return sheet
    }

    /// Those of full width too, which spreadsheets of some languages take for the others.
    private static func isFormulaStart(_ scalar: Unicode.Scalar) -> Bool {
        ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].contains(scalar)
    }

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: #/[+-]?[0-9]+(?:\.[0-9]+)?/#) != nil
    }

    /// - Parameter end: of the line; the standard wants CR LF, some sites write LF alone.
    package static func line(_ fields: [String], end: String = "\r\n") -> String {
        fields.map(field).joined(separator: ",") + end
    }
}
