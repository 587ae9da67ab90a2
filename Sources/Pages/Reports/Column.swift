import Draft
import Records
import Reports
import TextFormats

/// A column of a table, or a member of a JSON object: the one statement of its name, its values and their meaning.
///
/// JSON members, CSV, text, HTML and the JSON schema follow from it. A value that can be null is read by `orNull`.
///
///     Column<ExposureReport.Row>("drafted", title: "drafted", .count, "Entries that have the player.") { $0.drafted }
struct Column<Subject>: Sendable {
    /// In JSON and CSV.
    let key: String
    /// For people; nil for a column that only programs get.
    let title: String?
    let layout: ColumnLayout
    let kind: FigureKind
    let shape: Shape
    let figure: @Sendable (Subject) -> Figure

    private init(
        _ key: String, title: String?, _ layout: ColumnLayout, kind: FigureKind, shape: Shape,
        figure: @escaping @Sendable (Subject) -> Figure
    ) {
        (self.key, self.title, self.layout, self.kind) = (key, title, layout, kind)
        (self.shape, self.figure) = (shape, figure)
    }

    /// - Parameter words: the meaning and the unit, for a schema.
    init<Value>(
        _ key: String, title: String? = nil, _ format: Format<Value>, _ words: String,
        value: @escaping @Sendable (Subject) -> Value
    ) {
        self.init(key, title: title, format.layout, kind: format.kind, shape: .described(format.shape, words)) {
            format.figure(value($0))
        }
    }

    init<Value>(
        _ key: String, title: String? = nil, _ format: Format<Value>, _ words: String,
        orNull value: @escaping @Sendable (Subject) -> Value?
    ) {
        self.init(
            key, title: title, format.layout, kind: format.kind, shape: .described(.nullable(format.shape), words)
        ) {
            value($0).map(format.figure) ?? .blank
        }
    }

    /// Returns the same column as a member of earlier versions, which the schema marks as deprecated.
    ///
    /// - Parameter today: the key of the column to use in its place.
    func former(today: String) -> Self {
        // The description names the other column and replaces that of this one.
        let plain = if case .described(let shape, _) = shape { shape } else { shape }
        return Self(key, title: nil, layout, kind: kind, shape: .former(plain, today: today), figure: figure)
    }

    /// Returns the same column for rows that have its subject as a part.
    func of<Row>(_ part: @escaping @Sendable (Row) -> Subject) -> Column<Row> {
        Column<Row>(key, title: title, layout, kind: kind, shape: shape) { figure(part($0)) }
    }
}

/// The layout of a column in a text table.
enum ColumnLayout: Sendable {
    /// The name of a player: text that HTML breaks anywhere.
    case name
    /// Shrinks if the table is wider than the terminal.
    case text
    /// Text of any length, which shrinks and wraps.
    case list
    case figure
    /// One of many columns of a kind, as many as the data has. Those without room are in a table below.
    case series

    /// The kind of figures that have no other one.
    fileprivate var kind: FigureKind {
        switch self {
        case .name: .player
        case .text: .text
        case .list: .list
        case .figure, .series: .number
        }
    }
}

extension [Column<PlayerIdentity>] {
    /// The columns of tables with a player in each row.
    static let player: Self = [
        .init("playerID", .text, "The player's ID at the source, else the index in the latest pool.") { $0.shownID },
        .init("name", title: "player", .player, "The name in the latest pool.") { $0.name },
        .init("position", title: "pos", .position, "The position in the latest pool.") { $0.position },
        .init("team", title: "team", .name, "The NFL team; null if no source names it.") { $0.team },
    ]
}

extension Array {
    /// The shape of an object with these members.
    func shape<Subject>() -> Shape where Element == Column<Subject> {
        .object(map { Shape.Member(name: $0.key, shape: $0.shape) })
    }

    /// Returns the object of a subject.
    func json<Subject>(of subject: Subject) -> JSON where Element == Column<Subject> {
        .object(map { JSON.Member($0.key, $0.figure(subject).json) })
    }
}

/// Columns of a kind whose number depends on the data, such as one for each week. They follow all others.
struct ColumnSeries<Source, Row>: Sendable {
    let kind: FigureKind
    let shape: Shape
    let figures: @Sendable (Source, Row) -> [Figure]

    /// - Parameter words: the meaning of the columns, with their names.
    init<Value>(
        _ format: Format<Value>, _ words: String, orNull values: @escaping @Sendable (Source, Row) -> [Value?]
    ) {
        kind = format.kind
        shape = .described(.nullable(format.shape), words)
        figures = { values($0, $1).map { $0.map(format.figure) ?? .blank } }
    }
}

// MARK: Formats

/// The form of a value: for programs, with its shape, and for people.
struct Format<Value>: Sendable {
    let shape: Shape
    let layout: ColumnLayout
    let kind: FigureKind
    let figure: @Sendable (Value) -> Figure

    /// - Parameter kind: nil for that of its layout.
    init(
        _ shape: Shape, _ layout: ColumnLayout = .figure, of kind: FigureKind? = nil,
        _ figure: @escaping @Sendable (Value) -> Figure
    ) {
        (self.shape, self.layout, self.figure) = (shape, layout, figure)
        self.kind = kind ?? layout.kind
    }

