import HTTPTypes
package import HummingbirdCore

/// The hosts by which a server for development is reached.
package enum DevHost {
    /// Checks that a request names this machine: a page of another site that has its name point here is not to reach a server
    /// that gives tokens away.
    ///
    /// - Throws: `misdirected`.
    package static func check(_ request: Request) throws(Problem) {
        guard let authority = request.head.authority else {
            throw Problem(.misdirected, "A server for development answers to localhost alone: name it in Host.")
        }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard ServerOptions.isLoopback(host) else {
            throw Problem(.misdirected, "A server for development answers to localhost alone, not to \(host).")
        }
    }
}
