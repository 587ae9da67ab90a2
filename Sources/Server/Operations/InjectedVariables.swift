/// Variables that Kubernetes and Docker set in every container for each service nearby, named after the service.
///
/// A service named `draft-ledger` yields `DRAFT_LEDGER_PORT=tcp://10.0.0.7:3000`, `DRAFT_LEDGER_SERVICE_HOST` and others,
/// which look like settings of this server. They are known by the shape of both the name and the value, so that a
/// mistyped setting is still refused.
enum InjectedVariables {
    /// Whether a variable is one of those.
    ///
    /// - Parameters:
    ///   - name: after `DRAFT_LEDGER_`. A longer service name, such as `draft-ledger-read`, leaves its rest in there.
    ///   - value: of the variable.
    static func include(_ name: Substring, _ value: String) -> Bool {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        // Kubernetes: NAME_SERVICE_HOST, NAME_SERVICE_PORT, NAME_SERVICE_PORT_HTTP.
        for (index, word) in words.enumerated() where word == "SERVICE" {
            let rest = words[(index + 1)...]
            if rest == ["HOST"], isAddress(value) { return true }
            if rest.first == "PORT", isPort(value) { return true }
        }
        // Both: NAME_PORT, NAME_PORT_3000_TCP, NAME_PORT_3000_TCP_PROTO, _PORT and _ADDR.
        for (index, word) in words.enumerated() where word == "PORT" {
            let rest = Array(words[(index + 1)...])
            if rest.isEmpty { return isEndpoint(value) }
            guard rest.count >= 2, isPort(String(rest[0])), protocols.contains(rest[1].lowercased()) else { continue }
            switch rest.dropFirst(2) {
            // Docker names the first and the last port of a range too.
            case [], ["START"], ["END"]: return isEndpoint(value)
            case ["PROTO"]: return protocols.contains(value)
            case ["PORT"], ["PORT", "START"], ["PORT", "END"]: return isPort(value)
            case ["ADDR"]: return isAddress(value)
            default: continue
            }
        }
        // Docker's links: NAME_NAME=/app/draft-ledger, and the other container's environment after NAME_ENV_.
        return words.dropLast().contains("ENV") || words.last == "NAME" && value.hasPrefix("/")
    }

    private static let protocols: Set = ["tcp", "udp", "sctp"]

    private static func isPort(_ text: String) -> Bool { UInt16(text) != nil && text.allSatisfy(\.isNumber) }

    /// An IPv4 or IPv6 address, by its characters.
    private static func isAddress(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { ".:0123456789abcdefABCDEF".utf8.contains($0) }
            && (text.contains(".") || text.contains(":"))
    }

    /// tcp://10.0.0.7:3000
    private static func isEndpoint(_ text: String) -> Bool {
        guard let mark = text.firstRange(of: "://"), protocols.contains(String(text[..<mark.lowerBound])) else {
            return false
        }
        let rest = text[mark.upperBound...]
        guard let colon = rest.lastIndex(of: ":"), isPort(String(rest[rest.index(after: colon)...])) else {
            return false
        }
        return isAddress(rest[..<colon].filter { $0 != "[" && $0 != "]" })
    }
}
