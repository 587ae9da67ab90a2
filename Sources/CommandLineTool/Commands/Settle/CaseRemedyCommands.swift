import ArgumentParser
import Draft
import DraftLedger
import Pages

struct CaseCorrectCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Put the pick of an upheld case right.",
        discussion: """
            Nothing is edited: the correction is an event that names the case, who asked and who approved, never the \
            beneficiary. lastOnly: before anybody picked again; substitute: later picks stand; cascade: the pick and all \
            after it are undone, and the draft resumes there. Once authority has begun, --as proposes it, signing, \
            and somebody else approves it.

            EXAMPLE:
              draftledger case correct 2 --mode substitute --player "Amon Brown" --by 900 --approver 901
              draftledger case correct 2 --mode substitute --player "Amon Brown" --as 901 --key anna.key
            """)

    @Argument(help: "The case's number.") var number: UInt64
    @Option(help: ArgumentHelp("How.", valueName: "lastOnly|substitute|cascade"), transform: Self.mode)
    var mode: PickCorrected.Mode
    @Option(help: ArgumentHelp("Who is put in, by name or outside id; nobody in a cascade.", valueName: "player"))
    var player: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The user who asks, before authority began.", valueName: "user"),
        transform: UserArgument.parse) var by: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves, before authority began.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @Option(help: ArgumentHelp("Why (default: that the case was upheld).", valueName: "text")) var reason: String?
    @OptionGroup var house: HouseOptions

    private static func mode(_ text: String) throws -> PickCorrected.Mode {
        guard let mode = PickCorrected.Mode.allCases.first(where: { "\($0)".lowercased() == text.lowercased() }) else {
            throw ValidationError("'\(text)' is none of lastOnly, substitute, cascade.")
        }
        return mode
    }

    func validate() throws {
        guard (mode == .cascade) == (player == nil) else {
            throw ValidationError("A cascade puts nobody in; the other modes need --player.")
        }
        try reason.map { try Words.require($0, of: "--reason") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (upheld, measure) = try house.work(on: console) { place in
            let upheld = try place.upheldCase(number)
            let asking = try place.named(by, by: "--by")
            let correction = CorrectPick(
                pick: upheld.pick, mode: mode, player: try player.map { try place.player($0, of: upheld.room) },
                dispute: upheld.id, requestedBy: asking, approvedBy: try place.named(approver, by: "--approver"),
                reason: Wording(reason ?? "Case \(upheld.id) was upheld."))
            let measure = try place.settle(
                .room(upheld.room, .correctPick(correction)), as: .admin(asking), because: upheld.id,
                reason: correction.reason.text)
            return (upheld, measure)
        }
        if let measure {
            try console.print(measure, proposing: "to put pick \(upheld.pick) of room \(upheld.room) right")
            return .done
        }
        try console.print([StyledText("pick \(upheld.pick) of room \(upheld.room)", .bold) + StyledText(" corrected")])
        return .done
    }
}

struct CaseRefundCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Give the claimant of an upheld case money back.",
        discussion: """
            Two different users approve, neither of whom is the claimant. More than the entry's fee, less what went back \
            already by the rules or by a case about the entry, is paid only with --beyond-fee. Once authority has begun, \
            --as, a cashier, proposes it, signing, and an officer approves it.

            EXAMPLE:
              draftledger case refund 3 --cents 2500 --approver 901 --second-approver 902
              draftledger case refund 3 --cents 2500 --as 904 --key cora.key
            """)

    @Argument(help: "The case's number.") var number: UInt64
    @Option(parsing: .unconditional, help: ArgumentHelp("How much.", valueName: "cents")) var cents: Int64
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves, before authority began.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The other user who approves, before authority began.", valueName: "user"),
        transform: UserArgument.parse)
    var secondApprover: UserID?
    @Option(help: ArgumentHelp("Why (default: that the case was upheld).", valueName: "text")) var reason: String?
    @Flag(help: "Pay although more than the entry's fee will have gone back then.") var beyondFee = false
    @OptionGroup var house: HouseOptions

    func validate() throws {
        guard cents > 0 else { throw ValidationError("--cents is \(cents), expected more than 0.") }
        try reason.map { try Words.require($0, of: "--reason") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (claimant, money, measure) = try house.work(on: console) { place in
            let upheld = try place.upheldCase(number)
            let money = try place.money(of: upheld)
            guard let claimant = upheld.claimant else { throw ToolError.noClaimant(upheld.id) }
            guard beyondFee || Cents(cents) <= money.left else { throw tooMuch(money, for: claimant) }
            let adjustment = BalanceAdjusted(
                amount: Cents(cents), firstApprover: try place.named(approver, by: "--approver"),
                secondApprover: try place.named(secondApprover, by: "--second-approver"), dispute: upheld.id,
                reason: Wording(reason ?? "Case \(upheld.id) was upheld."))
            let measure = try place.settle(
                .wallet(claimant, .adjustBalance(adjustment)), as: .admin(nil), because: upheld.id,
                reason: adjustment.reason.text)
            return (claimant, money, measure)
        }
        if let measure {
            try console.print(measure, proposing: "to give user \(claimant) \(Figures.money(Cents(cents))) back")
            return .done
        }
        let paid = money.paid + Cents(cents)
        try console.print([
            StyledText("user \(claimant)", .bold)
                + StyledText(
                    " got \(Figures.money(Cents(cents))) back: \(Figures.money(paid)) paid for the entry by now, "
                        + "\(Figures.money(money.returned)) returned by the rules, of a fee of "
                        + "\(Figures.money(money.fee))")
        ])
        return .done
    }

    /// What was found and what is left, with every payment before: whoever reads it has to decide whether to go beyond.
    private func tooMuch(_ money: EntryMoney, for claimant: UserID) -> ToolError {
        let payments = money.payments.map { payment in
            "\(Figures.money(payment.amount)) at position \(payment.position)"
                + (payment.dispute.map { " for case \($0)" } ?? "")
        }
        let paid = payments.isEmpty ? "nothing was paid" : "paid were \(payments.joined(separator: ", "))"
        return ToolError(
            .refused,
            "\(Figures.money(Cents(cents))) is more than is left of user \(claimant)'s fee: of "
                + "\(Figures.money(money.fee)), \(Figures.money(money.returned)) were returned by the rules, \(paid), "
                + "so \(Figures.money(money.left)) is left. --beyond-fee pays all the same.")
    }
}
