import Draft
import DraftLedger
import Projections
package import Reports
package import TextFormats

/// A report as a table: the one way from a request to its figures, for every place that asks for it.
package protocol TabledReport: ReportRequest {
    /// - Throws: `ReportArgumentError`, `OutcomeError`, `RecordedNotesError`, `ReportLimit`, `DraftLedgerError`.
    func table(of source: ReportSource) throws -> FigureTable

    /// Its tables, one for each layout.
    static var layouts: [ReportTable] { get }
}

/// All reports, in the order in which they are listed.
package enum ReportCatalogue {
    package static let all: [any TabledReport.Type] = [
        ExposureRequest.self, OwnershipRequest.self, DraftPositionRequest.self, MoverRequest.self, PairsRequest.self,
        StacksRequest.self, ValueRequest.self, ConstructionRequest.self, ByesRequest.self, DuplicatesRequest.self,
        PortfolioRequest.self, AdvanceRequest.self, LuckRequest.self, ExpectRequest.self,
    ]

    package static func named(_ name: String) -> (any TabledReport.Type)? { all.first { $0.name == name } }

    /// The shapes of the tables of each report, by the name of the report's shape.
    package static let tables = Dictionary(uniqueKeysWithValues: all.map { ($0.shapeName, $0.tables) })

    /// The shapes of all reports: `Report` as one of them, each report as one of its tables, and the tables.
    package static let shapes: [NamedShape] = {
        let reports = Shape.described(
            .either(all.map { .named($0.shapeName) }), "A report: the operation has the name of its shape.")
        let tables = all.flatMap { type -> [NamedShape] in
            let tables = type.tables
            guard tables.map(\.name) != [type.shapeName] else { return tables }
            return [(type.shapeName, .described(.anyOf(tables.map { .named($0.name) }), type.help.abstract))] + tables
        }
        return [("Report", reports)] + tables + [FigureTable.nextPickLayout.shape, FigureTable.sideFinding]
    }()
}

extension ReportRequest {
    /// The name as a part of another one.
    package static var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The name of the shape of its JSON.
    package static var shapeName: String { capitalizedName + "Report" }
}

extension TabledReport {
    /// Returns the table of the rows that are listed, and says of how many they are.
    ///
    /// - Parameters:
    ///   - rows: all of the report, in the order asked for.
    ///   - drafted: how often a row's player was drafted.
    ///   - table: makes the table of the rows that are listed.
    fileprivate func listing<Row>(
        _ rows: [Row], drafted: (Row) -> Int, _ table: ([Row]) -> FigureTable
    ) -> FigureTable {
        let minimum = asked[ReportRows.minimum]
        let listed = Array(rows.filter { drafted($0) >= minimum }.prefix(asked[ReportRows.top] ?? .max))
        var table = table(listed)
        guard listed.count < rows.count else { return table }
        let least = minimum > 1 ? ", drafted \(Figures.grouped(minimum)) times or more" : ""
        table.notes.append("\(Figures.grouped(listed.count)) of \(Figures.plural(rows.count, "player"))\(least)")
        if listed.isEmpty {
            table.reason = "No player was drafted \(Figures.grouped(minimum)) times, as the minimum requires."
        }
        return table
    }
}

extension ExposureRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.exposureLayout.described, FigureTable.exposureSeriesLayout.described,
        ]
    }

    package func table(of source: ReportSource) -> FigureTable {
        if asked[Self.by] == .week {
            var series = source.analysis.exposureByWeek(source.filter)
            return listing(series.rows, drafted: \.drafted) { rows in
                series.rows = rows
                return .exposure(series, filter: source.words)
            }
        }
        var report = source.analysis.exposure(source.filter, bySlot: asked[Self.by] == .slot)
        report.sort(by: asked[Self.sort])
        return listing(report.rows, drafted: \.drafted) { rows in
            report.rows = rows
            return .exposure(report, filter: source.words)
        }
    }
}

extension OwnershipRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.ownershipLayout.described] }

    package func table(of source: ReportSource) -> FigureTable {
        var report = source.analysis.ownership(source.filter)
        report.sort(by: asked[Self.sort])
        return listing(report.rows, drafted: \.drafted) { rows in
            report.rows = rows
            return .ownership(report, filter: source.words)
        }
    }
}

extension DraftPositionRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.draftPositionLayout.described, FigureTable.draftPositionSeriesLayout.described,
        ]
    }

    package func table(of source: ReportSource) -> FigureTable {
        let undrafted = asked[Self.undrafted]
        if asked[Self.by] == .week {
            var series = source.analysis.draftPositionsByWeek(source.filter, undrafted: undrafted)
            return listing(series.rows, drafted: \.drafted) { rows in
                series.rows = rows
                return .draftPositions(series, filter: source.words)
            }
        }
        var report = source.analysis.draftPositions(source.filter, undrafted: undrafted)
        report.sort(by: asked[Self.sort])
        return listing(report.rows, drafted: \.drafted) { rows in
            report.rows = rows
            return .draftPositions(report, filter: source.words)
        }
    }
}

