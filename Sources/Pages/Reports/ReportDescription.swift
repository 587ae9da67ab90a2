import Reports
package import TextFormats

/// The kind of a figure: pages that get it as a number format it by its kind.
enum FigureKind: String, CaseIterable, Sendable {
    case text, player, position, list, time, flag, number
    case count, id, draftPosition
    /// A share from 0 to 1, for people in percent with one decimal, and with two.
    case share, fineShare
    /// With one decimal, and with two.
    case decimal, fine
    /// Points in hundredths.
    case hundredths
    case cents

    /// The unit in which people read it; nil for none.
    fileprivate var unit: String? {
        switch self {
        case .share, .fineShare: "%"
        case .hundredths: "points"
        case .cents: "$"
        default: nil
        }
    }
}

/// A column or a member of a report, as a page needs it.
struct ColumnDescription: Sendable {
    var key: String
    /// Nil for a column that only programs read.
    var title: String?
    var kind: FigureKind
    /// The meaning, in a sentence.
    var help: String

    static let members = Members<ColumnDescription>(
        "ReportColumn",
        [
            .init("key") { $0.key }, .init("title", ifAny: { $0.title }),
            .init("kind", .choice(FigureKind.allCases.map(\.rawValue))) { .of($0.kind.rawValue) },
            .init("unit", ifAny: { $0.kind.unit }), .init("help") { $0.help },
        ])
}

/// The order in which a table is shown at first.
struct ReportOrder: Sendable {
    var key: String
    var isDescending: Bool

    static func up(_ key: String) -> Self { Self(key: key, isDescending: false) }
    static func down(_ key: String) -> Self { Self(key: key, isDescending: true) }

    static let members: Members<ReportOrder> = [
        .init("key") { $0.key }, .init("descending") { $0.isDescending },
    ]
}

/// A chart that a page draws of a table, by the keys of its columns.
struct ReportChart: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// A bar for each row.
        case bars
        /// A dot for each row.
        case dots
    }

    var kind: Kind
    var title: String
    /// The columns that name a row.
    var labels: [String]
    /// The horizontal scale of dots.
    var across: String?
    /// The length of bars, and the vertical scale of dots.
    var value: String
    /// The size of dots.
    var size: String?
    /// The member of the report that is drawn as a line.
    var base: String?

    static func bars(_ title: String, _ labels: String..., value: String, base: String? = nil) -> Self {
        Self(kind: .bars, title: title, labels: labels, value: value, base: base)
    }

    static func dots(
        _ title: String, _ label: String, across: String, value: String, size: String? = nil
    ) -> Self {
        Self(kind: .dots, title: title, labels: [label], across: across, value: value, size: size)
    }

    static let members = Members<ReportChart>(
        "ReportChart",
        [
            .init("kind", .choice(Kind.allCases.map(\.rawValue))) { .of($0.kind.rawValue) },
            .init("title") { $0.title }, .init("labels") { $0.labels },
            .init("across", ifAny: { $0.across }),
            .init("value") { $0.value }, .init("size", ifAny: { $0.size }),
            .init("base", ifAny: { $0.base }),
        ])
}

/// One table of a report as a page needs it: a client tells the tables of a report apart by the keys of their columns.
package struct ReportTable: Sendable {
    let shape: NamedShape
    /// The member of the report that has the rows.
    let rows: String
    let columns: [ColumnDescription]
    /// The kind of further columns, as many as the data has; nil for none.
    let series: FigureKind?
    /// The members besides the rows, the filter and the counts.
    let figures: [ColumnDescription]
    let order: ReportOrder?
    let charts: [ReportChart]

    static let members = Members<ReportTable>(
        "ReportTable",
        [
            .init("rows") { $0.rows }, .init("columns", each: ColumnDescription.members) { $0.columns },
            .init("series", ifAny: { $0.series?.rawValue }),
            .init("figures", each: ColumnDescription.members) { $0.figures },
            .init("order", ReportOrder.members, ifAny: { $0.order }),
            .init("charts", each: ReportChart.members) { $0.charts },
        ])
}

extension TableLayout {
    /// The layout as a page needs it.
    var described: ReportTable {
        ReportTable(
            shape: shape, rows: rowsKey, columns: columns.map(\.described), series: series?.kind,
            figures: members.map(\.described), order: order, charts: charts)
    }
}

extension Column {
    fileprivate var described: ColumnDescription {
        ColumnDescription(key: key, title: title, kind: kind, help: shape.words)
    }
}

extension Shape {
    /// The meaning that it states; empty if none.
    fileprivate var words: String {
        switch self {
        case .described(_, let words): words
        case .nullable(let shape): shape.words
        default: ""
        }
    }
}

extension TabledReport {
    /// The shapes of its tables in JSON, one for each layout.
    package static var tables: [NamedShape] { layouts.map(\.shape) }
}
