package import Draft
import Projections

/// The worth of picks against a reference.
package struct ValueRequest: ReportRequest {
    package static let help = ReportHelp(
        "clv", title: "Closing line value", "Compare pick numbers with a reference ADP.",
        discussion: """
            Positive: the player was taken later than the reference. closing is the mean pick over the last two weeks \
            of the contest's drafts of which all seats are known; at-pick the ADP shown at the pick: the pool's in drafts held \
            here, in imports what the source showed, and a pick without a shown ADP has no reference; at-date a \
            site's ADP of the last day before the draft started, and latest of the last day of all: by the files of --adp, else \
            by what is on record of the drafts' season (`import FILE --as adp`), and with --site by both. \
            linear is pick - reference; power is (reference^-0.5 - pick^-0.5) / pick^-0.5.
            """,
        examples: [
            "--user 7 --reference closing --curve power", "--user jane --reference at-date --site underdog",
        ])

    package static let top = ReportKey<Int?>.number(
        "top", help: "Number of listed players (default: all); the average covers all.", label: "Number of rows",
        aliases: ["limit"])
    package static let parameters =
        ReportPricing.parameters + [top.parameter, ReportRows.position.parameter]

    package let asked: ReportArguments
    /// Site data is public.
    package var isAboutOwn: Bool { asked[ReportPricing.reference] != .closing }
    package var needsSitesPositions: Bool { asked[ReportPricing.reference].needsDatedPositions }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        try ReportPricing.check(asked)
    }
}

/// How rosters are built.
package struct ConstructionRequest: ReportRequest {
    package enum Dimension: String, CaseIterable, Sendable { case round, archetype }

    package static let help = ReportHelp(
        "construction", title: "Construction",
        "Show rosters by QB-RB-WR-TE, by round or by archetype.",
        discussion: "`portfolio --help` explains the archetypes.",
        examples: ["--contest 1 --by round", "--user 7 --by archetype"])

    package static let by = ReportKey<Dimension?>.choice(
        "by", help: "The share of each position by round, or of each archetype.")
    package static let parameters = [by.parameter]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }
}

/// Players of a roster on bye at once.
package struct ByesRequest: ReportRequest {
    package static let help = ReportHelp(
        "byes", title: "Byes", "Show how many players of a roster share a bye week.", examples: ["--user 7"])
    package static let parameters: [ReportParameter] = []

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }
}

/// Entries one by one.
package struct PortfolioRequest: ReportRequest {
    package enum Order: String, CaseIterable, Sendable { case entry, clv, points, shared }

    package static let help = ReportHelp(
        "portfolio", title: "Portfolio",
        "List entries: build, archetype, stacks, CLV, points.",
        discussion: """
            zero-RB: no RB in rounds 1 to 5; hero-RB: one in rounds 1 to 5, taken in round 1 or 2; robust-RB: three or \
            more in rounds 1 to 4; balanced-RB: none of these. elite: the first QB or TE in rounds 1 to 4, mid: 5 to 8, \
            late: 9 or later. KC+2 is a quarterback with two team mates. most like is the other entry here that shares \
            the most players. Points are those of the first round so far.
            """,
        examples: [
            "--user 7 --sort shared --top 20",
            "--user jane --players teams-2024.csv --reference at-date --adp adp-2024.csv",
        ])

    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .entry,
        help: "Sort by draft, or by highest value, points or number of players in common with another entry.",
        label: "Order")
    package static let parameters =
        ReportPricing.parameters + [sort.parameter, ReportRows.entries.parameter]
    package static let rows = ["rosters", "contests"]
    package static let needsUser = true

    package let asked: ReportArguments
    package var isAboutOwn: Bool { asked[ReportPricing.reference] != .closing }
    package var needsOnlyOwn: Bool { false }
    package var needsSitesPositions: Bool { asked[ReportPricing.reference].needsDatedPositions }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        try ReportPricing.check(asked)
    }
}

extension PortfolioReport {
    package func rows(by order: PortfolioRequest.Order) -> [Row] {
        var rows = rows
        switch order {
        case .entry: break
        case .clv: rows.sort(by: { $0.averageValue ?? -.infinity }, descending: true)
        case .points: rows.sort(by: { $0.points ?? .min }, descending: true)
        case .shared: rows.sort(by: \.shared, descending: true)
        }
        return rows
    }
}

