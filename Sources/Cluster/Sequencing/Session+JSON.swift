import Merkle
import TextFormats

// The stored forms of the keys, which people read with `etcdctl get --prefix dl/`.

extension LeaderKey {
    var json: JSON { ["epoch": .natural(epoch), "node": .string(node), "url": .string(url)] }

    /// - Throws: `SequencerError` for anything but an object with these members.
    init(_ bytes: [UInt8]) throws(SequencerError) {
        let object = try SequencerError.object(bytes, of: "leader")
        guard let epoch: UInt64 = object["epoch"]?.integer(), let node = object["node"]?.string,
            let url = object["url"]?.string
        else { throw SequencerError("the leader's key has no epoch, node and url") }
        self.init(epoch: epoch, node: node, url: url)
    }
}

extension NodeKey {
    var json: JSON {
        [
            "node": .string(node), "url": .string(url), "batch": .natural(applied.number),
            "size": .natural(applied.size), "root": .string(applied.root.base64),
        ]
    }

    /// - Throws: `SequencerError` for anything but an object with these members.
    init(_ bytes: [UInt8]) throws(SequencerError) {
        let object = try SequencerError.object(bytes, of: "node")
        guard let node = object["node"]?.string, let url = object["url"]?.string,
            let number: UInt64 = object["batch"]?.integer(), let size: UInt64 = object["size"]?.integer(),
            let root = object["root"]?.string.flatMap({ TreeHash(base64: $0) })
        else { throw SequencerError("a node's key has no node, url, batch, size and root") }
        self.init(node: node, url: url, applied: TailPosition(number: number, size: size, root: root))
    }
}

extension SequencerError {
    fileprivate static func object(_ bytes: [UInt8], of owner: String) throws(SequencerError) -> JSONValue {
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            throw SequencerError("a \(owner)'s key is not JSON: \(error)")
        }
    }
}
