import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports
import ToolSupport

/// The entries that a report counts, the moment, and the output format.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp(
            "Only this contest: number, or a unique external ID or title.", valueName: "contest"))
    var contest: String?
    @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"), transform: Self.time)
    var since: Timestamp?
    @Option(help: ArgumentHelp("Only before this time.", valueName: "time"), transform: Self.time)
    var until: Timestamp?
    @Option(
        name: .customLong("draft-position"),
        help: ArgumentHelp("Only entries with this draft position, from 1.", valueName: "n"))
    var slot: UInt8?
    @Option(name: .customLong(ReportOptions.attestedName), help: .hidden) var attestedSlot: UInt8?
    @Option(name: .customLong(ReportOptions.nameFromZero), help: .hidden) var slotFromZero: Slot?
    @Option(
        help: ArgumentHelp(
            "Only drafts with this pick clock; untimed: not known.",
            valueName: "fast|slow|untimed|custom"),
        transform: Self.clock)
    var clock: Ruleset.Preset?
    @Flag(help: "Include entries of unfinished drafts.") var includeUnfinished = false
    @Option(name: .customLong("players"), help: SideFile.playersHelp, completion: .file(extensions: ["csv"]))
    var playerFiles: [String] = []
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: ReportMomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        let slots = 1...Ruleset.allowedTeams.upperBound
        if let slot = slot ?? attestedSlot, !slots.contains(slot) {
            throw ValidationError("--draft-position \(slot): expected 1 to \(slots.upperBound).")
        }
    }

    /// The name of the option in attested reports.
    static let attestedName = "first-pick"

    /// Attested reports of earlier versions count their `--slot` from 0, in their texts too: the option by which they are
    /// computed again.
    static let nameFromZero = "slot-from-0"

    /// The draft position from 0, whichever option named it.
    private var wantedSlot: Slot? { (slot ?? attestedSlot).map { $0 - 1 } ?? slotFromZero }

    private static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError("'\(text)' is not a time. Write a date or a time such as 2026-08-01T20:15:00Z.")
        }
        return time
    }

    private static func clock(_ text: String) throws -> Ruleset.Preset {
        guard let preset = Ruleset.Preset.allCases.first(where: { "\($0)" == text.lowercased() }) else {
            throw ValidationError("'\(text)' is not a pick clock. Use fast, slow, untimed or custom.")
        }
        return preset
    }

    /// Prints a report.
    func show(_ table: FigureTable, on console: Console) throws -> ExitStatus {
        try console.present(table, as: format.format)
        // A CSV file begins with its header and has no place for what its figures are figures of.
        if format.format == .csv {
            for line in ["\(table.name): \(table.scopeLine)"] + table.notes { console.note(StyledText(line, .dim)) }
        }
        return .done
    }

    /// Returns the reason why a report has nothing to show, and what to change.
    func reason(_ analysis: Analysis, _ filter: ReportFilter) -> String {
        if analysis.rosters.count == 0, moment.at != .latest {
            return
                "There \(user.map { "was no entry of user \($0)" } ?? "were no entries") yet at \(moment.at): --at is "
                + "when the ledger recorded an event. --since and --until are the dates of the drafts."
        }
        if analysis.rosters.count == 0, filter.entries.user == nil {
            return "The ledger has no entries yet. `draftledger import` or `draftledger simulate` adds some."
        }
        var all = filter
        all.entries.includeUnfinished = true
        let unfinished = analysis.exposure(all).scope.entries - analysis.exposure(filter).scope.entries
        guard unfinished > 0 else { return "No entry of this filter has anything to show. Leave out a filter." }
        return "No entry of this filter is in a finished room; \(Figures.grouped(unfinished)) in unfinished ones would "
            + "count with --include-unfinished."
    }

    /// Loads what a report needs of a ledger that is open already.
    func analyse<Result>(
        _ draft: DraftLedger, on console: Console, listing position: PlayerPosition?, ownOnly: Bool = false,
        sitesPositions: Bool = false, _ body: (Analysis, ReportFilter) throws -> Result
    ) throws -> Result {
        let user = try user.map { try draft.resolveUser($0) }
        let entries = question.filter(
            user: user, contest: try contest.map { try draft.resolveTournament($0) })
        var analysis = try console.withProgress("rosters") { progress in
            try Analysis(
                of: draft, at: moment.at, onlyOf: ownOnly ? user : nil, sitesPositions: sitesPositions,
                progress: progress)
        }
        if !playerFiles.isEmpty {
            analysis = analysis.supplemented(by: try playerFiles.flatMap { try SideFile.read($0, for: .facts) })
        }
        let apart = analysis.players.findings.count { !$0.kind.isMatch && $0.kind != .noCounterpart }
        if apart > 0 {
            console.note(
                StyledText(
                    "\(Figures.plural(apart, "player")) may be the same as another player and "
                        + "\(apart == 1 ? "was" : "were") kept apart. `players --unmatched` lists them.", .dim))
        }
        return try body(analysis, ReportFilter(entries, position: position))
    }

    /// The question, without the ledger that answers it.
    var question: ReportQuestion {
        var question = ReportQuestion()
        (question.user, question.contest, question.slot, question.clock) = (user, contest, wantedSlot, clock)
        question.countsSlotsFromZero = slotFromZero != nil
        (question.since, question.until) = (since, until)
        (question.includeUnfinished, question.at) = (includeUnfinished, moment.at)
        return question
    }

    /// The filter as it was asked for.
    func words(listing position: PlayerPosition?) -> String { question.words(listing: position) + fileWords }

    /// The entries that were asked for, whichever of their players a report lists.
    var entryWords: String { question.words + fileWords }

    /// The files besides the ledger from which the figures are computed.
    var fileWords: String {
        playerFiles.map { ", players also of \($0.split(separator: "/").last ?? "")" }.joined()
    }
}

/// The players that a report lists.
struct PositionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only players of this position.", valueName: "QB|RB|WR|TE|…"), transform: Self.position)
    var position: PlayerPosition?

    private static func position(_ text: String) throws -> PlayerPosition {
        guard let position = PlayerPosition(abbreviation: text) else {
            let known = PlayerPosition.allCases.map(\.abbreviation).joined(separator: ", ")
            throw ValidationError("'\(text)' is not a position. Use one of \(known).")
        }
        return position
    }
}
