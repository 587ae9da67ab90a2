import ArgumentParser
import Reports

struct ReportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write all reports as one HTML page with charts.",
        discussion: """
            The page needs no network: it can be mailed, printed, and opened on a phone.

            EXAMPLE:
              draftledger report --html portfolio.html --user 7
            """)

    @Option(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(extensions: ["html"]))
    var html: String
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        let page = try options.analyse(on: console) { analysis, filter in
            ReportPage(
                analysis, filter, heading: options.contest ?? options.user.map { "Portfolio of \($0)" } ?? "All drafts",
                filterWords: options.words
            ).html
        }
        try OutputFile.write(Array(page.utf8), to: html)
        console.note("Wrote \(html)")
        return .done
    }
}
