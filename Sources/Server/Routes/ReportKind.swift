import Draft
import DraftLedger
import Pages
import Reports

/// A report with what is asked of it alone: the same as the command of its name.
enum ReportKind: String, CaseIterable, Sendable {
    case exposure, ownership, adp, pairs, stacks, clv, construction, byes, duplicates, movers, portfolio, advance, luck,
        expect

    /// What makes a report of an analysis.
    typealias Maker = @Sendable (Analysis, ReportFilter, LongReads.Interest) throws -> FigureTable

    /// What the address may say beside the filter.
    var parameters: Set<String> {
        switch self {
        case .exposure: ["by", "position"]
        case .ownership: ["position"]
        case .adp: ["by", "undrafted", "position"]
        case .pairs: ["by", "size", "minimum", "top", "with", "position"]
        case .clv: ["reference", "site", "season", "curve", "top", "position"]
        case .construction: ["by"]
        case .stacks: ["season", "week"]
        case .byes: []
        case .duplicates: ["first", "top"]
        case .movers: ["days", "split", "undrafted", "minimum", "top", "position"]
        case .portfolio: ["reference", "site", "season", "curve", "top"]
        case .advance: ["by", "minimum", "top", "position"]
        case .luck: ["week", "top"]
        case .expect: ["like", "seasons", "seed", "entries", "drafts", "top"]
        }
    }

    /// Whether a user's report tells nothing of anybody else's entries but what is everybody's: the places of a draft that
    /// is over.
    func isOwnOnly(_ exchange: Exchange) throws -> Bool {
        switch self {
        case .exposure, .pairs, .stacks, .construction, .byes: true
        // What sites say is everybody's.
        case .clv, .portfolio: try exchange.reference() != .closing
        case .ownership, .adp, .duplicates, .movers, .advance, .luck, .expect: false
        }
    }

    /// Whether a user's entries are all that the report is made of.
    func needsOwnOnly(_ exchange: Exchange) throws -> Bool { try self != .portfolio && isOwnOnly(exchange) }

    /// Whether what notes say otherwise than a pool stands under its figures, as under those of its command. A portfolio
    /// tells it together with what else did not match.
    var hasSideFindings: Bool { ![.portfolio, .expect].contains(self) }

    /// Whether sites' ADPs by day are asked about.
    func needsSitesPositions(_ exchange: Exchange) throws -> Bool {
        switch self {
        case .clv, .portfolio: try exchange.reference().needsDatedPositions
        default: false
        }
    }

    /// Reads what the address asks of the report.
    ///
    /// - Parameter ledger: the one that the analysis is of.
    func maker(_ exchange: Exchange, _ question: ReportQuestion, _ ledger: DraftLedger) throws -> Maker {
        let position = try exchange.position()
        let (words, entries) = (question.words(listing: position), question.words)
        switch self {
        case .exposure:
            let bySlot = try exchange.flag("by", named: "slot")
            return { analysis, filter, _ in .exposure(analysis.exposure(filter, bySlot: bySlot), filter: words) }
        case .ownership: return { analysis, filter, _ in .ownership(analysis.ownership(filter), filter: words) }
        case .adp:
            let undrafted = try exchange.choice("undrafted", of: DraftPositionReport.Undrafted.self) ?? .drop
            guard try exchange.flag("by", named: "week") else {
                return { analysis, filter, _ in
                    .draftPositions(analysis.draftPositions(filter, undrafted: undrafted), filter: words)
                }
            }
            return { analysis, filter, _ in
                .draftPositions(analysis.draftPositionsByWeek(filter, undrafted: undrafted), filter: words)
            }
        case .pairs: return try Self.pairs(exchange, words)
        case .stacks: return try Self.stacks(exchange, entries)
        case .clv: return try Self.value(exchange, words)
        case .construction:
            switch try exchange.choice("by", of: ConstructionDimension.self) {
            case nil:
                return { analysis, filter, _ in .construction(analysis.construction(filter), filter: entries) }
            case .round:
                return { analysis, filter, _ in .constructionByRound(analysis.construction(filter), filter: entries) }
            case .archetype:
                return { analysis, filter, _ in .archetypes(analysis.archetypes(filter), filter: entries) }
            }
        case .byes: return { analysis, filter, _ in .byes(analysis.byes(filter), filter: entries) }
        case .duplicates:
            let (first, user) = (try exchange.positive("first") ?? 3, question.user)
            let top = try exchange.positive("top") ?? 25
            return { analysis, filter, _ in
                .duplicates(analysis.duplicates(filter, first: first, limit: top), of: user, filter: entries)
            }
        case .movers: return try Self.movers(exchange, question)
        case .portfolio: return try Self.portfolio(exchange, question, ledger)
        case .advance: return try Self.advance(exchange, question, ledger)
        case .luck: return try Self.luck(exchange, question, ledger)
        case .expect: return try Self.expect(exchange, question, ledger)
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
