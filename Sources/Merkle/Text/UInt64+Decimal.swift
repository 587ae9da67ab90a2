extension UInt64 {
    /// Reads an ASCII decimal: digits only, no sign, no leading zero, so that a number has one text.
    ///
    /// - Returns: nil for any other text, or for a number beyond 2^64 - 1.
    init?(decimal text: some Collection<UInt8>) {
        guard let first = text.first, first != UInt8(ascii: "0") || text.count == 1 else { return nil }
        var value: UInt64 = 0
        for character in text {
            guard character >= UInt8(ascii: "0"), character <= UInt8(ascii: "9") else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(character - UInt8(ascii: "0")))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        self = value
    }
}
