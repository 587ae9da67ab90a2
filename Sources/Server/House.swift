import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Platform
import Timekeeping

/// What all routes share: the ledger, who may ask, the streams, and the threads that read.
///
/// One object, since every request and every stream has it at hand: as a value it would be more than a kilobyte of each.
final class House: Sendable {
    let ledger: DraftLedger
    let options: ServerOptions
    let accounts: Accounts
    let verifier: TokenVerifier
    let tail: LedgerTail
    let presence: Presence
    let lobby = LobbyFeed()
    let app = AppDesk()
    let health: Health
    let operations: Operations
    let tokens: MachineTokens
    let staff: StaffBook
    let cases = CaseIndex()
    let contestNumbers = ContestNumbers()
    /// Records who of the staff read private data of members.
    let accesses: AccessRecorder
    let standings = StandingsDesk()
    let brackets = BracketDesk()
    let bodies = BodyWatch()
    let openWords = OpenWords()
    let sessions: Sessions
    let signOuts: SignOuts
    let signIns: SignIns
    /// Nil for a server that is not for development.
    let devStaff: DevStaff?
    let cookie: SessionCookie
    let frames = FrameCache()
    let catchUps: Turnstile
    let audit: LedgerAudit
    let connections: Connections
    let readiness = Readiness()
    private let threads: ReadingThreads

    init(_ ledger: DraftLedger, _ options: ServerOptions, threads: ReadingThreads) throws {
        self.ledger = ledger
        self.options = options
        self.threads = threads
        accounts = try Accounts(ledger)
        verifier = TokenVerifier(
            issuers: options.issuers, isDev: options.isDev, clock: options.secondsClock,
            logger: Operations.logger(options.operations))
        signIns = SignIns(options.issuers, verifier)
        presence = Presence(ledger, by: options.secondsClock)
        sessions = Sessions(by: options.secondsClock)
        signOuts = try SignOuts(of: ledger.path)
        devStaff = options.isDev ? DevStaff(ledger) : nil
        cookie = SessionCookie(options)
        tail = try LedgerTail(of: ledger, presence: presence, pools: app.pools, sessions: sessions)
        health = Health(of: ledger)
        accesses = AccessRecorder(ledger, now: options.clock.now)
        operations = try Operations(ledger, options.operations)
        connections = Connections(options.limits, options.operations.proxies) { [metrics = operations.metrics] in
            metrics.noteRefusal($0)
        }
        staff = StaffBook(ledger)
        tokens = MachineTokens(of: ledger.path)
        catchUps = Turnstile(letting: threads.streamsAtATime)
        audit = LedgerAudit(ledger, now: options.clock.now)
        let tail = tail
        verifier.whenKeysChange { tail.check { $0.credential != .none } }
    }

    /// Reads the ledger on a thread that may wait for the disk, a bounded number at a time.
    func reading<Result: Sendable>(_ body: @escaping @Sendable (DraftLedger) throws -> Result) async throws -> Result {
        let ledger = ledger
        return try await threads.read { try body(ledger) }
    }

    /// The same on one of the threads that are there for streams.
    func readingForStream<Result: Sendable>(
        _ body: @escaping @Sendable (DraftLedger) throws -> Result
    ) async throws -> Result {
        let ledger = ledger
        return try await threads.readForStream { try body(ledger) }
    }

    var now: Timestamp { options.clock.now() }
}

/// Whether the server can take commands, as far as the last ones tell.
final class Health: Sendable {
    private struct State {
        var isStarting = false
        var isStopping = false
        var delay: String?
        var failure: String?
    }

    private let ledger: DraftLedger
    private let state = Guarded(State())

    init(of ledger: DraftLedger) { self.ledger = ledger }

    /// Why it cannot; nil while it can.
    var complaint: String? {
        let state = state.withLock { $0 }
        if state.isStopping { return "The server is stopping." }
        if let displacement = ledger.displacement { return "Nothing is recorded: \(displacement)." }
        if state.isStarting { return Self.start }
        return state.delay ?? state.failure
    }

    /// Why it takes no commands yet, though it can be read; nil once it does.
    var delay: String? { state.withLock { $0.delay } }

    /// Takes note of what the start waits for, and will for longer than anybody wants to wait for an answer.
    func delay(by reason: String) { state.withLock { $0.delay = reason } }

    private static let start = "The service starts, and takes up the clocks of its drafts."

    /// Takes note that the clocks are about to be taken up: requests wait until they are.
    func begin() { state.withLock { $0.isStarting = true } }

    /// Takes note that the clocks run.
    func haveBegun() { state.withLock { ($0.isStarting, $0.delay) = (false, nil) } }

    /// Returns when the start has waited for everything.
    func begun() async throws {
        while state.withLock({ $0.isStarting || $0.delay != nil }) { try await Task.sleep(for: .milliseconds(100)) }
    }

    /// Returns when the clocks have been taken up, some milliseconds after the first connection; or when there is a delay,
    /// of which each request is told.
    ///
    /// - Throws: `unavailable` where that takes longer than most clients wait.
    func started() async throws {
        for _ in 0..<Self.looksAtStart {
            guard state.withLock({ $0.isStarting && !$0.isStopping }) else { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Problem(.unavailable, Self.start)
    }

    private static let looksAtStart = 1_000

    func stop() { state.withLock { $0.isStopping = true } }

    /// Takes note of how the last command or group of events ended: nil if the ledger stored it.
    ///
    /// A path that leads elsewhere is looked at by itself, so that the server is ready as soon as it is back.
    func note(_ failure: DraftLedgerError?) {
        let isWatched = failure?.code == .moved
        var detail = isWatched ? nil : failure.map { Problem($0, ofLedgerAt: ledger.path).detail }
        if failure?.code == .writerLost {
            detail = detail.map {
                "\($0). Meanwhile reads are answered; the server opens the ledger as soon as its disk takes writes."
            }
        }
        state.withLock { $0.failure = detail }
    }
}
