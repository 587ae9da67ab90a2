import Draft
package import Server
package import Timekeeping

/// The options of a server for bets.
package struct BetServerOptions: Sendable {
    /// The address at which the server listens; port 0 takes any free port.
    package var host = "127.0.0.1"
    package var port = 8_000

    /// Whether it is its own issuer of identity tokens: for loopback addresses only.
    package var isDev = false

    /// The issuers whose identity tokens the server accepts, such as Apple.
    package var issuers: [TokenIssuer] = []

    /// The directory of the key of access tokens and of the tables with accounts, next to the ledger.
    package var accounts: String

    /// The files of the certificate and its key; without them, the server speaks HTTP without TLS.
    package var tls = Certificates.Files()

    /// The certificate, once its files are read.
    package private(set) var certificates: Certificates?

    package var limits = ServerOptions.Limits()

    package var operations: OperationOptions

    /// The same as the ledger's.
    package var clock = WallClock.system

    /// Judges tokens.
    package var secondsClock = SecondsClock.system

    /// The interval of pings on a WebSocket, and of comments on a stream.
    package var pingTime = Duration.seconds(20)

    /// Whether the address can only be reached from this machine.
    package var isLoopback: Bool { host == "localhost" || IPAddress(host)?.isLoopback == true }

    /// Reads the files of the certificate, unless that is done.
    ///
    /// - Throws: `ServerConfigurationError` for files that cannot be used.
    package mutating func readCertificates() throws(ServerConfigurationError) {
        if certificates == nil { certificates = try Certificates.reading(tls, by: secondsClock) }
    }

    /// The scheme of the server's own address.
    package var scheme: String { certificates == nil ? "http" : "https" }

    /// The settings that it shares with the server of a ledger of drafts, as configurations read and write them.
    package var settings: ServerOptions {
        get {
            var settings = ServerOptions(
                software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "serve", commit: ""))
            (settings.host, settings.port, settings.tls) = (host, port, tls)
            (settings.limits, settings.operations) = (limits, operations)
            settings.limits.heartbeat = pingTime
            return settings
        }
        set {
            (host, port, tls) = (newValue.host, newValue.port, newValue.tls)
            (limits, operations) = (newValue.limits, newValue.operations)
            pingTime = newValue.limits.heartbeat
        }
    }

    /// - Parameters:
    ///   - accounts: the directory of the accounts; it is created if it is missing.
    ///   - log: takes lines of the log; each has its end.
    package init(accounts: String, log: @escaping @Sendable (String) -> Void) {
        self.accounts = accounts
        operations = OperationOptions(log: log)
        operations.rates = RateLimits()
        // A client sends little: a bet, a subscription.
        limits.commandBytes = 16 << 10
    }
}
