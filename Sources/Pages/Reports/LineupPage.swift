package import Draft
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

    /// The lineup of an entry; nil before there are points of any week.
    package typealias Content = (entry: EntryID, lineup: WeekLineup?)

    package var content: Content { (lineup.entry, lineup) }

    package static let members: Members<Content> = [
        .init("entry") { $0.entry }, .init("week") { $0.lineup?.week },
        .init("pointsHundredths") { $0.lineup?.points },
        .init("players", each: player) { $0.lineup?.players ?? [] },
        .init("contest") { $0.lineup?.outcome.title }, .init("season") { $0.lineup?.outcome.rounds.season },
        .init("isFinal") { $0.lineup.map { $0.outcome.points.finalWeeks.contains($0.week) } ?? false },
    ]

    private static let player: Members<WeekLineup.Player> = [
        .init("playerID") { $0.listing.externalID.isEmpty ? String($0.listing.index) : $0.listing.externalID },
        .init("playerName") { $0.listing.name }, .init("position") { $0.listing.position.abbreviation },
        .init("slot") { $0.slot.abbreviation }, .init("pointsHundredths") { $0.points },
        .init("hasPoints") { $0.hasPoints },
    ]

    package var json: JSON { Self.members.json(of: content) }

    /// The table before there are points.
    package static let noRows = player.csv(of: [])

    package var csv: CSVTable { Self.player.csv(of: lineup.players) }
}
