import Dispatch
import LMDB

extension Cores {
    /// What `body` makes of every element, in the elements' order, made on several threads at the same time.
    ///
    /// A thread takes the next element when it is done with one, so it does not matter that some take longer. An element
    /// costs two locks: let one be worth some microseconds.
    ///
    /// - Throws: the first failure in the elements' order. The elements behind it have been worked on all the same.
    package static func map<Element: Sendable, Value: Sendable, Failure: Error>(
        _ elements: [Element], threads: Int = count, _ body: @Sendable (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let results = Guarded<[Result<Value, Failure>?]>(Array(repeating: nil, count: elements.count))
        let taken = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: min(threads, elements.count)) { _ in
            while true {
                let index = taken.withLock { count in
                    defer { count += 1 }
                    return count
                }
                guard index < elements.count else { return }
                let result: Result<Value, Failure>
                do throws(Failure) {
                    result = .success(try body(elements[index]))
                } catch {
                    result = .failure(error)
                }
                results.withLock { $0[index] = result }
            }
        }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for result in results.withLock({ $0 }) {
            if let result { values.append(try result.get()) }
        }
        return values
    }
}
