import ArgumentParser
import Draft
import DraftLedger
import Pages

struct ActivityCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Show everything of one user in one chronology.",
        discussion: """
            Seats taken and left, picks by hand and by the rules, refusals with code and margin, queue edits, connections, \
            money, cases, alerts and devices, and what others did to the user. It is the user's to read: other members are \
            seats, and nobody else's number is in it. --format html writes a page for print.

            EXAMPLE:
              draftledger activity 7 --since 2026-08-01
              draftledger activity 7 --format html -o user-7.html
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, csv, html
    }

    @Argument(help: "The user's number or outside id.") var user: String
    @OptionGroup var times: TimeOptions
    @Option(help: ArgumentHelp("text or html for people, json or csv for programs.", valueName: "text|json|csv|html"))
    var format: Format = .text
    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let user = try draft.resolveUser(user)
        let size = try draft.size
        let positions = try console.withProgress("activity") { progress in
            try draft.positions(ofUser: user, upTo: size, progress: progress)
        }
        var page = ActivityPage(of: user, names: LedgerNames(draft))
        try draft.events(at: positions, matching: EventFilter(since: times.since, until: times.until)) { event in
            page.add(try draft.told(event))
            return true
        }
        let document =
            switch format {
            case .text: page.document(as: .text, on: console.terminal)
            case .json: page.document(as: .json)
            case .csv: page.document(as: .csv)
            case .html: page.html(scope: try scope(of: draft, size))
            }
        try output.write(Array(document.utf8), on: console)
        return .done
    }

    private func scope(of draft: DraftLedger, _ size: UInt64) throws -> String {
        let times = [times.since.map { "from \($0.iso8601)" }, times.until.map { "before \($0.iso8601)" }]
            .compactMap(\.self).joined(separator: ", ")
        return "\(try draft.origin ?? "A ledger without a name"), as of \(Figures.grouped(size)) events"
            + (times.isEmpty ? "." : ", \(times).")
    }
}
