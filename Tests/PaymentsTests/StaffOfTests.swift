import Draft
import DraftLedger
import LedgerTesting
import Records

/// Staff roles in a ledger of a test, as far as a provider's account needs them.
enum StaffOfTests {
    /// Enables staff roles, and appoints the account of a provider by two founders.
    static func appoint(
        _ key: PublicKey, as person: UserID, of provider: String, in house: LiveHouse
    ) async throws {
        let keys = (0..<3).map { _ in SealingKey() }
        let founders = keys.enumerated().map { index, key in
            AuthorityBegan.Founder(person: UserID(901 + UInt64(index)), key: key.publicKey)
        }
        try await house.accept(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: SealingKey().publicKey))),
            as: .admin(nil))
        let appointed = StaffAppointed(person: person, roles: [], key: key, service: .provider(provider))
        let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "The bank gets an account.")
        try await send(.measure(1, .proposeMeasure(proposal)), by: 901, keys[0], in: house)
        try await send(.measure(1, .approveMeasure), by: 902, keys[1], in: house)
    }

    private static func send(
        _ command: Command, by person: UserID, _ key: SealingKey, in house: LiveHouse
    ) async throws {
        let (id, sender) = (house.newID(), Sender.admin(person))
        let pinned = try house.ledger.pinningWords(of: command, as: sender, id: id)
        let signable = SignableCommand(pinned, id: id, actor: sender, ledger: try house.ledger.origin ?? "")
        _ = try await house.ledger.send(pinned, as: sender, id: id, seal: try key.seal(signable)).get()
    }
}
