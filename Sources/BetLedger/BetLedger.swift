package import Bets
import Dispatch
import Draft
package import DraftLedger
import Ledger
package import Merkle
import Platform
import Records
package import Values

/// A ledger of bets in a directory: what feeds said, what was on offer, what the analysis said, and how bets ended.
///
/// The first event is `LedgerCreated`, as in a ledger of drafts, so that checkpoints, keys, proofs and verification are those
/// of `statements`. All other events are decided by `decide` in `Bets`. The state is a fold in memory: opening reads the log,
/// some hundred thousand events a second.
///
/// ```swift
/// let ledger = try BetLedger.open(at: "season.ledger", for: .writing)
/// let outcome = try await ledger.send(.recordBet(7, bet), as: .user(7), id: .random())
/// ```
package final class BetLedger: Sendable {
    package enum Access: Sendable {
        case reading
        case writing
    }

    package let path: String
    package let access: Access
    /// The ledger's permanent name, as in its checkpoints.
    package let origin: String

    /// The signatures and proofs of the ledger: checkpoints, receipts, proofs, `verify`.
    package let statements: DraftLedger

    let ledger: Ledger
    /// The memory that decisions read. Held by one group of commands at a time, until it is durable.
    let memory: Guarded<BetMemory>
    /// The state that readers see: that of the last commit.
    let published: Guarded<(state: BetState, size: UInt64)>
    let clock: @Sendable () -> Int64
    let saltKey: SaltKey?

    /// Commands that wait to be decided, in the order in which they arrived.
    let waiting = Guarded<[QueuedTurn]>([])
    /// Decides one command after the other.
    let queue = DispatchQueue(label: "bet-ledger.commands")

    private init(_ ledger: Ledger, for access: Access, clock: @escaping @Sendable () -> Int64) throws {
        path = ledger.path
        self.access = access
        self.ledger = ledger
        self.clock = clock
        statements = try DraftLedger(statementsOf: ledger)
        saltKey = access == .writing ? try DraftLedger.recordSaltKey(in: ledger.path) : nil
        guard let origin = try statements.origin else {
            throw BetLedgerError(.notOfBets, "\(ledger.path) is empty. Create the ledger again, with an origin.")
        }
        self.origin = origin
        let memory = try BetMemory(of: ledger)
        self.memory = Guarded(memory)
        published = Guarded((memory.state, memory.size))
    }

    /// The memory folded again from the log.
    func recall() throws -> BetMemory { try BetMemory(of: ledger) }

    /// Creates a ledger and opens it for writing.
    ///
    /// - Parameters:
    ///   - path: a directory that does not exist yet, or an empty one.
    ///   - origin: the ledger's permanent name, such as "example.com/bets".
    ///   - moment: the recorded time of creation; now by default.
    ///   - master: 32 secret bytes from which the salts of bettors' records are derived; random by default. Two ledgers with
    ///     one secret, origin and sequence of commands have the same root.
    ///   - clock: the time in microseconds since 1970, UTC.
    package static func create(
        at path: String, origin: String, moment: Timestamp? = nil, master: [UInt8]? = nil,
        clock: @escaping @Sendable () -> Int64 = Ledger.Options.systemClock
    ) throws(BetLedgerError) -> BetLedger {
        try rethrowing {
            let created = try DraftLedger.create(
                at: path, origin: origin, moment: moment ?? Timestamp(microseconds: clock()), drawMaster: master,
                upkeep: .none)
            created.close()
        }
        return try open(at: path, for: .writing, clock: clock)
    }

    /// Opens a ledger that exists.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - access: what for. One process writes, any number read.
    ///   - clock: the time in microseconds since 1970, UTC.
    package static func open(
        at path: String, for access: Access = .reading,
        clock: @escaping @Sendable () -> Int64 = Ledger.Options.systemClock
    ) throws(BetLedgerError) -> BetLedger {
        try rethrowing {
            let ledger = try Ledger.open(
                at: path, mode: access == .writing ? .readWrite : .readOnly,
                options: Ledger.Options(clock: clock))
            do {
                if access == .writing { try DraftLedger.requirePublishedHistory(of: ledger) }
                return try BetLedger(ledger, for: access, clock: clock)
            } catch {
                ledger.close()
                throw error
            }
        }
    }

    /// Decides what was sent before, publishes a checkpoint and closes the ledger.
    package func close() {
        if access == .writing {
            queue.sync { decideWaiting() }
            // The next opening publishes what could not be published now.
            _ = try? statements.publishCheckpoint()
        }
        ledger.close()
    }

    // MARK: Reading

    /// The fold of all events. A copy that later events do not change.
    package var state: BetState { published.withLock { $0.state } }

    /// The fold of all events, and the number of records that it is the fold of.
    package var snapshot: (state: BetState, size: UInt64) { published.withLock { $0 } }

    /// The first outcome of a command, by its sender and ID; nil for one that has left no trace.
    package func outcome(of id: CommandID, by actor: Sender) -> BetOutcomeOfCommand? {
        memory.withLock { $0.outcome(of: CommandKey(actor: actor, id: id))?.outcome }
    }

    /// The number of events.
    package var size: UInt64 {
        get throws(BetLedgerError) { try rethrowing { try ledger.size } }
    }

    /// The root of the tree over all events.
    package var root: TreeHash {
        get throws(BetLedgerError) { try rethrowing { try ledger.root } }
    }

    /// Folds what another process has appended since; for a ledger that is open for reading.
    package func refresh() throws(BetLedgerError) {
        try rethrowing {
            let snapshot = try memory.withLock { memory in
                try memory.catchUp(with: ledger)
                return (state: memory.state, size: memory.size)
            }
            published.withLock { $0 = snapshot }
        }
    }

    /// The event at a position; nil for the ledger's first event, and if the log does not reach it yet.
    package func event(at position: UInt64) throws(BetLedgerError) -> RecordedBetEvent? {
        try rethrowing { try ledger.withRecord(at: position) { try $0.betEvent(at: position) } ?? nil }
    }

    /// Calls `body` with one event after the other, from a position on, until it returns false.
    package func scan(
        from position: UInt64 = 0, _ body: (RecordedBetEvent) throws -> Bool
    ) throws(BetLedgerError) {
        try rethrowing {
            try ledger.scan(position...) { at, record in
                guard let event = try record.betEvent(at: at) else { return true }
                return try body(event)
            }
        }
    }

    /// Follows the ledger from a position on, without end: first what is there, then what is appended.
    package func events(from position: UInt64 = 0) -> BetSubscription {
        BetSubscription(base: ledger.subscribe(from: position))
    }
}

