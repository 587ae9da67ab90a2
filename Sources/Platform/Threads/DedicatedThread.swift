#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread of one's own, for work that waits for disks or for other work, which the threads of Swift's tasks must not.
package struct DedicatedThread: Sendable {
    private let thread: pthread_t

    /// Starts `body` on a new thread.
    ///
    /// - Throws: where the system has no thread to give.
    package init(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = pthread_create(&thread, nil, { DedicatedThread.run($0) }, box.toOpaque())
            guard status == 0, let thread else {
                box.release()
                throw Errno(status)
            }
        #else
            var thread = pthread_t()
            let status = pthread_create(&thread, nil, { DedicatedThread.run($0) }, box.toOpaque())
            guard status == 0 else {
                box.release()
                throw Errno(status)
            }
        #endif
        self.thread = thread
    }

    private static func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
        return nil
    }

    /// Waits until the thread has ended. On the thread itself, lets it end when it will.
    package func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Lets another thread have the core for a moment.
    package static func yield() { sched_yield() }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One pointer per thread, nil until the thread sets it.
package final class ThreadLocalPointer: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-specific key left: more than a thousand of them are in use")
        self.key = key
    }

    deinit { pthread_key_delete(key) }

    package var value: OpaquePointer? {
        get { pthread_getspecific(key).map { OpaquePointer($0) } }
        set { pthread_setspecific(key, newValue.map { UnsafeRawPointer($0) }) }
    }
}
