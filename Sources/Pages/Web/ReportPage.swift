import Draft
import Projections
public import Reports
import TextFormats

/// Every report over one filter as one HTML file: a headline in words, the chart that carries it, more charts, sortable
/// tables, and what they are figures of.
///
/// It leads with what its entries make interesting: of a field the rates at which entries advance, of a user the exposure,
/// of one entry its roster. Self-contained: no network, no fonts, no libraries; the charts are inline SVG. Readable on a phone, on paper, and
/// without telling colours apart, since positions differ in texture and carry their names. The same analysis and filter
/// give the same bytes.
public struct ReportPage: Sendable {
    /// Over the page, such as the contest's title.
    public var heading: String

    /// The filter in words, with the names of users and contests. A position is left to the page, which says it where it
    /// holds.
    public var filterWords: String

    /// A line that vouches for the figures; nil where the ledger cannot sign.
    public var attestation: String?

    /// The data besides the drafts.
    package var facts = Facts()

    let analysis: Analysis
    let filter: ReportFilter

    /// The rows of a table on the page; the full tables are what the other formats are for.
    static let tableRows = 250

    public init(
        _ analysis: Analysis, _ filter: ReportFilter, heading: String, filterWords: String, attestation: String? = nil
    ) {
        self.analysis = analysis
        self.filter = filter
        self.heading = heading
        self.filterWords = filterWords
        self.attestation = attestation
    }

    /// As of how many events of the ledger the page is.
    public var position: UInt64 { analysis.rosters.position }

