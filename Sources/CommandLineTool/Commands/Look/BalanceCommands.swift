import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import ToolSupport

struct BalancesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Show account balances.",
        discussion: """
            Double-entry bookkeeping: the balances of all accounts sum to zero. Accounts with a balance of zero are left out. \
            For a provider, the table also shows the amount that its statements cover, and the amount that they do not cover. \
            `reconcile` shows this by day.

            EXAMPLE:
              draftledger balances --user 7
            """)

    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user"))
    var user: String?
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("the list") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console, of: ["balances", "contests"]) { draft in
            let user = try user.map { try draft.resolveUser($0) }
            return try console.withProgress("balances") { progress in
                let rows = try draft.balances(at: look.at, progress: progress).accountRows
                return BalancesPage(
                    rows: user == nil ? rows : rows.filter { $0.account.user == user },
                    statements: try draft.providerStatements(at: look.at))
            }
        }
    }
}

struct StatementCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement", abstract: "Show a user's postings with running balances.",
        discussion: """
            EXAMPLE:
              draftledger statement 7 --at pos:100000
            """)

    @Argument(help: "The user: number, external ID or name.") var user: String
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let user = try draft.resolveUser(user)
            let events = try events(of: .wallet(user), in: draft)
            return StatementPage(
                user: user, events: try events.map { try draft.told($0) }, names: LedgerNames(draft),
                statements: try draft.providerStatements(at: look.at), marks: try PaymentMarks(of: events, in: draft))
        }
    }

    private func events(of stream: StreamKey, in draft: DraftLedger) throws -> [RecordedEvent] {
        switch look.at {
        case .latest: return try draft.stream(stream)
        case .position(let position): return try draft.stream(stream, upTo: position)
        case .time(let time): return try draft.stream(stream).filter { $0.recordedAt <= time }
        case .version, .pick:
            throw ToolError(.usage, "\(look.at) is a moment of one room. Name pos:991 or a time.")
        }
    }
}
