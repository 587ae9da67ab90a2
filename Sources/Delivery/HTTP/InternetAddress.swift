#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address, and whether it is one of the public internet.
///
/// A webhook's address comes from the operator's partner. A name that leads into the operator's own network would let the
/// partner reach services there (server-side request forgery), such as the metadata service of a cloud at 169.254.169.254.
struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes or 16.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an address in its common form: `203.0.113.7`, `2001:db8::7`.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        let isWritten = bytes.withUnsafeBytes {
            inet_ntop(family, $0.baseAddress, &text, socklen_t(INET6_ADDRSTRLEN)) != nil
        }
        return isWritten ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    }

    /// Whether it is this machine's own.
    var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == Self.loopback6 }

    /// Whether it is an address of the public internet, by IANA's registries of special-purpose addresses.
    ///
    /// Of IPv6 only global unicast addresses are (2000::/3): mapped and translated IPv4 addresses (::ffff:0:0/96,
    /// 64:ff9b::/96), unique local, link-local and multicast ones are outside of it.
    var isPublic: Bool {
        bytes.count == 4
            ? !Self.special4.contains { $0.contains(bytes) }
            : Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    /// Whether a host in an address of HTTP is this machine. Nothing is resolved.
    static func isLoopbackName(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return bare.lowercased() == "localhost" || InternetAddress(bare)?.isLoopback == true
    }

    private static let loopback6 = [UInt8](repeating: 0, count: 15) + [1]

    /// A range of addresses.
    private struct Block {
        let prefix: [UInt8]
        let bits: Int

        init(_ address: String, _ bits: Int) {
            // Each is a constant of this file.
            prefix = InternetAddress(address)?.bytes ?? []
            self.bits = bits
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                return bytes[bit / 8] & mask == prefix[bit / 8] & mask
            }
        }
    }

    private static let special4 = [
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
        Block("169.254.0.0", 16), Block("172.16.0.0", 12), Block("192.0.0.0", 24), Block("192.0.2.0", 24),
        Block("192.88.99.0", 24), Block("192.168.0.0", 16), Block("198.18.0.0", 15), Block("198.51.100.0", 24),
        Block("203.0.113.0", 24), Block("224.0.0.0", 4), Block("240.0.0.0", 4),
    ]
    private static let global6 = Block("2000::", 3)
    /// Teredo and other protocols, documentation, and 6to4, whose addresses have an IPv4 address in them.
    private static let special6 = [
        Block("2001::", 23), Block("2001:db8::", 32), Block("2002::", 16), Block("3fff::", 20),
    ]
}

/// The addresses of a name.
protocol NameResolver: Sendable {
    /// - Returns: at least one address.
    /// - Throws: `NameFault` with the reason.
    func addresses(of host: String) async throws(NameFault) -> [InternetAddress]
}

/// The reason for which a name has no address.
struct NameFault: Error, Hashable {
    var reason: String
}
