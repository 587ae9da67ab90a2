import Draft
import DraftLedger
import Pages
import Projections
import Reports

/// Reports that ask for more than a filter, with the defaults of their commands.
extension ReportKind {
    /// Pairs, and from threes on cores.
    static func pairs(_ exchange: Exchange, _ words: String) throws -> Maker {
        let order = try exchange.choice("by", of: PairReport.Order.self) ?? .count
        let (size, name) = (try exchange.positive("size") ?? 2, exchange.query("with"))
        let sizes = 2...CoreReport.sizes.upperBound
        guard sizes.contains(size) else {
            throw Problem(
                .badRequest, "'size' is \(size): expected \(sizes.lowerBound) to \(sizes.upperBound).")
        }
        let minimum = try exchange.positive("minimum") ?? (size == 2 ? 1 : 2)
        let limit = try exchange.positive("top") ?? 50
        return { analysis, filter, _ in
            let player = try name.map { try analysis.players.only($0) }
            guard size > 2 else {
                let report = analysis.pairs(
                    filter, with: player?.number, by: order, minimumCount: minimum, limit: limit)
                return .pairs(report, with: player, filter: words)
            }
            let report = try analysis.cores(
                filter, size: size, with: player?.number, by: order, minimumCount: minimum, limit: limit)
            return .cores(report, with: player, filter: words)
        }
    }

    /// What picks were worth; against ADPs of days by what is on record.
    static func value(_ exchange: Exchange, _ words: String) throws -> Maker {
        let (reference, site) = try pricing(exchange)
        let curve = try exchange.choice("curve", of: ValueReport.Curve.self) ?? .linear
        let top = try exchange.positive("top")
        return { analysis, filter, _ in
            let dated =
                try reference.needsDatedPositions
                ? site.dated(analysis, for: analysis.seasons(of: filter.entries), isNeeded: true) : nil
            var table = FigureTable.value(
                analysis.value(filter, against: reference, curve: curve, dated: dated), top: top, filter: words)
            table.note(dated?.findings ?? [])
            return table
        }
    }

    /// What picks are held against, and whose ADPs those are.
    private static func pricing(
        _ exchange: Exchange
    ) throws -> (reference: ValueReport.Reference, site: SiteQuestion) {
        let (reference, site) = (try exchange.reference(), try exchange.site())
        guard reference.needsDatedPositions || !site.isAsked else {
            throw Problem(.badRequest, "'site' and 'season' are for the references at-date and latest.")
        }
        return (reference, site)
    }

    /// Players of one team; of a season whose schedule is on record also with those against whom they play.
    static func stacks(_ exchange: Exchange, _ words: String) throws -> Maker {
        let weeks = try exchange.weeks()
        guard let season = try exchange.season() else {
            guard weeks.isEmpty else {
                throw Problem(.badRequest, "'week': who plays whom? Name the 'season' of a schedule on record.")
            }
            return { analysis, filter, _ in .stacks(analysis.stacks(filter), filter: words) }
        }
        return { analysis, filter, _ in
            let games = try analysis.requiredSchedule(of: season)
            let report = analysis.gameStacks(
                filter, schedule: games, weeks: weeks.isEmpty ? GameStackReport.playoffWeeks : weeks)
            return .gameStacks(report, filter: words)
        }
    }

    static func movers(_ exchange: Exchange, _ question: ReportQuestion) throws -> Maker {
        let (days, split) = (try exchange.positive("days"), try exchange.time("split"))
        if days != nil, split != nil {
            throw Problem(.badRequest, "'days' and 'split' both say where the windows lie.")
        }
        if let days, days > 3_650 { throw Problem(.badRequest, "'days' is \(days): expected 1 to 3650.") }
        if let split, question.since.map({ split <= $0 }) ?? false || question.until.map({ split >= $0 }) ?? false {
            throw Problem(.badRequest, "'split' is not between 'since' and 'until': one of the windows is empty.")
        }
        let undrafted = try exchange.choice("undrafted", of: DraftPositionReport.Undrafted.self) ?? .drop
        let (minimum, top) = (
            try exchange.positive("minimum") ?? MoverReport.defaultMinimum, try exchange.positive("top") ?? .max
        )
        let words = question.words(listing: try exchange.position())
        return { analysis, filter, _ in
            let (earlier, later) = analysis.moverWindows(of: filter.entries, days: days, split: split)
            let report = analysis.movers(filter, from: earlier, to: later, undrafted: undrafted)
            let rows = report.rows.filter { min($0.earlierDrafted, $0.laterDrafted) >= minimum }
            return .movers(report, listing: Array(rows.prefix(top)), minimum: minimum, filter: words)
        }
    }

