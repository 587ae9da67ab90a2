import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Reports
import ToolSupport

/// The changes of a contest under which its rounds are replayed.
struct ContestWhatIfOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replay a contest: number, or a unique external ID or title.", valueName: "contest"))
    var contest: String?
    @Option(
        help: ArgumentHelp(
            "Another scoring: the name of a recorded one, or points per statistic in hundredths (receptions=100), or "
                + "a file with such points; points need --statistics.", valueName: "scoring"),
        completion: .file())
    var scoring: String?
    @Option(
        help: ArgumentHelp(
            "A CSV file with week, player, position and a column for each statistic.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var statistics: String?
    @Option(
        help: ArgumentHelp(
            "The starters of each week instead of the recorded ones.", valueName: "QB=1,RB=2,WR=3,TE=1,FLEX=1"))
    var lineup: String?
    @Option(
        help: ArgumentHelp("The positions of a flex (default: as recorded, else RB,WR,TE).", valueName: "positions"))
    var flex: String?
    @Option(
        name: .customLong("change-pick"),
        help: ArgumentHelp("Change a pick to another player, by name or ID.", valueName: "room:pick=player"))
    var pick: String?
    @Option(help: ArgumentHelp("Only this entry, by number.", valueName: "entry")) var entry: UInt64?
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp("List at most this many rows.", valueName: "n"))
    var top = 50

    func validate() throws {
        guard contest != nil else {
            let named = [
                ("--scoring", scoring), ("--statistics", statistics), ("--lineup", lineup), ("--flex", flex),
                ("--change-pick", pick), ("--entry", entry.map { "\($0)" }),
            ].first { $0.1 != nil }
            guard let named else { return }
            throw ValidationError("\(named.0) needs a contest: name it with --contest.")
        }
        guard top >= 1 else { throw ValidationError("--limit \(top): expected 1 or more.") }
        guard scoring != nil || lineup != nil || flex != nil || pick != nil else {
            throw ValidationError("Name at least one change: --scoring, --lineup, --flex or --change-pick.")
        }
        if statistics != nil, scoring == nil {
            throw ValidationError("--statistics needs --scoring with points per statistic, such as receptions=100.")
        }
    }

    func present(_ contest: String, _ draft: DraftLedger, in format: OutputFormat, on console: Console) throws {
        let tournament = try draft.resolveTournament(contest)
        let analysis = try console.withProgress("rosters") { progress in
            try Analysis(of: draft, sitesPositions: false, progress: progress)
        }
        let whatIf = try ContestWhatIf(of: tournament, analysis, in: draft)
        var change = ContestChange()
        change.scoring = try scoring.map { try changed($0, of: whatIf) }
        change.lineup = try changed(whatIf.scoring.lineup)
        change.pick = try pick.map { try picked($0, in: whatIf, draft) }
        let report = try whatIf.run(change)
        let rooms = Set(report.rounds.lazy.flatMap(\.entries).map(\.entry.room))
        let ids = try draft.externalIDs(of: rooms, upTo: report.ledgerPosition)
        if let entry, !report.rounds.contains(where: { $0.entries.contains { $0.entry == EntryID(entry) } }) {
            throw OutcomeError.unknownEntry("\(entry)")
        }
        try console.present(
            ContestWhatIfPage(report, externalIDs: ids, entry: entry.map { EntryID($0) }, top: top), as: format)
    }

    // MARK: Scoring

    private func changed(_ text: String, of whatIf: ContestWhatIf) throws -> ContestChange.Scoring {
        guard let points = try points(text, of: whatIf) else {
            if statistics != nil {
                throw ToolError(
                    .usage,
                    "--statistics: \(text) points are recorded, so they need no statistics. Leave out --statistics.")
            }
            return .recorded(text)
        }
        guard let statistics else {
            throw ToolError(
                .usage,
                "--scoring \(text): the ledger has points, but no statistics. Name a file with them: --statistics FILE."
            )
        }
        do {
            return .statistics(points, try StatisticsFile.read(statistics, season: whatIf.rounds.season).weeks)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }

    /// - Returns: nil for the name of a scoring by which the season has points.
    private func points(_ text: String, of whatIf: ContestWhatIf) throws -> StatisticPoints? {
        let isList = text.contains("=")
        if !isList, whatIf.recordedScorings.contains(text) { return nil }
        let own = whatIf.scoring.scoring
        guard let known = StatisticPoints.known(as: own) else { throw ContestWhatIfError.unknownScoring(own) }
        guard !isList else { return try known.changed(by: text) }
        let file: [UInt8]
        do {
            file = try SmallFile.read(text, upTo: 1 << 20)
        } catch let error as ToolError {
            let names = whatIf.recordedScorings.sorted().joined(separator: ", ")
            throw ToolError(
                error.status,
                "--scoring \(text) is not a recorded scoring of season \(whatIf.rounds.season) (\(names)), not a list such as "
                    + "receptions=100, and not a file: \(error.description)")
        }
        return try known.changed(by: String(decoding: file, as: UTF8.self))
    }

    // MARK: Lineup

    private func changed(_ own: Lineup) throws -> Lineup? {
        guard lineup != nil || flex != nil else { return nil }
        var changed = own
        var named: Set<Substring> = []
        for part in (lineup ?? "").uppercased().split(separator: ",") {
            let halves = part.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, let count = UInt8(halves[1]), count <= 20, named.insert(halves[0]).inserted else {
                throw badLineup()
            }
            switch halves[0] {
            case "QB": changed.quarterbacks = count
            case "RB": changed.runningBacks = count
            case "WR": changed.wideReceivers = count
            case "TE": changed.tightEnds = count
            case "FLEX": changed.flex = count
            default: throw badLineup()
            }
        }
        if let flex {
            changed.flexPositions = try flex.uppercased().split(separator: ",").reduce(into: []) { positions, name in
                switch name {
                case "QB": positions.insert(.quarterback)
                case "RB": positions.insert(.runningBack)
                case "WR": positions.insert(.wideReceiver)
                case "TE": positions.insert(.tightEnd)
                default: throw ToolError(.usage, "--flex \(flex): expected some of QB, RB, WR, TE.")
                }
            }
            guard changed.flex > 0 else {
                throw ToolError(
                    .usage, "--flex \(flex): the lineup has no flex. Add one with --lineup, such as FLEX=1.")
            }
        }
        if changed.flex == 0 { changed.flexPositions = [] }
        if changed.flex > 0, changed.flexPositions.isEmpty { changed.flexPositions = .standard }
        return changed
    }

    private func badLineup() -> ToolError {
        ToolError(.usage, "--lineup \(lineup ?? ""): expected such as QB=1,RB=2,WR=3,TE=1,FLEX=1, each once, 0 to 20.")
    }

    // MARK: Pick

    private func picked(_ text: String, in whatIf: ContestWhatIf, _ draft: DraftLedger) throws -> ContestChange.Pick {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, let colon = halves[0].lastIndex(of: ":"),
            let pick = PickArgument(argument: String(halves[0][halves[0].index(after: colon)...])), pick != .number(0)
        else {
            throw ToolError(
                .usage,
                "--change-pick \(text): expected a room, a pick and a player, such as 12:4.06=Amon-Ra St. Brown.")
        }
        let room = try draft.resolveRoom(String(halves[0][..<colon]))
        let found = whatIf.players(named: String(halves[1]))
        guard found.count == 1, let player = found.first else {
            let several = found.prefix(5).map { "\($0.name) (\($0.position.abbreviation) \($0.team), \($0.index))" }
            throw ToolError(
                .noInput,
                found.isEmpty
                    ? "--change-pick \(text): the contest's pool has no such player, by name or ID."
                        + NearestName.hint(for: String(halves[1]), among: whatIf.pool.players.map(\.name))
                    : "--change-pick \(text): this could be \(several.joined(separator: ", ")). Name the ID.")
        }
        return ContestChange.Pick(room: room, number: try pick.number(in: room, of: draft), player: player.index)
    }
}
