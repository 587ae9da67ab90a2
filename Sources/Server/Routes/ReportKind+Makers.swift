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
        return { analysis, filter in
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
        let (minimum, top) = (try exchange.positive("minimum") ?? 1, try exchange.positive("top") ?? .max)
        let words = question.words(listing: try exchange.position())
        return { analysis, filter in
            let (earlier, later) = analysis.moverWindows(of: filter.entries, days: days, split: split)
            let report = analysis.movers(filter, from: earlier, to: later, undrafted: undrafted)
            let rows = report.rows.filter { min($0.earlierDrafted, $0.laterDrafted) >= minimum }
            return .movers(report, listing: Array(rows.prefix(top)), filter: words)
        }
    }

    /// Every entry is compared with every other: so somebody's, and not the field's.
    static func portfolio(
        _ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger
    ) throws -> Maker {
        guard question.user != nil else { throw Problem(.badRequest, "Whose portfolio? Name the 'user'.") }
        let reference = try exchange.reference()
        let curve = try exchange.choice("curve", of: ValueReport.Curve.self) ?? .linear
        let (top, words) = (try exchange.positive("top") ?? .max, question.words)
        return { analysis, filter in
            let outcomes = try analysis.outcomes(of: filter.entries.tournament, in: ledger).known
            let report = try analysis.portfolio(filter, against: reference, curve: curve, outcomes: outcomes)
            let ids = try ledger.externalIDs(of: Set(report.rows.map(\.room)), upTo: analysis.rosters.position)
            let contests: [TournamentID: String] = try ledger.tournaments()
                .reduce(into: [:]) { $0[$1.tournament] = $1.title }
            return .portfolio(
                report, listing: Array(report.rows.prefix(top)), externalIDs: ids, contests: contests, filter: words)
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
        let minimum = try exchange.positive("minimum") ?? 1
        let top = try exchange.positive("top") ?? (dimension == .pair ? 50 : .max)
        let words = question.words(listing: position)
        return { analysis, filter in
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
        return { analysis, filter in
            let outcomes = try analysis.requiredOutcomes(of: filter.entries.tournament, in: ledger)
            let report = try analysis.luck(filter, outcomes: outcomes, throughWeek: week)
            let rows = Array(report.rows.prefix(top))
            let ids = try ledger.externalIDs(of: Set(rows.map(\.room)), upTo: analysis.rosters.position)
            return .luck(report, listing: rows, externalIDs: ids, filter: words)
        }
    }
}
