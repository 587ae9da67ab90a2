import Draft
import Projections
import Reports
import TextFormats

/// The page of one entry.
extension ReportPage {
    func entryCards(_ entry: EntryID, _ figures: SharedFigures) -> [Card] {
        guard
            let card = analysis.rosterCard(of: entry, against: figures.value.reference, dated: facts.dated)
        else { return [.unknown("There is no entry \(entry) among these drafts.")] }
        let row = figures.portfolio?.rows.first { $0.entry == entry }
        var cards: [Card] = [.shown(roster(card, figures))]
        if let row { cards.append(.shown(shape(of: card, row))) }
        if figures.exposure.scope.entries > 1 { cards.append(.shown(held(card, figures.exposure))) }
        if figures.value.picks == 0 { cards.append(valueCard(figures)) }
        return cards
    }

    /// The players in the order of the board, each with its ADP.
    private func roster(_ card: RosterCard, _ figures: SharedFigures) -> Section {
        let isPriced = card.picks.contains { $0.reference != nil }
        var table = HTMLTable(
            columns: [
                .init(title: "Pick"), .init(title: "Player", kind: .name), .init(title: "Pos", kind: .label),
                .init(title: "Team", kind: .label), .init(title: "Bye"),
            ], rows: [])
        if isPriced { table.columns += [.init(title: "ADP"), .init(title: "Pick - ADP")] }
        for pick in card.picks {
            let number = pick.number.map { Double($0) }
            let words = pick.number.map { "\(pick.round).\(Self.placeInRound($0, of: card.teams)) · \($0)" }
            var cells: [HTMLTable.Cell] = [
                .init(html: words ?? "\(pick.round)", value: number ?? Double(pick.round)),
                .init(html: HTML.escaped(pick.player?.name ?? "no player")),
                .init(html: HTML.escaped(pick.player?.position.abbreviation ?? "")),
                .init(html: HTML.escaped(pick.player?.team ?? "")),
                .init(html: pick.byeWeek.map { "\($0)" } ?? "", value: Double(pick.byeWeek ?? 0)),
            ]
            if isPriced {
                let value = pick.value.map { ($0 > 0 ? "+" : "") + HTML.decimal($0) }
                cells += [
                    .init(html: pick.reference.map { HTML.decimal($0) } ?? "", value: pick.reference ?? -1),
                    .init(html: value ?? "", value: pick.value ?? -.greatestFiniteMagnitude),
                ]
            }
            table.rows.append(cells)
        }
        let note =
            "In the order of the picks."
            + (isPriced ? " ADP: \(figures.value.reference.words). Positive: taken later than the ADP." : "")
        return section("Roster", note, table)
    }

    /// The pick within its round, from 1, with two digits.
    private static func placeInRound(_ number: Int, of teams: Int) -> String {
        let place = (number - 1) % max(teams, 1) + 1
        return place < 10 ? "0\(place)" : "\(place)"
    }

    /// How the roster is built, what it stacks, and who is on bye at once.
    private func shape(of card: RosterCard, _ row: PortfolioReport.Row) -> Section {
        let stacks = row.stacks.map { stacks in
            let known = stacks.filter { $0.mates > 0 }.map { "\($0.team) quarterback with \($0.mates)" }
            return known.isEmpty ? "none" : known.joined(separator: ", ")
        }
        let byes = card.byes.filter { $0.players.count > 1 }.prefix(4).map { week, players in
            "week \(week): \(players.map(\.name).joined(separator: ", "))"
        }
        let facts: [(String, String?)] = [
            ("QB-RB-WR-TE", row.build.description), ("Archetypes", row.archetype.names.joined(separator: ", ")),
            ("Stacks", stacks ?? "no team is known"),
            (
                "Byes",
                card.byes.isEmpty
                    ? "no bye week is known" : byes.isEmpty ? "no two in one week" : byes.joined(separator: "; ")
            ),
            ("Draft position", card.slot.map { "\(Int($0) + 1) of \(card.teams)" }),
            ("Drafted", card.startedAt.map { Self.day($0) }), ("Fee", card.fee.map { "$" + HTML.money($0) }),
            ("Value", row.averageValue.map { "\($0 > 0 ? "+" : "")\(HTML.decimal($0, places: 2)) picks on average" }),
            ("Points", row.points.map { HTML.hundredths($0) }),
        ]
        let list = facts.compactMap { name, words in
            words.flatMap { $0.isEmpty ? nil : "<dt>\(HTML.escaped(name))</dt><dd>\(HTML.escaped($0))</dd>" }
        }
        return section("Build, stacks and byes", "", "<dl class=\"shape\">\(list.joined())</dl>")
    }

    /// In how many of the user's entries each of its players is.
    private func held(_ card: RosterCard, _ report: ExposureReport) -> Section {
        let own = Set(card.picks.compactMap(\.player?.number))
        let bars = report.rows.filter { own.contains($0.player.number) }.map { row in
            Chart.Bar(
                name: row.player.name, parts: [(row.exposure, 1)], text: HTML.percent(row.exposure),
                fill: PositionGroup(row.player.position).fill,
                tip: "\(row.player.name): \(HTML.plural(row.drafted, "entry", "entries"))")
        }
        return section(
            "Exposure to these players",
            "Share of \(HTML.plural(report.scope.entries, "entry", "entries")) that have the player.\(positionNote)",
            Chart.bars("Exposure to the players of this roster", bars).svg)
    }
}
