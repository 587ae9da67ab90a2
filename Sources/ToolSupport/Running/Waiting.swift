import Platform

/// Waits on the command line's main thread for asynchronous work. The thread is not one of the pool that tasks share.
package enum Waiting {
    /// Runs an asynchronous body and returns what it does.
    ///
    /// - Throws: what the body throws.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let ending = Guarded<Result<Value, any Error>?>(nil)
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            ending.withLock { $0 = result }
            ending.signal()
        }
        return try ending.wait { $0 }.get()
    }
}
