package import Draft
package import DraftLedger
package import Projections
package import TextFormats

/// The next step and the prizes, with their states, of each contest that is decided by its rounds.
package struct SettlementsPage: ListPage {
    /// A contest with its next step and its prizes.
    struct Row: Sendable {
        var summary: TournamentSummary
        var step: SettlementPage
        /// Every place that wins, by place; empty while a round is not closed.
        var prizes: [(winner: PrizeProposal.Winner, state: PrizeState)]

        /// The prizes that are not paid.
        var unpaid: Cents { prizes.filter { $0.state != .paid }.reduce(.zero) { $0 + $1.winner.amount } }
    }

    /// The state of a prize.
    enum PrizeState: String, CaseIterable, Sendable {
        /// No request proposes it.
        case due
        /// A request proposes it and waits for its approval.
        case proposed
        case paid
    }

    var rows: [Row]

    /// Reads the contests as they are. O(contests · rooms), and O(entries) of those whose rounds are closed.
    ///
    /// - Parameters:
    ///   - contests: those to show. Contests that take entries, were cancelled or have no rounds are left out.
    ///   - ledger: the ledger to read.
    ///   - now: the time by which requests lapse.
    /// - Throws: `DraftLedgerError`.
    package init(_ contests: [TournamentSummary], in ledger: DraftLedger, at now: Timestamp) throws {
        rows = try contests.compactMap { summary in
            guard ![.open, .filling, .cancelled].contains(summary.status),
                let state = try ledger.tournament(summary.tournament), state.isDecidedByRounds(),
                let step = try SettlementPage(summary.tournament, in: ledger, at: now)
            else { return nil }
            return Row(summary: summary, step: step, prizes: try Self.prizes(of: state, step, in: ledger))
        }
    }

    private static func prizes(
        of contest: TournamentState, _ step: SettlementPage, in ledger: DraftLedger
    ) throws -> [(winner: PrizeProposal.Winner, state: PrizeState)] {
        let places = Int(PrizeTable(contest.details.prizes)?.lastPlace ?? 0)
        let standings = contest.ranking(first: places).enumerated().map { Standing(entry: $1, place: UInt32($0 + 1)) }
        guard let proposal = try PrizeProposal(standings, of: contest, in: ledger) else { return [] }
        let proposed = Set(step.measure == nil ? [] : step.prizes?.winners.map(\.entry) ?? [])
        return proposal.winners.map { winner in
            let isPaid = winner.place <= contest.lastPlaceAwarded
            return (winner, isPaid ? .paid : proposed.contains(winner.entry) ? .proposed : .due)
        }
    }

    package var listName: String { "settlements" }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !rows.isEmpty else { return ["No contest is to be settled."] }
        var table = TextTable([
            .init("contest", .trailing), .init("title", shrinks: true), .init("next"), .init("unpaid", .trailing),
        ])
        table.rows = rows.map { row in
            [
                StyledText("\(row.summary.tournament)", .bold), StyledText(row.summary.title),
                StyledText(row.step.next), StyledText(Figures.money(row.unpaid)),
            ]
        }
        return table.lines(on: terminal)
    }

    static let members = Members<Row>(
        "ContestSettlement",
        SettlementPage.members.of { $0.step } + [
            .init("title") { $0.summary.title }, .init("status") { $0.summary.status },
            .init("isOver") { $0.step.isOver }, .init("unpaidCents") { $0.unpaid },
            .init("awards", each: award) { $0.prizes },
        ])

    private static let award = Members<(winner: PrizeProposal.Winner, state: PrizeState)>(
        nil,
        PrizeProposal.winner.of { $0.winner } + [
            .init("state", .choice(PrizeState.allCases.map(\.rawValue))) { .of($0.state.rawValue) }
        ])

    package var objects: [JSON] { rows.map(Self.members.json) }

    package var csv: CSVTable { Self.members.csv(of: rows, leaving: ["words", "measure"]) }
}
