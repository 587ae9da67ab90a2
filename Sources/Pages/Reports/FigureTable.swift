import Draft
package import Reports
package import TextFormats

/// A figure in both its forms: to the last digit for programs, rounded for people.
package struct Figure: Hashable {
    var json: JSON
    var text: StyledText
    /// In CSV, if that is not the JSON: a list has one text there, with semicolons.
    var cell: JSON?

    static func name(_ text: String) -> Figure { Figure(json: .name(text), text: StyledText(text)) }
    static func title(_ text: String) -> Figure { Figure(json: .of(text), text: StyledText(text, .bold)) }
    static func count(_ number: some SignedInteger & JSONConvertible) -> Figure {
        Figure(json: .of(number), text: StyledText(Figures.grouped(number)))
    }
    static func number(_ id: some NumericID & JSONConvertible) -> Figure {
        Figure(json: .of(id), text: StyledText("\(id)"))
    }
    static func share(_ value: Double?) -> Figure { figure(value) { Figures.percent($0) } }
    static func decimal(_ value: Double?) -> Figure { figure(value) { Figures.decimal($0) } }
    /// From 0 for programs; for people as drafters say it, the pick that the slot has in the first round: 1.01.
    static func slot(_ slot: Slot?) -> Figure {
        Figure(json: .of(slot), text: StyledText(slot.map { Figures.slot(Int($0)) } ?? ""))
    }
    static func money(_ amount: Cents?) -> Figure {
        Figure(json: .of(amount?.value), text: StyledText(amount.map(Figures.money) ?? ""))
    }

    /// Two decimals: lifts, values.
    static func fine(_ value: Double?) -> Figure {
        figure(value) { Figures.fine($0) }
    }

    static func position(_ position: PlayerPosition) -> Figure {
        Figure(
            json: .of(position.abbreviation), text: StyledText(position.abbreviation, .colored(position.color)))
    }

    private static func figure(_ value: Double?, _ text: (Double) -> String) -> Figure {
        Figure(json: .of(value), text: StyledText(value.map(text) ?? ""))
    }
}

/// A report as a table: its rows under the same names in every form, and over them the filter, N and the position.
package struct FigureTable: Page {
    struct Column {
        /// In JSON and CSV.
        var key: String
        /// For people; nil for what only programs get.
        var title: String?
        var kind = Kind.figure

        enum Kind {
            /// Gives way where the table is wider than the terminal.
            case text
            /// Text of any length: shrinks, and continues in the next line.
            case list
            case figure
            /// One of many of a kind, as many as the data has: those that find no room stand in a table below.
            case series
        }

        static func text(_ key: String, _ title: String?) -> Column { Column(key: key, title: title, kind: .text) }
        static func list(_ key: String, _ title: String?) -> Column { Column(key: key, title: title, kind: .list) }
        static func figure(_ key: String, _ title: String?) -> Column { Column(key: key, title: title) }
        static func series(_ key: String, _ title: String?) -> Column { Column(key: key, title: title, kind: .series) }
    }

    package var name: String
    package var scope: ReportScope
    /// The filter as it was asked for.
    package var filter: String
    /// The member of the JSON object that has the rows.
    package var rowsKey: String
    var columns: [Column]
    package var rows: [[Figure]]
    /// More of the JSON object.
    var members: JSON = [:]
    /// Under the title, for people.
    package var notes: [String] = []
    /// Whether no source says what the rows would be made of: then a program gets null for them, and not a list of
    /// nothing, which would say that there is nothing.
    var isUnknown = false
    /// Reference data without a match or in conflict with a pool: a member of the JSON object if there is any.
    private(set) var sideFindings: [SideFinding] = []
    /// The text for a table without rows; nil if the reason is unknown.
    package var reason: String?

    /// That some entries are no part of what is weighted by fees; nothing where all fees are known.
    static func feeNotes(_ entriesWithoutFee: Int) -> [String] {
        entriesWithoutFee == 0
            ? [] : ["of \(Figures.plural(entriesWithoutFee, "entry", "entries")) the fee is not known"]
    }

    /// That the field is not known whole; nothing where it is.
    static func partialNotes(_ drafts: Int) -> [String] {
        drafts == 0 ? [] : ["of \(Figures.plural(drafts, "draft")) not all seats are known"]
    }

    /// Says what side data did not match, or says otherwise than a pool; nothing where all is well.
    package mutating func note(_ findings: [SideFinding]) {
        guard !findings.isEmpty else { return }
        notes += SideFinding.Kind.allCases.compactMap { kind in
            let names = findings.filter { $0.kind == kind }.map(\.name)
            guard !names.isEmpty else { return nil }
            let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
            return "\(Figures.plural(names.count, "player")) of the reference data \(Self.words(kind)): \(shown)"
        }
        sideFindings += findings
    }

    private static func words(_ kind: SideFinding.Kind) -> String {
        switch kind {
        case .nobody: "in no pool of these drafts"
        case .otherPosition: "not matched, because that name plays another position"
        case .ambiguous: "not matched, because several could be meant"
        case .otherTeam: "with another team than in the pool, which is used"
        case .otherByeWeek: "with another bye week than in the pool, which is used"
        }
    }

    /// The scope of the numbers.
    package var scopeLine: String {
        let entries = "\(Figures.grouped(scope.entries)) \(scope.entries == 1 ? "entry" : "entries")"
        return "\(filter), \(entries), as of pos:\(scope.ledgerPosition)"
    }

    package var json: JSON {
        let head: JSON = ["entries": .of(scope.entries)]
        let rows = JSON.object([JSON.Member(rowsKey, isUnknown ? nil : .array(objects))])
        let side: JSON = [
            "sideFindings": .array(sideFindings) { finding in
                [
                    "kind": .of(finding.kind.rawValue), "name": .of(finding.name),
                    "position": .of(finding.position.abbreviation), "team": .name(finding.team),
                ]
            }
        ]
        return head.adding(rows).adding(members).adding(sideFindings.isEmpty ? [:] : side).adding([
            "filter": .of(filter), "drafts": .of(scope.drafts), "position": .of(scope.ledgerPosition),
        ])
    }

    package var csv: CSVTable { CSVTable(columns.map(\.key), rows.map { $0.map { $0.cell ?? $0.json } }) }

    private var objects: [JSON] {
        rows.map { row in .object(zip(columns, row).map { JSON.Member($0.key, $1.json) }) }
    }
}

extension FigureTable.Column {
    static let player: [Self] = [
        .text("playerID", nil), .text("name", "player"), .text("position", "pos"), .text("team", "team"),
    ]
}

extension [Figure] {
    /// Under `Column.player`.
    static func player(_ player: PlayerIdentity) -> [Figure] {
        [
            Figure(json: .of(player.shownID), text: ""), .title(player.name), .position(player.position),
            .name(player.team),
        ]
    }
}

extension PlayerIdentity {
    /// The id at the source, else the index in the latest pool that lists him.
    package var shownID: String { externalID.isEmpty ? String(latest.index) : externalID }
}
