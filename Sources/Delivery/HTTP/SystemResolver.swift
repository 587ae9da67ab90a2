import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The resolver of the operating system, which blocks a thread for as long as name servers are silent.
///
/// It has threads of its own, so that it holds nothing else back. The settings of the system bound the time of a look-up.
/// Every form of a numeric address that the system knows is resolved, too: `0x7f000001` and `2130706433` are 127.0.0.1.
struct SystemResolver: NameResolver {
    /// As many look-ups run at once. They live as long as the process.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 16)
        pool.start()
        return pool
    }()

    func addresses(of host: String) async throws(NameFault) -> [InternetAddress] {
        let found: Result<[InternetAddress], NameFault>
        do {
            found = try await Self.threads.runIfActive { Self.lookUp(host) }
        } catch {
            throw NameFault(reason: "The name \(host) was not resolved: \(error).")
        }
        return try found.get()
    }

    private static func lookUp(_ host: String) -> Result<[InternetAddress], NameFault> {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &first)
        defer { if first != nil { freeaddrinfo(first) } }
        guard status == 0 else {
            return .failure(
                NameFault(reason: "The name \(host) is not resolved: \(String(cString: gai_strerror(status)))."))
        }
        var addresses: [InternetAddress] = []
        var next = first
        while let entry = next?.pointee {
            if let address = InternetAddress(entry), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses.isEmpty
            ? .failure(NameFault(reason: "The name \(host) has no address.")) : .success(addresses)
    }
}

extension InternetAddress {
    /// Reads the address of a result; nil for a family other than IPv4 and IPv6.
    fileprivate init?(_ entry: addrinfo) {
        guard let address = entry.ai_addr else { return nil }
        let raw = UnsafeRawPointer(address)
        switch entry.ai_family {
        case AF_INET:
            let found = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: withUnsafeBytes(of: found) { Array($0) })
        case AF_INET6:
            let found = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: withUnsafeBytes(of: found) { Array($0) })
        default: return nil
        }
    }
}
