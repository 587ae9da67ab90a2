import Draft
package import Reports
package import TextFormats

/// A figure in both its forms: to the last digit for programs, rounded for people.
package struct Figure: Hashable {
    var json: JSON
    var text: StyledText
    /// In CSV, if that is not the JSON: a list has one text there, with semicolons.
    var cell: JSON?

    /// A value that is unknown.
    static let blank = Figure(json: .null, text: "")
}

/// One table of a report: its columns, and the members around its rows.
///
/// - `Source`: the report.
/// - `Row`: a row of it, with all that its columns need.
struct TableLayout<Source, Row>: Sendable {
    /// The name of the JSON schema.
    let name: String
    /// The subject of the figures, for the schema.
    let summary: String
    /// The member of the JSON object that has the rows.
    let rowsKey: String
    let columns: [Column<Row>]
    let series: ColumnSeries<Source, Row>?
    /// More members of the JSON object.
    let members: [Column<Source>]
    /// Whether the rows are null if no source has the data for them.
    let canBeUnknown: Bool
    /// The order in which a page shows the rows at first; nil for that of the report.
    let order: ReportOrder?
    /// The charts that a page draws of the rows.
    let charts: [ReportChart]

    /// - Parameter player: the player of a row, whose columns are the first.
    init(
        _ name: String, _ summary: String, rows rowsKey: String, canBeUnknown: Bool = false,
        player: (@Sendable (Row) -> PlayerIdentity)? = nil, columns: [Column<Row>],
        series: ColumnSeries<Source, Row>? = nil, members: [Column<Source>] = [], order: ReportOrder? = nil,
        charts: [ReportChart] = []
    ) {
        (self.name, self.summary, self.rowsKey, self.canBeUnknown) = (name, summary, rowsKey, canBeUnknown)
        self.columns = (player.map { player in [Column].player.map { $0.of(player) } } ?? []) + columns
        (self.series, self.members) = (series, members)
        (self.order, self.charts) = (order, charts)
    }

    /// The shape of the JSON object, under its name.
    var shape: NamedShape {
        let more = series.map { [Shape.Member(name: Shape.others, isRequired: false, shape: $0.shape)] } ?? []
        let row = Shape.object(columns.map { Shape.Member(name: $0.key, shape: $0.shape) } + more)
        let list = Shape.described(canBeUnknown ? .nullable(.list(row)) : .list(row), "The rows.")
        let findings = Shape.described(
            .list(.named(FigureTable.sideFinding.name)),
            "Reference data without a match, or in conflict with a pool; missing if all matches.")
        func named(_ columns: [Column<FigureTable>]) -> [Shape.Member] {
            columns.map { Shape.Member(name: $0.key, shape: $0.shape) }
        }
        let own =
            [Shape.Member(name: rowsKey, shape: list)]
            + members.map { Shape.Member(name: $0.key, shape: $0.shape) }
            + [Shape.Member(name: "sideFindings", isRequired: false, shape: findings)]
        let object = Shape.object(named(FigureTable.head) + own + named(FigureTable.foot))
        return (name, .described(object, summary))
    }
}

