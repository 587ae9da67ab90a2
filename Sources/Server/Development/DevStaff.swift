import Draft
import DraftLedger
import Foundation
import Pages
import Records

/// The staff of a development server, and the keys by which the server signs for them. They are three founders, so that
/// dual control can be tried out, and all users that get a role with a token.
///
/// This applies to a ledger that such a server has created. In any other ledger, the recorded staff counts, and nothing
/// is signed here.
actor DevStaff {
    /// The founders, who are the first three users: operators and officers all, the last one also what founders are
    /// not.
    static let names = ["alma", "boris", "clara"]
    private static let otherRoles: StaffRoles = [.cashier, .auditor, .analyst]

    private let ledger: DraftLedger
    /// The folder of their keys, by user number.
    private let folder: String

    init(_ ledger: DraftLedger) {
        self.ledger = ledger
        folder = ledger.path + "/dev-keys"
    }

    private nonisolated func keyFile(of person: UserID) -> SealingKeyFile { SealingKeyFile("\(folder)/\(person).key") }

    /// Whether the server signs for a user.
    nonisolated func signs(for person: UserID) -> Bool {
        FileManager.default.fileExists(atPath: keyFile(of: person).path)
    }

    // MARK: Beginning

    /// Enables staff roles in a ledger that only contains its creation.
    func begin() async throws {
        guard try ledger.size <= 1, try !ledger.staff().hasBegun else { return }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let people = Self.names.indices.map { UserID(UInt64($0) + 1) }
        let founders = try people.map {
            AuthorityBegan.Founder(person: $0, key: try key(of: $0).publicKey)
        }
        let recovery = SealingKeyFile("\(folder)/recovery.key")
        let began = AuthorityBegan(founders: founders, recoveryKey: try Self.key(in: recovery).publicKey)
        try await demand(.staff(.beginAuthority(began)), as: .admin(nil))
        for (person, name) in zip(people, Self.names) {
            try await demand(.user(person, .registerUser), as: .user(person))
            let profile = Profile(externalID: DevIssuer.account(of: name), displayName: name)
            try ledger.setProfiles([(user: person, profile: profile)])
        }
        try await appoint(people[2], Self.otherRoles)
    }

    /// A new key, or the one that a beginning which was cut short has left.
    private func key(of person: UserID) throws -> SealingKey { try Self.key(in: keyFile(of: person)) }

    private static func key(in file: SealingKeyFile) throws -> SealingKey {
        FileManager.default.fileExists(atPath: file.path) ? try file.read() : try file.create()
    }

    // MARK: Acting

    /// Gives a user more roles by an approval request of two founders.
    ///
    /// It has no effect if staff roles are not enabled in the ledger, or if the server does not have its keys.
    ///
    /// - Throws: the refusal, for example for a member who has an entry.
    func appoint(_ person: UserID, _ roles: StaffRoles) async throws {
        let staff = try ledger.staff()
        let known = staff.members[person]?.roles ?? []
        let others = staff.founders.filter { $0 != person && signs(for: $0) }
        guard staff.hasBegun, !roles.isSubset(of: known), others.count >= 2 else { return }
        let appointed = StaffAppointed(person: person, roles: known.union(roles), key: try key(of: person).publicKey)
        let id = MeasureID((try ledger.measures().last?.number ?? 0) + 1)
        let proposal = ProposeMeasure(
            .staff(.appointStaff(appointed)), dispute: nil, reason: "A token was asked for with these roles.")
        try await demand(.measure(id, .proposeMeasure(proposal)), as: .admin(others[0]))
        try await demand(.measure(id, .approveMeasure), as: .admin(others[1]))
    }

    /// Sends a command, signed where there is a key of the sender's.
    func demand(_ command: Command, as sender: Sender) async throws {
        let sent = try signed(SentCommand(line: 1, command: command, actor: sender, id: .random(), occurredAt: nil))
        let outcome = try await ledger.send(sent.command, as: sender, id: sent.id, seal: sent.seal)
        if case .refused(let refusal, let record, _) = outcome { throw Problem(refusal, position: record?.position) }
    }

    /// Signs a command on behalf of its sender, if the sender is staff and the sender's key is here.
    nonisolated func signed(_ sent: SentCommand) throws -> SentCommand {
        guard sent.seal == nil, sent.actor.role == .admin, let person = sent.actor.user, signs(for: person) else {
            return sent
        }
        var sent = sent
        sent.command = try ledger.pinningWords(of: sent.command, as: sent.actor, id: sent.id)
        let signable = SignableCommand(
            sent.command, id: sent.id, actor: sent.actor, dispute: sent.dispute, ledger: try ledger.origin ?? "")
        sent.seal = try keyFile(of: person).read().seal(signable, at: try ledger.sight(of: sent.command.anchor))
        return sent
    }
}
