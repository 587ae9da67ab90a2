import Ledger
package import LMDB
import Platform

/// A store next to the log that every node of a cluster has, such as accounts for withdrawals.
package protocol SideStore: Sendable {
    /// The same on every node and in every version.
    var name: String { get }

    /// Makes changes that another node has made. It may be asked for the same again.
    func make(_ changes: [TableChange]) throws

    /// The changes that make an empty store like this one.
    func contents() throws -> [TableChange]
}

/// The stores next to the log of an open ledger.
package final class SideStores: Sendable {
    private struct State {
        var stores: [String: any SideStore] = [:]
        var observers: [@Sendable (_ store: String, _ changes: [TableChange]) -> Void] = []
    }

    private let state = Guarded(State())

    /// Adds a store. Before the ledger replicates.
    package func add(_ store: any SideStore) { state.withLock { $0.stores[store.name] = store } }

    /// Adds a store unless there is one of its name.
    package func addIfMissing(_ store: any SideStore) {
        state.withLock { if $0.stores[store.name] == nil { $0.stores[store.name] = store } }
    }

    /// Calls `observer` after another node has changed a store, with the changes.
    package func observe(_ observer: @escaping @Sendable (_ store: String, _ changes: [TableChange]) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    func store(named name: String) -> (any SideStore)? { state.withLock { $0.stores[name] } }

    func contents() throws -> [ReplicatedBatch.StoreChanges] {
        let stores = state.withLock { $0.stores.values.sorted { $0.name < $1.name } }
        return try stores.map { ReplicatedBatch.StoreChanges(store: $0.name, changes: try $0.contents()) }
    }

    func tell(_ stores: [ReplicatedBatch.StoreChanges]) {
        guard !stores.isEmpty else { return }
        let observers = state.withLock { $0.observers }
        for changes in stores {
            for observer in observers { observer(changes.store, changes.changes) }
        }
    }
}

extension DraftLedger {
    /// Changes a store next to the log, on every node of a cluster; here alone if there is no cluster.
    ///
    /// - Parameters:
    ///   - store: its name.
    ///   - environment: its file.
    ///   - isShared: which of its tables every node has.
    package func change<Result>(
        _ store: String, in environment: Environment, sharing isShared: @escaping (String) -> Bool = { _ in true },
        _ body: (borrowing WriteTransaction) throws -> Result
    ) throws -> Result {
        try ledger.change(store: store, in: environment, sharing: isShared, body)
    }

    /// Has changes of a store without tables made here, and on every other node of a cluster.
    package func change(_ store: String, _ changes: [TableChange], making make: () throws -> Void) throws {
        let changes = ReplicatedBatch.StoreChanges(store: store, changes: changes)
        guard try !ledger.replicate(changes, making: make) else { return }
        try make()
    }
}
