import Draft
import DraftLedger
package import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Pages
import Platform

/// The monitoring and the limits of the server: metrics, log, quotas, and whether it can take commands.
final class Operations: Sendable {
    let options: OperationOptions
    let quotas: Quotas
    let metrics = ServerMetrics(registry: PrometheusRegistry(helps: ServerMetric.helps))
    let logger: Logger
    let streams = StreamPlaces()
    let crossOrigin: CrossOrigin
    let receipts: ReceiptSigner
    let rows = RowWatch()
    let health: Health
    let readiness = Readiness()
    /// The place of a node in its cluster; nil for a server that is in none.
    let clusterPart = Guarded<(@Sendable () -> Readiness.Part)?>(nil)
    let refusedTokens: RefusedTokens

    /// Records a request that no route saw.
    func refused(_ problem: Problem, from peer: IPAddress?) {
        metrics.noteRefusal(problem.code)
        var metadata: Logger.Metadata = ["status": "\(problem.status.code)", "reason": "\(problem.code)"]
        if let address = options.logAddresses.shown(peer) { metadata["address"] = "\(address)" }
        logger.info("refused: \(problem.detail)", metadata: metadata)
    }

    init(_ ledger: DraftLedger, _ options: OperationOptions) throws {
        self.options = options
        quotas = Quotas(options.rates)
        logger = Self.logger(options)
        refusedTokens = RefusedTokens(registry: metrics.registry)
        crossOrigin = CrossOrigin(options.allowedOrigins)
        receipts = try ledger.receiptSigner()
        health = Health(of: ledger)
    }

    static func logger(_ options: OperationOptions) -> Logger {
        let level = Logger.Level(rawValue: options.logLevel) ?? .warning
        return Logger(label: "draftledger") { JSONLog($0, level: level, options.log) }
    }

    // MARK: Quotas

    /// Counts a command by its user and address. A pick by the user on the clock is always allowed: no quota
    /// decides a draft.
    func admit(_ sent: SentCommand, for exchange: Exchange, in ledger: DraftLedger) async throws {
        guard let rates = options.rates, let addressRates = quotas.addressRates, let user = exchange.caller.user else {
            return
        }
        do {
            try quotas.take(rates.commands, .user(user), exchange.record)
            try quotas.take(addressRates.commands, .address(exchange.record.address), exchange.record)
        } catch {
            guard try await Self.isOnTheClock(sent, in: ledger) else { throw error }
        }
    }

    /// Reads the body of commands. If a client has no quota left, the server reads at most the size of a pick, and refuses
    /// a longer body before it arrives.
    ///
    /// - Throws: `tooManyRequests`, and what reading a body throws.
    func commandBody(of exchange: Exchange) async throws -> (bytes: [UInt8], arrival: Timestamp) {
        let limits = exchange.limits
        guard let over = overCommands(exchange) else { return try await exchange.body(upTo: limits.arrayBytes) }
        do {
            return try await exchange.body(upTo: min(limits.pickBytes, limits.arrayBytes))
        } catch let problem as Problem where problem.status == .contentTooLarge {
            exchange.record.note(over)
            throw Quotas.problem(over)
        }
    }

    /// Returns the status of a client that has used up its quota for commands; nil for all others.
    private func overCommands(_ exchange: Exchange) -> RateLimiter.Standing? {
        guard let rates = options.rates, let addressRates = quotas.addressRates, let user = exchange.caller.user else {
            return nil
        }
        let standings = [
            quotas.limiter.standing(rates.commands, of: .user(user)),
            quotas.limiter.standing(addressRates.commands, of: .address(exchange.record.address)),
        ]
        return standings.first { !$0.isWithin }
    }

    /// Counts a request without a command that could be counted: it cannot be read, or names something that does not
    /// exist.
    ///
    /// - Throws: `tooManyRequests`, instead of repeating what is wrong with it.
    func noteFailedCommand(for exchange: Exchange) throws {
        guard let rates = options.rates, let addressRates = quotas.addressRates else { return }
        let client = exchange.caller.user.map { RateLimiter.Client.user($0) } ?? .address(exchange.record.address)
        try quotas.take(rates.commands, client, exchange.record)
        try quotas.take(addressRates.commands, .address(exchange.record.address), exchange.record)
    }

    /// Runs the steps before a command can be counted, and counts the request if they fail.
    func countingFailure<Result>(of exchange: Exchange, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let problem as Problem {
            try noteFailedCommand(for: exchange)
            throw problem
        }
    }

    /// Counts words that are kept before anything is decided: as one more write for every thousand bytes.
    func admitWords(of command: Command, for exchange: Exchange) throws {
        guard let rates = options.rates, let addressRates = quotas.addressRates, let user = exchange.caller.user else {
            return
        }
        let bytes = command.statements.reduce(0) { $1.isInTheOpen ? $0 + $1.text.utf8.count : $0 }
        for _ in 0..<bytes / 1_000 {
            try quotas.take(rates.writes, .user(user), exchange.record)
            try quotas.take(addressRates.writes, .address(exchange.record.address), exchange.record)
        }
    }

    private static func isOnTheClock(_ sent: SentCommand, in ledger: DraftLedger) async throws -> Bool {
        guard sent.command.kind == .makePick, case .room(let id) = sent.command.anchor, sent.actor.role == .user,
            let room = try await ledger.liveRoom(id), let seat = room.seatOnClock
        else { return false }
        return room.member(at: seat)?.user == sent.actor.user
    }

    // MARK: Afterwards

    /// Puts what was noted of a request into its answer's head, the figures and the log.
    func finish(_ record: RequestRecord, _ request: Request, _ response: inout Response) {
        record.headers(&response.headers)
        crossOrigin.mark(&response, to: request)
        let status = response.status.code
        metrics.note(request.method.rawValue, route: record.route, status: status, after: record.age)
        if let reason = record.reason { metrics.noteRefusal(reason) }
        // Requests of nodes among themselves would be most of the log.
        let level: Logger.Level = record.route?.hasPrefix("/cluster/") == true ? .debug : .info
        logger.log(level: level, "answered", metadata: record.metadata(status: status))
    }
}

extension HTTPField.Name {
    static let traceparent = constant("Traceparent")
    static let serverTiming = constant("Server-Timing")
    package static let forwardedFor = constant("X-Forwarded-For")
    static let rateLimit = constant("RateLimit")
    static let rateLimitPolicy = constant("RateLimit-Policy")
    static let prefer = constant("Prefer")
    static let preferenceApplied = constant("Preference-Applied")
}
