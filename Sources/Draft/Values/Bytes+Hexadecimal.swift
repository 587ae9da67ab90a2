extension Sequence<UInt8> {
    /// Two lowercase digits a byte.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Digest256 {
    /// 64 lowercase digits.
    package var hexadecimal: String { bytes.hexadecimal }
}
