import Testing

@testable import Draft  // events that the game alone makes

@Suite struct MoneyAccountTests {
    @Test(arguments: [
        (Account.available(7), "user/7/available"), (.held(7), "user/7/held"), (.escrow(3), "contest/3/escrow"),
        (.rake, "house/rake"), (.overlay, "house/overlay"), (.adjustments, "house/adjustments"),
        (.previousLedger, "previous-ledger"),
        (.external("stripe"), "external/stripe"),
    ])
    func anAccountIsWrittenAndReadBack(account: Account, text: String) {
        #expect(account.description == text)
        #expect(Account(text) == account)
    }

    @Test(arguments: [
        "", "user", "user/7", "user/x/held", "user/7/escrow", "contest/3", "house/", "house/rake/1", "external/",
        "user/7/held/1", "rake",
    ])
    func whatIsNoAccountIsNotRead(text: String) {
        #expect(Account(text) == nil)
    }

    @Test func accountsHaveOneOrder() {
        let ordered: [Account] = [
            .available(1), .held(1), .available(2), .held(2), .escrow(1), .escrow(2), .rake, .overlay, .adjustments,
            .previousLedger,
            .external("a"), .external("b"),
        ]
        #expect(ordered.reversed().sorted() == ordered)
    }

    /// The table of the rules: event, the accounts it takes from and gives to.
    @Test(arguments: [
        (
            Event.depositRecorded(DepositRecorded(amount: Cents(5), provider: "bank", reference: "r")),
            "external/bank>user/1/available:5"
        ),
        (
            .entryFeeHeld(EntryFeeHeld(tournament: 2, room: 1, seat: 0, entry: 9, amount: Cents(5))),
            "user/1/available>user/1/held:5"
        ),
        (
            .entryFeePosted(EntryFeePosted(tournament: 2, entry: 9, amount: Cents(5))),
            "user/1/held>contest/2/escrow:5"
        ),
        (
            .entryFeeReleased(EntryFeeReleased(tournament: 2, entry: 9, amount: Cents(5))),
            "user/1/held>user/1/available:5"
        ),
        (
            .entryFeeRefunded(EntryFeeRefunded(tournament: 2, entry: 9, amount: Cents(5))),
            "contest/2/escrow>user/1/available:5"
        ),
        (
            .prizeCredited(PrizeCredited(tournament: 2, entry: 9, place: 1, amount: Cents(5))),
            "contest/2/escrow>user/1/available:5"
        ),
        (
            .withdrawalHeld(WithdrawalHeld(withdrawal: 1, amount: Cents(5), provider: "bank")),
            "user/1/available>user/1/held:5"
        ),
        (
            .withdrawalPosted(WithdrawalPosted(withdrawal: 1, amount: Cents(5), provider: "bank", reference: "r")),
            "user/1/held>external/bank:5"
        ),
        (
            .withdrawalReleased(WithdrawalReleased(withdrawal: 1, amount: Cents(5), reason: "")),
            "user/1/held>user/1/available:5"
        ),
        (
            .chargebackRecorded(
                ChargebackRecorded(amount: Cents(5), covered: Cents(2), provider: "bank", reference: "r")),
            "user/1/available>external/bank:2 house/adjustments>external/bank:3"
        ),
        (
            .balanceAdjusted(
                BalanceAdjusted(amount: Cents(5), firstApprover: 8, secondApprover: 9, dispute: nil, reason: "")),
            "house/adjustments>user/1/available:5"
        ),
        (
            .balanceAdjusted(
                BalanceAdjusted(amount: Cents(-5), firstApprover: 8, secondApprover: 9, dispute: nil, reason: "")),
            "user/1/available>house/adjustments:5"
        ),
        (.entryFeeHeld(EntryFeeHeld(tournament: 2, room: 1, seat: 0, entry: 9, amount: .zero)), ""),
        (.userRegistered(UserRegistered()), ""),
    ])
    func aWalletEventMovesWhatTheRulesSay(event: Event, moves: String) {
        #expect(moved(by: event, in: .wallet(1)) == moves)
    }

    @Test func aTournamentEventMovesWhatTheRulesSay() {
        let stream = StreamKey.tournament(2)
        #expect(moved(by: .rakeTaken(RakeTaken(amount: Cents(5))), in: stream) == "contest/2/escrow>house/rake:5")
        #expect(
            moved(by: .overlayAdded(OverlayAdded(amount: Cents(5))), in: stream) == "house/overlay>contest/2/escrow:5")
        #expect(moved(by: .entriesClosed(EntriesClosed(entries: 1, cancelledRooms: 0)), in: stream) == "")
    }

    private func moved(by event: Event, in stream: StreamKey) -> String {
        postings(of: event, in: stream).map { "\($0.from)>\($0.to):\($0.amount.value)" }.joined(separator: " ")
    }
}
