import Dispatch
import Ledger

/// Who does what the desk's decisions wait for: its own work, reading, and writing.
///
/// On a live ledger these are threads. A simulation has all of it done on one thread, one thing after the other, in an
/// order of its choosing, and so comes to moments that threads seldom hit, and to the same ones again.
protocol DeskWorkers: Sendable {
    /// Has a piece of the desk's work done: one at a time, in the order in which they were handed over.
    func work(_ body: @escaping @Sendable () -> Void)

    /// Has something read. `deliver` takes it, on any thread.
    func read(_ order: StreamLoader.Order, deliver: @escaping @Sendable (StreamLoader.Delivery) -> Void)

    /// Notes that the desk has taken what was read.
    func delivered(_ count: Int)

    /// Hands a request to the ledger's writer. `completion` is called in the order of the requests, on any thread.
    func write(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void)

    /// Runs `body` while nobody else can append, and appends what it hands over, as `Ledger.holdingTurn` does.
    func holdingTurn(_ body: (HeldTurn) throws -> Void) throws

    /// Says that the desk does nothing else until all that it has handed to the writer is answered.
    func awaitWriting()
}

/// Threads: the desk's, the loader's and the writer's.
struct DeskThreads: DeskWorkers {
    let ledger: Ledger
    let loader: StreamLoader
    /// A serial queue has a thread whenever it has something to do, however many of the system's shared ones are blocked.
    private let queue = DispatchQueue(label: "draft-ledger.desk")

    init(ledger: Ledger, source: any StateSource) {
        self.ledger = ledger
        loader = StreamLoader(source: source)
    }

    func work(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    func read(_ order: StreamLoader.Order, deliver: @escaping @Sendable (StreamLoader.Delivery) -> Void) {
        loader.ask(order, deliver: deliver)
    }

    func delivered(_ count: Int) { loader.delivered(count) }

    func write(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        ledger.enqueue(request, completion: completion)
    }

    func holdingTurn(_ body: (HeldTurn) throws -> Void) throws { try ledger.holdingTurn(body) }

    /// The writer's thread answers whether anybody waits or not.
    func awaitWriting() {}
}
