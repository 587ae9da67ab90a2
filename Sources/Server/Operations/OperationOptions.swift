import Logging

/// How the server is watched over, and what it takes from whom.
package struct OperationOptions: Sendable {
    /// How often one client may ask; nil for as often as it likes.
    package var rates: RateLimits?
    /// Streams that one user holds at a time, or one address without a token.
    package var streamsPerClient = 32
    /// Pages of other sites that may call, by their origins, such as `https://app.example.com`.
    package var allowedOrigins: [String] = []
    /// Whether a proxy in front names the client's address in `X-Forwarded-For`. Without one, a client would.
    package var believesProxy = false
    /// Whether `/metrics` takes no token.
    package var showsMetricsToAll = false
    /// Lines below this are not written; answered requests are told of at `info`.
    package var logLevel = "warning"
    /// Where lines of the log go; each has its end.
    package var log: @Sendable (String) -> Void
    /// Threads that make reports, audits and evidence.
    package var longReaders = 2
    /// Reports, audits and bundles that are under way or waited for at a time.
    package var longReads = 32

    package init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    package static let logLevels = Logger.Level.allCases.map(\.rawValue)
}
