import ArgumentParser
import Interchange
import Reports

/// A file of an analyst's own beside the ledger.
enum SideFile {
    static let adpHelp = ArgumentHelp(
        "A site's ADP by day: a CSV file with name, position, adp and date, or a day in its name. Several are taken "
            + "together.", valueName: "file")
    static let playersHelp = ArgumentHelp(
        "Teams and bye weeks that no pool names: a CSV file with name, position, team and bye.", valueName: "file")

    /// - Throws: `InterchangeError`, or `ToolError` for what is wrong in it.
    static func read(_ path: String, for purpose: PlayerNoteFile.Purpose) throws -> [PlayerNote] {
        do {
            return try PlayerNoteFile.read(path, for: purpose)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }

    /// - Throws: likewise.
    static func schedule(_ path: String) throws -> GameSchedule {
        do {
            return try ScheduleFile.read(path)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }

    /// - Returns: nil without files.
    static func dated(_ paths: [String], of analysis: Analysis) throws -> DatedPositions? {
        guard !paths.isEmpty else { return nil }
        return DatedPositions(try paths.flatMap { try read($0, for: .positions) }, of: analysis.players)
    }
}

/// What picks are held against.
struct PricingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What a pick is held against; at-date and latest need --adp.",
            valueName: "at-pick|closing|at-date|latest"),
        transform: Self.reference)
    var reference = ValueReport.Reference.closing
    @Option(
        help: ArgumentHelp("How the distance counts.", valueName: "linear|power"),
        transform: { try Choice.named($0) as ValueReport.Curve })
    var curve = ValueReport.Curve.linear
    @Option(help: SideFile.adpHelp, completion: .file(extensions: ["csv"])) var adp: [String] = []

    func validate() throws {
        guard reference.needsDatedPositions == adp.isEmpty else { return }
        throw ValidationError(
            adp.isEmpty
                ? "--reference \(reference.rawValue): against which ADPs? Name a file with --adp."
                : "--adp is for --reference at-date and --reference latest.")
    }

    /// - Returns: nil where no reference is made of any.
    func dated(_ analysis: Analysis) throws -> DatedPositions? { try SideFile.dated(adp, of: analysis) }

    private static func reference(_ text: String) throws -> ValueReport.Reference {
        guard let reference = ValueReport.Reference(rawValue: text.lowercased()) else {
            throw ValidationError("'\(text)' is none of at-pick, closing, at-date, latest.")
        }
        return reference
    }
}
