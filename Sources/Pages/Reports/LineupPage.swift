import Draft
package import Reports
package import TextFormats

/// An entry's best lineup of one week.
package struct LineupPage: Page {
    var lineup: WeekLineup

    package init(_ lineup: WeekLineup) { self.lineup = lineup }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head =
            StyledText("Entry \(lineup.entry)", .bold)
            + StyledText("  week \(lineup.week), \(lineup.outcome.title), season \(lineup.outcome.rounds.season)", .dim)
        var table = TextTable([
            .init("slot"), .init("player", shrinks: true), .init("pos"), .init("team"), .init("points", .trailing),
        ])
        for player in lineup.players {
            let isStarter = player.slot != .bench
            let points = player.hasPoints ? Figures.hundredths(player.points) : isStarter ? "0.00" : ""
            table.rows.append([
                StyledText(player.slot.abbreviation, isStarter ? .bold : .dim),
                StyledText(player.listing.name, isStarter ? .bold : .dim),
                StyledText(player.listing.position.abbreviation, .colored(player.listing.position.color)),
                StyledText(player.listing.team), StyledText(points, isStarter ? .bold : .dim),
            ])
        }
        table.rows.append(["", "", "", "", StyledText(Figures.hundredths(lineup.points), .bold)])
        table.dropEmptyColumns()
        return [head, .empty] + table.lines(on: terminal)
    }

    package var json: JSON {
        [
            "entry": .of(lineup.entry), "week": .of(lineup.week), "pointsHundredths": .of(lineup.points),
            "players": .array(objects), "contest": .of(lineup.outcome.title),
            "season": .of(lineup.outcome.rounds.season),
            "isFinal": .of(lineup.outcome.points.finalWeeks.contains(lineup.week)),
        ]
    }

    package static let columns = ["playerID", "playerName", "position", "slot", "pointsHundredths", "hasPoints"]

    package var csv: CSVTable { CSVTable(Self.columns, objects: objects) }

    private var objects: [JSON] {
        lineup.players.map { player in
            let listing = player.listing
            return [
                "playerID": .of(listing.externalID.isEmpty ? String(listing.index) : listing.externalID),
                "playerName": .of(listing.name), "position": .of(listing.position.abbreviation),
                "slot": .of(player.slot.abbreviation), "pointsHundredths": .of(player.points),
                "hasPoints": .of(player.hasPoints),
            ]
        }
    }
}