extension MoverRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.moverLayout.described] }

    package func table(of source: ReportSource) -> FigureTable {
        let (earlier, later) = source.analysis.moverWindows(
            of: source.filter.entries, days: asked[Self.days], split: asked[Self.split])
        let report = source.analysis.movers(
            source.filter, from: earlier, to: later, undrafted: asked[Self.undrafted])
        let minimum = asked[Self.minimum]
        return .movers(
            report, listing: report.rows(by: asked[Self.sort], minimum: minimum, top: asked[ReportRows.top]),
            minimum: minimum, filter: source.words)
    }
}

extension PairsRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.pairLayout.described, FigureTable.coreLayout.described] }

    package func table(of source: ReportSource) throws -> FigureTable {
        let player = try asked[Self.with].map { try source.analysis.players.only($0) }
        let (order, size, top) = (asked[Self.by], asked[Self.size], asked[Self.top])
        if size > 2 {
            let report = try source.analysis.cores(
                source.filter, size: size, with: player?.number, by: order, minimumCount: minimum, limit: top)
            return .cores(report, with: player, filter: source.words)
        }
        let report = source.analysis.pairs(
            source.filter, with: player?.number, by: order, minimumCount: minimum, limit: top)
        return .pairs(report, with: player, filter: source.words)
    }
}

extension StacksRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.stackLayout.described, FigureTable.gameStackLayout.described,
            FigureTable.gameStackRosterLayout.described,
        ]
    }

    package func table(of source: ReportSource) throws -> FigureTable {
        let season = asked[Self.season].map { SeasonID(UInt64($0)) }
        guard let games = try source.files.schedule ?? season.map({ try source.analysis.requiredSchedule(of: $0) })
        else { return .stacks(source.analysis.stacks(source.filter), filter: source.entryWords) }
        let weeks = asked[Self.week].isEmpty ? GameStackReport.playoffWeeks : asked[Self.week]
        if asked[Self.by] == .entry {
            let rosters = source.analysis.gameStackRosters(source.filter, schedule: games, weeks: weeks)
            return .gameStackRosters(rosters, filter: source.entryWords)
        }
        let report = source.analysis.gameStacks(source.filter, schedule: games, weeks: weeks)
        return .gameStacks(report, filter: source.entryWords)
    }
}

extension ValueRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.valueLayout.described] }

    package func table(of source: ReportSource) throws -> FigureTable {
        let dated = try source.dated(asked)
        let report = source.analysis.value(
            source.filter, against: asked[ReportPricing.reference], curve: asked[ReportPricing.curve], dated: dated)
        var table = FigureTable.value(report, top: asked[Self.top], filter: source.words)
        table.note(dated?.findings ?? [])
        return table
    }
}

extension ConstructionRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.constructionLayout.described, FigureTable.roundLayout.described,
            FigureTable.archetypeLayout.described,
        ]
    }

    package func table(of source: ReportSource) -> FigureTable {
        let (analysis, filter) = (source.analysis, source.filter)
        return switch asked[Self.by] {
        case nil: .construction(analysis.construction(filter), filter: source.entryWords)
        case .round: .constructionByRound(analysis.construction(filter), filter: source.entryWords)
        case .archetype: .archetypes(analysis.archetypes(filter), filter: source.entryWords)
        }
    }
}

extension ByesRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.byeLayout.described] }

    package func table(of source: ReportSource) -> FigureTable {
        .byes(source.analysis.byes(source.filter), filter: source.entryWords)
    }
}

extension DuplicatesRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.startLayout.described, FigureTable.duplicateLayout.described,
            FigureTable.ownStartLayout.described,
        ]
    }

    package func table(of source: ReportSource) throws -> FigureTable {
        try checkFirst(source.analysis.mostRounds(source.filter.entries))
        if asked[Self.own] {
            return .ownStarts(
                source.analysis.ownStarts(source.filter, first: asked[Self.first] ?? 3, limit: asked[Self.top]),
                filter: source.entryWords)
        }
        let report = source.analysis.duplicates(
            source.filter, first: asked[Self.first] ?? 3, limit: asked[Self.top])
        return .duplicates(report, of: source.user, filter: source.entryWords)
    }
}

