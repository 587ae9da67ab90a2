import NIOCore
import NIOSSL

/// The check that a server's certificate is for its name.
///
/// NIOSSL checks it, too, but takes a certificate for the address of the connection instead. Somebody who changes the
/// answers of a name server could use a certificate for an address of their own.
enum CertificateName {
    /// A certificate that is for an address only, or for another name.
    struct Mismatch: Error, CustomStringConvertible {
        let hosts: Set<String>
        var description: String { "the certificate is not for \(hosts.sorted().joined(separator: " or "))" }
    }

    /// Checks the certificate of an encrypted connection.
    ///
    /// - Parameter hosts: one of them has to be a name of the certificate. With an address among them, NIOSSL's check counts.
    /// - Returns: a future that fails with a `Mismatch`. For a connection in plain text, it succeeds.
    static func check(_ channel: any Channel, isFor hosts: Set<String>) -> EventLoopFuture<Void> {
        guard !hosts.contains(where: { InternetAddress($0) != nil }) else {
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            guard (try? pipeline.handler(type: NIOSSLClientHandler.self)) != nil else { return }  // nil: plain text
            let certificate = try pipeline.nioSSL_peerCertificate()
            guard let certificate, hosts.contains(where: { certificate.isFor(host: $0) }) else {
                throw Mismatch(hosts: hosts)
            }
        }
    }
}

extension NIOSSLCertificate {
    /// Whether one of its names of hosts is this one (RFC 6125, section 6.4). A star stands for one label, the first.
    func isFor(host: String) -> Bool {
        let host = host.lowercased()
        return _subjectAlternativeNames().contains { name in
            guard name.nameType == .dnsName else { return false }
            let text = String(decoding: Array(name.contents), as: UTF8.self).lowercased()
            guard text.hasPrefix("*.") else { return text == host }
            guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
            return host[dot...] == text.dropFirst()
        }
    }
}
