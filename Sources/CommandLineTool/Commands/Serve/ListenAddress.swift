import ArgumentParser
import Platform

/// The address of a server: a host and a port, such as `127.0.0.1:3000` or `[::1]:3000`.
struct ListenAddress: Hashable {
    var host: String
    /// 0 for any that is free.
    var port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// - Throws: `ValidationError` that says what was expected.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let name = parts.dropLast().joined(separator: ":")
        guard parts.count >= 2, !name.isEmpty, let port = parts.last.flatMap({ UInt16($0) }),
            !name.contains(":") || (name.hasPrefix("[") && name.hasSuffix("]"))
        else { throw ValidationError("'\(text)' is not an address to listen at. Write one such as 127.0.0.1:3000.") }
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        self.port = Int(port)
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String { "\(HostAndPort(host, port))" }
}
