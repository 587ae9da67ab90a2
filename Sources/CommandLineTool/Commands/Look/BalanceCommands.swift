import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections

struct BalancesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Show what is in every account.",
        discussion: """
            All accounts together hold nothing: whatever one has, another lacks. Accounts at zero are left out.

            EXAMPLE:
              draftledger balances --user 7
            """)

    @Option(help: ArgumentHelp("Only this user's accounts: a number or an outside id.", valueName: "user"))
    var user: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws { try moment.refuseMomentOfRoom("the list") }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let user = try user.map { try draft.resolveUser($0) }
        let page = try console.withProgress("balances") { progress in
            let rows = try draft.balances(at: moment.at, progress: progress).accountRows
            return BalancesPage(rows: user == nil ? rows : rows.filter { $0.account.user == user })
        }
        try console.present(page, as: format.format)
        return .done
    }
}

struct StatementCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement", abstract: "Show a user's postings with the balance before and after each.",
        discussion: """
            EXAMPLE:
              draftledger statement 7 --at pos:100000
            """)

    @Argument(help: "The user's number or outside id.") var user: String
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let user = try draft.resolveUser(user)
        let events: [RecordedEvent]
        switch moment.at {
        case .latest: events = try draft.stream(.wallet(user))
        case .position(let position): events = try draft.stream(.wallet(user), upTo: position)
        case .time(let time): events = try draft.stream(.wallet(user)).filter { $0.recordedAt <= time }
        case .version, .pick:
            throw ToolError(.usage, "\(moment.at) is a moment of a room; a statement takes pos:991 or a time.")
        }
        let page = StatementPage(user: user, events: events, names: LedgerNames(draft))
        try console.present(page, as: format.format)
        return .done
    }
}
