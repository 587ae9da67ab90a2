import Draft
import DraftLedger
import LMDB
import Platform

/// The state of all endpoints on disk, in an LMDB environment of its own.
///
/// A power failure can undo the last commits, each whole. That is harmless: what was received is sent again under its ID,
/// and an admission is undone with the cursor that it moved. So a commit does not wait for its root to be synced.
final class WebhookStore: Sendable {
    private let environment: Environment
    /// Changes it on every node of a cluster.
    private let store: EnvironmentStore
    private let endpoints: Table<String>
    /// By endpoint and position.
    private let waiting: Table<[UInt8]>
    private let dead: Table<[UInt8]>

    /// - Parameters:
    ///   - folder: is created if it is missing; its parent must exist.
    ///   - ledger: whose cluster has the state on every node; nil outside of a server.
    ///   - durability: what a commit survives.
    /// - Throws: `Errno`, `LMDBError`.
    init(at folder: String, of ledger: DraftLedger? = nil, durability: Environment.Durability = .relaxed) throws {
        if !FileSystem.exists(folder) { try FileSystem.createDirectory(folder) }
        environment = try Environment.open(
            at: folder, options: Environment.Options(durability: durability, maximumTables: 4))
        store = EnvironmentStore(WebhookDispatcher.directory, environment, of: ledger)
        endpoints = try environment.table(named: "endpoints")
        waiting = try environment.table(named: "waiting")
        dead = try environment.table(named: "dead")
    }

    /// The state of an endpoint; a new one begins at a position.
    func state(of endpoint: String, startingAt position: UInt64) throws -> EndpointState {
        let stored = try environment.read { try $0.value(at: endpoint, in: endpoints) }
        if let stored { return try EndpointState(stored).orDamaged(environment, endpoint) }
        let state = EndpointState(cursor: position)
        try store.write { try $0.put(state.bytes, at: endpoint, in: endpoints) }
        return state
    }

    /// The events that wait, in the order of the ledger.
    func waitingEvents(of endpoint: String) throws -> [WaitingEvent] {
        try entries(of: endpoint, in: waiting) { WaitingEvent(position: $0, $1) }
    }

    /// The dead letters, in the order of the ledger.
    func deadLetters(of endpoint: String) throws -> [DeadLetter] {
        try entries(of: endpoint, in: dead) { DeadLetter(position: $0, $1) }
    }

    /// Changes an endpoint in one transaction.
    func change(_ endpoint: String, to state: EndpointState, _ changes: [Change]) throws {
        try store.write { transaction in
            try transaction.put(state.bytes, at: endpoint, in: endpoints)
            for change in changes {
                switch change {
                case .wait(let event):
                    try transaction.put(event.bytes, at: Self.key(endpoint, event.position), in: waiting)
                case .remove(let position):
                    try transaction.remove(Self.key(endpoint, position), in: waiting)
                case .bury(let letter):
                    try transaction.remove(Self.key(endpoint, letter.position), in: waiting)
                    try transaction.put(letter.bytes, at: Self.key(endpoint, letter.position), in: dead)
                case .unbury(let position):
                    try transaction.remove(Self.key(endpoint, position), in: dead)
                }
            }
        }
    }

    /// A part of a transaction.
    enum Change {
        case wait(WaitingEvent)
        case remove(UInt64)
        /// From the waiting events to the dead letters.
        case bury(DeadLetter)
        case unbury(UInt64)
    }

    private func entries<Entry>(
        of endpoint: String, in table: Table<[UInt8]>, _ entry: (UInt64, [UInt8]) -> Entry?
    ) throws -> [Entry] {
        let prefix = Array(endpoint.utf8) + [0]
        return try environment.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                var found: [Entry] = []
                var hasNext = try cursor.move(toOrAfter: prefix)
                while hasNext {
                    let key = try cursor.key
                    guard key.starts(with: prefix) else { break }
                    let position = key.dropFirst(prefix.count).reduce(0) { $0 << 8 | UInt64($1) }
                    let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    found.append(try entry(position, bytes).orDamaged(environment, endpoint))
                    hasNext = try cursor.next()
                }
                return found
            }
        }
    }

    /// The endpoint's ID, a zero, which no ID has, and the position in the order of its bytes.
    private static func key(_ endpoint: String, _ position: UInt64) -> [UInt8] {
        Array(endpoint.utf8) + [0] + (0..<8).map { UInt8(truncatingIfNeeded: position >> (56 - 8 * $0)) }
    }
}

extension Optional {
    fileprivate func orDamaged(_ environment: Environment, _ endpoint: String) throws(LMDBError) -> Wrapped {
        if let self { return self }
        throw LMDBError(
            .corrupted, path: environment.path, detail: "a record of the webhook endpoint \(endpoint) is not readable")
    }
}
