package import Draft
import Projections

/// The worth of picks against a reference.
package struct ValueRequest: ReportRequest {
    package static let help = ReportHelp(
        "clv", title: "Closing line value", "Compare picks with a reference ADP (closing line value).",
        discussion: """
            A positive value means that the player was taken later than the reference. References: closing is the mean \
            pick in the contest's drafts of the last two weeks, without drafts that have unknown seats. at-pick is the ADP shown \
            at the pick: the pool's for drafts held here, the source's for imports. at-date is a site's ADP of the \
            last day before the draft, and latest that of the last day. A site's ADP comes from the files of --adp, \
            else from recorded data of the drafts' season (`import FILE --input-format adp`). With --site it comes \
            from both. linear is pick - reference; power is (reference^-0.5 - pick^-0.5) / pick^-0.5.
            """,
        examples: [
            "--user 7 --reference closing --curve power", "--user jane --reference at-date --site underdog",
        ])

    package static let top = ReportKey<Int?>.number(
        "top", help: "List at most this many rows.", label: "How many rows",
        optionName: "limit")
    package static let parameters =
        ReportPricing.parameters + [top.parameter, ReportRows.position.parameter]

    package let asked: ReportArguments
    /// ADPs of sites are public.
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
        "Show how rosters are built.",
        discussion: "`portfolio --help` explains the archetypes.",
        examples: ["--contest 1 --by round", "--user 7 --by archetype"])

    package static let by = ReportKey<Dimension?>.choice(
        "by", help: "Group by round or by archetype.")
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
        "Show entries one by one: build, stacks, value, points.",
        discussion: """
            zero-RB has no RB in rounds 1 to 5. hero-RB has one RB in these rounds, taken in round 1 or 2. robust-RB has three or \
            more in rounds 1 to 4. All other entries are balanced-RB. elite: the first QB or TE in rounds 1 to 4, mid: 5 to \
            8, late: 9 or later. "KC+2" means a KC quarterback with two team mates. most like is the other entry with the most \
            players in common. Points are those of round 1 until now.
            """,
        examples: [
            "--user 7 --sort shared --limit 20",
            "--user jane --players teams-2024.csv --reference at-date --adp adp-2024.csv",
        ])

    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .entry,
        help: "The order of the rows.",
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
        "Show how often entries with a common trait advance.",
        discussion: """
            rate is advanced / entries in round 1. low and high are the 95 % Wilson interval; rows are sorted by low. The base \
            rate is that of all entries of the filter. stack is a quarterback with a number of NFL team mates; archetypes are \
            those of `portfolio`, one of each group per entry. --limit is 50 for pairs.
            """,
        examples: [
            "--by player --minimum 5 --limit 20", "--by build --contest \"Best Ball Mania 2022\" --format csv",
        ])

    package static let by = ReportKey<AdvanceReport.Dimension>.choice(
        "by", standard: .player, help: "The trait that entries have in common.")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: AdvanceReport.defaultMinimum, help: "Leave out rows with a smaller count.",
        label: "Entries at least")
    package static let top = ReportKey<Int?>.number(
        "top", help: "List at most this many rows.", label: "How many rows", optionName: "limit")
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
            .text(" counts whole rosters. Leave out the position, or group by player or pair."))
    }
}

/// Points that entries left on the bench, or scored beyond their ADP.
package struct LuckRequest: ReportRequest {
    package static let help = ReportHelp(
        "luck", title: "Luck", "Show points left on the bench and points above ADP.",
        discussion: """
            The expected score of a player is an average over the contest's complete drafts. It uses players of the \
            same position: the four with the next lower ADP and the four with the next higher ADP. luck is the score of all players of the roster, \
            bench included, minus their expected scores. Points are those of round 1, by week.
            """,
        examples: ["--user 7", "--contest \"Best Ball Mania 2022\" --through-week 6 --limit 20 --format csv"])

    package static let week = ReportKey<Int?>.number(
        "week", in: ReportKey<Int?>.weeks, help: "Count the weeks up to this one (default: all).",
        label: "Up to week", optionName: "throughWeek")
    package static let parameters = [week.parameter, ReportRows.entries.parameter]
    package static let rows = ["rosters", "contests"]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }
}

/// How often entries would advance, reach the final and win.
package struct ExpectRequest: ReportRequest {
    package static let help = ReportHelp(
        "expect", title: "Expectation",
        "Estimate advance and win rates over simulated seasons.",
        discussion: """
            In each simulated season a player gets the real season of another player with the same position and a \
            similar closing ADP. That player is from another contest (--like), or from the same contest after its \
            season. The level of a player is drawn too, with an error as measured in real seasons. With --projections \
            the projected rank and level are used. The same seed gives the same figures on any number of cores.

            Later rounds are played in pods of a contest with --entries entries, against entries that advanced in the same \
            simulated season. After round 1 the estimates are compared with the results.

            Time: 1 to 2 seconds of one core for each million of entries times seasons. The default of --seasons is 1,000, or \
            fewer so that entries times seasons is at most 10 million, but at least 100.
            """,
        examples: [
            "--contest \"Best Ball Mania 2023\" --like \"Best Ball Mania 2022\" --prizes bbm4.csv",
            "--user jane --projections weeks.csv --like 1 --seasons 5000 --seed 7 --format csv",
        ])

    package static let like = ReportKey<String?>.text(
        "like", help: "The contest from which seasons of players are drawn (default: the same).", valueName: "contest",
        label: "Seasons of contest")
    package static let projections = ReportKey<[String]>.files(
        "projections", .projections,
        help: "A CSV file with projected points: week, player, position, points.")
    package static let prizes = ReportKey<[String]>.files(
        "prizes", .prizes,
        help: "The file with prizes: lines such as 2-10,5000, in cents.")
    package static let seasons = ReportKey<Int?>.number(
        "seasons", in: 1...1_000_000,
        help: "The number of simulated seasons (default: 1000; fewer for more than 10,000 entries).")
    package static let seed = ReportKey<UInt64>.seed("seed", standard: 1, help: "The seed of the random numbers.")
    package static let levelError = ReportKey<Int?>.number(
        "levelError", in: 0...1_000,
        help: "The error of a player's level, in thousandths (default: as calibrated).",
        label: "Level error")
    package static let entries = ReportKey<Int?>.number(
        "entries", in: 1...UInt64(ExpectTerms.mostEntries),
        help: "The number of entries of the contest (default: its limit, or as many as fill its final).")
    package static let drafts = ReportKey<Int>.number(
        "drafts", standard: 100,
        help: "The minimum number of simulated drafts, those of the field included.")
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
