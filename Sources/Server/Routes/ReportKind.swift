import Draft
import Pages
import Reports

/// A report with what is asked of it alone: the same as the command of its name.
enum ReportKind: String, CaseIterable, Sendable {
    case exposure, ownership, adp, pairs, stacks, clv, construction, byes, duplicates

    /// What the address may say beside the filter.
    var parameters: Set<String> {
        switch self {
        case .exposure: ["by", "position"]
        case .ownership: ["position"]
        case .adp: ["by", "undrafted", "position"]
        case .pairs: ["by", "minimum", "top", "with", "position"]
        case .clv: ["reference", "curve", "top", "position"]
        case .construction: ["by"]
        case .stacks, .byes: []
        case .duplicates: ["first", "top"]
        }
    }

    /// Whether a user's report is made of nothing but the own entries, and so tells nothing of anybody else's.
    func isOwnOnly(_ exchange: Exchange) throws -> Bool {
        switch self {
        case .exposure, .pairs, .stacks, .construction, .byes: true
        case .clv: try exchange.choice("reference", of: ValueReport.Reference.self) == .atPick
        case .ownership, .adp, .duplicates: false
        }
    }

    /// Reads what the address asks of the report.
    ///
    /// - Returns: what makes it of an analysis.
    func maker(
        _ exchange: Exchange, _ question: ReportQuestion
    ) throws -> @Sendable (Analysis, ReportFilter) throws -> FigureTable {
        let position = try exchange.position()
        let (words, entries) = (question.words(listing: position), question.words)
        let top = try exchange.positive("top")
        switch self {
        case .exposure:
            let bySlot = try exchange.flag("by", named: "slot")
            return { .exposure($0.exposure($1, bySlot: bySlot), filter: words) }
        case .ownership: return { .ownership($0.ownership($1), filter: words) }
        case .adp:
            let undrafted = try exchange.choice("undrafted", of: DraftPositionReport.Undrafted.self) ?? .drop
            guard try exchange.flag("by", named: "week") else {
                return { .draftPositions($0.draftPositions($1, undrafted: undrafted), filter: words) }
            }
            return { .draftPositions($0.draftPositionsByWeek($1, undrafted: undrafted), filter: words) }
        case .pairs:
            let order = try exchange.choice("by", of: PairReport.Order.self) ?? .count
            let (minimum, name) = (try exchange.positive("minimum") ?? 1, exchange.query("with"))
            return { analysis, filter in
                let player = try name.map { try analysis.players.only($0) }
                return .pairs(
                    analysis.pairs(
                        filter, with: player?.number, by: order, minimumCount: minimum, limit: top ?? 50),
                    with: player, filter: words)
            }
        case .stacks: return { .stacks($0.stacks($1), filter: entries) }
        case .clv:
            let reference = try exchange.choice("reference", of: ValueReport.Reference.self) ?? .closing
            let curve = try exchange.choice("curve", of: ValueReport.Curve.self) ?? .linear
            return { .value($0.value($1, against: reference, curve: curve), top: top, filter: words) }
        case .construction:
            guard try exchange.flag("by", named: "round") else {
                return { .construction($0.construction($1), filter: entries) }
            }
            return { .constructionByRound($0.construction($1), filter: entries) }
        case .byes: return { .byes($0.byes($1), filter: entries) }
        case .duplicates:
            let (first, user) = (try exchange.positive("first") ?? 3, question.user)
            return { .duplicates($0.duplicates($1, first: first, limit: top ?? 25), of: user, filter: entries) }
        }
    }
}

extension PlayerCatalogue {
    /// The one player that a name means.
    ///
    /// - Throws: `notFound`.
    fileprivate func only(_ name: String) throws -> PlayerIdentity {
        let found = players(named: name)
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else { throw Problem(.notFound, "There is no player '\(name)' in the pools.") }
        let several = found.prefix(5).map { "\($0.name), id \($0.shownID)" }.joined(separator: "; ")
        throw Problem(.notFound, "'\(name)' could be \(several). Name the id.")
    }
}
