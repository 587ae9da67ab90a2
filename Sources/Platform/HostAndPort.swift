/// A host and a port as options and URLs have them: `127.0.0.1:3000`, `[::1]:3000`.
package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    /// - Parameter host: a name or an address, without brackets.
    package init(_ host: String, _ port: Int) { (self.host, self.port) = (host, port) }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
