/// The name of a key in a signed note, by convention a URL without its scheme: `example.com/ledger`.
///
/// Names are compared byte by byte. `String` would take "é" and "e" with an accent for the same name, and a
/// Kelvin sign for a K; the owner of one is not the owner of the other.
public struct KeyName: Sendable {
    /// The name as it is written: not empty, without spaces, control characters or a plus.
    public let text: String

    /// - Returns: nil if the text is empty or has a Unicode space, an ASCII control character or a plus.
    public init?(_ text: String) {
        let isAllowed = text.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar != "+" && !scalar.properties.isWhitespace
        }
        guard !text.isEmpty, isAllowed else { return nil }
        self.text = text
    }

    /// - Returns: nil if the bytes are not UTF-8, or not a name.
    init?(_ bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }

    static let rule = "a key name (not empty, no spaces, no control characters, no plus)"
}

extension KeyName: Hashable, CustomStringConvertible {
    public static func == (lhs: KeyName, rhs: KeyName) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public var description: String { text }
}
