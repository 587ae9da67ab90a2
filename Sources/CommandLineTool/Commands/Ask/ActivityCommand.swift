import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

struct ActivityCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Show a user's whole activity in order of time.",
        discussion: """
            Lists seats taken and left, picks, autopicks, refusals with their margins, queue edits, connections and \
            money. It also has cases, alerts, devices, notices, and actions of others on the user. You can give it to the user: \
            other members have no IDs. --html writes a page for print.

            EXAMPLE:
              draftledger activity 7 --since 2026-08-01
              draftledger activity 7 --html user-7.html
              draftledger activity 7 --only notice
            """)

    /// The formats. `html` and `json-array` are for scripts of earlier versions.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, csv, html
        case jsonArray = "json-array"

        static let allValueStrings = ["text", "json", "csv"]
    }

    @Argument(help: "The user: number, external ID or name.") var user: String
    @Option(
        help: ArgumentHelp(
            "Only entries of a kind, such as money or notice; repeat it for several.", valueName: "kind"))
    var only: [ActivityPage.Kind] = []
    @OptionGroup var times: TimeOptions
    @Option(help: ArgumentHelp("The output format.", valueName: "text|json|csv"))
    var format: Format = .text
    @Option(
        help: ArgumentHelp("Write an HTML page to this file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?
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
        let wallet = try draft.stream(.wallet(user), upTo: size).filter { event in
            times.until.map { event.recordedAt < $0 } ?? true
        }
        var page = ActivityPage(
            of: user, names: LedgerNames(draft), marks: try PaymentMarks(of: wallet, in: draft),
            only: Set(only.isEmpty ? ActivityPage.Kind.allCases : only))
        try draft.events(at: positions, matching: EventFilter(since: times.since, until: times.until)) { event in
            page.add(try draft.told(event))
            return true
        }
        let document =
            switch html == nil ? format : .html {
            case .text: page.document(as: .text, on: console.terminal)
            case .json, .jsonArray: page.document(as: .json)
            case .csv: page.document(as: .csv)
            case .html: page.html(scope: try scope(of: draft, size))
            }
        if let html, html != "-" {
            try SmallFile.write(Array(document.utf8), to: html)
            console.note("Wrote \(html)")
        } else {
            try output.write(Array(document.utf8), on: console)
        }
        return .done
    }

    private func scope(of draft: DraftLedger, _ size: UInt64) throws -> String {
        let times = [times.since.map { "from \($0.iso8601)" }, times.until.map { "before \($0.iso8601)" }]
            .compactMap(\.self).joined(separator: ", ")
        return "\(try draft.origin ?? "A ledger without a name"), as of \(Figures.grouped(size)) events"
            + (times.isEmpty ? "." : ", \(times).")
    }
}

extension ActivityPage.Kind: ExpressibleByArgument {}
