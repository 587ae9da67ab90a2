package import Draft
import Foundation
import Platform
import Remote
package import Timekeeping

/// The options of a server.
package struct ServerOptions: Sendable {
    /// The address at which the server listens; port 0 takes any free port.
    package var host = "127.0.0.1"
    package var port = 3_000

    /// Whether it is its own issuer of tokens, with play money and bots: for loopback addresses only.
    package var isDev = false

    /// The issuers whose tokens the server accepts.
    package var issuers: [TokenIssuer] = []

    /// The origin at which clients reach it through proxies, such as `https://drafts.example.com`.
    package var publicOrigin: String?

    /// The file with the key of the scheduler's account; nil for an unsigned scheduler.
    package var schedulerKey: String?

    /// The files of the certificate and its key; without them, the server speaks HTTP without TLS.
    package var tls = Certificates.Files()

    /// The certificate, once its files are read.
    package private(set) var certificates: Certificates?

    package var limits = Limits()

    package var operations = OperationOptions { Descriptor.standardError.writeOnce($0) }

    package var pages = PageOptions()

    package var notices = NoticeOptions()

    package var cluster = ClusterOptions()

    /// The file with the endpoints of webhooks.
    package var webhooks: String?
    /// The file with the payment providers.
    package var payments: String?

    /// The same as the ledger's.
    package var clock = WallClock.system

    /// Judges tokens, keys and connections.
    var secondsClock = SecondsClock.system

    /// Advances the clock, on a development server.
    package var advanceClock: (@Sendable (Interval) -> Void)?

    /// The wait before the ledger is opened again if its storage fails; nil if it was not opened again yet.
    package var reopening: ReopeningWait?

    /// Finds the fault of the storage at a ledger's path; nil if the storage works.
    var storageProbe: @Sendable (String) -> String? = { StorageWatch.fault(at: $0) }

    /// The description of the software, which the server records in the ledger when it starts.
    package var software: SoftwareStarted

    /// The limits on the resources and the time of each client.
    package struct Limits: Sendable {
        /// The maximum number of connections at a time; more connections wait to be accepted.
        package var connections = 16_384
        /// The maximum number of streams of all clients at a time; further clients must come back later.
        package var streams = 15_000
        /// The maximum number of requests at a time on one connection of HTTP/2.
        package var streamsPerConnection = 100
        /// The maximum number of connections of one address; nil for ``connectionsOfAnAddress``, and for no limit on
        /// this machine.
        package var connectionsPerAddress: Int?
        /// The maximum number of bytes of answers that the clients of one address leave unread.
        package var unreadBytesPerAddress = 64 << 20
        /// The maximum size of all header fields of a request together, and of one field.
        package var headerBytes = 16 << 10
        /// The maximum length of a request's target.
        package var targetBytes = 8 << 10
        /// The maximum size of one command.
        package var commandBytes = 64 << 10
        /// The maximum size of commands of clients without remaining quota. It fits a signed pick, which no quota
        /// stops.
        package var pickBytes = 4 << 10
        /// The maximum size of an array of commands.
        package var arrayBytes = 1 << 20
        /// The maximum size of a file to import.
        package var importBytes = 64 << 20
        /// The maximum size of a drafter's own export.
        package var exportBytes = 4 << 20
        /// The timeout from a request's first byte to the end of its head.
        package var headTime = Duration.seconds(10)
        /// The timeout from a request's head to the last byte of its body.
        package var bodyTime = Duration.seconds(10)
        /// The same timeout for a file to import.
        package var importTime = Duration.seconds(120)
        /// The interval of checks whether the files of the certificate have changed.
        package var certificateTime = Duration.seconds(60)
        /// The timeout of a connection without a request.
        package var idleTime = Duration.seconds(60)
        /// The timeout of an answer or a stream whose client does not read.
        package var stallTime = Duration.seconds(30)
        /// The interval of heartbeats on a stream.
        package var heartbeat = Duration.seconds(15)
        /// The timeout from the signal to stop to the end of all requests in flight.
        package var shutdownTime = Duration.seconds(10)
        /// The time that a member must have a stream of a room, or lack one, to count as connected, or as disconnected.
        package var presenceTime = Duration.seconds(10)
        /// The time for which a repeated join without an ID gets the same answer and is not executed again.
        package var joinMemory = Duration.seconds(30)
        /// Threads that read the ledger for requests.
        package var readers = 4

        package init() {}

        static let connectionsOfAnAddress = 1_024

        /// Brings them down to the descriptors of the process. Some are left for files, so that the ledger and its writer
        /// continue, and some connections are left for requests, however many streams there are.
        ///
        /// - Parameter isMultiplexed: whether a connection can carry ``streamsPerConnection`` streams at a time, and not one.
        package mutating func fit(descriptors: Int, isMultiplexed: Bool) {
            let reserve = min(Self.descriptorsForFiles, max(32, descriptors / 4))
            connections = max(1, min(connections, descriptors - reserve))
            let most = (connections - connections / 16) * (isMultiplexed ? streamsPerConnection : 1)
            streams = max(1, min(streams, most))
        }

        private static let descriptorsForFiles = 256
    }

    package init(software: SoftwareStarted) { self.software = software }

    /// Reads the files of the certificate, unless that is done.
    ///
    /// - Throws: `ServerConfigurationError` for files that cannot be used.
    package mutating func readCertificates() throws(ServerConfigurationError) {
        if certificates == nil { certificates = try Certificates.reading(tls, by: secondsClock) }
    }

    /// The scheme of the server's own address.
    package var scheme: String { certificates == nil ? "http" : "https" }

    /// Whether the address can only be reached from this machine.
    package var isLoopback: Bool { Self.isLoopback(host) }

    static func isLoopback(_ host: some StringProtocol) -> Bool { RemoteServer.isLoopback(host) }

    /// The public origin if pages at it are not encrypted and other machines can reach it; nil otherwise.
    var unencryptedOrigin: String? {
        guard !isDev, let publicOrigin, let url = URL(string: publicOrigin), url.scheme?.lowercased() == "http",
            !Self.isLoopback(url.host ?? "")
        else { return nil }
        return publicOrigin
    }
}
