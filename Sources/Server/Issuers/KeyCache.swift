import Logging
import Platform
import Tokens

/// The keys at one place, trusted for as long as their answer may be kept, within bounds.
///
/// They are reread in the background before that time ends, and when a token names a key that is unknown. If they cannot be
/// read, they end with their time: nothing is accepted by keys whose issuer may have withdrawn them.
actor KeyCache {
    /// A set that decides until a moment of the clock that is never set.
    struct Trusted: Sendable {
        var keys: KeySet
        var until: Double
        /// Rises when the set decides differently.
        var generation: UInt64
    }

    static let minimumAge = 5.0
    static let defaultAge = 300.0
    /// The time for which the keys of a file are trusted if it cannot be read.
    static let fileTrust = 60.0
    /// The share of its time after which a set is reread.
    private static let refreshShare = 0.7
    /// The limit of rereadings for unknown keys: this many at once, and one more after each interval.
    private static let burst = 4.0
    private static let interval = 5.0
    /// The minimum time between two readings, whatever their reason.
    private static let pause = 1.0
    private static let longestBackoff = 30.0
    /// Requests that wait for a reading at a time.
    private static let maximumWaiting = 256

    let place: String
    private let maximumAge: Double
    private let clock: SecondsClock
    private let read: @Sendable (String) async throws(KeyFault) -> KeyDocument
    private let sleep: @Sendable (Double) async throws -> Void
    private let logger: Logger
    private let changed: @Sendable () -> Void
    private nonisolated let known = Guarded<Trusted?>(nil)

    private var reading: Task<KeyFault?, Never>?
    private var waiting = 0
    private var lastAttempt = -Double.infinity
    private var refreshAt = -Double.infinity
    private var failures = 0
    /// The time when the allowance of rereadings is full again.
    private var spentUntil = -Double.infinity
    private var generation: UInt64 = 0
    private var hasLapsed = false
    /// Members that were left out, each of which is logged once.
    private var logged: Set<KeySet.LeftOut> = []

    /// - Parameter changed: called when the set decides differently, or is not trusted any more.
    init(
        _ place: String, maximumAge: Double, clock: SecondsClock, logger: Logger,
        read: @escaping @Sendable (String) async throws(KeyFault) -> KeyDocument,
        sleep: @escaping @Sendable (Double) async throws -> Void,
        changed: @escaping @Sendable () -> Void
    ) {
        self.place = place
        self.maximumAge = maximumAge
        self.clock = clock
        self.logger = logger
        self.read = read
        self.sleep = sleep
        self.changed = changed
    }

    /// The set that is trusted now; nil if no set is trusted.
    nonisolated var trusted: Trusted? {
        known.withLock { $0 }.flatMap { clock.uptime() < $0.until ? $0 : nil }
    }

    // MARK: Answering

    /// Returns the keys that may have signed a token. If no key has its name, the set is read again.
    ///
    /// - Throws: `TokenRejection` for an unknown key; `KeysUnavailable` while keys cannot be read.
    func candidates(
        for header: SignedToken.Header, by algorithm: SignatureAlgorithm
    ) async throws -> [VerificationKey] {
        if trusted == nil { try await readFirst() }
        if let keys = trusted?.keys, let found = try Self.candidates(in: keys, header, algorithm) { return found }
        try await readForUnknown()
        guard let keys = trusted?.keys else { throw unavailable() }
        if let found = try Self.candidates(in: keys, header, algorithm) { return found }
        throw TokenRejection(.unknownKey, "It names a key (kid) that its issuer does not publish.")
    }

    private static func candidates(
        in keys: KeySet, _ header: SignedToken.Header, _ algorithm: SignatureAlgorithm
    ) throws(TokenRejection) -> [VerificationKey]? {
        let found = keys.candidates(for: header, by: algorithm)
        if !found.isEmpty { return found }
        guard let id = header.keyID, keys.names.contains(id) else { return nil }
        throw TokenRejection(.algorithm, "Its algorithm (alg) is not one of the key that it names.")
    }

    /// Rereads the set if that is allowed at once: a signature is not by the key that has its name, which an issuer may have
    /// replaced.
    ///
    /// - Returns: whether the set decides differently now.
    func rereadAtOnce() async -> Bool {
        guard reading != nil || (failures == 0 && delayForUnknown() <= 0) else { return false }
        let before = generation
        if reading == nil { spend() }
        _ = await reread()
        return generation != before && trusted != nil
    }

    private func readFirst() async throws(KeysUnavailable) {
        guard reading != nil || clock.uptime() >= nextAttempt, waiting < Self.maximumWaiting else {
            throw unavailable()
        }
        waiting += 1
        defer { waiting -= 1 }
        if await reread() != nil || trusted == nil { throw unavailable() }
    }

    /// Waits for a reading that begins now or, when there were many, a few seconds later. All requests wait for the same.
    private func readForUnknown() async throws {
        guard waiting < Self.maximumWaiting, failures == 0 || clock.uptime() >= nextAttempt || reading != nil else {
            throw unavailable()
        }
        waiting += 1
        defer { waiting -= 1 }
        let asked = clock.uptime()
        while lastAttempt < asked || reading != nil {
            let delay = delayForUnknown()
            if reading == nil, delay > 0 {
                try await sleep(delay)
                continue
            }
            if reading == nil { spend() }
            if await reread() != nil { throw unavailable() }
            // One that was on its way when this request came may be of before its key was published.
        }
    }

    private func delayForUnknown() -> Double {
        let now = clock.uptime()
        return max(lastAttempt + Self.pause, spentUntil - (Self.burst - 1) * Self.interval) - now
    }

    private func spend() { spentUntil = max(spentUntil, clock.uptime()) + Self.interval }

    private func unavailable() -> KeysUnavailable {
        KeysUnavailable(place: place, seconds: Int(min(60, max(1, nextAttempt - clock.uptime())).rounded(.up)))
    }

    /// The time when the next reading after failures is due.
    private var nextAttempt: Double {
        failures == 0 ? -.infinity : lastAttempt + min(Self.longestBackoff, Double(1 << min(failures - 1, 6)))
    }

    // MARK: Reading

    /// Rereads the set when it is due, and tells when it is not trusted any more.
    func keepFresh() async {
        let now = clock.uptime()
        if known.withLock({ $0 }) != nil, trusted == nil, !hasLapsed {
            hasLapsed = true
            logger.error("no keys of \(place) are trusted any more: tokens that they sign are answered with 503")
            changed()
        }
        guard reading == nil, now >= refreshAt, now >= nextAttempt else { return }
        _ = await reread()
    }

    /// Reads the set, or waits for the reading that is under way.
    ///
    /// - Returns: the fault; nil if it was read.
    private func reread() async -> KeyFault? {
        if let reading { return await reading.value }
        let start = clock.uptime()
        lastAttempt = start
        let task = Task { await take(from: start) }
        reading = task
        return await task.value
    }

    private func take(from start: Double) async -> KeyFault? {
        defer { reading = nil }
        do throws(KeyFault) {
            let document = try await read(place)
            let keys = try KeySet(document.bytes, at: clock.now())
            trust(keys, from: start, document)
            return nil
        } catch {
            failures += 1
            if failures == 1 { logger.error("the keys of \(place) cannot be read: \(error)") }
            return error
        }
    }

    private func trust(_ keys: KeySet, from start: Double, _ document: KeyDocument) {
        let age = min(max(document.lifetime ?? Self.defaultAge, Self.minimumAge), maximumAge)
        // A machine that is too busy to look at a file in time must not sign everybody out.
        let trustTime = document.isLocal ? max(age, Self.fileTrust) : age
        let before = known.withLock { $0 }
        let isSame = before.map { $0.keys.fingerprint == keys.fingerprint } ?? false
        if !isSame { generation += 1 }
        known.withLock { $0 = Trusted(keys: keys, until: start + trustTime, generation: generation) }
        refreshAt = start + age * Self.refreshShare
        if failures > 0 { logger.notice("the keys of \(place) can be read again") }
        (failures, hasLapsed) = (0, false)
        for member in keys.leftOut where logged.count < 1_000 && logged.insert(member).inserted {
            logger.warning("key '\(member.name)' of \(place) is left out: \(member.reason)")
        }
        if !isSame, before != nil { changed() }
    }
}

/// The error when the keys of an issuer cannot be read now, and no earlier set is trusted.
package struct KeysUnavailable: Error {
    var place: String
    /// The time after which a retry makes sense.
    package var seconds: Int
}
