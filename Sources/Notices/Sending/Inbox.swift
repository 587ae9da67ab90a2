import Platform

/// A queue from several tasks to one. Each look takes all elements that have come meanwhile, so that they share the work.
final class Inbox<Element: Sendable>: AsyncSequence, Sendable {
    private let waiting = Guarded<(elements: [Element], isOver: Bool)>(([], false))
    private let wakes: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() { (wakes, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func yield(_ element: Element) {
        waiting.withLock { $0.elements.append(element) }
        bell.yield()
    }

    /// Ends it once all that has come is taken.
    func finish() {
        waiting.withLock { $0.isOver = true }
        bell.yield()
    }

    func makeAsyncIterator() -> Iterator { Iterator(inbox: self, wakes: wakes.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        let inbox: Inbox
        var wakes: AsyncStream<Void>.AsyncIterator

        /// All that has come; waits until there is something. Nil at the end, and once the task is cancelled.
        mutating func next() async -> [Element]? {
            while true {
                let (elements, isOver) = inbox.waiting.withLock { waiting in
                    defer { waiting.elements = [] }
                    return waiting
                }
                if !elements.isEmpty { return elements }
                guard !isOver, await wakes.next() != nil else { return nil }
            }
        }
    }
}