    /// A number for programs with its text for people.
    fileprivate static func number(
        _ shape: Shape, _ kind: FigureKind, _ text: @escaping @Sendable (Value) -> String
    ) -> Format where Value: JSONConvertible & SendableMetatype {
        Format(shape, of: kind) { Figure(json: .of($0), text: StyledText(text($0))) }
    }
}

extension Format where Value == [EntryID] {
    /// Numbers of entries.
    static var numbers: Format {
        Format(.list(.integer), .list) { numbers in
            let texts = numbers.map(\.description)
            return Figure(
                json: .array(numbers) { .of($0) }, text: StyledText(texts.joined(separator: ", ")),
                cell: .of(texts.joined(separator: ";")))
        }
    }
}

extension Format where Value == Int {
    static var count: Format { number(.integer, .count) { Figures.grouped($0) } }
    /// Zero is blank for people.
    static var countIfAny: Format { number(.integer, .count) { $0 == 0 ? "" : Figures.grouped($0) } }
}

extension Format where Value: NumericID & JSONConvertible & SendableMetatype {
    static var id: Format { number(.integer, .id) { "\($0)" } }
}

extension Format where Value == Double {
    /// From 0 to 1; for people in percent.
    static var share: Format { number(.number, .share) { Figures.percent($0) } }
    /// A share of which one decimal would say nothing.
    static var fineShare: Format { number(.number, .fineShare) { Figures.fine($0 * 100) + " %" } }
    static var decimal: Format { number(.number, .decimal) { Figures.decimal($0) } }
    /// Two decimals: lifts, values.
    static var fine: Format { number(.number, .fine) { Figures.fine($0) } }
    /// Points that are a mean, in hundredths for programs.
    static var meanHundredths: Format { number(.number, .hundredths) { Figures.fine($0 / 100) } }
    /// Cents that are a mean; for people in dollars.
    static var meanCents: Format { number(.number, .cents) { Figures.fine($0 / 100) } }
}

extension Format where Value == Int64 {
    /// Points, in hundredths for programs.
    static var hundredths: Format { number(.integer, .hundredths) { Figures.hundredths($0) } }
}

extension Format where Value == Slot {
    /// From 1 for programs; for people the pick that the draft position has in the first round: 1.01.
    static var draftPosition: Format {
        Format(.integer, of: .draftPosition) {
            Figure(json: .of(Int($0) + 1), text: StyledText(Figures.slot(Int($0))))
        }
    }
    /// From 0, as in earlier versions.
    static var slot: Format { number(.integer, .number) { Figures.slot(Int($0)) } }
}

extension Format where Value == Cents {
    /// For people in dollars.
    static var money: Format { number(.integer, .cents) { Figures.money($0) } }
}

extension Format where Value == Bool {
    static var flag: Format {
        Format(.bool, .text, of: .flag) { Figure(json: .of($0), text: StyledText($0 ? "yes" : "no")) }
    }
}

extension Format where Value == Timestamp {
    static var time: Format {
        Format(.time, .text, of: .time) { Figure(json: .of($0), text: StyledText($0.iso8601)) }
    }
}

extension Format where Value == PlayerPosition {
    static var position: Format {
        Format(.string, .text, of: .position) {
            Figure(json: .of($0.abbreviation), text: StyledText($0.abbreviation, .colored($0.color)))
        }
    }
}

extension Format where Value == String {
    static var text: Format { Format(.string, .text) { Figure(json: .of($0), text: StyledText($0)) } }
    static var player: Format { Format(.string, .name) { Figure(json: .of($0), text: StyledText($0, .bold)) } }
    /// The subject of a row.
    static var title: Format { Format(.string, .text) { Figure(json: .of($0), text: StyledText($0, .bold)) } }
    /// Null if empty.
    static var name: Format { Format(.nullable(.string), .text) { Figure(json: .name($0), text: StyledText($0)) } }

    static func constant(_ text: String) -> Format {
        Format(.choice([text]), .text) { Figure(json: .of($0), text: StyledText($0)) }
    }
}

extension Format where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
    static var choice: Format {
        Format(.choice(Value.allCases.map(\.rawValue)), .text) {
            Figure(json: .of($0.rawValue), text: StyledText($0.rawValue))
        }
    }
}

extension Format where Value == [String] {
    /// An array for programs; in CSV one text with semicolons.
    static var words: Format {
        Format(.list(.string), .list) { words in
            Figure(
                json: .of(words), text: StyledText(words.joined(separator: ", ")),
                cell: .name(words.joined(separator: ";")))
        }
    }
}

extension Format where Value == [PlayerIdentity] {
    /// Names, as the subject of a row.
    static var players: Format {
        Format(.list(.string), .list) { players in
            let names = players.map(\.name)
            return Figure(
                json: .of(names), text: StyledText(names.joined(separator: ", "), .bold),
                cell: .of(names.joined(separator: ";")))
        }
    }
}

extension Format {
    /// A JSON value of which people see nothing.
    static func json(_ shape: Shape) -> Format where Value: JSONConvertible & SendableMetatype {
        Format(shape, .list) { Figure(json: .of($0), text: "") }
    }

    static func object(_ members: [Column<Value>]) -> Format {
        Format(members.shape(), .list) { Figure(json: members.json(of: $0), text: "") }
    }

    static func objects<Element>(_ members: [Column<Element>]) -> Format where Value == [Element] {
        Format(.list(members.shape()), .list) { Figure(json: .array($0) { members.json(of: $0) }, text: "") }
    }
}
