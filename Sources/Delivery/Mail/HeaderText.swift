import Foundation

/// Free text in headers of e-mail. No text can end its header and begin another one.
enum HeaderText {
    /// The longest encoded word (RFC 2047, section 2), and the marks around its base64.
    private static let longestWord = 75
    private static let (opening, closing) = ("=?UTF-8?B?", "?=")

    /// Returns a text for a header such as `Subject`: as it is if that is safe, else as encoded words (RFC 2047).
    static func unstructured(_ text: String) -> String {
        let text = oneLine(text)
        let isPlain =
            text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?") && text.utf8.count <= 60
        return isPlain ? text : encodedWords(text)
    }

    /// Returns a text for the name before an address.
    static func phrase(_ text: String) -> String {
        let text = oneLine(text)
        let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: " ") }
        return isPlain ? text : encodedWords(text)
    }

    /// Control characters and separators of lines become spaces.
    private static func oneLine(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars).trimmingSpaces
    }

    private static func encodedWords(_ text: String) -> String {
        let room = (longestWord - opening.utf8.count - closing.utf8.count) / 4 * 3
        var words: [[UInt8]] = [[]]
        // A character is never divided.
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > room { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { opening + Data($0).base64EncodedString() + closing }.joined(separator: "\r\n ")
    }
}

/// The body of an e-mail as quoted-printable (RFC 2045, section 6.7): lines of at most 76 characters of ASCII.
enum QuotedPrintable {
    private static let longestLine = 76

    static func encode(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map { encodeLine($0) }.joined(separator: "\r\n")
    }

    private static func encodeLine(_ line: Substring) -> String {
        var (encoded, length) = ("", 0)
        let bytes = Array(line.utf8)
        for (index, byte) in bytes.enumerated() {
            let isSpace = byte == 0x20 || byte == 0x09
            let isPlain =
                (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isSpace && index < bytes.count - 1
            let unit = isPlain ? String(UnicodeScalar(byte)) : escape(byte)
            if length + unit.utf8.count > longestLine - 1 {
                encoded += "=\r\n"
                length = 0
            }
            encoded += unit
            length += unit.utf8.count
        }
        return encoded
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "=0\(digits)" : "=\(digits)"
    }
}
