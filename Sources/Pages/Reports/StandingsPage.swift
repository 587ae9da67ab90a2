package import Draft
package import Reports
package import TextFormats

/// How the entries of a contest stand in one of its rounds.
package struct StandingsPage: Page {
    var standings: Standings

    /// By entry, the id that its source knows it by.
    var externalIDs: [EntryID: String]

    /// The user whose entries are listed; nil for all.
    var user: UserID?

    /// The results that the site states; nil if neither the ledger nor a file has any.
    var stated: [EntryID: StatedEntry]?

    package init(
        _ standings: Standings, externalIDs: [EntryID: String], user: UserID? = nil,
        stated: [EntryID: StatedEntry]? = nil
    ) {
        self.stated = stated
        self.standings = standings
        self.externalIDs = externalIDs
        self.user = user
    }

    private var listed: [Standings.Entry] {
        user.map { standings.entries(of: $0) } ?? standings.entries
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText(standings.outcome.title, .bold) + StyledText("  \(roundWords)", .dim)
        let notes = notes.map { StyledText($0, .dim) }
        guard !listed.isEmpty else { return [head] + notes + [.empty, StyledText(noEntryWords)] }
        var table = TextTable([
            .init("room", .trailing), .init("pod", .trailing), .init("place", .trailing), .init("entry", .trailing),
            .init("external id", shrinks: true), .init("user", .trailing), .init("points", .trailing),
            .init("best week", .trailing), .init("advances"), .init("recorded", .trailing),
            .init("the site states", .trailing),
        ])
        for entry in listed {
            table.rows.append([
                StyledText("\(entry.room)"), StyledText(entry.pod.map(String.init) ?? ""),
                StyledText(entry.place.map(String.init) ?? "", .bold),
                StyledText("\(entry.entry)"), StyledText(externalIDs[entry.entry] ?? ""),
                StyledText(entry.user.map { "\($0)" } ?? ""), StyledText(Figures.hundredths(entry.points), .bold),
                StyledText(entry.bestWeek.map { Figures.hundredths($0) } ?? ""),
                StyledText(advancesWords(entry)),
                StyledText(isRestated(entry) ? recordedWords(entry) : "", .alarm),
                StyledText(isContradicted(entry) ? statedWords(entry) : "", .alarm),
            ])
        }
        table.dropEmptyColumns()
        return [head] + notes + [.empty] + table.lines(on: terminal)
    }

    private var noEntryWords: String {
        if user != nil { return "The user has no entries in this round." }
        return standings.round == 1
            ? "No entries of complete drafts." : "No entry is known to have reached this round."
    }

    private func advancesWords(_ entry: Standings.Entry) -> String {
        guard entry.advances == nil else { return entry.advances == true ? "yes" : "" }
        return stated(of: entry)?.advances.map { $0 ? "yes, by its site" : "no, by its site" } ?? ""
    }

    /// Whether an entry stands otherwise by now than when its round was closed.
    private func isRestated(_ entry: Standings.Entry) -> Bool {
        guard standings.throughWeek == standings.terms.lastWeek, let recorded = entry.recorded else { return false }
        return Int64(recorded.points) != entry.points || entry.place.map { $0 != Int(recorded.place) } ?? false
    }

    private func recordedWords(_ entry: Standings.Entry) -> String {
        entry.recorded.map { "\(Figures.hundredths(Int64($0.points))), place \($0.place)" } ?? ""
    }

    private var roundWords: String {
        let through = standings.throughWeek.map { "through week \($0)" } ?? "before its first week"
        return "round \(standings.round) of \(standings.outcome.rounds.rounds.count), \(through), "
            + "\(Figures.plural(listed.count, "entry", "entries")), as of pos:\(standings.ledgerPosition)"
    }

    /// Notes about the points.
    private var notes: [String] {
        var notes: [String] = []
        if !standings.arePodsKnown {
            notes.append("no places: the pods of round \(standings.round) are not recorded")
        }
        if standings.throughWeek != nil, !standings.isFinal { notes.append("not all of the round is final") }
        if let version = standings.closedAsOf {
            let restated = standings.entries.count(where: isRestated)
            notes.append(
                "recorded as of version \(version) of the season"
                    + (restated == 0
                        ? ""
                        : "; by later corrections, \(Figures.plural(restated, "entry", "entries")) would have "
                            + "another place: the recorded places count"))
        }
        return notes + statedNotes + FigureTable.findingNotes(standings.outcome.points.findings)
            + withoutPoints(standings.outcome.points) + FigureTable.unplacedNotes(standings.outcome.unplaced)
    }

    private func withoutPoints(_ points: SeasonPoints) -> [String] {
        points.withoutPoints.isEmpty
            ? []
            : ["\(Figures.plural(points.withoutPoints.count, "player")) of the pool without any points: 0.00 each week"]
    }

    /// The standings of a contest, or what there is to say before its season has points.
    package struct Content {
        fileprivate var title: String
        fileprivate var tournament: TournamentID
        fileprivate var outcome: ContestOutcome?
        fileprivate var position: UInt64
        fileprivate var page: StandingsPage?

        /// A contest without points.
        package init(title: String, tournament: TournamentID, outcome: ContestOutcome?, position: UInt64) {
            (self.title, self.tournament, self.outcome, self.position) = (title, tournament, outcome, position)
        }
    }

    package var content: Content {
        let outcome = standings.outcome
        var content = Content(
            title: outcome.title, tournament: outcome.tournament, outcome: outcome, position: standings.ledgerPosition)
        content.page = self
        return content
    }

    package static let members: Members<Content> = [
        .init("contest") { $0.title }, .init("round") { $0.page?.standings.round },
        .init("throughWeek") { $0.page?.standings.throughWeek },
        .init("entries", each: entry) { $0.page?.rows ?? [] }, .init("tournament") { $0.tournament },
        .init("season") { $0.outcome?.rounds.season }, .init("scoring") { $0.outcome?.scoring.scoring },
        .init("isFinal") { $0.page?.standings.isFinal ?? false },
        .init("ties") { ($0.outcome?.rounds.ties ?? []).map(\.name) },
        .init("closedAsOf") { $0.page?.standings.closedAsOf }, .init("position") { $0.position },
        .init("unplacedScores", each: unplaced) { $0.page?.standings.outcome.unplaced ?? [] },
    ]

    private struct Row {
        var entry: Standings.Entry
        var externalID: String
        /// Whether there is a source that states results.
        var hasSource: Bool
        var stated: StatedEntry?
    }

    private static let entry: Members<Row> = [
        .init("entry") { $0.entry.entry }, .init("externalID") { Name($0.externalID) },
        .init("room") { $0.entry.room }, .init("user") { $0.entry.user },
        .init("pointsHundredths") { $0.entry.points }, .init("place") { $0.entry.place },
        .init("advances") { $0.entry.advances }, .init("bestWeekHundredths") { $0.entry.bestWeek },
        .init("pod") { $0.entry.pod }, .init("recordedPointsHundredths") { $0.entry.recorded?.points },
        .init("recordedPlace") { $0.entry.recorded?.place },
        .init("statedPointsHundredths", .nullable(.integer), ifAny: { $0.hasSource ? .of($0.stated?.points) : nil }),
        .init("statedAdvances", .nullable(.bool), ifAny: { $0.hasSource ? .of($0.stated?.advances) : nil }),
    ]

    private static let statedColumns: Set = ["statedPointsHundredths", "statedAdvances"]

    private static let unplaced: Members<UnplacedFit> = [
        .init("player") { $0.player }, .init("playerName") { $0.listing.name },
        .init("position") { $0.listing.position.abbreviation }, .init("team") { Name($0.listing.team) },
        .init("scoresID") { Name($0.scored.subject.externalID) }, .init("scoresName") { $0.scored.name },
        .init("scoresPosition") { $0.scored.position.abbreviation },
        .init("scoresTeams") { Array($0.scored.teams) },
    ]

    private var rows: [Row] {
        listed.map { entry in
            Row(
                entry: entry, externalID: externalIDs[entry.entry] ?? "", hasSource: stated != nil,
                stated: stated(of: entry))
        }
    }

    package var json: JSON { Self.members.json(of: content) }

    /// A table in which no source states anything; an empty one has the same columns.
    package static let noRows = entry.csv(of: [], leaving: statedColumns)

    package var csv: CSVTable { Self.entry.csv(of: rows, leaving: stated == nil ? Self.statedColumns : []) }
}
