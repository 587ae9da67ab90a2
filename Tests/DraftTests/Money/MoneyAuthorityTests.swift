import DraftTesting
import Testing

@testable import Draft

@Suite struct MoneyAuthorityTests {
    /// The table of `Decider+Authority.swift`: a command about user 1, the roles that may send it, and whether the user
    /// himself may.
    @Test(
        arguments: [
            (Command.createTournament(2, .sample()), [.admin, .importer], false),
            (.closeEntries(1), [.admin, .scheduler], false),
            (.finalizeTournament(1), [.admin, .scheduler], false),
            (.cancelTournament(1, reason: "r"), [.admin], false),
            (.awardPrizes(1, standings: []), [.admin], false),
            (.cancelRoom(1, reason: ""), [.admin, .scheduler], false),
            (.voidRoom(1, approvedBy: 8, reason: "r"), [.admin], false),
            (.joinTournament(1, user: 1, entries: 1), [.admin], true),
            (.leaveRoom(1, user: 1), [.admin], true),
            (.recordDeposit(1, amount: Cents(5), provider: "bank", reference: "x"), [.provider], false),
            (.recordChargeback(1, amount: Cents(5), provider: "bank", reference: "x"), [.provider], false),
            (.holdWithdrawal(1, amount: Cents(5), provider: "bank"), [.admin], true),
            (.postWithdrawal(1, withdrawal: 1, reference: "x"), [.provider, .admin], false),
            (.releaseWithdrawal(1, withdrawal: 1, reason: ""), [.provider, .admin], false),
            (.adjustBalance(1, .blank), [.admin], false),
            (.registerUser(1), [.admin, .importer], true),
            (.setAlertPreferences(1, []), [.admin], true),
            (.registerPushToken(1, .blank), [.admin], true),
            (.openDispute(2, dispute), [.admin], true),
            (.attachEvidence(1, EvidenceAttached(digest: .zero, title: "t")), [.admin], true),
            (.resolveDispute(1, DisputeResolved(verdict: .upheld, resolvedBy: 9, reason: "r")), [.admin], false),
        ] as [(Command, Set<Sender.Role>, Bool)])
    func onlyTheRolesOfTheTableMay(command: Command, roles: Set<Sender.Role>, himself: Bool) throws {
        for role in Sender.Role.allCases where role != .user {
            #expect(try isForbidden(command, to: Sender(role)) == !roles.contains(role), "\(role)")
        }
        #expect(try isForbidden(command, to: .user(1)) == !himself)
        #expect(try isForbidden(command, to: .user(2)))
        #expect(try isForbidden(command, to: Sender(.user)))
    }

    @Test(arguments: [
        Command.joinTournament(1, user: 1, entries: 1), .leaveRoom(1, user: 1),
        .holdWithdrawal(1, amount: Cents(5), provider: "bank"), .releaseWithdrawal(1, withdrawal: 1, reason: ""),
        .setAlertPreferences(1, []),
    ])
    func whoActsForOneUserMayNotActForAnother(command: Command) throws {
        #expect(try isForbidden(command, to: .admin(9, onBehalfOf: 2)))
        #expect(try !isForbidden(command, to: .admin(9, onBehalfOf: 1)))
    }

    private static let dispute = DisputeOpened(
        room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: 1, claim: "I clicked")

    /// Users 1 and 2 in a room of three that waits, and a dispute of user 1, however it came there.
    private func isForbidden(_ command: Command, to actor: Sender) throws -> Bool {
        var house = House(users: 1...2, balance: 5_000)
        try house.createTournament(teams: 3)
        try house.join(1)
        try house.join(2)
        house.append([StreamEvent(.dispute(1), .disputeOpened(Self.dispute))], origin: nil, at: house.now)
        return house.decision(command, as: actor, at: house.now).code == .forbidden
    }
}
