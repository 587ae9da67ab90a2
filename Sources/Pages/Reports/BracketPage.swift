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
            : "the prizes of places \(places.lowerBound) to \(places.upperBound) are not awarded"
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
                    : "  weeks \(weeks.lowerBound) to \(weeks.upperBound), \(stand)", .dim)
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

    package var json: JSON {
        [
            "contest": .of(bracket.title), "tournament": .of(bracket.tournament), "season": .of(bracket.season),
            "placesDue": .of(
                bracket.placesDue.map { places -> JSON in
                    ["first": .of(places.lowerBound), "last": .of(places.upperBound)]
                }),
            "rounds": .array(bracket.rounds) { round in
                [
                    "round": .of(round.number), "firstWeek": .of(round.terms.firstWeek),
                    "lastWeek": .of(round.terms.lastWeek), "isClosed": .of(round.isClosed),
                    "seasonVersion": .of(round.seasonVersion), "podCount": .of(round.podCount),
                    "entryCount": .of(round.entryCount),
                    "pods": .array(round.pods) { pod in
                        [
                            "pod": .of(pod.number), "size": .of(pod.size), "entries": .array(pod.entries.map(object)),
                        ]
                    },
                ]
            },
        ]
    }

    private func object(_ entry: Bracket.Entry) -> JSON {
        [
            "entry": .of(entry.entry), "externalID": .name(externalIDs[entry.entry] ?? ""),
            "room": .of(entry.entry.room), "pointsHundredths": .of(entry.standing?.points),
            "bestWeekHundredths": .of(entry.standing?.bestWeek), "place": .of(entry.standing?.place),
            "advances": .of(entry.advances),
        ]
    }

    package static let columns = [
        "round", "pod", "entry", "externalID", "room", "pointsHundredths", "bestWeekHundredths", "place", "advances",
    ]

    package var csv: CSVTable {
        CSVTable(
            Self.columns,
            objects: bracket.rounds.flatMap { round in
                round.pods.flatMap { pod in
                    pod.entries.map { entry -> JSON in
                        let place: JSON = ["round": .of(round.number), "pod": .of(pod.number)]
                        return place.adding(object(entry))
                    }
                }
            })
    }
}
