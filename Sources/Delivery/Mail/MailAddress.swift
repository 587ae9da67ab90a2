/// An address of e-mail in the form that a relay takes without quoting: `name@host`.
struct MailAddress: Hashable, Sendable {
    let text: String

    /// Whether it has letters beyond ASCII, for which a relay needs SMTPUTF8 (RFC 6531).
    var isInternational: Bool { text.utf8.contains { $0 > 0x7F } }

    /// The part after the at sign.
    var domain: Substring { text.split(separator: "@").last ?? "" }

    /// - Returns: nil for text in another form. No accepted address can end a line or a command.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), (1...253).contains(parts[1].utf8.count),
            parts[0].unicodeScalars.allSatisfy(Self.isAtomText),
            parts[1].unicodeScalars.allSatisfy({ Self.isHostText($0) }),
            !parts.contains(where: { $0.hasPrefix(".") || $0.hasSuffix(".") || $0.contains("..") })
        else { return nil }
        self.text = text
    }

    /// The characters of RFC 5322, section 3.2.3, and the dot.
    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value > 0x7F { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
        return isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~.".unicodeScalars.contains(scalar)
    }

    private static func isHostText(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value > 0x7F { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
        return isLetterOrDigit(scalar) || scalar == "-" || scalar == "."
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && UInt8(ascii: scalar).isLetterOrDigit
    }
}

/// An address with the name that a mail program shows: `Draft Ledger <drafts@example.com>`.
struct Mailbox: Hashable, Sendable {
    let name: String
    let address: MailAddress

    /// Reads `name@host` and `Name <name@host>`; nil for text in another form.
    init?(_ text: String) {
        if let address = MailAddress(text.trimmingSpaces) {
            (name, self.address) = ("", address)
            return
        }
        guard let open = text.lastIndex(of: "<"), text.hasSuffix(">"),
            let address = MailAddress(String(text[text.index(after: open)...].dropLast()))
        else { return nil }
        let name = String(text[..<open]).trimmingSpaces
        self.name =
            name.hasPrefix("\"") && name.hasSuffix("\"") && name.count > 1
            ? String(name.dropFirst().dropLast()) : name
        self.address = address
    }

    /// The form in a header.
    var header: String { name.isEmpty ? address.text : "\(HeaderText.phrase(name)) <\(address.text)>" }
}
