import Foundation

/// Runs `body` on a thread of its own and waits for its end.
@discardableResult
package func onAnotherThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Locked<Value?>(nil)
    Thread {
        let value = body()
        outcome.withLock { $0 = value }
        done.signal()
    }.start()
    done.wait()
    guard let value = outcome.withLock({ $0 }) else { preconditionFailure("a thread has ended without its outcome") }
    return value
}

/// Runs something that blocks without holding one of the few threads that tasks share: servers answer on those.
package func onAThreadOfItsOwn<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// A value behind a lock. No `Mutex`, in which the thread sanitizer sees races on Linux that there are not.
final class Locked<Value: Sendable>: @unchecked Sendable {  // `lock` guards `value`
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
