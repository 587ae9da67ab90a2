import Draft
import DraftLedger
import LMDB
import Ledger
import Platform

/// The users of token subjects. The first token of a subject registers a user.
///
/// Subjects are stored in the erasable profiles outside the log, never in the log.
actor Accounts {
    let ledger: DraftLedger
    let erasures: Erasures
    /// The addresses of users; nil for a server without notices.
    let notices: NoticeCenter?
    /// The accounts for withdrawals of users; nil for a server without payment providers.
    let payments: PaymentCenter?
    /// The generation of names and free text.
    let told = Generation()
    private let users: Guarded<[String: UserID]>
    private var registering: [String: Task<UserID, any Error>] = [:]
    private var next: UInt64

    /// Reads all profiles.
    init(
        _ ledger: DraftLedger, _ notices: NoticeCenter?, _ payments: PaymentCenter?, in files: SideFiles
    ) throws {
        (self.ledger, self.notices, self.payments) = (ledger, notices, payments)
        erasures = try Erasures(of: ledger, in: files)
        users = Guarded(try Self.users(of: ledger))
        next = try ledger.freeNumbers().user.number
        ledger.sides.observe { [users, told, weak ledger] store, changes in
            guard store == ReplicatedBatch.ledgerStore, let ledger else { return }
            let profiles = changes.filter { $0.table == DraftLedger.profilesTable }
            // Accounts that cannot be read now are read at the next start: until then a token of theirs asks the leader.
            try? Self.take(profiles, into: users, of: ledger)
            told.raise()
        }
    }

    /// Takes over profiles that another node has changed: one by one, since each registration is one.
    private static func take(
        _ changes: [TableChange], into users: Guarded<[String: UserID]>, of ledger: DraftLedger
    ) throws {
        for change in changes {
            guard case .put(let key, _) = change.kind, let number = key.withUnsafeBytes({ UInt64(keyBytes: $0) }) else {
                // An erasure states no account: whose it was is not there any more.
                let known = try Self.users(of: ledger)
                return users.withLock { $0 = known }
            }
            let user = UserID(number)
            guard let account = try ledger.profile(of: user)?.externalID, !account.isEmpty else { continue }
            users.withLock { $0[account] = user }
        }
    }

    private static func users(of ledger: DraftLedger) throws -> [String: UserID] {
        var users: [String: UserID] = [:]
        for (user, profile) in try ledger.profiles() where !profile.externalID.isEmpty {
            users[profile.externalID] = user
        }
        return users
    }

    /// Returns the user whom a token of an account has registered; nil for a new account.
    nonisolated func knownUser(of account: String) -> UserID? { users.withLock { $0[account] } }

    /// - Throws: what keeps the ledger from storing a registration.
    nonisolated func user(of account: String, named name: String) async throws -> UserID {
        if let user = knownUser(of: account) { return user }
        return try await newUser(of: account, named: name)
    }

    private func newUser(of account: String, named name: String) async throws -> UserID {
        // Another request of the same subject may have been first.
        if let user = knownUser(of: account) { return user }
        guard !erasures.contains(account) else {
            throw Problem(.forbidden, "This account was closed permanently, and its profile is erased.")
        }
        if let task = registering[account] { return try await task.value }
        let task = Task { try await register(account, named: name) }
        registering[account] = task
        defer { registering[account] = nil }
        return try await task.value
    }

    /// Erases the profile and the free text of a user whose account is closed.
    ///
    /// - Parameter person: who erases it. Text that staff wrote goes only if that is the user, once staff roles are enabled.
    func forget(_ user: UserID, by person: UserID) async throws {
        if let account = try ledger.profile(of: user)?.externalID, !account.isEmpty {
            try erasures.add(user, account)
            users.withLock { $0[account] = nil }
        }
        let ofStaff = try person == user || !ledger.staff().hasBegun
        if let erasure = try ledger.erasure(about: user, ofStaff: ofStaff, by: person) {
            let outcome = try await ledger.send(.ledger(.eraseText(erasure)), as: .scheduler, id: .random())
            if case .refused(let refusal, let record, _) = outcome {
                throw Problem(refusal, position: record?.position)
            }
        }
        try ledger.setProfiles([(user: user, profile: nil)])
        try notices?.erase(user)
        try payments?.book.erase(user)
        told.raise()
    }

    private func register(_ account: String, named name: String) async throws -> UserID {
        while true {
            // Another node may have registered users since.
            if try ledger.clusterMark() != nil { next = max(next, try ledger.freeNumbers().user.number) }
            let user = UserID(next)
            next += 1
            let outcome = try await ledger.send(.user(user, .registerUser), as: .user(user), id: .random())
            // Somebody else may have registered that number by a command.
            if case .refused(let refusal, _, _) = outcome, refusal.code == .alreadyExists { continue }
            if case .refused(let refusal, let record, _) = outcome {
                throw Problem(refusal, position: record?.position)
            }
            // Without a name, pages would show the account, which other users must not see.
            let name = DisplayName.trimmed(name) ?? "user \(user)"
            let profile = Profile(externalID: account, displayName: name)
            try ledger.setProfiles([(user: user, profile: profile)])
            told.raise()
            users.withLock { $0[account] = user }
            return user
        }
    }
}
