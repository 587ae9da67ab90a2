/// The addresses of an etcd cluster, and how to speak to it.
package struct EtcdSettings: Sendable {
    /// The base addresses of the members' client ports, such as `http://10.0.0.1:2379`.
    package var endpoints: [String]
    /// Paths of files in PEM form; nil if the addresses begin with `http:`.
    package var tls: TLSFiles?
    /// The longest wait for a connection to one member.
    package var connectTimeout = Duration.milliseconds(500)
    /// The longest wait for one member's answer. etcd itself takes some milliseconds, and a second while it elects a leader.
    package var requestTimeout = Duration.milliseconds(1_500)
    /// The time without a word after which a stream of changes is taken for dead.
    package var watchTimeout = Duration.seconds(3)
    /// The length of a node's lease. etcd grants at least 1 s with an election timeout of 500 ms.
    package var lease = Duration.seconds(2)

    /// Certificates for connections with TLS.
    package struct TLSFiles: Sendable {
        /// The authority that has signed the members' certificates; nil for the authorities of the system.
        package var authority: String?
        /// The certificate and the key of this node, if etcd asks its clients for one.
        package var certificate: String?
        package var key: String?

        package init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authority = authority
            self.certificate = certificate
            self.key = key
        }
    }

    package init(endpoints: [String], tls: TLSFiles? = nil) {
        self.endpoints = endpoints
        self.tls = tls
    }
}

/// A request to etcd without a usable answer.
enum EtcdFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request has certainly not reached a member: there was no connection.
    case notSent(String)
    /// The request may have been carried out.
    case unclear(String)
    /// A member has answered with an error. gRPC's code says which kind.
    case refused(code: Int, message: String)

    /// The gRPC code for a revision that is compacted already.
    static let outOfRange = 11

    var description: String {
        switch self {
        case .notSent(let reason), .unclear(let reason): reason
        case .refused(let code, let message): "\(message) (code \(code))"
        }
    }
}
