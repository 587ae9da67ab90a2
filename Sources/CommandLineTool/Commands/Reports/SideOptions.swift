import ArgumentParser
import Draft
import Interchange
import Pages
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

    /// What a site states of entries in a round, by their ids there.
    ///
    /// - Throws: likewise.
    static func results(_ path: String, round: Int) throws -> [String: StatedEntry] {
        do {
            return try StatedResultsFile.read(path, round: round)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }
}

/// Returns ADPs by day: those of named files, else those of a site on record. If a site is named too, both count.
struct SiteOptions: ParsableArguments {
    @Option(help: SideFile.adpHelp, completion: .file(extensions: ["csv"])) var adp: [String] = []
    @Option(help: ArgumentHelp("Whose ADPs, of those on record (default: the only site's).", valueName: "site"))
    var site: String?
    @Option(
        help: ArgumentHelp("Of which season, of those on record (default: that of the drafts).", valueName: "year"))
    var season: UInt64?
    @Flag(name: .customLong(SiteOptions.anySeasonName), help: .hidden) var anySeason = false

    /// Reports that earlier versions attested took the only season on record, whatever the drafts were of: the option by
    /// which they are computed again.
    static let anySeasonName = "any-season"

    /// Returns the ADPs that picks are compared with, and says where they are of another season than the drafts.
    ///
    /// - Parameters:
    ///   - drafts: the seasons of the drafts.
    ///   - isNeeded: whether nothing can be said without; else several sites of which none is named are none.
    /// - Returns: nil without files, and without a site on record.
    func dated(
        _ analysis: Analysis, for drafts: Set<SeasonID>, isNeeded: Bool, on console: Console
    ) throws -> DatedPositions? {
        let files = try adp.flatMap { try SideFile.read($0, for: .positions) }
        let drafts = anySeason ? [] : drafts
        // A file that somebody names is what they mean: what is on record joins it only where that is named too.
        let isRecordAsked = files.isEmpty || site != nil || season != nil
        let recorded = isRecordAsked ? try recorded(analysis, for: drafts, isNeeded: isNeeded && files.isEmpty) : nil
        guard recorded != nil || !files.isEmpty else { return nil }
        let others = Set(
            files.compactMap { $0.day.flatMap { UInt64($0.iso8601.prefix(4)) } } + [season].compactMap { $0 }
        )
        .filter { !drafts.contains(SeasonID($0)) }
        if !drafts.isEmpty, !others.isEmpty {
            console.note(
                StyledText(
                    "the drafts are of \(Self.words(drafts.map(\.number))), ADPs of \(Self.words(others)) too", .alarm))
        }
        return DatedPositions(
            (recorded.map { analysis.recordedPositions(of: $0) } ?? []) + files, of: analysis.players,
            season: files.isEmpty && season == nil && !anySeason ? recorded?.season : nil)
    }

    private static func words(_ seasons: some Sequence<UInt64>) -> String {
        "season " + seasons.sorted().map(String.init).joined(separator: ", ")
    }

    private func recorded(
        _ analysis: Analysis, for drafts: Set<SeasonID>, isNeeded: Bool
    ) throws -> RecordedSite? {
        do throws(RecordedNotesError) {
            return try analysis.recordedSite(site, of: season.map { SeasonID($0) }, for: drafts, isNeeded: isNeeded)
        } catch {
            switch error {
            case .otherSeason:
                throw ToolError(
                    .noInput, "\(error) Or name a file with --adp, or with --season a season to use it all the same.")
            case .noPositions: throw ToolError(.usage, "\(error) Or name a file with --adp.")
            case .severalSites: throw ToolError(.usage, "\(error) Name one with --site and --season.")
            case .noSuchSite, .noSchedule: throw ToolError(.noInput, error.description)
            }
        }
    }
}

/// What picks are held against.
struct PricingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What a pick is held against; at-date and latest: a site's ADPs by day.",
            valueName: "at-pick|closing|at-date|latest"),
        transform: Self.reference)
    var reference = ValueReport.Reference.closing
    @Option(
        help: ArgumentHelp("How the distance counts.", valueName: "linear|power"),
        transform: { try Choice.named($0) as ValueReport.Curve })
    var curve = ValueReport.Curve.linear
    @OptionGroup var sites: SiteOptions

    func validate() throws {
        guard !reference.needsDatedPositions else { return }
        let isNamed = [!sites.adp.isEmpty, sites.site != nil, sites.season != nil]
        guard let option = zip(["--adp", "--site", "--season"], isNamed).first(where: \.1)?.0 else { return }
        throw ValidationError("\(option) is for --reference at-date and --reference latest.")
    }

    /// - Returns: nil where no reference is made of any.
    func dated(_ analysis: Analysis, for filter: ReportFilter, on console: Console) throws -> DatedPositions? {
        guard reference.needsDatedPositions else { return nil }
        return try sites.dated(
            analysis, for: analysis.seasons(of: filter.entries), isNeeded: true, on: console)
    }

    private static func reference(_ text: String) throws -> ValueReport.Reference {
        guard let reference = ValueReport.Reference(rawValue: text.lowercased()) else {
            throw ValidationError("'\(text)' is none of at-pick, closing, at-date, latest.")
        }
        return reference
    }
}
