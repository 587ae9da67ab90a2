public import Draft
import Foundation
import Ledger
public import Merkle
import Platform
import Records

extension DraftLedger {
    /// The beginning and the end of the ledger: whether it follows another one, and whether it was closed.
    public func systemState() throws(DraftLedgerError) -> SystemState { SystemState.folding(try stream(.system)) }

    /// The closing of the ledger after a number of events. Reads them all.
    package func closing(upTo size: UInt64) throws(DraftLedgerError) -> LedgerClosing {
        try rethrowing {
            var fold = ClosingFold()
            try fold.advance(in: ledger, upTo: size)
            return fold.closing
        }
    }

    /// The event that closed the ledger, and its position; nil while the ledger takes commands.
    package func closed() throws(DraftLedgerError) -> (event: LedgerClosed, position: UInt64)? {
        guard let position = try systemState().closedAt, let recorded = try rethrowing({ try log.event(at: position) }),
            case .closed(let closed) = recorded.event.service
        else { return nil }
        return (closed, position)
    }

    /// The event with which the ledger follows a closed one; nil for a ledger that follows none.
    package func begun() throws(DraftLedgerError) -> LedgerBegun? {
        guard case .begun(let begun) = try rethrowing({ try log.event(at: 1) })?.event.service else { return nil }
        return begun
    }
}

/// A ledger that was begun.
public struct SeasonBeginning: Sendable {
    public var path: String
    public var origin: String
    /// The closed ledger.
    public var previousOrigin: String
    /// The number of users.
    public var users: UInt32
    /// The sum of their balances.
    public var total: Cents
    /// The number of profiles that were copied.
    public var profiles: Int
    /// The number of events, and the root over them.
    public var size: UInt64
    public var root: TreeHash
}

extension DraftLedger {
    /// The number of events that are appended at a time.
    private static let portion = 8_192

    /// Creates the ledger of the next season: with the staff, the users, the balances and the payment references of a closed
    /// ledger, and the profiles of its users.
    ///
    /// The new ledger gets its name when it is complete and durable. After an interruption nothing is at the path, and the next
    /// call starts again.
    ///
    /// ```swift
    /// let previous = try DraftLedger.open(at: "2026.ledger")
    /// let beginning = try DraftLedger.beginSeason(at: "2027.ledger", from: previous, origin: "example.com/2027")
    /// ```
    ///
    /// - Parameters:
    ///   - path: of the new ledger; nothing may be there.
    ///   - previous: the closed ledger.
    ///   - origin: the permanent name of the new ledger.
    ///   - keys: verifier keys that may have signed the checkpoint of the closed ledger, if its own key is elsewhere.
    ///   - moment: the recorded time; now by default.
    ///   - progress: called with the progress of the verification.
    /// - Throws: `alreadyExists`; `ledgerNotClosed`; `damaged` if the closed ledger is, or if it does not prove what it states;
    ///   `checkpointMissing` if no checkpoint covers the closing; `badOrigin`; `lockedByAnotherWriter` if another process
    ///   begins the same ledger; `diskFull`, `readOnly`, `inputOutput`.
    public static func beginSeason(
        at path: String, from previous: DraftLedger, origin: String, trusting keys: [VerifierKey] = [],
        at moment: Timestamp? = nil, progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) -> SeasonBeginning {
        try rethrowing {
            try SigningKey.checkName(origin)
            guard !FileSystem.exists(path) else {
                throw DraftLedgerError(.alreadyExists, "\(path) exists. Name a directory that does not exist yet.")
            }
            let end = try SeasonEnd(of: previous, trusting: keys, progress: progress)
            guard end.origin != origin else {
                throw DraftLedgerError(
                    .badOrigin, "\(origin) is the name of the closed ledger. Give the new ledger a name of its own.")
            }
            let unfinished = path + ".unfinished"
            try discardAbandoned(unfinished)
            do {
                let (size, root) = try write(end, to: unfinished, origin: origin, at: moment)
                let profiles = try previous.profiles()
                try copy(profiles, to: unfinished)
                FileSystem.remove(unfinished + "/lock.mdb")
                guard !FileSystem.exists(path) else {
                    throw DraftLedgerError(.alreadyExists, "\(path) was created meanwhile. Use another path.")
                }
                try DurableFile.syncDirectory(unfinished)
                try DurableFile.move(unfinished, to: path)
                return SeasonBeginning(
                    path: path, origin: origin, previousOrigin: end.origin, users: end.closing.users,
                    total: end.closing.total, profiles: profiles.count, size: size, root: root)
            } catch {
                // If removal fails, the next call tries again.
                try? FileManager.default.removeItem(atPath: unfinished)
                throw error
            }
        }
    }

