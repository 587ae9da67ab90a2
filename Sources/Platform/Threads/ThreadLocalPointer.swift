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
