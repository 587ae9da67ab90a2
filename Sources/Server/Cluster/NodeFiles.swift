package import DraftLedger
import Foundation
import LMDB
import Ledger
import Merkle
import Notices
import Platform

/// The stores next to a ledger that every node has, whether its own server uses them or not.
package enum NodeStores {
    /// Adds those that no part of a server has opened.
    package static func add(to ledger: DraftLedger) {
        for name in [PayoutBook.directory, Outbox.directory, WebhookCenter.directory] {
            ledger.sides.addIfMissing(DirectoryStore(name, at: "\(ledger.path)/\(name)"))
        }
    }
}

/// The files next to a ledger that every node needs to take the lead: keys, tokens, and the changes of accounts.
package struct NodeFiles {
    let files: [(name: String, bytes: [UInt8])]

    /// The names of files that every node has. Those of keys begin with the first part.
    private static let names = SideFiles.names.union(["tokens.json"])

    private static func isShared(_ name: String) -> Bool {
        names.contains(name) || ["draw.key", "log.key", "receipt.key"].contains { name.hasPrefix($0) }
    }

    /// Reads the files next to a ledger.
    package init(of ledger: String) throws {
        let manager = FileManager.default
        var paths = try manager.contentsOfDirectory(atPath: ledger).filter(Self.isShared)
        let keys = "dev-keys"
        // A server for development has some.
        if let names = try? manager.contentsOfDirectory(atPath: "\(ledger)/\(keys)") {
            paths += names.map { "\(keys)/\($0)" }
        }
        files = paths.sorted().compactMap { path in
            manager.contents(atPath: "\(ledger)/\(path)").map { (path, Array($0)) }
        }
    }

    /// Makes the directory of a node's copy with the files of another node, and an empty ledger in it that is to be copied.
    ///
    /// - Throws: what keeps it from being made.
    package static func create(_ files: [(name: String, bytes: [UInt8])], in path: String, node: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in files {
            let parts = name.split(separator: "/")
            guard parts.count <= 2, !parts.contains(".."), isShared(name) || parts.first == "dev-keys" else { continue }
            if parts.count == 2 {
                try manager.createDirectory(
                    atPath: "\(path)/\(parts[0])", withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try DurableFile.replace("\(path)/\(name)", with: bytes, permissions: 0o600)
        }
        try DraftLedger.createNode(at: path, named: node)
    }

    var batch: ReplicatedBatch {
        let empty = ReplicatedBatch.Heading(
            number: 0, epoch: 0, nonce: 0, first: 0, count: 0, rootBefore: .emptyRoot, rootAfter: .emptyRoot)
        let changes = files.map { file in
            TableChange(table: "files", isInteger: false, kind: .put(key: Array(file.name.utf8), value: file.bytes))
        }
        return ReplicatedBatch(
            heading: empty, records: [], changes: [ReplicatedBatch.StoreChanges(store: "files", changes: changes)])
    }
}
