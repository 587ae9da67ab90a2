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

    package var json: JSON {
        [
            "contest": .of(standings.outcome.title), "round": .of(standings.round),
            "throughWeek": .of(standings.throughWeek), "entries": .array(objects),
            "tournament": .of(standings.outcome.tournament), "season": .of(standings.outcome.rounds.season),
            "scoring": .of(standings.outcome.scoring.scoring), "isFinal": .of(standings.isFinal),
            "ties": .of(standings.outcome.rounds.ties.map(\.name)), "closedAsOf": .of(standings.closedAsOf),
            "position": .of(standings.ledgerPosition),
            "unplacedScores": .array(standings.outcome.unplaced) { fit in
                [
                    "player": .of(fit.player), "playerName": .of(fit.listing.name),
                    "position": .of(fit.listing.position.abbreviation), "team": .name(fit.listing.team),
                    "scoresID": .name(fit.scored.subject.externalID), "scoresName": .of(fit.scored.name),
                    "scoresPosition": .of(fit.scored.position.abbreviation),
                    "scoresTeams": .array(fit.scored.teams) { .of($0) },
                ]
            },
        ]
    }

    /// The columns of a table in which no source states anything; an empty one has the same.
    package static let columns = [
        "entry", "externalID", "room", "user", "pointsHundredths", "place", "advances", "bestWeekHundredths", "pod",
        "recordedPointsHundredths", "recordedPlace",
    ]

    package var csv: CSVTable {
        CSVTable(
            Self.columns + (stated == nil ? [] : ["statedPointsHundredths", "statedAdvances"]), objects: objects)
    }

    private var objects: [JSON] {
        listed.map { entry in
            let object: JSON = [
                "entry": .of(entry.entry), "externalID": .name(externalIDs[entry.entry] ?? ""),
                "room": .of(entry.room), "user": .of(entry.user), "pointsHundredths": .of(entry.points),
                "place": .of(entry.place), "advances": .of(entry.advances),
                "bestWeekHundredths": .of(entry.bestWeek), "pod": .of(entry.pod),
                "recordedPointsHundredths": .of(entry.recorded?.points), "recordedPlace": .of(entry.recorded?.place),
            ]
            guard self.stated != nil else { return object }
            let stated = stated(of: entry)
            return object.adding([
                "statedPointsHundredths": .of(stated?.points), "statedAdvances": .of(stated?.advances),
            ])
        }
    }
}
