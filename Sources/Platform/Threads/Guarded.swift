#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value that one thread at a time may touch (a mutex), and a condition on which threads wait for it to change.
///
/// A POSIX mutex rather than `Synchronization.Mutex`, in which the thread sanitizer reports races that are none, and
/// which has no condition to wait on.
///
/// Unchecked because only who holds the mutex touches the value.
package final class Guarded<Value>: @unchecked Sendable {
    @usableFromInline let mutex = ConditionMutex()
    @usableFromInline var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }

    deinit { mutex.destroy() }

    /// Runs `body` with the value, alone.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value)
    }

    /// Waits until `body` returns a value; calls it again after each `signal()` or `broadcast()`.
    @inlinable
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        while true {
            if let result = body(&value) { return result }
            mutex.wait()
        }
    }

    /// Wakes one waiting thread.
    package func signal() { mutex.signal() }

    /// Wakes every waiting thread.
    package func broadcast() { mutex.broadcast() }
}

/// A mutex that guards the properties next to it.
extension Guarded where Value == Void {
    /// Runs `body` alone. It has no value to touch: the thread sanitizer takes an access to one without bytes for an access
    /// to the object's own header, which every other thread reads to find the mutex.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Void) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        var nothing: Void = ()
        return try body(&nothing)
    }
}

/// A mutex and its condition, where they never move.
@usableFromInline
struct ConditionMutex {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    @usableFromInline
    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    func destroy() {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }
    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
    @usableFromInline func wait() { pthread_cond_wait(changed, mutex) }
    func signal() { pthread_cond_signal(changed) }
    func broadcast() { pthread_cond_broadcast(changed) }
}
