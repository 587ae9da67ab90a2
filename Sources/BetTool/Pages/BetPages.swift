import Bets
import Pages
import TextFormats
import Values

/// A bet in the words that pages show.
struct BetLine {
    let bet: BetState.Bet
    let lines: GameLines?

    /// "over 224.5", "BOS -7.5", "LAL to win".
    var selection: String {
        let terms = bet.terms
        let team = (terms.side == .away ? lines?.away : lines?.home) ?? terms.side.name
        return switch terms.market {
        case .total: "\(terms.side.name) \(terms.line)"
        case .spread: "\(team) \(GameLines.signed(terms.line))"
        case .moneyline: "\(team) to win"
        }
    }

    var json: JSON {
        let terms = bet.terms
        return [
            "betId": .of(bet.id.number), "user": .of(bet.user.number), "gameId": .string(terms.game.description),
            "betType": .string(terms.market == .total ? "total_\(terms.side.name)" : terms.market.name),
            "selection": .string(selection), "lineValue": GameLines.number(terms.line.description),
            "oddsDecimal": GameLines.number(terms.odds.description), "oddsAmerican": .of(terms.odds.american),
            "stakeUnits": GameLines.number(terms.stake.description), "offer": .of(terms.offer),
            "claimedBook": .name(terms.book), "betDate": .string(bet.occurredAt.iso8601),
            "result": .string(bet.outcome.name), "rule": .of(bet.settlement?.rule.name),
            "profitLoss": bet.settlement.map { GameLines.number($0.profit.description) } ?? .null,
        ]
    }

    static let columns = [
        "betId", "user", "gameId", "betType", "selection", "lineValue", "oddsDecimal", "oddsAmerican", "stakeUnits",
        "offer", "claimedBook", "betDate", "result", "rule", "profitLoss",
    ]
}

/// The answer to `bets`, and to `bet` with the one that was recorded: a user's bets, the newest first.
struct BetsPage: ListPage {
    let bets: [BetLine]

    func text(on terminal: Terminal) -> [StyledText] {
        guard !bets.isEmpty else { return ["There are no such bets."] }
        var table = TextTable([
            .init("bet", .trailing), .init("game"), .init("teams"), .init("selection"), .init("odds", .trailing),
            .init("stake", .trailing), .init("result"), .init("profit", .trailing), .init("note"),
        ])
        table.rows = bets.map { line in
            let bet = line.bet
            return [
                StyledText("\(bet.id)", .bold), StyledText(bet.terms.game.description),
                StyledText(line.lines?.teams ?? ""), StyledText(line.selection), StyledText(bet.terms.odds.description),
                StyledText(bet.terms.stake.description), StyledText(bet.outcome.name),
                StyledText(bet.settlement?.profit.description ?? ""),
                StyledText(bet.terms.isClaimed ? "claimed at \(bet.terms.book)" : ""),
            ]
        }
        table.dropEmptyColumns()
        return table.lines(on: terminal)
    }

    var listName: String { "bets" }
    var objects: [JSON] { bets.map(\.json) }
    var csv: CSVTable { CSVTable(BetLine.columns, objects: objects) }
}

/// The answer to `stats`: a user's figures, with bets at books outside of the feeds apart.
struct StatsPage: Page {
    let user: UserID
    let offered: BetStatistics
    let claimed: BetStatistics