    /// The whole file. Costs every report once; for a whole field that is about a second.
    public var html: String {
        let figures = SharedFigures(of: self)
        let isEmpty = figures.exposure.scope.entries == 0
        let sections =
            isEmpty
            ? [section("Nothing to report", "", "<p class=\"none\">No entries match the filter.</p>")]
            : sections(of: cards(figures))
        let title = HTML.escaped(heading)
        let headline = isEmpty ? nil : headline(figures)
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="generator" content="\(Self.generator)">
            <title>\(title)</title><style>\(PageStyle.inlineStyle)</style></head><body>\(PageStyle.patterns)
            <header><h1>\(title)</h1>\(headline.map { "<p class=\"headline\">\(HTML.escaped($0))</p>" } ?? "")\
            <p class="note">\(HTML.escaped(statedFilter))</p>\(remarks)\(facts(figures.exposure))\
            \(isEmpty ? "" : contents(sections))\(legend)</header>
            <main>
            \(sections.enumerated().map { "<a id=\"s\($0)\"></a>" + $1.html }.joined(separator: "\n"))
            </main>
            <footer>\(foot(figures.exposure.scope))</footer>
            <script>\(PageStyle.inlineScript)</script></body></html>

            """
    }

    /// The name by which a page is known to be one of these.
    package static let generator = "draftledger"

    /// The contents of the page's `<style>` and `<script>`: the same in all pages. A content security policy names their
    /// digests.
    package static var inlineParts: (style: String, script: String) {
        (PageStyle.inlineStyle, PageStyle.inlineScript)
    }

    private var remarks: String {
        facts.remarks.map { "<p class=\"note\">\(HTML.escaped($0))</p>" }.joined()
    }

    /// A position chooses whom cards list, and never which entries count: cards of whole rosters have all positions.
    private var statedFilter: String {
        filterWords + (filter.position.map { ", \($0.abbreviation) only where a card says so" } ?? "")
    }

    /// The note on a card that lists players of one position only.
    var positionNote: String { filter.position.map { " \($0.abbreviation) only." } ?? "" }

    /// A piece of the page under a heading of its own.
    struct Section {
        var title: String
        var html: String
    }

    /// A section of the page.
    enum Card {
        case shown(Section)
        /// The missing data of cards that cannot be drawn, and how to add it.
        case unknown(String)

        /// - Parameter missing: what a reader can add, with the advice how.
        static func unknown(_ fact: String, _ missing: Facts.Missing, _ source: Facts.Source) -> Card {
            .unknown(fact + (source.advice(on: missing).map { " " + $0 } ?? ""))
        }
    }

    /// The most informative cards come first, charts before tables.
    private func cards(_ figures: SharedFigures) -> [Card] {
        switch figures.subject {
        case .entry(let entry): entryCards(entry, figures)
        case .user:
            portfolioCards(figures) + ownership + exposureCharts(figures.exposure).map { .shown($0) }
                + movingCards(figures) + fieldCharts(figures) + rosterCharts(figures)
                + [.shown(exposureTable(figures.exposure))] + fieldTables(figures) + rosterTables
        case .field:
            advanceCards(figures) + movingCards(figures) + fieldCharts(figures) + rosterCharts(figures)
                + exposureCharts(figures.exposure).map { .shown($0) } + fieldTables(figures)
                + [.shown(exposureTable(figures.exposure))] + rosterTables
        }
    }

    /// The cards that have something to show, and behind them what is not known, each fact once.
    private func sections(of cards: [Card]) -> [Section] {
        var (sections, unknown): ([Section], [String]) = ([], [])
        for card in cards {
            switch card {
            case .shown(let section): sections.append(section)
            case .unknown(let fact): if !unknown.contains(fact) { unknown.append(fact) }
            }
        }
        guard !unknown.isEmpty else { return sections }
        let lines = unknown.map { "<p class=\"none\">\(HTML.escaped($0))</p>" }.joined()
        return sections + [section("Not known", "", lines, style: "wide")]
    }

    /// Returns links to the sections and the filters of the tables, which work without a network.
    private func contents(_ sections: [Section]) -> String {
        let links = sections.enumerated().map { "<a href=\"#s\($0)\">\(HTML.escaped($1.title))</a>" }
        let positions = PositionGroup.allCases.filter { $0 != .other }
            .map { "<option>\($0.abbreviation)</option>" }
        return "<nav aria-label=\"Contents\">\(links.joined(separator: " "))</nav>"
            + "<p class=\"find\"><input type=\"search\" id=\"find\" placeholder=\"Find in the tables\" "
            + "aria-label=\"Find in the tables\"/> <select id=\"position\" aria-label=\"Position\">"
            + "<option value=\"\">All positions</option>\(positions.joined())</select></p>"
    }

    private func facts(_ exposure: ExposureReport) -> String {
        let facts = [
            (HTML.grouped(exposure.scope.entries), exposure.scope.entries == 1 ? "entry" : "entries"),
            (HTML.grouped(exposure.scope.drafts), exposure.scope.drafts == 1 ? "draft" : "drafts"),
            (HTML.grouped(exposure.rows.count), "\(filter.position?.abbreviation ?? "players") drafted"),
            exposure.fees.map { ("$" + HTML.money($0), "in known fees") } ?? ("–", "no known fees"),
        ]
        return "<ul class=\"facts\">" + facts.map { "<li><b>\($0.0)</b>\($0.1)</li>" }.joined() + "</ul>"
    }

    private func foot(_ scope: ReportScope) -> String {
        let place =
            facts.source == .ledger
            ? ", computed at ledger position \(HTML.grouped(Int(clamping: scope.ledgerPosition)))" : ""
        var lines = [
            "Filter: \(statedFilter). N = \(HTML.plural(scope.entries, "entry", "entries")) in "
                + "\(HTML.plural(scope.drafts, "draft"))\(place).",
            "Entries of cancelled and voided rooms never count; corrected picks count as corrected.",
        ]
        if facts.source != .ledger { lines.removeLast() }
        let doubtful = doubtfulMatches
        if !doubtful.isEmpty {
            let more = doubtful.count - Self.namesInFoot
            lines.append(
                "Player matches to check: "
                    + doubtful.prefix(Self.namesInFoot).joined(separator: ", ")
                    + (more > 0
                        ? ", and \(HTML.grouped(more)) more"
                            + (facts.source == .ledger ? ": `draftledger players --unmatched`." : ".") : "."))
        }
        if let attestation { lines.append(attestation) }
        return lines.map { "<p>\(HTML.escaped($0))</p>" }.joined(separator: "\n")
    }

    private static let namesInFoot = 40

    /// The names, sorted, of those in the filter's drafts whose match is in doubt, or who could be one of those there.
    private var doubtfulMatches: [String] {
        let shown = Set(analysis.draftPositions(filter).rows.map(\.player.number))
        let findings = analysis.players.findings.filter { finding in
            finding.kind != .noCounterpart
                && (shown.contains(finding.identity) || !shown.isDisjoint(with: finding.candidates))
        }
        return Set(findings.map { analysis.players.players[$0.identity].name }).sorted()
    }

    private var legend: String {
        var chart = Chart("Positions by colour and texture", height: 20)
        var x = 0.0
        for group in PositionGroup.allCases {
            chart.bar(x: x, y: 3, width: 16, height: 13, fill: group.fill)
            chart.text(group.abbreviation, at: x + 21, 14, room: 43)
            x += 66
        }
        return "<div class=\"legend\">\(chart.svg)</div>"
    }

    /// Which entries are no part of what is weighted by fees; nothing where all fees are known.
    func feeNote(_ fees: Cents?, without entries: Int) -> String {
        fees == nil && entries > 0
            ? " No fees are known."
            : entries == 0 ? "" : " The fee of \(HTML.plural(entries, "entry", "entries")) is unknown."
    }

    func section(_ title: String, _ note: String, _ table: HTMLTable, style: String = "tabular") -> Section {
        section(title, note, table.html(named: title), style: table.isLong ? style + " long" : style)
    }

    /// - Parameter note: how the figures are to be read; sentences, each with a space before it or without.
    func section(_ title: String, _ note: String, _ body: String, style: String = "") -> Section {
        let note = String(note.drop { $0 == " " })
        let html =
            "<section\(style.isEmpty ? "" : " class=\"\(style)\"")><h2>\(HTML.escaped(title))</h2>"
            + (note.isEmpty ? "" : "<p class=\"note\">\(HTML.escaped(note))</p>") + body + "</section>"
        return Section(title: title, html: html)
    }
}
