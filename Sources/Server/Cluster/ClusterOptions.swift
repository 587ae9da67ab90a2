package import Cluster
import Foundation
import Ledger
import Platform

/// The place of a server in a cluster.
package struct ClusterOptions: Sendable, Hashable {
    /// When a command is answered.
    package enum Acknowledgement: String, CaseIterable, Sendable {
        /// When a majority of the etcd members and the leader have stored it.
        case leader
        /// When one more node has stored it, too.
        case replicated
    }

    /// The addresses of etcd's members. Empty for a server that is in no cluster.
    package var etcd: [String] = []
    /// The name of this node; nil for the name of the ledger's mark.
    package var node: String?
    /// The address at which other nodes reach this server; nil for the address that it listens at.
    package var address: String?
    /// The file with the secret by which the nodes know each other.
    package var secret: String?
    package var acknowledgement = Acknowledgement.leader
    /// Certificates in PEM form for etcd and for the other nodes.
    package var authority: String?
    package var certificate: String?
    package var key: String?

    package init() {}

    package var isSet: Bool { !etcd.isEmpty }

    /// The settings of etcd's client.
    package var etcdSettings: EtcdSettings {
        let hasFiles = authority != nil || certificate != nil
        let usesTLS = etcd.contains { $0.hasPrefix("https:") }
        return EtcdSettings(
            endpoints: etcd,
            tls: hasFiles || usesTLS
                ? EtcdSettings.TLSFiles(authority: authority, certificate: certificate, key: key) : nil)
    }

    /// The secret of the nodes.
    ///
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, or is too short to be a secret.
    package func readSecret() throws(ServerConfigurationError) -> String {
        guard let secret else {
            throw ServerConfigurationError(
                "A node of a cluster needs `cluster.secret`: a file with at least 32 characters, the same on every node."
            )
        }
        guard let bytes = FileManager.default.contents(atPath: secret),
            let text = String(validating: bytes, as: UTF8.self)?.filter({ !$0.isWhitespace })
        else { throw ServerConfigurationError("\(secret), the file of `cluster.secret`, cannot be read.") }
        guard text.utf8.count >= 32, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ServerConfigurationError(
                "\(secret), the file of `cluster.secret`, needs 32 or more printable ASCII characters.")
        }
        return text
    }

    /// Whether a text can be the address of a node.
    static func isAddress(_ text: String) -> Bool { CrossOrigin.isOrigin(text) }
}
