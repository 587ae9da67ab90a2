import Draft
import LedgerTesting
import Payments
import Platform
import Projections
import Records
import Replay
import TestSupport
import Testing

@testable import DraftLedger  // the clock of the ledger, by which an audit holds arrivals

/// What becomes of the messages of a provider, by a ledger on disk.
struct PaymentDeskTests {
    private static var now: Timestamp { Timestamp(microseconds: SystemClock.now()) }

    /// What a message came to: "recorded", "repeat", "refused limitExceeded", "tooEarly".
    private func outcome(
        _ content: PaymentMessage, _ id: String, to desk: PaymentDesk, by provider: String = "bank",
        at time: Timestamp = now
    ) async throws -> String {
        do {
            switch try await desk.record(SignedPaymentMessage(id: id, content: content), by: provider, at: time) {
            case .recorded(_, let isRepeat): return isRepeat ? "repeat" : "recorded"
            case .refused(let refusal, _): return "refused \(refusal.code.name)"
            case .ignored: return "ignored"
            }
        } catch let error as PaymentError {
            return error.code.rawValue
        }
    }

    @Test func aDepositThatIsReportedTwiceIsOne() async throws {
        let house = try await LiveHouse()
        let desk = PaymentDesk(house.ledger)
        let deposit = PaymentMessage.deposit(1, Cents(700), reference: "p1")
        #expect(try await outcome(deposit, "m1", to: desk) == "recorded")
        #expect(try await outcome(deposit, "m1", to: desk) == "repeat")
        // Under another ID it is another message about the same payment.
        #expect(try await outcome(deposit, "m2", to: desk) == "refused alreadyExists")
        // The same ID with other content was never sent by an honest provider.
        #expect(try await outcome(.deposit(2, Cents(700), reference: "p2"), "m1", to: desk) != "repeat")
        #expect(try house.ledger.wallet(1).available == Cents(10_700))
    }

    @Test func aDisputeHasItsWholeLife() async throws {
        let house = try await LiveHouse()
        let desk = PaymentDesk(house.ledger)
        let disputed = PaymentMessage.disputed(deposit: "p1", dispute: "d1", Cents(700))
        #expect(try await outcome(disputed, "m2", to: desk) == "tooEarly")
        #expect(try await outcome(.disputeWon(dispute: "d1", Cents(700)), "m3", to: desk) == "tooEarly")
        #expect(try await outcome(.deposit(1, Cents(700), reference: "p1"), "m1", to: desk) == "recorded")
        #expect(try await outcome(disputed, "m2", to: desk) == "recorded")
        #expect(try house.ledger.wallet(1).available == Cents(10_000))
        #expect(try await outcome(.disputeWon(dispute: "d1", Cents(700)), "m3", to: desk) == "recorded")
        #expect(try house.ledger.wallet(1).available == Cents(10_700))
        #expect(try await outcome(.disputeLost(dispute: "d1"), "m4", to: desk) == "refused wrongStatus")
    }

    @Test func aRefundTakesTheMoneyBackForGood() async throws {
        let house = try await LiveHouse()
        let desk = PaymentDesk(house.ledger)
        _ = try await outcome(.deposit(1, Cents(700), reference: "p1"), "m1", to: desk)
        let refund = PaymentMessage.refund(ofDeposit: "p1", refund: "r1", Cents(300))
        #expect(try await outcome(refund, "m2", to: desk) == "recorded")
        #expect(try await outcome(refund, "m2", to: desk) == "repeat")
        #expect(try house.ledger.wallet(1).available == Cents(10_400))
        #expect(try house.ledger.wallet(1).chargebacks.values.map(\.outcome) == [.lost])
    }

    @Test func aRefusedDepositIsOnRecord() async throws {
        let house = try await LiveHouse()
        let desk = PaymentDesk(house.ledger)
        try await house.accept(.user(1, .setLimits(PlayLimits(depositsPerDay: Cents(0)))), as: .user(1))
        let deposit = PaymentMessage.deposit(1, Cents(700), reference: "p1")
        #expect(try house.ledger.refusal(ofDeposit: Cents(700), by: 1, at: Self.now)?.code == .limitExceeded)
        #expect(try house.ledger.refusal(ofDeposit: Cents(700), by: 2, at: Self.now) == nil)
        #expect(try await outcome(deposit, "m1", to: desk) == "refused limitExceeded")
        #expect(try await outcome(deposit, "m1", to: desk) == "refused limitExceeded")
        #expect(try house.ledger.stream(.wallet(1)).count { $0.event.type == .commandRejected } == 1)
        #expect(try await outcome(.deposit(99, Cents(700), reference: "p2"), "m2", to: desk) == "refused unknownUser")
    }

