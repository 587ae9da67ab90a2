import Draft

/// Texts and numbers as the files of other sites spell them.
enum ImportText {
    /// Of a name or an id, in bytes of UTF-8: as many as the rules allow.
    static let maximumLength = 255

    /// Whether a field says that there is nothing: empty, "-", "NA", "null".
    static func isMissing(_ text: some Collection<UInt8>) -> Bool {
        switch text.count {
        case 0: true
        case 1: text.first == UInt8(ascii: "-")
        case 2: text.elementsEqual("NA".utf8)
        case 4: text.elementsEqual("null".utf8) || text.elementsEqual("NULL".utf8)
        default: false
        }
    }

    /// A whole number that is not negative; zeros behind a point do no harm ("9.0").
    ///
    /// - Returns: nil for anything else.
    static func integer(_ text: some Collection<UInt8>) -> Int? {
        guard let hundredths = hundredths(text), hundredths % 100 == 0 else { return nil }
        return hundredths / 100
    }

    /// A decimal number, in hundredths, rounded half away from zero.
    ///
    /// - Returns: nil as `hundredths`.
    static func signedHundredths(_ text: some Collection<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "-") else { return hundredths(text) }
        return hundredths(text.dropFirst()).map { -$0 }
    }

    /// A decimal number that has at most two decimals, in hundredths. What computers add to such a number when they convert it
    /// (20.400000000000002) does no harm.
    ///
    /// - Returns: nil as `hundredths`, and for a number with further decimals.
    static func exactHundredths(_ text: some Collection<UInt8>) -> Int? {
        let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
        let further = text[point...].dropFirst(3)
        let noise = further.prefix(4)
        let isNoise =
            further.allSatisfy { $0 == UInt8(ascii: "0") }
            || noise.count == 4
                && (noise.allSatisfy { $0 == UInt8(ascii: "0") } || noise.allSatisfy { $0 == UInt8(ascii: "9") })
        return isNoise ? signedHundredths(text) : nil
    }

    /// A decimal number that is not negative, in hundredths, rounded half up.
    ///
    /// - Returns: nil for anything else, and for 10 digits and more before the point.
    static func hundredths(_ text: some Collection<UInt8>) -> Int? {
        var value = 0
        var digits = 0
        /// Digits behind the point; nil before it.
        var decimals: Int?
        for byte in text {
            if byte == UInt8(ascii: "."), decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Int(byte - UInt8(ascii: "0"))
            switch decimals {
            case nil:
                digits += 1
                guard digits < 10 else { return nil }
                value = value * 10 + digit
            case 0, 1: value = value * 10 + digit
            case 2: value += digit >= 5 ? 1 : 0
            default: break
            }
            decimals = decimals.map { $0 + 1 }
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in min(2, decimals ?? 0)..<2 { value *= 10 }
        return value
    }
}
