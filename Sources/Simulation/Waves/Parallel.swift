import Dispatch
import Synchronization

/// Runs the same work on every element, on several threads, and returns the results in the elements' order.
///
/// Threads take the next element when they are done with one, so it does not matter that some take longer. The first
/// failure, in the elements' order, is thrown.
func inParallel<Element: Sendable, Result: Sendable, Failure: Error>(
    _ elements: [Element], threads: Int, _ work: @Sendable (Element) throws(Failure) -> Result
) throws(Failure) -> [Result] {
    let results = Collected<Swift.Result<Result, Failure>>(count: elements.count)
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, elements.count)) { _ in
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < elements.count else { return }
            do throws(Failure) {
                results.put(.success(try work(elements[index])), at: index)
            } catch {
                results.put(.failure(error), at: index)
            }
        }
    }
    var all: [Result] = []
    all.reserveCapacity(elements.count)
    for result in results.take() {
        if let result { all.append(try result.get()) }
    }
    return all
}

/// Results as they come in, each at its place. `queue` owns `values`.
private final class Collected<Value: Sendable>: @unchecked Sendable {
    private var values: [Value?]
    private let queue = DispatchQueue(label: "draft-ledger.simulation.results")

    init(count: Int) { values = Array(repeating: nil, count: count) }

    func put(_ value: Value, at index: Int) { queue.sync { values[index] = value } }

    func take() -> [Value?] { queue.sync { values } }
}
