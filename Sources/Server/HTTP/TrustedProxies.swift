package import HTTPTypes
import HummingbirdCore

/// The proxies whose word about their clients is taken.
struct TrustedProxies: Hashable, Sendable {
    /// The field in which they name a client. One of them only: a proxy that writes one field hands the other on as its
    /// client wrote it.
    enum Field: String, Sendable, CaseIterable {
        case forwardedFor = "x-forwarded-for"
        case forwarded
        case none
    }

    /// Their addresses.
    var ranges: [AddressRange] = []
    /// Whether all peers are proxies, one before each client: an older form of the setting.
    var includesEveryone = false
    var field = Field.forwardedFor
    /// Whether they begin each connection with the header of the PROXY protocol.
    var sendProxyHeader = false

    /// Whether an address is one of theirs.
    func contains(_ address: IPAddress?) -> Bool {
        guard let address else { return false }
        return ranges.contains { $0.contains(address) }
    }

    private func isProxy(_ peer: IPAddress?) -> Bool { includesEveryone || contains(peer) }

    /// The client of a request, read from the last proxy backwards, as far as the proxies are trusted.
    ///
    /// - Parameter peer: the address that has connected.
    func client(of request: Request, from peer: IPAddress?) -> IPAddress? {
        guard isProxy(peer) else { return peer }
        var client = peer
        for text in chain(of: request).reversed() {
            // Before what is not an address, nothing is known.
            guard let address = Self.address(text) else { break }
            client = address
            if includesEveryone || !contains(address) { break }
        }
        return client
    }

    private func chain(of request: Request) -> [Substring] {
        switch field {
        case .none: []
        case .forwardedFor:
            request.headers[values: .forwardedFor].flatMap { $0.split(separator: ",").suffix(Self.most) }
        case .forwarded: request.headers[values: .forwarded].flatMap { Self.elements(of: $0).map { $0["for"] ?? "" } }
        }
    }

    /// The maximum number of proxies between a client and the server.
    private static let most = 32

    /// Returns the origin that a client has requested, as the last proxy names it; nil if no proxy names one.
    func origin(of request: Request, from peer: IPAddress?) -> String? {
        guard isProxy(peer) else { return nil }
        let (scheme, host): (Substring?, Substring?)
        if field == .forwarded {
            let last = request.headers[values: .forwarded].flatMap(Self.elements).last
            (scheme, host) = (last?["proto"], last?["host"])
        } else {
            func last(_ name: HTTPField.Name) -> Substring? {
                request.headers[values: name].last?.split(separator: ",").last.map(Self.trimmed)
            }
            (scheme, host) = (last(.forwardedProto), last(.forwardedHost))
        }
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme) else { return nil }
        guard let name = host.map(String.init) ?? request.head.authority, RequestHeadRules.isAuthority(name) else {
            return nil
        }
        return "\(scheme)://\(name.lowercased())"
    }

    // MARK: Forms

    /// An address, perhaps with a port: `192.0.2.7:1234`, `[2001:db8::1]:1234`, `2001:db8::1`.
    static func address(_ text: some StringProtocol) -> IPAddress? {
        let text = trimmed(Substring(text))
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return IPAddress(text[..<end].dropFirst())
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].count(where: { $0 == ":" }) == 1 else {
            return IPAddress(text)
        }
        return isPort(text[colon...]) ? IPAddress(text[..<colon]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        // An obfuscated port begins with a low line (RFC 7239, 6.2).
        text.first == ":" && text.count > 1 && text.dropFirst().utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    /// The elements of `Forwarded` (RFC 7239, 4), each with its parameters; a bad one is empty.
    static func elements(of field: String) -> [[String: Substring]] {
        split(field[...], at: ",").suffix(most).map { element in
            var parameters: [String: Substring] = [:]
            for pair in split(element, at: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return [:] }
                var value = trimmed(parts[1])
                if value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 {
                    value = value.dropFirst().dropLast()
                }
                let name = trimmed(parts[0]).lowercased()
                guard parameters.updateValue(value, forKey: name) == nil else { return [:] }
            }
            return parameters
        }
    }

    /// Splits a text where a mark is outside of quotes.
    private static func split(_ text: Substring, at mark: Character) -> [Substring] {
        var (parts, start, isQuoted): ([Substring], Substring.Index, Bool) = ([], text.startIndex, false)
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == mark, !isQuoted else { continue }
            parts.append(text[start..<index])
            start = text.index(after: index)
        }
        return parts + [text[start...]]
    }
}

extension HTTPField.Name {
    package static let forwarded = constant("Forwarded")
    static let forwardedProto = constant("X-Forwarded-Proto")
    static let forwardedHost = constant("X-Forwarded-Host")
}