/// A report as a table: its rows under the same names in every form, and over them the filter, N and the position.
package struct FigureTable: Page {
    /// A column as all rows have it.
    struct Heading {
        var key: String
        var title: String?
        var layout: ColumnLayout
    }

    package let name: String
    package let scope: ReportScope
    /// The filter as it was asked for.
    package let filter: String
    /// The member of the JSON object that has the rows.
    package let rowsKey: String
    let headings: [Heading]
    package let rows: [[Figure]]
    /// More of the JSON object.
    private let members: JSON
    private let canBeUnknown: Bool
    /// Under the title, for people.
    package var notes: [String]
    /// Whether no source has the data for the rows: then a program gets null, and not an empty list, which would mean
    /// that there is nothing.
    var isUnknown = false {
        didSet { assert(canBeUnknown || !isUnknown, "The layout of \(name) says that its rows are never null.") }
    }
    /// Reference data without a match or in conflict with a pool: a member of the JSON object if there is any.
    private(set) var sideFindings: [SideFinding] = []
    /// The facts that are missing and that a file of the reader can add. A command names its option; a page has none.
    package var lacks: Lack?
    /// The text for a table without rows; nil if the reason is unknown.
    package var reason: String?

    /// - Parameters:
    ///   - titles: by key, titles that differ from those of the layout.
    ///   - series: the keys and titles of the layout's series.
    init<Source, Row>(
        _ layout: TableLayout<Source, Row>, of source: Source, _ name: String, _ scope: ReportScope, filter: String,
        rows: some Sequence<Row>, titles: [String: String] = [:], series: [(key: String, title: String)] = [],
        notes: [String] = []
    ) {
        (self.name, self.scope, self.filter, self.notes) = (name, scope, filter, notes)
        (rowsKey, canBeUnknown) = (layout.rowsKey, layout.canBeUnknown)
        headings =
            layout.columns.map { Heading(key: $0.key, title: titles[$0.key] ?? $0.title, layout: $0.layout) }
            + series.map { Heading(key: $0.key, title: $0.title, layout: .series) }
        self.rows = rows.map { row in
            layout.columns.map { $0.figure(row) } + (layout.series?.figures(source, row) ?? [])
        }
        members = layout.members.json(of: source)
    }

    /// Facts that a reader may have in a file.
    package enum Lack { case prizes, teams }

    /// Says that the rows are unknown, since no source names the team of any player.
    mutating func lackTeams() {
        isUnknown = true
        lacks = .teams
        reason = "No source names the team of any player."
    }

    /// A note on entries that are not weighted by fees; none if all fees are known.
    static func feeNotes(_ entriesWithoutFee: Int) -> [String] {
        entriesWithoutFee == 0
            ? [] : ["the fee of \(Figures.plural(entriesWithoutFee, "entry", "entries")) is unknown"]
    }

    /// A note on drafts with unknown seats; none if all are known.
    static func partialNotes(_ drafts: Int) -> [String] {
        drafts == 0 ? [] : ["in \(Figures.plural(drafts, "draft")) some seats are unknown"]
    }

    /// Adds a note on reference data without a match or in conflict with a pool, if any.
    package mutating func note(_ findings: [SideFinding]) {
        guard !findings.isEmpty else { return }
        notes += SideFinding.Kind.allCases.compactMap { kind in
            let names = findings.filter { $0.kind == kind }.map(\.name)
            guard !names.isEmpty else { return nil }
            let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
            return "\(Figures.plural(names.count, "reference player")) \(Self.words(kind, names.count)): \(shown)"
        }
        sideFindings += findings
    }

    private static func words(_ kind: SideFinding.Kind, _ count: Int) -> String {
        let (verb, auxiliary) = count == 1 ? ("is", "has") : ("are", "have")
        return switch kind {
        case .notFound: "\(verb) not in the pools of these drafts"
        case .otherPosition: "\(verb) not matched, because that name plays another position"
        case .ambiguous: "\(verb) not matched, because several could be meant"
        case .otherTeam: "\(auxiliary) another team than in the pool, which is used"
        case .otherByeWeek: "\(auxiliary) another bye week than in the pool, which is used"
        }
    }

    /// The scope of the numbers.
    package var scopeLine: String {
        let entries = "\(Figures.grouped(scope.entries)) \(scope.entries == 1 ? "entry" : "entries")"
        return "\(filter), \(entries), as of pos:\(scope.ledgerPosition)"
    }
}

// MARK: Forms

extension FigureTable {
    /// The first members of every report.
    static let head: [Column<FigureTable>] = [
        .init("entries", .count, "The entries that count.") { $0.scope.entries }
    ]

    /// The last members of every report.
    static let foot: [Column<FigureTable>] = [
        .init("filter", .text, "The filter as it was asked for.") { $0.filter },
        .init("drafts", .count, "The drafts of these entries.") { $0.scope.drafts },
        .init("position", .json(.integer), "The ledger's position: the number of events that count.") {
            $0.scope.ledgerPosition
        },
    ]

    private static let finding: [Column<SideFinding>] = [
        .init("kind", .choice, "The difference.") { $0.kind },
        .init("name", .text, "The player's name in the reference data.") { $0.name },
        .init("position", .position, "The position in the reference data.") { $0.position },
        .init("team", .name, "The team in the reference data.") { $0.team },
    ]

    static let sideFinding: NamedShape = ("SideFinding", finding.shape())

    package var json: JSON {
        let rows = JSON.object([JSON.Member(rowsKey, isUnknown ? nil : .array(objects))])
        let side: JSON = ["sideFindings": .array(sideFindings) { Self.finding.json(of: $0) }]
        return Self.head.json(of: self).adding(rows).adding(members).adding(sideFindings.isEmpty ? [:] : side)
            .adding(Self.foot.json(of: self))
    }

    package var csv: CSVTable { CSVTable(headings.map(\.key), rows.map { $0.map { $0.cell ?? $0.json } }) }

    private var objects: [JSON] {
        rows.map { row in .object(zip(headings, row).map { JSON.Member($0.key, $1.json) }) }
    }
}

extension PlayerIdentity {
    /// The ID at the source, else the index in the latest pool that has the player.
    package var shownID: String { externalID.isEmpty ? String(latest.index) : externalID }
}