    func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([.init("figure"), .init("on offers", .trailing), .init("claimed", .trailing)])
        table.rows = Self.figures.map { name, text, _ in
            [StyledText(name), StyledText(text(offered)), StyledText(text(claimed))]
        }
        let remark = "Results come from recorded scores and never from the user. No edge was shown for any rule."
        return [StyledText("User \(user)", .bold)] + table.lines(on: terminal) + [.empty, StyledText(remark)]
    }

    private typealias Figure = (name: String, text: @Sendable (BetStatistics) -> String, key: String)

    private static let figures: [Figure] = [
        ("bets", { "\($0.totalBets)" }, "totalBets"), ("wins", { "\($0.wins)" }, "wins"),
        ("losses", { "\($0.losses)" }, "losses"), ("pushes", { "\($0.pushes)" }, "pushes"),
        ("pending", { "\($0.pending)" }, "pending"), ("void", { "\($0.voids)" }, "voids"),
        ("win percentage", { percent($0.winPercentage, sign: "") }, "winPercentage"),
        ("profit in units", { $0.profit.description }, "totalProfitLoss"),
        ("winnings", { unsigned($0.winnings) }, "totalWinnings"),
        ("lost stakes", { unsigned($0.lostStakes) }, "totalLosses"),
        ("stakes settled", { unsigned($0.settledStakes) }, "settledStakes"),
        ("return on stakes", { percent($0.returnOnInvestment, sign: "+") }, "roi"),
        ("current streak", { streak($0) }, "currentStreak"),
        ("best streak", { "\($0.bestStreak)" }, "bestStreak"),
    ]

    /// - Parameter sign: that positive numbers have.
    private static func percent(_ thousandths: Int64?, sign: String) -> String {
        thousandths.map { ($0 > 0 ? sign : "") + GameLines.decimal(Int($0) * 1000, 1) + " %" } ?? "–"
    }

    private static func unsigned(_ profit: Profit) -> String { GameLines.decimal(Int(profit.thousandths) * 1000, 3) }

    private static func streak(_ statistics: BetStatistics) -> String {
        switch statistics.streakOutcome {
        case .win: "\(statistics.currentStreak) won"
        case .loss: "\(statistics.currentStreak) lost"
        case .push, .void, .pending, nil: "0"
        }
    }

    var json: JSON { ["user": .of(user.number), "offered": Self.json(offered), "claimed": Self.json(claimed)] }

    private static func json(_ statistics: BetStatistics) -> JSON {
        func decimal(_ thousandths: Int64?) -> JSON {
            thousandths.map { GameLines.number(Profit(thousandths: $0).description) } ?? .null
        }
        return [
            "totalBets": .of(statistics.totalBets), "wins": .of(statistics.wins), "losses": .of(statistics.losses),
            "pushes": .of(statistics.pushes), "pending": .of(statistics.pending), "voids": .of(statistics.voids),
            "winPercentage": decimal(statistics.winPercentage),
            "totalProfitLoss": decimal(statistics.profit.thousandths),
            "totalWinnings": decimal(statistics.winnings.thousandths),
            "totalLosses": decimal(statistics.lostStakes.thousandths),
            "settledStakes": decimal(statistics.settledStakes.thousandths),
            "roi": decimal(statistics.returnOnInvestment), "currentStreak": .of(statistics.currentStreak),
            "streakType": statistics.streakOutcome.map { .string($0 == .win ? "W" : "L") } ?? .null,
            "bestStreak": .of(statistics.bestStreak),
        ]
    }

    var csv: CSVTable {
        CSVTable(
            ["kind"] + Self.figures.map(\.key) + ["streakType"],
            objects: [("offered", offered), ("claimed", claimed)].map { kind, statistics in
                Self.json(statistics).adding(["kind": .string(kind)])
            })
    }
}

/// The answer to `why`: the explanation of a bet, with the position of each record.
struct WhyPage: ListPage {
    let bet: BetID
    let lines: [WhyLine]

    func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([.init("position", .trailing), .init("subject"), .init("explanation", wraps: true)])
        table.rows = lines.map { line in
            [
                StyledText(line.position.map { "\($0)" } ?? "", .dim), StyledText(line.subject.rawValue),
                StyledText(line.text),
            ]
        }
        return [StyledText("Bet \(bet)", .bold)] + table.lines(on: terminal)
    }

    var listName: String { "lines" }
    var subject: [JSON.Member] { [.init("betId", .of(bet.number))] }
    var objects: [JSON] {
        lines.map { line in
            [
                "position": .of(line.position), "subject": .string(line.subject.rawValue), "text": .string(line.text),
                "moment": .of(line.moment?.iso8601),
            ]
        }
    }
    var csv: CSVTable { CSVTable(["position", "subject", "moment", "text"], objects: objects) }
}
