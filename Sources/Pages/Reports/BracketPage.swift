package import Draft
package import Reports
package import TextFormats

/// The rounds of a contest as they are on record, pod by pod.
package struct BracketPage: Page {
    var bracket: Bracket

    /// By entry, the id that its source knows it by.
    var externalIDs: [EntryID: String]

    package init(_ bracket: Bracket, externalIDs: [EntryID: String]) {
        self.bracket = bracket
        self.externalIDs = externalIDs
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText(bracket.title, .bold)
        guard !bracket.rounds.isEmpty else { return [head, .empty, "No pods are drawn yet."] }
        return [head] + due
            + bracket.rounds.flatMap { round in [.empty, Self.words(round)] + lines(round, on: terminal) }
    }

    private var due: [StyledText] {
        guard let places = bracket.placesDue else { return [] }
        let words =
            places.count == 1
            ? "the prize of place \(places.lowerBound) is not awarded"
            : "the prizes of places \(places.words) are not awarded"
        return [StyledText("All rounds are closed, but \(words).", .alarm)]
    }

    private static func words(_ round: Bracket.Round) -> StyledText {
        let weeks = round.terms.weeks
        let stand =
            round.isClosed
            ? "closed as of version \(round.seasonVersion ?? 0) of the season"
            : round.seasonVersion == nil ? "drawn" : "closing"
        return StyledText("round \(round.number)", .bold)
            + StyledText(
                weeks.count == 1
                    ? "  week \(weeks.lowerBound), \(stand)"
                    : "  weeks \(weeks.words), \(stand)", .dim)
    }

    private func lines(_ round: Bracket.Round, on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("pod", .trailing), .init("place", .trailing), .init("entry", .trailing), .init("room", .trailing),
            .init("external id", shrinks: true), .init("points", .trailing), .init("best week", .trailing),
            .init("advances"),
        ])
        for pod in round.pods {
            for entry in pod.entries {
                table.rows.append([
                    StyledText("\(pod.number)"), StyledText(entry.standing.map { "\($0.place)" } ?? "", .bold),
                    StyledText("\(entry.entry)"), StyledText("\(entry.entry.room)"),
                    StyledText(externalIDs[entry.entry] ?? ""),
                    StyledText(entry.standing.map { Figures.hundredths($0.points) } ?? "", .bold),
                    StyledText(entry.standing.map { Figures.hundredths($0.bestWeek) } ?? ""),
                    StyledText(entry.advances == true ? "yes" : ""),
                ])
            }
        }
        table.dropEmptyColumns()
        return table.lines(on: terminal)
    }

    /// The rounds of a contest on record; none of a contest without rounds.
    package struct Content {
        fileprivate var title: String
        fileprivate var tournament: TournamentID
        fileprivate var season: SeasonID?
        fileprivate var placesDue: ClosedRange<Int>?
        fileprivate var rounds: [(round: Bracket.Round, ids: [EntryID: String])] = []

        /// A contest without rounds.
        package init(title: String, tournament: TournamentID) { (self.title, self.tournament) = (title, tournament) }
    }

    package var content: Content {
        var content = Content(title: bracket.title, tournament: bracket.tournament)
        (content.season, content.placesDue) = (bracket.season, bracket.placesDue)
        content.rounds = bracket.rounds.map { ($0, externalIDs) }
        return content
    }

    package static let members: Members<Content> = [
        .init("contest") { $0.title }, .init("tournament") { $0.tournament }, .init("season") { $0.season },
        .init("placesDue", places) { $0.placesDue }, .init("rounds", each: round) { $0.rounds },
    ]

    private static let places: Members<ClosedRange<Int>> = [
        .init("first") { $0.lowerBound }, .init("last") { $0.upperBound },
    ]

    static let round = Members<(round: Bracket.Round, ids: [EntryID: String])>(
        "BracketRound",
        [
            .init("round") { $0.round.number }, .init("firstWeek") { $0.round.terms.firstWeek },
            .init("lastWeek") { $0.round.terms.lastWeek }, .init("isClosed") { $0.round.isClosed },
            .init("seasonVersion") { $0.round.seasonVersion }, .init("podCount") { $0.round.podCount },
            .init("entryCount") { $0.round.entryCount },
            .init("pods", each: pod) { row in row.round.pods.map { ($0, row.ids) } },
        ])

    private static let pod: Members<(pod: Bracket.Pod, ids: [EntryID: String])> = [
        .init("pod") { $0.pod.number }, .init("size") { $0.pod.size },
        .init("entries", each: entry) { row in row.pod.entries.map { ($0, row.ids[$0.entry] ?? "") } },
    ]

    private static let entry: Members<(entry: Bracket.Entry, externalID: String)> = [
        .init("entry") { $0.entry.entry }, .init("externalID") { Name($0.externalID) },
        .init("room") { $0.entry.entry.room }, .init("pointsHundredths") { $0.entry.standing?.points },
        .init("bestWeekHundredths") { $0.entry.standing?.bestWeek }, .init("place") { $0.entry.standing?.place },
        .init("advances") { $0.entry.advances },
    ]

    package var json: JSON { Self.members.json(of: content) }

    private static let columns: Members<(round: Int, pod: Int, entry: Bracket.Entry, externalID: String)> =
        [.init("round") { $0.round }, .init("pod") { $0.pod }] + entry.of { ($0.entry, $0.externalID) }

    /// The table of a contest without rounds.
    package static let noRows = columns.csv(of: [])

    package var csv: CSVTable {
        Self.columns.csv(
            of: bracket.rounds.flatMap { round in
                round.pods.flatMap { pod in
                    pod.entries.map { (round.number, pod.number, $0, externalIDs[$0.entry] ?? "") }
                }
            })
    }
}
