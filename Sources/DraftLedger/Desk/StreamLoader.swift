import Dispatch
import Draft
import Platform

/// Reads what commands need and memory does not have, on threads of its own, while the desk decides others.
///
/// Whose commands need much waits for it; who needs little is not behind them: senders take turns.
final class StreamLoader: Sendable {
    /// Something to be read.
    struct Order: Sendable {
        let need: Need
        /// Whose command was the first to need it.
        let sender: Sender
        /// As of which beginning of the desk: what is read for an earlier one may be out of date.
        let generation: UInt64
        /// How many wallets with deposits had left memory.
        let droppedDeposits: Int
    }

    /// What was read, or why it could not be.
    struct Delivery: Sendable {
        let order: Order
        let supply: Result<Supply, any Error>
    }

    private struct State {
        /// What each sender waits for, in order.
        var orders: [Sender: Line<Order>] = [:]
        /// The senders that wait for something, in the order of their turns.
        var turns = Line<Sender>()
        /// The threads that have nothing to do.
        var idle: [Int]
        /// Deliveries that the desk has not taken yet.
        var undelivered = 0
    }

    /// What may be read ahead of the desk: a room in draft takes some 50 KB.
    private static let deliveryLimit = 64

    private let source: any StateSource
    private let state: Guarded<State>
    /// One for every two cores, the others being the desk's and the writer's; and one more than one that waits for a disk.
    private let threads = (0..<max(2, Cores.count / 2)).map { DispatchQueue(label: "draft-ledger.loader.\($0)") }

    init(source: any StateSource) {
        self.source = source
        state = Guarded(State(idle: Array(threads.indices)))
    }

    /// Has something read.
    ///
    /// - Parameters:
    ///   - order: what.
    ///   - deliver: takes what was read, on a thread of the loader; called for every order that waits when this one has its
    ///     turn.
    func ask(_ order: Order, deliver: @escaping @Sendable (Delivery) -> Void) {
        let thread = state.withLock { state -> Int? in
            if state.orders[order.sender] == nil { state.turns.append(order.sender) }
            state.orders[order.sender, default: Line()].append(order)
            return state.idle.popLast()
        }
        if let thread { threads[thread].async { self.work(on: thread, deliver) } }
    }

    /// Notes that the desk has taken deliveries.
    func delivered(_ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.undelivered -= count }
        state.broadcast()
    }

    private func work(on thread: Int, _ deliver: @Sendable (Delivery) -> Void) {
        while let order = next(for: thread) {
            let supply = Result { try source.supply(order.need) }
            deliver(Delivery(order: order, supply: supply))
        }
    }

    /// - Returns: nil where there is nothing to be read, and the thread may go.
    private func next(for thread: Int) -> Order? {
        state.wait { state -> Order?? in
            guard !state.turns.isEmpty else {
                state.idle.append(thread)
                return .some(nil)
            }
            guard state.undelivered < Self.deliveryLimit, let sender = state.turns.popFirst() else { return nil }
            let order = state.orders[sender]?.popFirst()
            if state.orders[sender]?.isEmpty ?? true {
                state.orders[sender] = nil
            } else {
                state.turns.append(sender)
            }
            state.undelivered += 1
            return order
        }
    }
}

/// First in, first out, at O(1) each.
struct Line<Element> {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }

    var first: Element? { start < elements.count ? elements[start] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        defer {
            start += 1
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
        }
        return elements[start]
    }
}

extension Line: Sendable where Element: Sendable {}
