package import Draft
package import TextFormats

/// The recorded reference data by season, kind, source and day, with counts and senders.
package struct NoteSourcesPage: ListPage {
    struct Key: Hashable {
        var kind: NotesPage.Kind
        var source: String
        var day: Timestamp?
    }

    struct Row {
        var season: SeasonID
        var key: Key
        /// The number of players or games whose current value this source states.
        var count = 0
        /// The number of times that it changed a recorded value.
        var corrections = 0
        /// The position of its last event.
        var position: UInt64 = 0
        var recordedAt = Timestamp(microseconds: 0)
        var senders: [String] = []
    }

    private var rows: [Row] = []
    private let showsSenders: Bool

    /// O(notes).
    ///
    /// - Parameters:
    ///   - seasons: the events of their notes, from the first on.
    ///   - showsSenders: whether to show the staff members who recorded them.
    package init(_ seasons: [(id: SeasonID, events: [RecordedEvent])], showsSenders: Bool = true) {
        self.showsSenders = showsSenders
        for season in seasons { add(season.id, season.events) }
    }

    private mutating func add(_ season: SeasonID, _ events: [RecordedEvent]) {
        var rows: [Key: Row] = [:]
        var state: NotesState?
        for recorded in events {
            if let (key, isCorrection) = Self.note(of: recorded.event, after: state) {
                var row = rows[key] ?? Row(season: season, key: key)
                if isCorrection { row.corrections += 1 }
                (row.position, row.recordedAt) = (recorded.position, recorded.recordedAt)
                let sender = recorded.origin?.actor.text ?? ""
                if !sender.isEmpty, !row.senders.contains(sender) { row.senders.append(sender) }
                rows[key] = row
            }
            state.fold(recorded)
        }
        guard let state else { return }
        for note in state.positions { rows[Key(kind: .adp, source: note.source, day: note.day)]?.count += 1 }
        for note in state.facts { rows[Key(kind: .players, source: note.source)]?.count += 1 }
        for game in state.games { rows[Key(kind: .schedule, source: game.source)]?.count += 1 }
        let kinds = NotesPage.Kind.allCases
        func place(_ row: Row) -> (Int, String, Int64) {
            (kinds.firstIndex(of: row.key.kind) ?? 0, row.key.source, row.key.day?.microseconds ?? 0)
        }
        self.rows += rows.values.sorted { place($0) < place($1) }
    }

    private static func note(of event: Event, after state: NotesState?) -> (Key, isCorrection: Bool)? {
        switch event.note {
        case .player(let note):
            let kind: NotesPage.Kind = note.day == nil ? .players : .adp
            return (
                Key(kind: kind, source: note.source, day: note.day), state?.contradicts(note) ?? false
            )
        case .game(let game):
            return (Key(kind: .schedule, source: game.source), state?.contradicts(game) ?? false)
        case nil: return nil
        }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !rows.isEmpty else {
            return [
                StyledText(
                    "No reference data is recorded. Record ADPs, players or a schedule with "
                        + "`import FILE --input-format adp|players|schedule --season YEAR`.", .dim)
            ]
        }
        var table = TextTable([
            .init("season", .trailing), .init("kind"), .init("source", shrinks: true), .init("day"),
            .init("count", .trailing), .init("corrected", .trailing), .init("recorded"), .init("by"),
        ])
        for row in rows {
            let time = row.recordedAt.iso8601
            table.rows.append([
                StyledText("\(row.season)"), StyledText(row.key.kind.rawValue), StyledText(row.key.source, .bold),
                StyledText("\(row.key.day?.iso8601.prefix(10) ?? "")"), StyledText(Figures.grouped(row.count)),
                StyledText(row.corrections > 0 ? Figures.grouped(row.corrections) : ""),
                StyledText("\(time.prefix(10)) \(time.dropFirst(11).prefix(8))"),
                StyledText(showsSenders ? row.senders.joined(separator: ", ") : "", .dim),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(on: terminal)
    }

    package var listName: String { "sources" }

    static let members: Members<(page: NoteSourcesPage, row: Row)> = [
        .init("season") { $0.row.season }, .init("kind") { $0.row.key.kind.rawValue },
        .init("source") { $0.row.key.source }, .init("day") { $0.row.key.day }, .init("count") { $0.row.count },
        .init("corrections") { $0.row.corrections }, .init("position") { $0.row.position },
        .init("recordedAt") { $0.row.recordedAt },
        .init("recordedBy") { $0.page.showsSenders ? $0.row.senders : nil },
    ]

    package var csv: CSVTable { CSVTable(Self.members.columns + ["recordedBy"], objects: objects) }

    package var objects: [JSON] { rows.map { Self.members.json(of: (self, $0)) } }
}
