#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread of one's own. The writer waits for disks and for work, which the threads of Swift's tasks must not.
final class WriterThread: @unchecked Sendable {
    private let thread: pthread_t

    /// Starts `body` on a new thread.
    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let status = pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                #endif
                return nil
            }, box.toOpaque())
        precondition(status == 0, "the system has no thread for the writer")
        #if canImport(Darwin)
            self.thread = thread!
        #else
            self.thread = thread
        #endif
    }

    /// Waits until the thread has ended. On the thread itself, lets it end when it will.
    func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
