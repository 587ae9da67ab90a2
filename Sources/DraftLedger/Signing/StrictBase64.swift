import Foundation

/// RFC 4648 base64 of which every byte sequence has exactly one text, so that two files that mean the same are the same.
enum StrictBase64 {
    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// - Returns: nil for anything but what `encode` writes.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard let data = Data(base64Encoded: String(text)) else { return nil }
        let bytes = Array(data)
        return encode(bytes).utf8.elementsEqual(text.utf8) ? bytes : nil
    }
}
