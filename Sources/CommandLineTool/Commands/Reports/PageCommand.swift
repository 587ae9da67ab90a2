import ArgumentParser
import Draft
import Foundation
import Interchange
import Pages
import Reports
import ToolSupport

/// One step from a site's export to a page: no ledger is named, and none remains.
struct PageCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Create a page of your own drafts from exports.",
        discussion: """
            The files are your own exports of Underdog, DraftKings or Drafters, as CSV; several are counted together. The page \
            needs no network: you can open it, send it, or print it. Nothing else is kept.

            Picks are compared with a site's ADPs if --adp names a file, else with the ADPs in the export. Teams and bye weeks \
            come from --players if the export does not have them, and the games of week 17 from --schedule.

            EXAMPLE:
              draftledger page underdog.csv
              draftledger page underdog.csv drafters.csv --adp adp-2026-06-20.csv --output drafts.html
              draftledger page underdog.csv --entry 6cbf1a0c-5a2c-4f36-a1e4-0d3a4e0f6a3b
            """)

    @Argument(help: "Your exports.", completion: .file(extensions: ["csv"])) var exports: [String]
    @Option(
        name: [.short, .customLong("output")],
        help: ArgumentHelp(
            "The file of the page; - is standard output (default: the first export's name with .html).",
            valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String?
    @Option(help: ArgumentHelp(ReportPricing.adp.parameter), completion: .file(extensions: ["csv"]))
    var adp: [String] = []
    @Option(
        help: ArgumentHelp("The site whose ADPs count, if a file has a column for each of several.", valueName: "site"))
    var site: String?
    @Option(help: ArgumentHelp("The year in which the season begins.", valueName: "year"))
    var season: UInt64?
    @OptionGroup var reference: ReferenceOption
    @Option(help: ArgumentHelp("Only this entry: its ID in the export.", valueName: "id")) var entry: String?
    @Option(name: .customLong("players"), help: SideFile.playersHelp, completion: .file(extensions: ["csv"]))
    var playerFiles: [String] = []
    @Option(help: ArgumentHelp(StacksRequest.schedule.parameter), completion: .file(extensions: ["csv"]))
    var schedule: String?

    func validate() throws {
        guard adp.isEmpty, site != nil else { return }
        throw ValidationError("--site names a column of a file with ADPs: name the file with --adp.")
    }

    func execute(on console: Console) throws -> ExitStatus {
        let place = try output ?? defaultOutput()
        var known = ExportPage.Reference()
        known.positions = try adp.flatMap { try SideFile.read($0, for: .positions, site: site) }
        known.facts = try playerFiles.flatMap { try SideFile.read($0, for: .facts) }
        known.schedule = try schedule.map { try SideFile.schedule($0) }
        var question = ExportPage.Question()
        (question.reference, question.entry) = (reference.reference, entry)
        question.season = season.map { SeasonID($0) }
        let page = try ExportPage(of: exports, question) { _ in known }
        for issue in page.refused.prefix(Self.shown) {
            console.note(StyledText("left out ", .alarm) + StyledText(issue.description))
        }
        if page.refused.count > Self.shown {
            console.note("and \(Figures.grouped(page.refused.count - Self.shown)) more")
        }
        for note in page.notes { console.note(StyledText("note     ", .dim) + StyledText(note)) }
        guard place != "-" else {
            try console.output.write(page.html)
            return page.refused.isEmpty ? .done : .badData
        }
        try SmallFile.write(Array(page.html.utf8), to: place)
        console.note(
            "Wrote \(place): a page of \(Figures.plural(page.entries, "entry", "entries")). Open it in a browser.")
        return page.refused.isEmpty ? .done : .badData
    }

    /// More refusals are counted, not shown one by one.
    private static let shown = 20

    /// The first export's name in the working directory. A file of that name is replaced only if it is such a page.
    private func defaultOutput() throws -> String {
        let name = URL(filePath: exports[0]).deletingPathExtension().lastPathComponent
        let path = (name.isEmpty || exports[0] == "-" ? "drafts" : name) + ".html"
        guard FileManager.default.fileExists(atPath: path) else { return path }
        let head = try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 512) ?? Data()
        guard String(decoding: head, as: UTF8.self).contains("name=\"generator\" content=\"\(ReportPage.generator)\"")
        else {
            throw ToolError(
                .cannotCreate, "\(path) exists and is not a page of this command. Name another file with --output.")
        }
        return path
    }
}

/// The reference of picks on a page, which may choose itself.
struct ReferenceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The reference of a pick; at-date and latest are a site's ADPs by day (default: a site's ADP, else the closing, else the pick's).",
            valueName: ReportPricing.reference.parameter.valueName),
        transform: { try Choice.named($0) as ValueReport.Reference })
    var reference: ValueReport.Reference?
}