/// New events in slices, each event once and in order. Ends when the task is cancelled or the ledger is closed.
package struct BetSubscription: AsyncSequence, Sendable {
    package typealias Element = [RecordedBetEvent]
    package typealias Failure = BetLedgerError

    let base: Subscription

    package func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    package struct Iterator: AsyncIteratorProtocol {
        var base: Subscription.Iterator

        package mutating func next() async throws(BetLedgerError) -> Element? {
            while true {
                let slice: RecordSlice?
                do {
                    slice = try await base.next()
                } catch {
                    throw BetLedgerError(.storage, error.description)
                }
                guard let slice else { return nil }
                var events: Element = []
                try rethrowing {
                    try slice.forEach { position, record throws in
                        if let event = try record.betEvent(at: position) { events.append(event) }
                    }
                }
                // A slice of the ledger's first event alone has none.
                if !events.isEmpty { return events }
            }
        }
    }
}

extension RawSpan {
    /// The event of bets that a record has; nil for an event of the ledger itself, such as its first.
    func betEvent(at position: UInt64) throws -> RecordedBetEvent? {
        try withUnsafeBytes { bytes in
            let view = try RecordView(bytes, position: position)
            if !view.isOfBets, StreamKey(rawValue: view.stream) == .system { return nil }
            return try view.decodedBet()
        }
    }
}
