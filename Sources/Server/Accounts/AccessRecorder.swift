import Draft
import DraftLedger
import Platform

/// A read of a member's private data, without its reader.
struct PrivateRead: Hashable, Sendable {
    var user: UserID
    var kind: PrivateDataRead.Kind
    var room: RoomID?
    var dispute: CaseID?
}

/// Collects the reads of private data that one answer is, wherever they are noticed.
final class PrivateReads: Sendable {
    private let reads = Guarded<Set<PrivateRead>>([])

    func note(_ user: UserID, _ kind: PrivateDataRead.Kind, room: RoomID? = nil, dispute: CaseID? = nil) {
        reads.withLock { _ = $0.insert(PrivateRead(user: user, kind: kind, room: room, dispute: dispute)) }
    }

    /// The reads that were noted since the last call.
    func take() -> Set<PrivateRead> {
        reads.withLock { reads in
            defer { reads = [] }
            return reads
        }
    }
}

/// Records reads of private data by staff in the streams of the members, before an answer leaves.
///
/// One event covers the reads of one kind by one reader, about one room, for ``PrivateDataRead/window``. So the events
/// are bounded by the number of members, and not by the number of requests.
actor AccessRecorder {
    fileprivate struct Key: Hashable {
        var reader: UserID
        var user: UserID
        var kind: PrivateDataRead.Kind
        var room: RoomID?
    }

    private let ledger: DraftLedger
    private let now: @Sendable () -> Timestamp
    /// The reads that an event covers, and until when.
    private var covered: [Key: Timestamp] = [:]
    private var inFlight: [Key: Task<Void, any Error>] = [:]

    /// Reads that are kept in memory; beyond, the members' streams tell what is covered.
    private static let most = 100_000

    /// Events that are on their way to the ledger at a time.
    private static let atATime = 64

    init(_ ledger: DraftLedger, now: @escaping @Sendable () -> Timestamp) {
        self.ledger = ledger
        self.now = now
    }

    /// Records reads, unless they are covered by an event. The callers' own data are not recorded.
    ///
    /// - Parameter delay: what the server waits for before it stores anything; nil once it does not.
    /// - Throws: `unavailable` if an event cannot be stored.
    func record(_ reads: Set<PrivateRead>, by caller: Caller, whileWaiting delay: String? = nil) async throws {
        guard !reads.isEmpty, let reader = caller.user, !caller.roles.isEmpty else { return }
        let missing = reads.filter { $0.user != reader && !isCovered(Key($0, by: reader)) }
        guard !missing.isEmpty else { return }
        if let delay { throw Problem(.unavailable, delay) }
        let roles = caller.roles
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, read) in missing.enumerated() {
                if index >= Self.atATime { try await group.next() }
                group.addTask { try await self.record(read, by: reader, roles) }
            }
            try await group.waitForAll()
        }
    }

    /// Records that staff sign a member out: each time, and before it happens. A sign-out by the member is not recorded.
    ///
    /// - Parameter delay: what the server waits for before it stores anything; nil once it does not.
    /// - Throws: `unavailable` if the event cannot be stored: then the member stays signed in.
    func recordSignOut(of user: UserID, by caller: Caller, whileWaiting delay: String? = nil) async throws {
        guard let person = caller.user, person != user, !caller.roles.isEmpty else { return }
        if let delay { throw Problem(.unavailable, delay) }
        let event = PrivateDataRead(reader: person, roles: caller.roles, kind: .signOut)
        try await Self.record(event, of: user, in: ledger, at: now())
    }

    private func isCovered(_ key: Key) -> Bool { covered[key].map { now() < $0 } ?? false }

    private func record(_ read: PrivateRead, by reader: UserID, _ roles: StaffRoles) async throws {
        let key = Key(read, by: reader)
        if let task = inFlight[key] { return try await task.value }
        let (ledger, moment) = (ledger, now())
        let task = Task {
            let event = PrivateDataRead(
                reader: reader, roles: roles, kind: read.kind, room: read.room, dispute: read.dispute)
            try await Self.record(event, of: read.user, in: ledger, at: moment)
        }
        inFlight[key] = task
        defer { inFlight[key] = nil }
        try await task.value
        if covered.count >= Self.most {
            covered = covered.filter { moment < $0.value }
            if covered.count >= Self.most { covered = [:] }
        }
        covered[key] = moment + PrivateDataRead.window
    }

    private static func record(
        _ read: PrivateDataRead, of user: UserID, in ledger: DraftLedger, at moment: Timestamp
    ) async throws {
        let state = UserState.folding(try ledger.stream(.user(user)))
        // The number is of no registered user: there is nothing private.
        guard state.registered, !state.accesses.covers(read, at: moment) else { return }
        do {
            let outcome = try await ledger.send(
                .user(user, .recordAccess(read)), as: .scheduler, id: .random(), occurredAt: moment)
            switch outcome {
            case .accepted: return
            case .refused(let refusal, _, _):
                guard refusal.code != .alreadyExists else { return }
                throw Problem(.unavailable, "The \(read.kind.act) cannot be recorded: \(refusal.message)")
            }
        } catch let error as DraftLedgerError {
            throw Problem(.unavailable, "The \(read.kind.act) cannot be recorded: \(error.code).")
        }
    }
}

extension PrivateDataRead.Kind {
    /// The act, in words.
    fileprivate var act: String { isRead ? "read of private data" : "sign-out" }
}

extension AccessRecorder.Key {
    fileprivate init(_ read: PrivateRead, by reader: UserID) {
        self.init(reader: reader, user: read.user, kind: read.kind, room: read.room)
    }
}
