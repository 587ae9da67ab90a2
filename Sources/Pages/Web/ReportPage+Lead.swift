import Draft
import Projections
import Reports
import TextFormats

extension ReportPage {
    /// The subject of a page, which decides what it leads with.
    enum Subject: Equatable {
        case field
        case user
        case entry(EntryID)
    }

    /// The figures that the headline and several cards share, each computed once.
    struct SharedFigures {
        let subject: Subject
        let exposure: ExposureReport
        let value: ValueReport
        /// The rates by player; nil where no contest of the filter has outcomes.
        let advance: AdvanceReport?
        /// The entries one by one; nil for a field.
        let portfolio: PortfolioReport?
        /// The last week of drafts against the one before; nil for drafts with unknown seats, and where either has none.
        let movers: MoverReport?
        /// Whether there is no draft of which all seats are known.
        let isOwn: Bool

        init(of page: ReportPage) {
            let (analysis, filter, facts) = (page.analysis, page.filter, page.facts)
            exposure = analysis.exposure(filter)
            value = page.value()
            isOwn = FigureTable.isOwn(exposure.partialDrafts, exposure.scope)
            let isOfOne = filter.entries.user != nil || exposure.scope.entries == 1 || facts.entry != nil
            // More entries than a portfolio has make a page of a field.
            portfolio =
                isOfOne
                ? try? analysis.portfolio(
                    filter, against: value.reference, dated: facts.dated, outcomes: facts.outcomes) : nil
            if let entry = facts.entry ?? (portfolio?.rows.count == 1 ? portfolio?.rows.first?.entry : nil) {
                subject = .entry(entry)
            } else {
                subject = portfolio == nil ? .field : .user
            }
            // The standings of a whole contest, which only a page of a field shows.
            let rates =
                subject == .field && !facts.outcomes.isEmpty
                ? try? analysis.advance(
                    by: .player, filter, outcomes: facts.outcomes, minimum: AdvanceReport.defaultMinimum) : nil
            advance = rates.flatMap { $0.scope.entries > 0 ? $0 : nil }
            movers = isOwn ? nil : page.movers()
        }
    }

    /// The value of picks against the reference that was asked for, else against the first that any pick has.
    fileprivate func value() -> ValueReport {
        let dated: [ValueReport.Reference] = facts.dated == nil ? [] : [.atDate, .latest]
        let references = facts.reference.map { [$0] } ?? dated + [.closing, .atPick]
        var first: ValueReport?
        for reference in references {
            let report = analysis.value(filter, against: reference, dated: facts.dated)
            if report.picks > 0 { return report }
            first = first ?? report
        }
        return first ?? analysis.value(filter)
    }

    fileprivate func movers() -> MoverReport? {
        let day: Int64 = 86_400 * 1_000_000
        guard let last = analysis.lastStart(filter.entries) else { return nil }
        let end = (last.microseconds / day + 1) * day
        func moment(_ daysBefore: Int64) -> Timestamp { Timestamp(microseconds: end - daysBefore * day) }
        let report = analysis.movers(filter, from: moment(14)..<moment(7), to: moment(7)..<moment(0))
        let isKnown = report.earlier.drafts > 0 && report.later.drafts > 0 && !report.rows.isEmpty
        return isKnown ? report : nil
    }

    /// The page in one sentence or two; nil if its figures have nothing to tell.
    func headline(_ figures: SharedFigures) -> String? {
        switch figures.subject {
        case .entry(let entry): figures.portfolio?.rows.first { $0.entry == entry }.map { Headline.entry($0) }
        case .user: Headline.portfolio(figures.exposure, figures.value)
        case .field:
            figures.advance.flatMap { Headline.advance($0) } ?? figures.movers.flatMap { Headline.movers($0) }
                ?? Headline.first(analysis.draftPositions(filter))
        }
    }

    // MARK: The field

