import Crypto
import Foundation
import TextFormats

/// The keys of one ledger in etcd.
///
///     dl/<SHA-256 of the origin, hex>/head              the head
///                                    /leader            the leader, by its own statement; under its lease
///                                    /log/<16 digits>   a batch, by its number in hex
///                                    /nodes/<name>      a node that has caught up; under its lease
///
/// `head` and `leader` are neighbours, so that one watch follows both and none of the batches.
struct EtcdKeys: Sendable {
    private let prefix: String

    /// - Parameter origin: the ledger's name in its checkpoints. Several ledgers can share one etcd.
    init(origin: String) {
        let digest = SHA256.hash(data: Array(origin.utf8))
        prefix = "dl/" + digest.map { Self.hex(UInt64($0), digits: 2) }.joined() + "/"
    }

    var head: String { prefix + "head" }
    var leader: String { prefix + "leader" }
    /// The first key after `head` and `leader`.
    var afterLeader: String { leader + "\0" }
    func batch(_ number: UInt64) -> String { prefix + "log/" + Self.hex(number, digits: 16) }
    /// The first key after all batches.
    var afterBatches: String { prefix + "log0" }
    func node(_ name: String) -> String { prefix + "nodes/" + name }
    var nodes: String { prefix + "nodes/" }
    var afterNodes: String { prefix + "nodes0" }

    /// The number of a batch's key.
    func number(ofBatch key: [UInt8]) -> UInt64? {
        let start = (prefix + "log/").utf8
        guard key.starts(with: start), key.count == start.count + 16 else { return nil }
        return UInt64(String(decoding: key[start.count...], as: UTF8.self), radix: 16)
    }

    private static func hex(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }
}

/// A key, its value and its revisions, as the gateway shows them.
struct EtcdEntry {
    var key: [UInt8]
    var value: [UInt8]
    /// The revision of the last change.
    var revision: UInt64

    /// - Returns: nil for an object that is not an entry.
    init?(_ json: JSONValue) {
        guard let key = json["key"]?.base64, let revision = json["mod_revision"]?.number64 else { return nil }
        self.key = key
        self.revision = revision
        // The gateway leaves out an empty value.
        guard let value = json["value"] else {
            self.value = []
            return
        }
        guard let bytes = value.base64 else { return nil }
        self.value = bytes
    }
}

extension JSONValue {
    /// Bytes in base64.
    var base64: [UInt8]? { string.flatMap { Data(base64Encoded: $0) }.map(Array.init) }

    /// A 64-bit number, which the gateway writes as a text.
    var number64: UInt64? { string.flatMap { UInt64($0) } }
}

extension JSON {
    /// Bytes in base64. The text needs no escapes.
    static func base64(_ bytes: some Sequence<UInt8>) -> JSON {
        .encoded("\"" + Data(bytes).base64EncodedString() + "\"")
    }

    static func key(_ key: String) -> JSON { base64(key.utf8) }

    /// A 64-bit number, which the gateway reads as a text.
    static func number64(_ number: UInt64) -> JSON { .string(String(number)) }
}