extension PortfolioRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.portfolioLayout.described] }

    package func table(of source: ReportSource) throws -> FigureTable {
        let dated = try source.dated(asked)
        let outcomes = try source.analysis.outcomes(of: source.filter.entries.tournament, in: source.ledger).known
        let report = try source.analysis.portfolio(
            source.filter, against: asked[ReportPricing.reference], curve: asked[ReportPricing.curve], dated: dated,
            outcomes: outcomes)
        let rows = Array(report.rows(by: asked[Self.sort]).prefix(asked[ReportRows.entries] ?? .max))
        let contests: [TournamentID: String] = try source.ledger.tournaments()
            .reduce(into: [:]) { $0[$1.tournament] = $1.title }
        var table = FigureTable.portfolio(
            report, listing: rows, externalIDs: try source.externalIDs(of: rows.map(\.room)), contests: contests,
            filter: source.entryWords)
        table.note(dated?.findings ?? [])
        return table
    }
}

extension AdvanceRequest: TabledReport {
    package static var layouts: [ReportTable] {
        [
            FigureTable.playerRates.described, FigureTable.pairRates.described, FigureTable.buildRates.described,
            FigureTable.stackRates.described, FigureTable.slotRates.described, FigureTable.archetypeRates.described,
        ]
    }

    package func table(of source: ReportSource) throws -> FigureTable {
        let outcomes = try source.analysis.requiredOutcomes(of: source.filter.entries.tournament, in: source.ledger)
        var report = try source.analysis.advance(
            by: asked[Self.by], source.filter, outcomes: outcomes, minimum: asked[Self.minimum])
        let count = report.rows.count
        report.rows = Array(report.rows.prefix(top))
        var table = FigureTable.advance(report, filter: source.words)
        if report.rows.count < count {
            table.notes.append("the first \(Figures.grouped(report.rows.count)) of \(Figures.plural(count, "row"))")
        }
        return table
    }
}

extension LuckRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.luckLayout.described] }

    package func table(of source: ReportSource) throws -> FigureTable {
        let outcomes = try source.analysis.requiredOutcomes(of: source.filter.entries.tournament, in: source.ledger)
        let report = try source.analysis.luck(
            source.filter, outcomes: outcomes, throughWeek: asked[Self.week].map { UInt8($0) })
        let rows = Array(report.rows.prefix(asked[ReportRows.entries] ?? .max))
        return .luck(
            report, listing: rows, externalIDs: try source.externalIDs(of: rows.map(\.room)),
            filter: source.entryWords)
    }
}

extension ExpectRequest: TabledReport {
    package static var layouts: [ReportTable] { [FigureTable.expectLayout.described] }

    package func table(of source: ReportSource) throws -> FigureTable {
        let (analysis, ledger) = (source.analysis, source.ledger)
        let position = analysis.rosters.position
        let contest = try analysis.outcome(of: source.filter.entries.tournament, in: ledger)
        let reference = try asked[Self.like].map {
            try ContestOutcome(of: try ledger.resolveTournament($0), in: ledger, upTo: position)
        }
        let state = TournamentState.folding(try ledger.stream(.tournament(contest.tournament), upTo: position))
        let projected = try source.files.projections?(contest.rounds.season) ?? []
        let report = try source.showingProgress { progress in
            try analysis.expect(
                source.filter, contest: contest, like: reference ?? contest, projections: projected,
                terms: terms(prizes: source.files.prizes).filled(from: state), within: source.limits,
                progress: progress)
        }
        let rows = Array(report.rows.prefix(asked[ReportRows.entries] ?? .max))
        return .expect(
            report, listing: rows, externalIDs: try source.externalIDs(of: rows.map(\.room)),
            filter: source.entryWords)
    }
}

/// A name that means no player, or several.
package struct PlayerNameError: Error, Hashable, CustomStringConvertible {
    /// Whether several players could be meant.
    package var isAmbiguous: Bool
    package var description: String
}

extension PlayerCatalogue {
    /// Returns the one player that a name means.
    ///
    /// - Throws: `PlayerNameError`.
    package func only(_ name: String) throws(PlayerNameError) -> PlayerIdentity {
        let found = players(named: name)
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else {
            throw PlayerNameError(
                isAmbiguous: false,
                description:
                    "There is no player '\(name)' in the pools of these drafts, by name or id. `adp` lists them."
                    + hint(for: name))
        }
        let several = found.prefix(5).map { "\($0.name) (\($0.position.abbreviation) \($0.team), id \($0.shownID))" }
        throw PlayerNameError(
            isAmbiguous: true, description: "'\(name)' could be \(several.joined(separator: ", ")). Name the id.")
    }

    /// Suggests the players who have the words in their names, else the one whose name is nearest.
    package func hint(for name: String) -> String {
        let words = PlayerName.words(name)
        let parts = players.filter { player in
            let known = Set(PlayerName.words(player.name))
            return !words.isEmpty && words.allSatisfy(known.contains)
        }.map(\.name).sorted()
        guard let first = parts.first else { return NearestName.hint(for: name, among: players.map(\.name)) }
        return parts.count == 1
            ? " Did you mean '\(first)'?" : " Did you mean one of \(parts.prefix(5).joined(separator: ", "))?"
    }
}