    /// The advance rate of each player's entries against the ADP; a line where no outcome is known.
    func advanceCards(_ figures: SharedFigures) -> [Card] {
        guard let report = figures.advance, let base = report.baseRate else {
            return [
                .unknown("Advance rates: no contest of these drafts has rounds and points.", .outcomes, facts.source)
            ]
        }
        let picks = Dictionary(
            analysis.draftPositions(filter).rows.map { ($0.player.number, $0.average) }, uniquingKeysWith: { $1 })
        let dots = Headline.dots(of: report, at: { picks[$0.number] })
        guard !dots.isEmpty else { return [] }
        let note =
            "Entries that have the player, at least \(report.minimum): the share that advances from round 1, against the "
            + "player's average pick. Larger dots have more entries.\(positionNote)"
            + (report.isFinal ? "" : " Weeks are still open: rates can change.")
            + (report.leftOut == 0
                ? ""
                : " Left out: \(HTML.plural(report.leftOut, "entry", "entries")) without known outcome.")
        let x = Chart.Scale(title: "average pick", most: dots.map(\.x).max() ?? 1) { HTML.decimal($0, places: 0) }
        let y = Chart.Scale(title: "advance rate", most: max(dots.map(\.y).max() ?? 0, base) * 1.05) {
            HTML.decimal($0 * 100, places: 0) + "%"
        }
        return [
            .shown(
                section(
                    "Advance rate against ADP", note,
                    Chart.scatter(
                        "Advance rate of each player's entries against the average pick", dots, x: x, y: y,
                        base: (base, "all entries \(HTML.percent(base))")
                    ).svg))
        ]
    }

    /// The players whose ADP moved most, each with a small line: in the drafts by week, or at a site by day.
    func movingCards(_ figures: SharedFigures) -> [Card] {
        if let movers = figures.movers {
            let series = analysis.draftPositionsByWeek(filter)
            guard series.weeks.count > 1, let first = series.weeks.first, let last = series.weeks.last else {
                return []
            }
            let known = Dictionary(
                series.rows.map { ($0.player.number, $0.points.map { $0?.average }) }, uniquingKeysWith: { $1 })
            let least = MoverReport.defaultMinimum
            let moved = movers.rows.filter { min($0.earlierDrafted, $0.laterDrafted) >= least }.map(\.player)
            return small(
                "Movers",
                "ADP by week, of the players whose ADP changed most in the last seven days of drafts; higher is earlier.",
                of: moved, ends: ("week of \(Self.day(first.start))", "week of \(Self.day(last.start))")
            ) { known[$0.number] ?? [] }
        }
        guard let dated = facts.dated, dated.days.count > 1, let first = dated.days.first, let last = dated.days.last
        else { return [] }
        // The players who are held most, of those whom the site lists on two days.
        func change(_ row: ExposureReport.Row) -> Double {
            let known = dated.series(of: row.player.number).compactMap(\.self)
            return known.count < 2 ? 0 : abs(known[known.count - 1] - known[0])
        }
        let moved = figures.exposure.rows.prefix(60).map { (player: $0.player, change: change($0)) }
            .filter { $0.change > 0 }.sorted { ($1.change, $0.player.name) < ($0.change, $1.player.name) }
        return small(
            "Movers", "The site's ADP by day, of the drafted players whose ADP changed most; higher is earlier.",
            of: moved.map(\.player), ends: (Self.day(first), Self.day(last))
        ) { dated.series(of: $0.number) }
    }

    private func small(
        _ title: String, _ note: String, of players: [PlayerIdentity], ends: (String, String),
        values: (PlayerIdentity) -> [Double?]
    ) -> [Card] {
        let lines = players.prefix(12).map { player in
            Chart.Line(name: player.name, color: PositionGroup(player.position).color, values: values(player))
        }
        guard !lines.isEmpty else { return [] }
        let chart = Chart.multiples("ADP of the players who moved most", lines, ends: ends)
        return [.shown(section(title, note + positionNote, chart.svg))]
    }

    static func day(_ moment: Timestamp) -> String { String(moment.iso8601.prefix(10)) }

    // MARK: A portfolio

    /// The cards of a user that fit on one screen.
    func portfolioCards(_ figures: SharedFigures) -> [Card] {
        let exposure = figures.exposure
        let leaders = section(
            "Exposure by position",
            "Share of the entries that drafted the player, five of each position.\(positionNote)",
            Chart.leaders(exposure.rows, each: 5).svg)
        return [.shown(leaders), .shown(exposureAgainstADP(figures)), valueCard(figures), feeCard(exposure)]
            + [stackCard(most: 10), weekCard(17)]
    }

