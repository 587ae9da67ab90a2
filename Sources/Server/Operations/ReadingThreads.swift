import NIOPosix

/// The threads that read the ledger for requests, where they may wait for the disk. Some are for viewers of drafts, and
/// some for streams that catch up, so that many returning clients do not delay other requests.
struct ReadingThreads: Sendable {
    private let forRequests: NIOThreadPool
    private let forStreams: NIOThreadPool
    /// The maximum number of streams that read from the log at a time.
    let streamsAtATime: Int

    private static let mostStreams = 64

    /// - Parameter count: threads for requests; there are half as many for streams.
    init(_ count: Int) {
        streamsAtATime = min(Self.mostStreams, max(1, count / 2))
        forRequests = NIOThreadPool(numberOfThreads: count)
        forStreams = NIOThreadPool(numberOfThreads: streamsAtATime)
    }

    func start() {
        forRequests.start()
        forStreams.start()
    }

    /// - Throws: an error if the threads have not been started, or have been shut down.
    func read<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await forRequests.runIfActive(body)
    }

    /// - Throws: as for requests.
    func readForStream<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await forStreams.runIfActive(body)
    }

    func shutDown() async throws {
        try await forRequests.shutdownGracefully()
        try await forStreams.shutdownGracefully()
    }
}
