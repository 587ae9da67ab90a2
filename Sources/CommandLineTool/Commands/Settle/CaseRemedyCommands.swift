import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct CaseCorrectCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Put the pick of an upheld case right.",
        discussion: """
            Nothing is edited: the correction is an event that names the case, who asked and who approved, never the \
            beneficiary. lastOnly: before anybody picked again; substitute: later picks stand; cascade: the pick and all \
            after it are undone, and the draft goes on from there. Once authority has begun, --as proposes it, signing, \
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
    @OptionGroup var acting: ActingOptions
    @OptionGroup var ledger: LedgerOptions

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
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let (id, opened, _) = try draft.upheldCase(number)
        let player = try player.map { try self.player($0, of: opened.room, in: draft) }
        let asking = try acting.named(by, by: "--by", in: draft)
        let correction = CorrectPick(
            pick: opened.pick, mode: mode, player: player, dispute: id, requestedBy: asking,
            approvedBy: try acting.named(approver, by: "--approver", in: draft),
            reason: Wording(reason ?? "Case \(id) was upheld."))
        let measure = try acting.settle(
            .room(opened.room, .correctPick(correction)), as: .admin(asking), because: id,
            reason: correction.reason.text,
            in: draft)
        if let measure {
            try console.print(measure, proposing: "to put pick \(opened.pick) of room \(opened.room) right")
            return .done
        }
        try console.print([StyledText("pick \(opened.pick) of room \(opened.room)", .bold) + StyledText(" corrected")])
        return .done
    }

    private func player(_ name: String, of room: RoomID, in draft: DraftLedger) throws -> PlayerIndex {
        let pool = try draft.room(room).flatMap { try draft.pool($0.pool) }
        let matches = pool?.players.filter { $0.externalID == name || $0.name.lowercased() == name.lowercased() } ?? []
        guard let match = matches.first, matches.count == 1 else {
            throw ToolError(
                .noInput,
                matches.isEmpty
                    ? "Room \(room)'s pool has no player '\(name)', by name or outside id."
                    : "Room \(room)'s pool has \(matches.count) players named '\(name)'; give the outside id.")
        }
        return match.index
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
    @OptionGroup var acting: ActingOptions
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard cents > 0 else { throw ValidationError("--cents is \(cents), expected more than 0.") }
        try reason.map { try Words.require($0, of: "--reason") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let (id, opened, _) = try draft.upheldCase(number)
        guard let claimant = opened.claimant, let account = try EntryAccount(of: opened, in: draft) else {
            throw ToolError(.badData, "Case \(id) has no claimant with a wallet to refund to.")
        }
        guard beyondFee || Cents(cents) <= account.left else { throw tooMuch(account, for: claimant) }
        let adjustment = BalanceAdjusted(
            amount: Cents(cents), firstApprover: try acting.named(approver, by: "--approver", in: draft),
            secondApprover: try acting.named(secondApprover, by: "--second-approver", in: draft), dispute: id,
            reason: Wording(reason ?? "Case \(id) was upheld."))
        let measure = try acting.settle(
            .wallet(claimant, .adjustBalance(adjustment)), as: .admin(nil), because: id, reason: adjustment.reason.text,
            in: draft)
        if let measure {
            try console.print(measure, proposing: "to give user \(claimant) \(Figures.money(Cents(cents))) back")
            return .done
        }
        let paid = account.paid + Cents(cents)
        try console.print([
            StyledText("user \(claimant)", .bold)
                + StyledText(
                    " got \(Figures.money(Cents(cents))) back: \(Figures.money(paid)) paid for the entry by now, "
                        + "\(Figures.money(account.returned)) returned by the rules, of a fee of "
                        + "\(Figures.money(account.fee))")
        ])
        return .done
    }

    /// What was found and what is left, with every payment before: whoever reads it has to decide whether to go beyond.
    private func tooMuch(_ account: EntryAccount, for claimant: UserID) -> ToolError {
        let payments = account.payments.map { payment in
            "\(Figures.money(payment.adjustment.amount)) at position \(payment.position)"
                + (payment.adjustment.dispute.map { " for case \($0)" } ?? "")
        }
        let paid = payments.isEmpty ? "nothing was paid" : "paid were \(payments.joined(separator: ", "))"
        return ToolError(
            .badData,
            "\(Figures.money(Cents(cents))) is more than is left of user \(claimant)'s fee: of "
                + "\(Figures.money(account.fee)), \(Figures.money(account.returned)) were returned by the rules, \(paid), "
                + "so \(Figures.money(account.left)) is left. --beyond-fee pays all the same.")
    }
}