    private func exposureAgainstADP(_ figures: SharedFigures) -> Section {
        let isPriced = figures.value.picks > 0
        let priced = Dictionary(
            figures.value.rows.map { ($0.player.number, $0.averageReference) }, uniquingKeysWith: { $1 })
        let rows = figures.exposure.rows.compactMap { row in
            (isPriced ? priced[row.player.number] : row.averagePick).map { (row: row, pick: $0) }
        }
        let labelled = Set(rows.prefix(6).map(\.row.player.number))
        let dots = rows.map { row, pick in
            Chart.Dot(
                name: row.player.name, x: pick, y: row.exposure, size: 0.16,
                fill: PositionGroup(row.player.position).fill,
                tip: "\(row.player.name): \(HTML.percent(row.exposure)), pick \(HTML.decimal(pick))",
                isLabelled: labelled.contains(row.player.number))
        }
        let noun = isPriced ? figures.value.reference.noun : "average pick"
        let x = Chart.Scale(title: noun, most: dots.map(\.x).max() ?? 1) { HTML.decimal($0, places: 0) }
        let y = Chart.Scale(title: "exposure", most: (dots.map(\.y).max() ?? 1) * 1.05) {
            HTML.decimal($0 * 100, places: 0) + "%"
        }
        return section(
            "Exposure against ADP",
            (isPriced
                ? "Share of the entries that drafted the player, against \(figures.value.reference.words)."
                : "Share of the entries that drafted the player, against the average pick of these entries: no ADP is known.")
                + positionNote,
            Chart.scatter("Exposure of each player against \(noun)", dots, x: x, y: y).svg)
    }

    /// The players with the most entry fees.
    private func feeCard(_ report: ExposureReport) -> Card {
        guard let all = report.fees, all.value > 0 else {
            return .unknown("Fees at risk: no entry fee is known.")
        }
        let rows = report.rows.filter { ($0.fees?.value ?? 0) > 0 }.sorted {
            ($1.fees?.value ?? 0, $0.player.name) < ($0.fees?.value ?? 0, $1.player.name)
        }
        let bars = rows.prefix(10).map { row in
            let fees = row.fees ?? .zero
            let words = "$\(HTML.money(fees)), \(HTML.percent(Double(fees.value) / Double(all.value)))"
            return Chart.Bar(
                name: row.player.name, parts: [(Double(fees.value), 1)], text: words,
                fill: PositionGroup(row.player.position).fill,
                tip: "\(row.player.name): entries with \(words) of the known fees")
        }
        return .shown(
            section(
                "Fees at risk",
                "Known fees of the entries that have the player, of $\(HTML.money(all)) in all."
                    + feeNote(report.fees, without: report.entriesWithoutFee) + positionNote,
                Chart.bars("Fees of the entries that have a player", Array(bars), names: 120).svg))
    }

    /// The game stacks of a week.
    private func weekCard(_ week: UInt8) -> Card {
        guard let schedule = facts.schedule, schedule.weeks.contains(week) else {
            return .unknown("Week \(week): no games of that week are known.", .schedule, facts.source)
        }
        let report = analysis.gameStacks(filter, schedule: schedule, weeks: [week])
        guard report.knownEntries > 0 else {
            return .unknown("Week \(week): no source names the team of any player.", .teams, facts.source)
        }
        let rows = report.rows.sorted {
            ($1.entries, $1.withoutBringBack, $0.team) < ($0.entries, $0.withoutBringBack, $1.team)
        }
        let bars = rows.prefix(10).map { row in
            Chart.Bar(
                name: "\(row.team) v \(row.opponent)",
                parts: [(Double(row.entries), 1), (Double(row.withoutBringBack), 0.35)],
                text: "\(HTML.grouped(row.entries)) + \(HTML.grouped(row.withoutBringBack))", fill: Palette.brandFill,
                tip:
                    "\(row.team) quarterback with a team mate: \(HTML.plural(row.entries, "entry", "entries")) with a player of "
                    + "\(row.opponent), \(HTML.grouped(row.withoutBringBack)) without")
        }
        let note =
            "Entries with a quarterback and a team mate, with a player of the opponent + without. "
            + "\(HTML.grouped(report.entriesWithAny)) of \(HTML.grouped(report.knownEntries)) entries have one with a player of the opponent."
        return .shown(
            section(
                "Week \(week)", note,
                bars.isEmpty
                    ? "<p class=\"none\">No game stacks.</p>"
                    : Chart.bars("Game stacks of week \(week)", Array(bars), names: 92).svg))
    }
}