/// How often entries advance that have something in common.
package struct AdvanceRequest: ReportRequest {
    package static let help = ReportHelp(
        "advance", title: "Advance rates",
        "Show advance rates by player, pair, build or archetype.",
        discussion: """
            rate is advanced / entries, in the first round; low and high are Wilson's interval of 95 %, and rows go by low: \
            the most reliable high rates first. The base rate is that of all entries of the filter. stack is a \
            quarterback with this number of NFL team mates; archetypes are those of `portfolio`, one of each group an entry.
            """,
        examples: [
            "--by player --minimum 5 --top 20", "--by build --contest \"Best Ball Mania 2022\" --format csv",
        ])

    package static let by = ReportKey<AdvanceReport.Dimension>.choice(
        "by", standard: .player, help: "The feature that entries have in common.")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: AdvanceReport.defaultMinimum, help: "Leave out rows with fewer entries.",
        label: "Entries at least")
    package static let top = ReportKey<Int?>.number(
        "top", help: "Number of rows (default: all; for pairs 50).", label: "Number of rows", aliases: ["limit"])
    package static let parameters = [
        by.parameter, minimum.parameter, top.parameter, ReportRows.position.parameter,
    ]
    package static let rows = ["rosters", "contests"]

    package let asked: ReportArguments
    package var top: Int { asked[Self.top] ?? (asked[Self.by] == .pair ? 50 : .max) }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        let dimension = asked[Self.by]
        guard let position = asked[ReportRows.position], dimension != .player, dimension != .pair else { return }
        throw ReportArgumentError(
            .parameter("position", position.abbreviation), .text(": "), .parameter("by", dimension.rawValue),
            .text(" counts whole rosters. Only player and pair take a position."))
    }
}

/// Points that entries left on the bench, or scored beyond their ADP.
package struct LuckRequest: ReportRequest {
    package static let help = ReportHelp(
        "luck", title: "Luck", "Show points left on the bench and above expectation.",
        discussion: """
            A player's expectation is the average score of the neighbors by ADP: the four players before and the four after, \
            of the same position, in the contest's complete drafts. luck is the score of all players of the roster, on the \
            bench too, minus their expectation. Points are those of the first round, a week at a time.
            """,
        examples: ["--user 7", "--contest \"Best Ball Mania 2022\" --week 6 --top 20 --format csv"])

    package static let week = ReportKey<Int?>.number(
        "week", in: ReportKey<Int?>.weeks, help: "Count the weeks up to this one (default: all).",
        label: "Up to week")
    package static let parameters = [week.parameter, ReportRows.entries.parameter]
    package static let rows = ["rosters", "contests"]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }
}

/// How often entries would advance, reach the final and win.
package struct ExpectRequest: ReportRequest {
    package static let help = ReportHelp(
        "expect", title: "Expectation",
        "Simulate advance, final and win rates over many seasons.",
        discussion: """
            In each simulated season, a player gets a real season: that of a player of the same position with about \
            the same closing ADP in another contest (--like), or, once its season is over, in the same one. The level is \
            drawn, too, with the real error of levels for that rank. With --projections, the rank and the level \
            are the projected ones. The same seed gives the same figures on any number of cores.

            Later rounds are played in pods of the contest's size (--entries), against entries that got there in the same \
            season. When the first round is over, the expectations are compared with the results.

            Time: 1 to 2 seconds of a core for a million entries times seasons. The default is 1,000 seasons, less if entries \
            times seasons exceed 10 million, but at least 100: 20 seconds of a core up to 100,000 entries.
            """,
        examples: [
            "--contest \"Best Ball Mania 2023\" --like \"Best Ball Mania 2022\" --prizes bbm4.csv",
            "--user jane --projections weeks.csv --like 1 --seasons 5000 --seed 7 --format csv",
        ])

    package static let like = ReportKey<String?>.text(
        "like", help: "The contest whose season is used for players (default: the same).", valueName: "contest",
        label: "Seasons of contest")
    package static let projections = ReportKey<[String]>.files(
        "projections", .projections,
        help: "Points by player and week: a CSV file with week, player, position and points.")
    package static let prizes = ReportKey<[String]>.files(
        "prizes", .prizes,
        help: "The prizes if the ledger does not have them: lines such as 2-10,5000, in cents.")
    package static let seasons = ReportKey<Int?>.number(
        "seasons", in: 1...1_000_000,
        help: "Number of simulated seasons (default: 1000, fewer for more than 10,000 entries).")
    package static let seed = ReportKey<UInt64>.seed("seed", standard: 1, help: "Random seed (default: 1).")
    package static let levelError = ReportKey<Int?>.number(
        "levelError", in: 0...1_000,
        help: "The error of a level for its rank, in thousandths (default: as calibrated).",
        label: "Level error")
    package static let entries = ReportKey<Int?>.number(
        "entries", in: 1...UInt64(ExpectTerms.mostEntries),
        help: "Number of entries of the contest (default: its limit, else a number that fills its final).")
    package static let drafts = ReportKey<Int>.number(
        "drafts", standard: 100,
        help: "Minimum number of drafts; those outside the filter represent the field.")
    package static let parameters = [
        like.parameter, projections.parameter, prizes.parameter, seasons.parameter, seed.parameter,
        levelError.parameter, entries.parameter, drafts.parameter, ReportRows.entries.parameter,
    ]
    package static let rows = ["rosters", "contests"]
    package static let notesSideFindings = false

    package let asked: ReportArguments
    package var otherContest: String? { asked[Self.like] }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }

    /// - Parameter prizes: what places win, if the ledger does not say it.
    package func terms(prizes: [PrizeTier]) -> ExpectTerms {
        ExpectTerms(
            seed: asked[Self.seed], seasons: asked[Self.seasons], drafts: asked[Self.drafts],
            entries: asked[Self.entries], prizes: prizes, levelError: asked[Self.levelError])
    }
}
