import Draft
import DraftLedger
import Pages
import Reports

/// A report with what is asked of it alone: the same as the command of its name.
enum ReportKind: String, CaseIterable, Sendable {
    case exposure, ownership, adp, pairs, stacks, clv, construction, byes, duplicates, movers, portfolio, advance, luck

    /// What makes a report of an analysis.
    typealias Maker = @Sendable (Analysis, ReportFilter) throws -> FigureTable

    /// What the address may say beside the filter.
    var parameters: Set<String> {
        switch self {
        case .exposure: ["by", "position"]
        case .ownership: ["position"]
        case .adp: ["by", "undrafted", "position"]
        case .pairs: ["by", "size", "minimum", "top", "with", "position"]
        case .clv: ["reference", "curve", "top", "position"]
        case .construction: ["by"]
        case .stacks, .byes: []
        case .duplicates: ["first", "top"]
        case .movers: ["days", "split", "undrafted", "minimum", "top", "position"]
        case .portfolio: ["reference", "curve", "top"]
        case .advance: ["by", "minimum", "top", "position"]
        case .luck: ["week", "top"]
        }
    }

    /// Whether a user's report tells nothing of anybody else's entries but what is everybody's: the places of a draft that
    /// is over.
    func isOwnOnly(_ exchange: Exchange) throws -> Bool {
        switch self {
        case .exposure, .pairs, .stacks, .construction, .byes: true
        case .clv, .portfolio: try exchange.reference() == .atPick
        case .ownership, .adp, .duplicates, .movers, .advance, .luck: false
        }
    }

    /// Whether a user's entries are all that the report is made of.
    func needsOwnOnly(_ exchange: Exchange) throws -> Bool { try self != .portfolio && isOwnOnly(exchange) }

    /// Reads what the address asks of the report.
    ///
    /// - Parameter ledger: the one that the analysis is of.
    func maker(_ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger) throws -> Maker {
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
        case .pairs: return try Self.pairs(exchange, words)
        case .stacks: return { .stacks($0.stacks($1), filter: entries) }
        case .clv:
            let reference = try exchange.reference()
            let curve = try exchange.choice("curve", of: ValueReport.Curve.self) ?? .linear
            return { .value($0.value($1, against: reference, curve: curve), top: top, filter: words) }
        case .construction:
            switch try exchange.choice("by", of: ConstructionDimension.self) {
            case nil: return { .construction($0.construction($1), filter: entries) }
            case .round: return { .constructionByRound($0.construction($1), filter: entries) }
            case .archetype: return { .archetypes($0.archetypes($1), filter: entries) }
            }
        case .byes: return { .byes($0.byes($1), filter: entries) }
        case .duplicates:
            let (first, user) = (try exchange.positive("first") ?? 3, question.user)
            return { .duplicates($0.duplicates($1, first: first, limit: top ?? 25), of: user, filter: entries) }
        case .movers: return try Self.movers(exchange, question)
        case .portfolio: return try Self.portfolio(exchange, question, ledger)
        case .advance: return try Self.advance(exchange, question, ledger)
        case .luck: return try Self.luck(exchange, question, ledger)
        }
    }

    private enum ConstructionDimension: String, CaseIterable { case round, archetype }
}

extension PlayerCatalogue {
    /// The one player that a name means.
    ///
    /// - Throws: `notFound`.
    func only(_ name: String) throws -> PlayerIdentity {
        let found = players(named: name)
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else { throw Problem(.notFound, "There is no player '\(name)' in the pools.") }
        let several = found.prefix(5).map { "\($0.name), id \($0.shownID)" }.joined(separator: "; ")
        throw Problem(.notFound, "'\(name)' could be \(several). Name the id.")
    }
}
