import Draft
import DraftTesting
import Testing

@Suite struct MoneyAuthorityTests {
    /// Of the table of authority: a command about user 1, the roles that may send it, and whether the user
    /// himself may.
    @Test(
        arguments: [
            (Command.tournament(2, .createTournament(.sample())), [.admin, .importer], false),
            (.tournament(1, .closeEntries), [.admin, .scheduler], false),
            (.tournament(1, .finalizeTournament), [.admin, .scheduler], false),
            (.tournament(1, .cancelTournament(reason: "r")), [.admin], false),
            (.tournament(1, .awardPrizes(standings: [])), [.admin], false),
            (.room(1, .cancelRoom(reason: "")), [.admin, .scheduler], false),
            (.room(1, .voidRoom(approvedBy: 8, reason: "r")), [.admin], false),
            (.wallet(1, .joinTournament(1, entries: 1)), [.admin], true),
            (.wallet(1, .leaveRoom(1)), [.admin], true),
            (.wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "x")), [.provider], false),
            (.wallet(1, .recordChargeback(amount: Cents(5), provider: "bank", reference: "x")), [.provider], false),
            (.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), [.admin], true),
            (.wallet(1, .postWithdrawal(withdrawal: 1, reference: "x")), [.provider, .admin], false),
            (.wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")), [.provider, .admin], false),
            (.wallet(1, .adjustBalance(.blank)), [.admin], false),
            (.user(1, .registerUser), [.admin, .importer], true),
            (.user(1, .setAlertPreferences([])), [.admin], true),
            (.user(1, .registerPushToken(.blank)), [.admin], true),
            (.dispute(2, .openDispute(dispute)), [.admin], true),
            (.dispute(1, .attachEvidence(EvidenceAttached(digest: .zero, title: "t"))), [.admin], true),
            (
                .dispute(1, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: 9, reason: "r"))), [.admin],
                false
            ),
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
        Command.wallet(1, .joinTournament(1, entries: 1)), .wallet(1, .leaveRoom(1)),
        .wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")),
        .wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")),
        .user(1, .setAlertPreferences([])),
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
