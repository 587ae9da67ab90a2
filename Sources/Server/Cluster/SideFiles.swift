import Draft
import DraftLedger
import Foundation
import LMDB
import Platform

/// The small files next to a ledger that its server writes, and that every node of a cluster has alike.
final class SideFiles: SideStore {
    /// Called when another node has written a file.
    private typealias Reader = @Sendable () -> Void

    let name = "files"
    private let ledger: String
    private let readers = Guarded<[String: Reader]>([:])

    /// - Parameter ledger: the directory of a ledger.
    init(of ledger: String) { self.ledger = ledger }

    /// Calls `reader` when another node has written the file of a name.
    func follow(_ name: String, _ reader: @escaping @Sendable () -> Void) {
        readers.withLock { $0[name] = reader }
    }

    /// Writes a file durably, on every node of the cluster.
    func replace(_ name: String, with bytes: [UInt8], in ledger: DraftLedger) throws {
        let change = TableChange(table: "files", isInteger: false, kind: .put(key: Array(name.utf8), value: bytes))
        try ledger.change(self.name, [change]) { try write(name, bytes) }
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try DurableFile.replace("\(ledger)/\(name)", with: bytes, permissions: 0o600)
    }

    func make(_ changes: [TableChange]) throws {
        for change in changes {
            guard case .put(let key, let bytes) = change.kind, let name = String(validating: key, as: UTF8.self),
                Self.names.contains(name)
            else { continue }
            try write(name, bytes)
            readers.withLock { $0[name] }?()
        }
    }

    func contents() throws -> [TableChange] {
        Self.names.sorted().compactMap { name in
            FileManager.default.contents(atPath: "\(ledger)/\(name)").map { bytes in
                TableChange(table: "files", isInteger: false, kind: .put(key: Array(name.utf8), value: Array(bytes)))
            }
        }
    }

    /// No other file is written because another node says so.
    static let names: Set = ["signouts.json", "erasures.json"]
}

/// The sessions of browsers, which every node of a cluster knows, so that a member may come to any of them.
extension Sessions: SideStore {
    var name: String { "sessions" }

    func make(_ changes: [TableChange]) throws {
        for change in changes {
            switch change.kind {
            case .put(let key, let value):
                guard let key = Digest256(bytes: key),
                    let row = try? JSONDecoder().decode(SessionRow.self, from: Data(value))  // of a newer version
                else { continue }
                add(row.session, key)
            case .remove(let key): if let key = Digest256(bytes: key) { remove(key) }
            case .removeAll: break
            }
        }
    }

    func contents() throws -> [TableChange] { try all.map { try Self.change(adding: $0.session, $0.key) } }

    static func change(adding session: Session, _ key: Key) throws -> TableChange {
        let value = Array(try JSONEncoder().encode(SessionRow(session)))
        return TableChange(table: "sessions", isInteger: false, kind: .put(key: key.bytes, value: value))
    }

    static func change(removing key: Key) -> TableChange {
        TableChange(table: "sessions", isInteger: false, kind: .remove(key: key.bytes))
    }
}

/// A session as nodes tell each other of it.
private struct SessionRow: Codable {
    var user: UInt64
    var roles: UInt8
    var machine: String?
    var place: String?
    var thumbprint: String?
    /// Seconds since 1970.
    var expiresAt: Double

    init(_ session: Sessions.Session) {
        (user, roles, machine) = (session.user.number, session.ownRoles.rawValue, session.machine)
        (place, thumbprint) = (session.key?.place, session.key?.thumbprint)
        expiresAt = session.expiresAt.timeIntervalSince1970
    }

    var session: Sessions.Session {
        var key: TokenProof.SigningKey?
        if let place, let thumbprint { key = TokenProof.SigningKey(place: place, thumbprint: thumbprint) }
        return Sessions.Session(
            user: UserID(user), ownRoles: StaffRoles(rawValue: roles), machine: machine, key: key,
            expiresAt: Date(timeIntervalSince1970: expiresAt))
    }
}