    @Test func withdrawalsGoOutInPayouts() async throws {
        // Given two withdrawals of one user and one of another.
        let house = try await LiveHouse()
        let desk = PaymentDesk(house.ledger)
        for (user, amount) in [(1, 300), (1, 200), (2, 500)] as [(UserID, Int64)] {
            try await house.accept(
                .wallet(user, .holdWithdrawal(amount: Cents(amount), provider: "bank")), as: .user(user))
        }
        let waiting = try house.ledger.openWithdrawals()
        #expect(waiting.map(\.amount) == [Cents(300), Cents(200), Cents(500)])
        #expect(waiting.allSatisfy { $0.payout == nil })
        // When two of them are approved together.
        let ids = [WithdrawalID(user: 2, withdrawal: 1), WithdrawalID(user: 1, withdrawal: 1)]
        let approved = try await house.accept(
            .ledger(.approvePayout(ApprovePayout(provider: "bank", withdrawals: ids))))
        // Then they stand in a payout of that order, and cannot stand in another one.
        let payout = try #require(try house.ledger.payout(at: approved[0].position))
        #expect(payout.items.map(\.id) == ids && payout.amount == Cents(800))
        #expect(payout.items.allSatisfy { $0.outcome == .open })
        #expect(try house.ledger.openWithdrawals().filter { $0.payout == payout.position }.count == 2)
        let again = try await house.send(.ledger(.approvePayout(ApprovePayout(provider: "bank", withdrawals: ids))))
        #expect(throws: Refusal.self) { try again.get() }
        // The provider pays one and cannot pay the other.
        #expect(try await outcome(.paid(ids[0], reference: "w1"), "m1", to: desk) == "recorded")
        #expect(try await outcome(.failed(ids[1], reason: "no such account"), "m2", to: desk) == "recorded")
        #expect(try await outcome(.paid(ids[1], reference: "w2"), "m3", to: desk) == "refused wrongStatus")
        let ended = try #require(try house.ledger.payouts().first)
        guard case .paid("w1", _) = ended.items[0].outcome, case .released = ended.items[1].outcome else {
            Issue.record("\(ended.items)")
            return
        }
        #expect(try house.ledger.wallet(1).available == Cents(9_800))
        #expect(try house.ledger.payout(at: 0) == nil)
        #expect(try house.ledger.payout(at: .max) == nil)
    }

    @Test func aProviderWithAnAccountSigns() async throws {
        let house = try await LiveHouse()
        let bank = SealingKey()
        try await StaffOfTests.appoint(bank.publicKey, as: 905, of: "bank", in: house)
        let deposit = PaymentMessage.deposit(1, Cents(700), reference: "p1")
        #expect(
            try await outcome(deposit, "m1", to: PaymentDesk(house.ledger)).hasPrefix("refused"),
            "unsigned, in the name of a provider with an account")
        let desk = PaymentDesk(house.ledger, keys: ["bank": bank])
        #expect(try await outcome(deposit, "m2", to: desk) == "recorded")
        try await house.accept(
            .wallet(1, .holdWithdrawal(amount: Cents(100), provider: "bank")), as: .user(1))
        let failed = PaymentMessage.failed(WithdrawalID(user: 1, withdrawal: 1), reason: "no such account")
        #expect(try await outcome(failed, "m3", to: desk) == "recorded")
    }

    // MARK: A provider that repeats, mixes and forgets

    /// A provider's messages arrive in any order and several times, until each was taken. Then the ledger's books are the
    /// provider's to the cent, and an audit finds nothing.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func theBooksAreTheProvidersWhateverTheOrder(seed: UInt64) async throws {
        var random = SeededGenerator(digest: seed)
        let house = try await LiveHouse(isSlow: true)
        let desk = PaymentDesk(house.ledger)
        let before = try house.ledger.balances()[.external("bank")]
        var messages: [(id: String, content: PaymentMessage)] = []
        var net = Cents.zero
        for number in 1...40 {
            let (user, amount) = (
                UserID(.random(in: 1...2, using: &random)), Cents(.random(in: 1...900, using: &random))
            )
            messages.append(("d\(number)", .deposit(user, amount, reference: "p\(number)")))
            net += amount
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                messages.append(("c\(number)", .disputed(deposit: "p\(number)", dispute: "x\(number)", amount)))
                net -= amount
                if Bool.random(using: &random) {
                    messages.append(("w\(number)", .disputeWon(dispute: "x\(number)", amount)))
                    net += amount
                } else {
                    messages.append(("l\(number)", .disputeLost(dispute: "x\(number)")))
                }
            case 1:
                messages.append(("r\(number)", .refund(ofDeposit: "p\(number)", refund: "r\(number)", amount)))
                net -= amount
            default: break
            }
        }
        var waiting = messages
        var deliveries = 0
        while !waiting.isEmpty {
            waiting.shuffle(using: &random)
            var left: [(id: String, content: PaymentMessage)] = []
            for message in waiting {
                deliveries += 1
                let result = try await outcome(message.content, message.id, to: desk, at: house.ledger.now)
                #expect(["recorded", "repeat", "tooEarly"].contains(result), "\(message) \(result), seed \(seed)")
                // The answer is lost now and then, so the provider sends it again.
                if result == "tooEarly" || Int.random(in: 0..<4, using: &random) == 0 { left.append(message) }
            }
            waiting = left
        }
        #expect(deliveries > messages.count, "seed \(seed)")
        let balances = try house.ledger.balances()
        #expect(balances[.external("bank")] == before - net, "seed \(seed)")
        #expect(balances.total == .zero)
        let days = try house.ledger.reconciliation(provider: "bank")
        #expect(days.reduce(Cents.zero) { $0 + $1.ledger.net } == -balances[.external("bank")], "seed \(seed)")
        let report = try Audit(house.ledger).run()
        #expect(report.findings.isEmpty, "seed \(seed): \(report.findings)")
    }
}
