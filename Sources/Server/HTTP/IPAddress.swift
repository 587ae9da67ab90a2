/// An IP address as a value: two spellings of one address are equal, and an IPv4 address that is mapped into IPv6 is the
/// IPv4 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The first 64 bits; 0 for IPv4.
    package let high: UInt64
    /// The last 64 bits.
    package let low: UInt64

    /// The bits before an IPv4 address in its mapped form (RFC 4291, 2.5.5.2).
    private static let mapped: UInt64 = 0xffff << 32

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// An address of 4 or 16 bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        func number(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 4: self.init(high: 0, low: Self.mapped | number(bytes))
        case 16: self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
        default: return nil
        }
    }

    /// Reads dotted decimals without leading zeros, or the groups of RFC 4291. A zone after `%` is dropped.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64 else { return nil }
        let address = Substring(text).prefix { $0 != "%" }
        if let number = Self.version4(address) {
            self.init(high: 0, low: Self.mapped | UInt64(number))
        } else if let groups = Self.version6(address) {
            func number(_ groups: ArraySlice<UInt16>) -> UInt64 { groups.reduce(0) { $0 << 16 | UInt64($1) } }
            self.init(high: number(groups[..<4]), low: number(groups[4...]))
        } else {
            return nil
        }
    }

    private static func version4(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                part == "0" || !part.hasPrefix("0"), let byte = UInt8(part)
            else { return nil }
            number = number << 8 | UInt32(byte)
        }
        return number
    }

    private static func version6(_ text: Substring) -> [UInt16]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2, let first = groups(halves[0], isLast: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return first.count == 8 ? first : nil }
        guard let last = groups(halves[1], isLast: true), first.count + last.count <= 7 else { return nil }
        return first + [UInt16](repeating: 0, count: 8 - first.count - last.count) + last
    }

    /// - Parameter isLast: whether an IPv4 address may end them.
    private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, let number = version4(part) {
                groups += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
                continue
            }
            guard (1...4).contains(part.utf8.count), part.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                let group = UInt16(part, radix: 16)
            else { return nil }
            groups.append(group)
        }
        return groups.count <= 8 ? groups : nil
    }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    /// Whether only this machine has it.
    package var isLoopback: Bool { isIPv4 ? low >> 24 & 0xff == 127 : (high == 0 && low == 1) }

    /// The address by which a client is counted: of IPv6 the first 64 bits, of which one household has all others.
    package var network: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

    /// The address in the form of RFC 5952.
    package var description: String {
        if isIPv4 {
            let bytes = [24, 16, 8, 0].map { (shift: UInt64) -> UInt64 in low >> shift & 0xff }
            return bytes.map { "\($0)" }.joined(separator: ".")
        }
        let groups: [UInt64] = [high, low].flatMap { half in
            [48, 32, 16, 0].map { (shift: UInt64) -> UInt64 in half >> shift & 0xffff }
        }
        var longest = 0..<0
        var index = 0
        while index < 8 {
            let end = groups[index...].firstIndex { $0 != 0 } ?? 8
            if end - index > longest.count { longest = index..<end }
            index = max(end, index + 1)
        }
        func text(_ some: ArraySlice<UInt64>) -> String {
            some.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return text(groups[...]) }
        return "\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))"
    }
}

/// Addresses that begin with the same bits, such as `10.0.0.0/8` or `2001:db8::/32`; a single address without a length.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let base: IPAddress
    /// The length of the prefix, up to 128.
    private let length: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPAddress(parts[0]), !parts[0].contains("%") else { return nil }
        let most = base.isIPv4 ? 32 : 128
        var length = most
        if parts.count == 2 {
            guard let number = UInt8(parts[1]), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                Int(number) <= most
            else { return nil }
            length = Int(number)
        }
        self.length = length + 128 - most
        self.base = base
    }

    package func contains(_ address: IPAddress) -> Bool {
        func agree(_ first: UInt64, _ second: UInt64, _ bits: Int) -> Bool {
            bits <= 0 || (first ^ second) >> UInt64(64 - min(64, bits)) == 0
        }
        return agree(base.high, address.high, length) && agree(base.low, address.low, length - 64)
    }

    package var description: String {
        let (bits, most) = base.isIPv4 ? (length - 96, 32) : (length, 128)
        return bits == most ? "\(base)" : "\(base)/\(bits)"
    }
}
