public import LMDB
import Platform

/// A file of tables next to the log that every node of a cluster has alike, such as the accounts for withdrawals.
public final class EnvironmentStore: SideStore {
    package let name: String
    public let environment: Environment
    /// Through which changes reach the other nodes; nil for a store that is opened by itself.
    private let ledger: DraftLedgerReference

    /// - Parameters:
    ///   - name: the same on every node and in every version.
    ///   - environment: the store's file, which this closes when it goes.
    ///   - ledger: next to which it is; nil for one that is opened by itself, while no server runs.
    public init(_ name: String, _ environment: Environment, of ledger: DraftLedger?) {
        self.name = name
        self.environment = environment
        self.ledger = DraftLedgerReference(ledger)
        ledger?.sides.add(self)
    }

    deinit { environment.close() }

    /// Changes the tables, on every node of a cluster. Like `Environment.write`, and like that where there is no cluster.
    ///
    /// - Throws: `notLeader` where another node leads; what `body` throws.
    public func write<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        guard let ledger = ledger.value else { return try environment.write(body) }
        return try ledger.change(name, in: environment, body)
    }

    package func make(_ changes: [TableChange]) throws { try environment.write { try $0.make(changes) } }

    package func contents() throws -> [TableChange] { try environment.contents() }
}

/// A ledger that may have been closed and be gone: its stores are not to keep it.
private struct DraftLedgerReference: Sendable {
    private final class Place: Sendable {
        private let ledger: Guarded<Weak>
        init(_ ledger: DraftLedger?) { self.ledger = Guarded(Weak(ledger: ledger)) }
        var value: DraftLedger? { ledger.withLock { $0.ledger } }
    }
    private struct Weak { weak var ledger: DraftLedger? }

    private let place: Place
    init(_ ledger: DraftLedger?) { place = Place(ledger) }
    var value: DraftLedger? { place.value }
}

/// A store of which nothing but the place is known: it is opened when another node changes it.
package struct DirectoryStore: SideStore {
    package let name: String
    /// The directory of its file.
    let path: String

    package init(_ name: String, at path: String) { (self.name, self.path) = (name, path) }

    package func make(_ changes: [TableChange]) throws {
        guard !changes.isEmpty else { return }
        if !FileSystem.exists(path) { try FileSystem.createDirectory(path) }
        try withEnvironment { environment in try environment.write { try $0.make(changes) } }
    }

    package func contents() throws -> [TableChange] {
        FileSystem.exists(path + "/data.mdb") ? try withEnvironment { try $0.contents() } : []
    }

    private func withEnvironment<Result>(_ body: (Environment) throws -> Result) throws -> Result {
        let environment = try Environment.open(at: path, options: .init(maximumTables: 8, initialMapSize: 16 << 20))
        defer { environment.close() }
        return try body(environment)
    }
}
