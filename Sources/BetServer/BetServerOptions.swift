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

    /// The certificate; nil for HTTP without TLS.
    package var certificates: Certificates?

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