    private static func write(
        _ end: SeasonEnd, to path: String, origin: String, at moment: Timestamp?
    ) throws -> (size: UInt64, root: TreeHash) {
        let ledger = try create(at: path, origin: origin, moment: moment, upkeep: .none)
        defer { ledger.close() }
        let events = [StreamEvent(.system, .ledgerBegun(end.begun))] + end.closing.carried
        for start in stride(from: 0, to: events.count, by: portion) {
            let part = events[start..<min(start + portion, events.count)]
            try ledger.append(
                part.map { PendingEvent(stream: $0.stream, event: $0.event, origin: nil, recordedAt: moment) })
        }
        try ledger.publishCheckpoint()
        return (try ledger.size, try ledger.root)
    }

    private static func copy(_ profiles: [(user: UserID, profile: Profile)], to path: String) throws {
        guard !profiles.isEmpty else { return }
        let ledger = try open(at: path, for: .writing, upkeep: .none)
        defer { ledger.close() }
        try ledger.setProfiles(profiles.map { ($0.user, $0.profile) })
    }

    /// Removes what an interrupted call has left.
    ///
    /// - Throws: `lockedByAnotherWriter` if a call is at work there.
    private static func discardAbandoned(_ path: String) throws {
        guard FileSystem.exists(path) else { return }
        if exists(at: path) {
            do throws(LedgerError) {
                try Ledger.open(at: path, mode: .readWrite).close()
            } catch {
                // A directory without a whole ledger has no writer.
                guard error.code != .lockedByAnotherWriter else {
                    throw DraftLedgerError(
                        .lockedByAnotherWriter, "Another process begins this ledger: \(path) is in use.")
                }
            }
        }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DraftLedgerError(
                .inputOutput, "\(path), left by an interrupted run, cannot be removed: \(error.reason). Remove it.")
        }
    }
}

/// The end of a closed ledger, as far as the ledger itself proves it.
struct SeasonEnd {
    let origin: String
    let closed: LedgerClosed
    /// The closing, recomputed from the records.
    let closing: LedgerClosing
    let checkpoint: Checkpoint

    /// Verifies a closed ledger, and recomputes what its closing states.
    init(of ledger: DraftLedger, trusting keys: [VerifierKey], progress: ProgressHandler?) throws {
        guard let origin = try ledger.origin, let (closed, position) = try ledger.closed() else {
            throw DraftLedgerError(
                .ledgerNotClosed, "\(ledger.path) is not closed. Close it with `season close` when its season is over.")
        }
        let report = try ledger.verify(trusting: keys, progress: progress)
        if let first = report.findings.first {
            throw DraftLedgerError(.damaged, "\(ledger.path) cannot be taken over: \(first.message)")
        }
        guard let checkpoint = try ledger.publishedCheckpoint(trusting: keys)?.unverified, checkpoint.size > position
        else {
            throw DraftLedgerError(
                .checkpointMissing,
                "No checkpoint of \(ledger.path) covers its closing at position \(position). Publish one with `checkpoint`."
            )
        }
        let closing = try ledger.closing(upTo: position)
        guard closing.digest(by: DraftLedger.hashing) == closed.closing, closing.users == closed.users,
            closing.total == closed.total
        else {
            throw DraftLedgerError(
                .damaged,
                "\(ledger.path) states \(closed.users) users with \(closed.total.value) cents at its closing; its records "
                    + "give \(closing.users) users with \(closing.total.value) cents, or other accounts. Run `audit` on it."
            )
        }
        (self.origin, self.closed, self.closing, self.checkpoint) = (origin, closed, closing, checkpoint)
    }

    /// The first event of the next ledger after its creation.
    var begun: LedgerBegun {
        LedgerBegun(
            previousOrigin: origin, previousSize: checkpoint.size, previousRoot: Digest256(checkpoint.root),
            users: closed.users, total: closed.total, closing: closed.closing, events: UInt32(closing.carried.count))
    }
}

extension Digest256 {
    init(_ hash: TreeHash) { self = Digest256(bytes: hash.bytes) ?? .zero }
}
