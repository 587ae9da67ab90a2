package import Draft
package import TextFormats

/// The recorded reference data of a season: ADPs by day, then teams and bye weeks, then the schedule.
package struct NotesPage: Page {
    /// The kinds of notes, named like the imported files.
    package enum Kind: String, CaseIterable, Sendable {
        /// A site's ADPs of a day.
        case adp
        /// Teams and bye weeks of a season.
        case players
        /// The schedule of a season.
        case schedule
    }

    /// Which notes are listed.
    package struct Filter: Sendable {
        /// Nil for all, as below.
        package var kind: Kind?
        /// The source: the site of ADPs, a file for other data.
        package var source: String?
        /// The midnight, UTC, that begins the day of ADPs.
        package var day: Timestamp?

        package init(kind: Kind? = nil, source: String? = nil, day: Timestamp? = nil) {
            (self.kind, self.source, self.day) = (kind, source, day)
        }

        fileprivate func lists(_ kind: Kind, _ source: String, _ day: Timestamp?) -> Bool {
            (self.kind ?? kind) == kind && (self.source ?? source) == source && (self.day == nil || self.day == day)
        }
    }

    private enum Row {
        case player(Kind, PlayerNoted)
        case game(GameNoted)

        var player: PlayerNoted? { if case .player(_, let note) = self { note } else { nil } }
        var game: GameNoted? { if case .game(let note) = self { note } else { nil } }

        var kind: Kind { if case .player(let kind, _) = self { kind } else { .schedule } }

        var source: String {
            switch self {
            case .player(_, let note): note.source
            case .game(let note): note.source
            }
        }
    }

    private let season: SeasonID
    private let position: UInt64
    private let rows: ArraySlice<Row>
    private let count: Int

    /// - Parameters:
    ///   - notes: as of `position`.
    ///   - filter: the listed notes.
    ///   - first: the number of notes to skip.
    ///   - top: the maximum number of rows.
    ///   - position: how many events the ledger had.
    package init(_ notes: NotesState, _ filter: Filter, first: Int = 0, top: Int, at position: UInt64) {
        (season, self.position) = (notes.id, position)
        let positions = notes.positions.filter { filter.lists(.adp, $0.source, $0.day) }.sorted { a, b in
            if a.day != b.day { return a.day?.microseconds ?? 0 < b.day?.microseconds ?? 0 }
            return (a.source, a.adp ?? 0, a.name, a.externalID) < (b.source, b.adp ?? 0, b.name, b.externalID)
        }
        let facts = notes.facts.filter { filter.lists(.players, $0.source, nil) }.sorted { a, b in
            (a.name, a.externalID, a.team) < (b.name, b.externalID, b.team)
        }
        let games = notes.allGames.filter { filter.lists(.schedule, $0.source, nil) }.sorted { a, b in
            (a.week ?? .max, a.home, a.away) < (b.week ?? .max, b.home, b.away)
        }
        let all =
            positions.map { Row.player(.adp, $0) } + facts.map { Row.player(.players, $0) } + games.map { Row.game($0) }
        rows = all.dropFirst(first).prefix(top)
        count = all.count
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("day"), .init("player", shrinks: true), .init("pos"), .init("team"), .init("adp", .trailing),
            .init("bye", .trailing), .init("week", .trailing), .init("game"), .init("source"),
        ])
        for row in rows {
            switch row {
            case .player(_, let note):
                table.rows.append([
                    StyledText("\(note.day?.iso8601.prefix(10) ?? "")"), StyledText(note.name, .bold),
                    StyledText(note.position.abbreviation, .colored(note.position.color)),
                    StyledText(TeamName.shown(note.team)),
                    StyledText(note.adp.map { Figures.hundredths(Int64($0)) } ?? ""),
                    StyledText(note.byeWeek.map { "\($0)" } ?? ""), .empty, .empty, StyledText(note.source, .dim),
                ])
            case .game(let game):
                table.rows.append([
                    .empty, .empty, .empty, .empty, .empty, .empty,
                    StyledText(game.week.map { "\($0)" } ?? "off"), StyledText("\(game.away) at \(game.home)", .bold),
                    StyledText(game.source, .dim),
                ])
            }
        }
        table.dropEmptyColumns()
        let rest = count - rows.count
        let note = rest > 0 ? [StyledText.empty, StyledText("\(Figures.plural(rest, "note")) more.", .dim)] : []
        return [StyledText("Season \(season)", .bold), .empty] + table.lines(on: terminal) + note
    }

    static let members = Members<NotesPage>(
        "SeasonReferenceData",
        [
            .init("season") { $0.season }, .init("position") { $0.position }, .init("count") { $0.count },
            .init("notes", each: note) { Array($0.rows) },
        ])

    private static let note: Members<Row> = [
        .init("kind") { $0.kind.rawValue }, .init("source") { $0.source }, .init("day") { $0.player?.day },
        .init("playerID") { $0.player?.externalID }, .init("playerName") { $0.player?.name },
        .init("position") { $0.player?.position.abbreviation }, .init("team") { $0.player?.team },
        .init("adpHundredths") { $0.player?.adp }, .init("byeWeek") { $0.player?.byeWeek },
        .init("week") { $0.game?.week }, .init("home") { $0.game?.home }, .init("away") { $0.game?.away },
    ]

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.note.csv(of: Array(rows)) }
}
