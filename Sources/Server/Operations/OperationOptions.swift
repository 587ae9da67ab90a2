import Draft
import Logging
import Records

/// The monitoring and the limits of the server.
package struct OperationOptions: Sendable {
    /// The rate limits of one client; nil for no limits.
    package var rates: RateLimits?
    /// Streams that one user holds at a time, or one address without a token.
    package var streamsPerClient = 32
    /// Pages of other sites that may call, by their origins, such as `https://app.example.com`.
    package var allowedOrigins: [String] = []
    /// The proxies in front, and how they name their clients.
    var proxies = TrustedProxies()
    /// Whether `/metrics` takes no token.
    package var showsMetricsToAll = false
    /// Lines below this are not written; answered requests are told of at `info`.
    package var logLevel = "warning"
    /// The form of client addresses in the log.
    var logAddresses = LogAddresses.plain
    /// The file of the log, which SIGHUP opens again; nil for the stream of ``log``.
    package var logFile: String?
    /// Takes lines of the log; each has its end.
    package var log: @Sendable (String) -> Void
    /// Reopens the log after its file was renamed; nil if the server does not handle SIGHUP.
    package var reopenLog: (@Sendable () -> Void)?
    /// Lines that the log could not take since the start.
    package var droppedLogLines: @Sendable () -> UInt64 = { 0 }
    /// Free bytes on the disk of the ledger, below which the server is not ready.
    package var diskFloor: Int64 = 16 << 20
    /// Threads that make reports, audits and evidence.
    package var longReaders = 2
    /// Reports, audits and bundles that are under way or waited for at a time.
    package var longReads = 32

    package init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    enum LogAddresses: String, CaseIterable {
        case plain
        /// A keyed hash, whose key ends with the process: lines of one client can be found, and the client cannot.
        case hashed
        case none

        private static let key = (0..<32).map { _ in UInt8.random(in: 0...255) }

        /// Returns the name of a client in the log; nil to leave it out.
        func shown(_ client: IPAddress?) -> String? {
            guard let client else { return nil }
            switch self {
            case .plain: return client.description
            case .hashed:
                return Digest256(hashing: Self.key + Array(client.description.utf8)).hexadecimal.prefix(16).description
            case .none: return nil
            }
        }
    }

    package static let logLevels = Logger.Level.allCases.map(\.rawValue)
}