    /// Every entry is compared with every other: so somebody's, and not the field's.
    static func portfolio(
        _ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger
    ) throws -> Maker {
        guard question.user != nil else { throw Problem(.badRequest, "Whose portfolio? Name the 'user'.") }
        let (reference, site) = try pricing(exchange)
        let curve = try exchange.choice("curve", of: ValueReport.Curve.self) ?? .linear
        let (top, words) = (try exchange.positive("top") ?? .max, question.words)
        return { analysis, filter, _ in
            let dated =
                try reference.needsDatedPositions
                ? site.dated(analysis, for: analysis.seasons(of: filter.entries), isNeeded: true) : nil
            let outcomes = try analysis.outcomes(of: filter.entries.tournament, in: ledger).known
            let report = try analysis.portfolio(
                filter, against: reference, curve: curve, dated: dated, outcomes: outcomes)
            let ids = try ledger.externalIDs(of: Set(report.rows.map(\.room)), upTo: analysis.rosters.position)
            let contests: [TournamentID: String] = try ledger.tournaments()
                .reduce(into: [:]) { $0[$1.tournament] = $1.title }
            var table = FigureTable.portfolio(
                report, listing: Array(report.rows.prefix(top)), externalIDs: ids, contests: contests, filter: words)
            table.note(dated?.findings ?? [])
            table.note(analysis.sideFindings)
            return table
        }
    }

    static func advance(
        _ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger
    ) throws -> Maker {
        let dimension = try exchange.choice("by", of: AdvanceReport.Dimension.self) ?? .player
        let position = try exchange.position()
        if let position, dimension != .player, dimension != .pair {
            throw Problem(
                .badRequest,
                "'position' is \(position.abbreviation), and by \(dimension.rawValue) whole rosters count: only player and "
                    + "pair take one.")
        }
        let minimum = try exchange.positive("minimum") ?? AdvanceReport.defaultMinimum
        let top = try exchange.positive("top") ?? (dimension == .pair ? 50 : .max)
        let words = question.words(listing: position)
        return { analysis, filter, _ in
            let outcomes = try analysis.requiredOutcomes(of: filter.entries.tournament, in: ledger)
            var report = try analysis.advance(by: dimension, filter, outcomes: outcomes, minimum: minimum)
            report.rows = Array(report.rows.prefix(top))
            return .advance(report, filter: words)
        }
    }

    static func luck(
        _ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger
    ) throws -> Maker {
        let (week, top) = (try exchange.week(), try exchange.positive("top") ?? .max)
        let words = question.words
        return { analysis, filter, _ in
            let outcomes = try analysis.requiredOutcomes(of: filter.entries.tournament, in: ledger)
            let report = try analysis.luck(filter, outcomes: outcomes, throughWeek: week)
            let rows = Array(report.rows.prefix(top))
            let ids = try ledger.externalIDs(of: Set(rows.map(\.room)), upTo: analysis.rosters.position)
            return .luck(report, listing: rows, externalIDs: ids, filter: words)
        }
    }

    /// Simulated seasons, on one core, and none any more once nobody waits for them.
    ///
    /// A file with projections or prizes, which the command takes, stands in no ledger.
    static func expect(
        _ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger
    ) throws -> Maker {
        let seasons = try exchange.positive("seasons") ?? 1_000
        let (drafts, top) = (try exchange.positive("drafts") ?? 100, try exchange.positive("top") ?? .max)
        let entries = try exchange.natural("entries", upTo: UInt64(ExpectTerms.mostEntries)).map { Int($0) }
        if entries == 0 { throw Problem(.badRequest, "'entries' is 0: expected 1 or more.") }
        let terms = ExpectTerms(
            seed: try exchange.natural("seed", upTo: .max) ?? 1, seasons: seasons, drafts: drafts, entries: entries)
        let (like, words) = (exchange.query("like"), question.words)
        return { analysis, filter, interest in
            let position = analysis.rosters.position
            let contest = try analysis.outcome(of: filter.entries.tournament, in: ledger)
            let reference = try like.map {
                try ContestOutcome(of: try ledger.resolveTournament($0), in: ledger, upTo: position)
            }
            let state = TournamentState.folding(
                try ledger.stream(.tournament(contest.tournament), upTo: position))
            let limits = ExpectLimits(plays: mostPlays, threads: 1) { try interest.check() }
            let report = try analysis.expect(
                filter, contest: contest, like: reference ?? contest, terms: terms.filled(from: state),
                within: limits)
            let rows = Array(report.rows.prefix(top))
            let ids = try ledger.externalIDs(of: Set(rows.map(\.room)), upTo: position)
            return .expect(report, listing: rows, externalIDs: ids, filter: words)
        }
    }

    /// Entries times seasons: a thousand seasons of whoever has 150 entries, each in another draft of twelve.
    private static let mostPlays = 2_000_000
}
