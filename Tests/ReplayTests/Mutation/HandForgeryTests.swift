import DraftTesting
import Records
import Replay
import Testing

@testable import Draft  // events that the rules have not given

/// What a house writes that holds all keys and heeds no rule, by hand: about money, contests, cases, measures, people,
/// queues, and clicks that it would rather not have had.
@Suite struct HandForgeryTests {
    typealias Forgery = (name: String, forge: @Sendable (inout HouseScript) -> Void)

    static let all =
        money + contests + cases + people + queues + claimants + outages + refusals + clicks + limits + draws + services

    @Test func theHouseThatDraftsKeepsEveryRule() {
        #expect(ForgeryAudit.findings(in: HouseScript.drafting.events).map(\.message) == [])
    }

    @Test(arguments: all.map { $0.name })
    func aForgeryByHandIsFound(name: String) throws {
        let forgery = try #require(Self.all.first { $0.name == name })
        var house = HouseScript.drafting
        let honest = house.events.count
        forgery.forge(&house)
        #expect(house.events.count > honest)
        #expect(!ForgeryAudit.findings(in: house.events).isEmpty)
    }

    @Test func aCauseThatIsNoCaseIsRemarkedOn() {
        var house = HouseScript.drafting
        let player = House.player(9, "Later", .tightEnd)
        house.send(.pool(1, .addPlayer(player)), by: 901, dispute: 77)
        house.send(.room(1, .pauseRoom(kind: .manual, reason: "a look")), by: 901, dispute: 1)
        house.send(.room(1, .resumeRoom), by: 901, dispute: 78)
        let remarks = ForgeryAudit.report(on: house.events).remarks.map(\.message)
        #expect(remarks.filter { $0.contains("case 77") }.count == 1)
        #expect(remarks.filter { $0.contains("case 78") }.count == 1)
    }

    @Test func anotherCheckpointKeyThatTwoAgreedToIsInOrder() {
        var house = HouseScript.drafting
        let rotated = CheckpointKeyRotated(previousVerifierKey: "a", verifierKey: "b")
        house.send(
            .measure(9, .proposeMeasure(ProposeMeasure(.ledger(.rotateCheckpointKey(rotated)), reason: "time"))),
            by: 901)
        house.send(.measure(9, .approveMeasure), by: 902)
        #expect(house.events.last?.event == .checkpointKeyRotated(rotated))
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    @Test(arguments: [Sender.admin(901), .scheduler])
    func aContestThatIsClosedBeforeItIsFullIsRemarkedOn(sender: Sender) throws {
        var house = HouseScript.drafting
        let details = try #require(house.state.tournament(1)?.details)
        house.send(.tournament(5, .createTournament(details)), by: 901)
        house.send(.tournament(5, .closeEntries), as: sender, signedBy: sender.user)
        #expect(house.events.last?.event.type == .entriesClosed)
        let report = ForgeryAudit.report(on: house.events)
        #expect(report.findings.map(\.message) == [])
        #expect(report.remarks.filter { $0.message.contains("closed contest 5 with") }.count == 1)
    }

    static let money: [Forgery] = [
        (
            "a deposit that a cashier makes up",
            { house in
                let deposit = DepositRecorded(amount: Cents(5_000), provider: "bank", reference: "new")
                house.force(
                    [StreamEvent(.wallet(3), .depositRecorded(deposit))],
                    of: .wallet(3, .recordDeposit(amount: Cents(5_000), provider: "bank", reference: "new")),
                    as: .admin(904), signedBy: 904)
            }
        ),
        (
            "another's deposit once more",
            { house in
                let deposit = DepositRecorded(amount: Cents(10_000), provider: "bank", reference: "d1")
                house.force(
                    [StreamEvent(.wallet(3), .depositRecorded(deposit))],
                    of: .wallet(3, .recordDeposit(amount: Cents(10_000), provider: "bank", reference: "d1")),
                    as: .provider(onBehalfOf: 3))
            }
        ),
        (
            "a withdrawal that is paid by another amount",
            { house in
                house.send(.wallet(3, .holdWithdrawal(amount: Cents(100), provider: "bank")), as: .user(3))
                let posted = WithdrawalPosted(withdrawal: 1, amount: Cents(90), provider: "bank", reference: "w")
                house.force(
                    [StreamEvent(.wallet(3), .withdrawalPosted(posted))],
                    of: .wallet(3, .postWithdrawal(withdrawal: 1, reference: "w")), as: .provider(onBehalfOf: 3))
            }
        ),
        (
            "a chargeback of more than was paid in",
            { house in
                let back = ChargebackRecorded(
                    amount: Cents(10_001), covered: Cents(10_000), provider: "bank", reference: "d3")
                house.force(
                    [StreamEvent(.wallet(3), .chargebackRecorded(back))],
                    of: .wallet(3, .recordChargeback(amount: Cents(10_001), provider: "bank", reference: "d3")),
                    as: .provider(onBehalfOf: 3))
            }
        ),
        (
            "a payment by one person alone",
            { house in
                let payment = BalanceAdjusted(
                    amount: Cents(100), firstApprover: 902, secondApprover: 903, dispute: nil, reason: "goodwill")
                house.force(
                    [StreamEvent(.wallet(3), .balanceAdjusted(payment))], of: .wallet(3, .adjustBalance(payment)),
                    as: .admin(904), signedBy: 904)
            }
        ),
        (
            "a prize out of nothing",
            { house in
                let prize = PrizeCredited(tournament: 1, entry: EntryID(room: 1, join: 1), place: 1, amount: Cents(900))
                house.force(
                    [StreamEvent(.wallet(1), .prizeCredited(prize))],
                    of: .tournament(1, .awardPrizes(standings: [Standing(entry: EntryID(room: 1, join: 1), place: 1)])),
                    as: .admin(904), signedBy: 904)
            }
        ),
        (
            "a rake before the end",
            { house in
                house.force(
                    [StreamEvent(.tournament(1), .rakeTaken(RakeTaken(amount: Cents(100))))],
                    of: .tournament(1, .finalizeTournament), as: .admin(901), signedBy: 901)
            }
        ),
    ]

    static let contests: [Forgery] = [
        (
            "a contest that is closed with another count",
            { house in
                house.force(
                    [StreamEvent(.tournament(2), .entriesClosed(EntriesClosed(entries: 1, cancelledRooms: 0)))],
                    of: .tournament(2, .closeEntries), as: .scheduler)
            }
        ),
        (
            "a contest that is cancelled while it drafts",
            { house in
                house.force(
                    [StreamEvent(.tournament(1), .tournamentCancelled(TournamentCancelled(reason: "rain")))],
                    of: .tournament(1, .cancelTournament(reason: "rain")), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a player who is listed behind the pool",
            { house in
                let player = House.player(9, "Later", .tightEnd)
                house.force(
                    [StreamEvent(.pool(1), .playerListed(PlayerListed(player: player)))],
                    of: .pool(1, .addPlayer(player)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a player twice",
            { house in
                var player = House.player(9, "Again", .tightEnd)
                player.externalID = "id-1"
                house.force(
                    [StreamEvent(.pool(1), .playerAdded(PlayerAdded(player: player)))],
                    of: .pool(1, .addPlayer(player)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a ledger that is created once more",
            { house in
                house.force(
                    [StreamEvent(.system, .ledgerCreated(LedgerCreated(origin: "other.example")))],
                    of: .ledger(.createLedger(origin: "other.example")), as: .admin(901), signedBy: 901)
            }
        ),
    ]
}
