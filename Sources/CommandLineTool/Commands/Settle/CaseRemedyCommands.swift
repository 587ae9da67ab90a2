import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

struct CaseCorrectCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Correct the pick of an upheld case.",
        discussion: """
            History is not edited: the correction is an event that names the case, the requester and the approver. Neither of \
            them may be the beneficiary. Modes: lastOnly, before the next pick; substitute, later picks stay; cascade, the pick \
            and all later picks are undone, and the draft resumes there.

            Until staff roles are enabled, --requester and --approver are required. Afterwards the correction is proposed with \
            --staff-id and --signing-key, and another staff member approves it. The default of --reason is that the case was \
            upheld.

            EXAMPLE:
              draftledger case correct 2 --mode substitute --player "Amon Brown" --requester 900 --approver 901
              draftledger case correct 2 --mode substitute --player "Amon Brown" --staff-id 901 --signing-key anna.key
            """)

    @Argument(help: "The number of the case.") var number: UInt64
    @Option(
        help: ArgumentHelp("How later picks are treated; see above.", valueName: "lastOnly|substitute|cascade"),
        transform: Self.mode)
    var mode: PickCorrected.Mode
    @Option(help: ArgumentHelp("The player to put in, by name or external ID; not for a cascade.", valueName: "player"))
    var player: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who requests it; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse) var requester: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String?
    @OptionGroup var operation: OperatorOptions

    private static func mode(_ text: String) throws -> PickCorrected.Mode {
        guard let mode = PickCorrected.Mode.allCases.first(where: { "\($0)".lowercased() == text.lowercased() }) else {
            throw ValidationError("'\(text)' is not a mode. Use lastOnly, substitute or cascade.")
        }
        return mode
    }

    func validate() throws {
        guard (mode == .cascade) == (player == nil) else {
            throw ValidationError(
                mode == .cascade
                    ? "A cascade puts no player in: leave out --player."
                    : "--mode \(mode) needs the player to put in: --player.")
        }
        try reason.map { try FreeText.require($0, of: "--reason") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (subject, measure) = try operation.work(on: console) { place in
            let upheld = try place.upheldCase(number)
            let asking = try place.named(requester, by: "--requester")
            let correction = CorrectPick(
                pick: upheld.pick, mode: mode, player: try player.map { try place.player($0, of: upheld.room) },
                dispute: upheld.id, requestedBy: asking, approvedBy: try place.named(approver, by: "--approver"),
                reason: Wording(reason ?? "Case \(upheld.id) was upheld."))
            let measure = try place.settle(
                .room(upheld.room, .correctPick(correction)), as: .admin(asking), because: upheld.id,
                reason: correction.reason.text)
            let label = try place.label(of: upheld.pick, in: upheld.room)
            return ("pick \(label) of room \(upheld.room)", measure)
        }
        if let measure {
            try console.print(measure, proposing: "to correct \(subject)")
            return .done
        }
        try console.print([StyledText(subject, .bold) + StyledText(" corrected")])
        return .done
    }
}

struct CaseRefundCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund the claimant of an upheld case.",
        discussion: """
            Two different users approve, and neither is the claimant. A refund is limited to the entry fee minus \
            earlier returns and refunds of the entry; --beyond-fee allows more. Until staff roles are enabled, --approver and \
            --second-approver are required. Afterwards a cashier proposes the refund with --staff-id and --signing-key, and an \
            officer approves it. The default of --reason is that the case was upheld.

            EXAMPLE:
              draftledger case refund 3 --cents 2500 --approver 901 --second-approver 902
              draftledger case refund 3 --cents 2500 --staff-id 904 --signing-key cora.key
            """)

    @Argument(help: "The number of the case.") var number: UInt64
    @Option(parsing: .unconditional, help: ArgumentHelp("The amount in cents.", valueName: "cents")) var cents: Int64
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The second user who approves; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var secondApprover: UserID?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String?
    @Flag(help: "Allow refunds that exceed the entry fee in total.") var beyondFee = false
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        guard cents > 0 else { throw ValidationError("--cents is \(cents): expected more than 0.") }
        try reason.map { try FreeText.require($0, of: "--reason") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (claimant, money, measure) = try operation.work(on: console) { place in
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
            try console.print(measure, proposing: "to refund \(Figures.money(Cents(cents))) to user \(claimant)")
            return .done
        }
        let paid = money.paid + Cents(cents)
        try console.print([
            StyledText("user \(claimant)", .bold)
                + StyledText(
                    " was refunded \(Figures.money(Cents(cents))): \(Figures.money(paid)) paid for the entry in total, "
                        + "\(Figures.money(money.returned)) returned by the rules, of a fee of "
                        + "\(Figures.money(money.fee))")
        ])
        return .done
    }

    /// Returns an error with the amounts and all earlier payments, by which a person decides whether to pay more.
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
                + "so \(Figures.money(money.left)) is left. Add --beyond-fee to pay it anyway.")
    }
}
