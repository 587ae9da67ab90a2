import Foundation
import Synchronization

/// A draft server as an app uses it: contests, live rooms, picks that are made once, the viewer's account.
///
/// Every call may be made from any task, and ends with its task: a cancelled one throws ``DraftClientError/cancelled`` and
/// closes its connection. A read after a write shows the write. <doc:DraftingWithTheClient> drafts a team.
public final class DraftClient: Sendable {
    /// How the client bears with a server and a network.
    public struct Options: Sendable {
        /// The timeout from a request to the last byte of its answer. A pick without an answer is resent under its key.
        public var requestTime = Duration.seconds(10)
        /// The time for which a pick, a join or another command is retried before it counts as unanswered.
        public var commandTime = Duration.seconds(30)
        /// The number of attempts of a read.
        public var readAttempts = 3
        /// The pause before the first retry. It doubles with each retry. A random part of up to half of it is added, so
        /// that not all clients retry at once.
        public var firstPause = Duration.milliseconds(200)
        public var longestPause = Duration.seconds(15)

        public init() {}
    }

    /// Gives the token that says who the viewer is.
    ///
    /// - Parameter rejected: the token that the server has just refused, in place of which a fresh one is wanted; nil where
    ///   any that is valid will do.
    /// - Returns: a bearer token; nil if the viewer is not signed in.
    public typealias TokenProvider = @Sendable (_ rejected: String?) async throws -> String?

    /// The server's address, without a slash at the end.
    let address: String
    let transport: any Transport
    let options: Options
    let tokens: TokenKeeper
    /// Nil where nothing can be signed.
    let signer: Signer?
    let pools = PoolShelf()
    /// The names of the members of rooms, by user.
    let memberNames = Mutex<[UInt64: String]>([:])
    /// How far the ledger had come at the viewer's last write: later reads show at least as much.
    private let written = Mutex<UInt64>(0)
    private let knownUser = Mutex<(token: String, user: UInt64)?>(nil)

    /// - Parameters:
    ///   - address: the server's, as in `https://drafts.example`, without a path.
    ///   - device: what signs for the viewer; nil where only contests without signatures are drafted.
    ///   - options: how it bears with server and network.
    ///   - transport: what carries requests; the system's own unless another is given.
    ///   - tokens: gives the viewer's token; called once for all calls that need one, and again when the server refuses it.
    ///     Nil for clients that only read public data.
    /// - Throws: `unreadable` if the address is not valid, or if it would send the token unencrypted over a network.
    public init(
        _ address: String, device: Device? = nil, options: Options = Options(), transport: (any Transport)? = nil,
        tokens: TokenProvider? = nil
    ) throws(DraftClientError) {
        self.address = try Self.checked(address)
        self.options = options
        self.transport = transport ?? Self.systemTransport()
        self.tokens = TokenKeeper(tokens)
        signer = device.map { Signer($0) }
    }

    private static func checked(_ address: String) throws(DraftClientError) -> String {
        let bare = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let url = URL(string: bare), let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty,
            url.path().isEmpty, url.query() == nil, url.user() == nil, ["http", "https"].contains(scheme)
        else {
            throw .unreadable("'\(address)' is not the address of a server. Use one such as https://host:3000.")
        }
        let isHere = ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
        guard scheme == "https" || isHere else {
            throw .unreadable("\(address) would send the token unencrypted. Use https.")
        }
        return bare
    }

    // MARK: Read your writes

    /// How far the ledger had come at the last write; 0 before the first.
    var lastWrite: UInt64 { written.withLock { $0 } }

    func note(written position: UInt64) { written.withLock { $0 = max($0, position) } }

    /// The viewer's number.
    ///
    /// - Throws: as any call does.
    func ownUser() async throws(DraftClientError) -> UInt64 {
        struct Me: Decodable { var user: UInt64 }
        let token = try await tokens.token() ?? ""
        if let known = knownUser.withLock({ $0 }), known.token == token { return known.user }
        let me: Me = try await get("/v1/users/me")
        knownUser.withLock { $0 = (token, me.user) }
        return me.user
    }
}

/// The viewer's token, asked for once for all who need it at the same time.
actor TokenKeeper {
    private let provider: DraftClient.TokenProvider?
    /// Whether anybody can be signed in.
    nonisolated let hasProvider: Bool
    private var current: String?
    private var fetching: (rejected: String?, task: Task<String?, any Error>)?

    init(_ provider: DraftClient.TokenProvider?) {
        self.provider = provider
        hasProvider = provider != nil
    }

    /// - Parameter rejected: one that the server has refused.
    /// - Returns: a token other than `rejected`; nil if the provider has no other token.
    func token(insteadOf rejected: String? = nil) async throws(DraftClientError) -> String? {
        guard let provider else { return nil }
        if let current, current != rejected { return current }
        let task: Task<String?, any Error>
        if let fetching, fetching.rejected == rejected {
            task = fetching.task
        } else {
            task = Task { try await provider(rejected) }
            fetching = (rejected, task)
        }
        do {
            let fresh = try await task.value
            // Of those who have waited for it, the first; by the time of the last it may have been refused already.
            if fetching?.task == task { (fetching, current) = (nil, fresh) }
            return fresh == rejected ? nil : fresh
        } catch {
            if fetching?.task == task { fetching = nil }
            throw error as? DraftClientError ?? .unauthenticated("\(error)")
        }
    }
}
