package import Draft
import Projections

/// How much of the entries each player is in.
package struct ExposureRequest: ReportRequest {
    package enum Dimension: String, CaseIterable, Sendable { case slot, week }
    package enum Order: String, CaseIterable, Sendable { case drafted, fees, pick, name }

    package static let help = ReportHelp(
        "exposure", title: "Exposure", "Show the share of entries that each player is in.",
        discussion: """
            Entries of unfinished drafts count only with --include-unfinished; those of voided and cancelled rooms never count. \
            Dates are the starts of drafts in UTC; --until is exclusive. The share by fees leaves out entries with an \
            unknown fee. Weeks start on Monday, UTC.
            """,
        examples: [
            "--user 7 --position WR --format csv", "--sort fees --minimum 5 --limit 20", "--user 7 --by week",
        ])

    package static let by = ReportKey<Dimension?>.choice(
        "by", help: "Group the rows by draft position, or by week of the draft.")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .drafted,
        help: "The order of the rows.", label: "Order")
    package static let parameters = [
        by.parameter, sort.parameter, ReportRows.top.parameter, ReportRows.minimum.parameter,
        ReportRows.position.parameter,
    ]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        guard asked[Self.by] == .week, asked[Self.sort] != .drafted else { return }
        throw ReportArgumentError(
            .parameter("sort", asked[Self.sort].rawValue), .text(": rows by week have the order drafted."))
    }
}

extension ExposureReport {
    package mutating func sort(by order: ExposureRequest.Order) {
        switch order {
        case .drafted: break
        case .fees: rows.sort(by: { $0.feeWeightedExposure ?? -1 }, descending: true)
        case .pick: rows.sort(by: \.averagePick)
        case .name: rows.sort(by: \.player.name)
        }
    }
}

/// How much of the whole field each player is in.
package struct OwnershipRequest: ReportRequest {
    package enum Order: String, CaseIterable, Sendable { case ownership, own, leverage, name }

    package static let help = ReportHelp(
        "ownership", title: "Ownership", "Show ownership in the field and a user's leverage.",
        discussion: """
            The field is all entries that the filter selects. With --user, leverage is that user's exposure minus the \
            exposure of the field. It is unknown if the field has no other entries.
            """,
        examples: ["--contest 1 --user 7 --sort leverage --limit 20"])

    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .ownership, help: "The order of the rows.",
        label: "Order")
    package static let parameters = [
        sort.parameter, ReportRows.top.parameter, ReportRows.minimum.parameter, ReportRows.position.parameter,
    ]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }

    package func check(user: String?, since: Timestamp?, until: Timestamp?) throws(ReportArgumentError) {
        let order = asked[Self.sort]
        guard user == nil, order == .own || order == .leverage else { return }
        throw ReportArgumentError(
            .parameter("sort", order.rawValue), .text(" needs a user: name one with "), .parameter("user"), .text("."))
    }
}

extension OwnershipReport {
    package mutating func sort(by order: OwnershipRequest.Order) {
        switch order {
        case .ownership: break
        case .own: rows.sort(by: { $0.ownExposure ?? -1 }, descending: true)
        case .leverage: rows.sort(by: { $0.leverage ?? -.infinity }, descending: true)
        case .name: rows.sort(by: \.player.name)
        }
    }
}

/// When drafts take each player.
package struct DraftPositionRequest: ReportRequest {
    package enum Dimension: String, CaseIterable, Sendable { case week }
    package enum Order: String, CaseIterable, Sendable { case adp, drafted, spread, name }

    package static let help = ReportHelp(
        "adp", title: "ADP", "Show the average draft position of each player.",
        discussion: """
            --user selects the drafts of that user, --draft-position those with a known entry at that position; all picks of \
            these drafts count. --undrafted last counts a draft that did not take a player as a pick after the last one. sd \
            (standardDeviation) is the population's standard deviation in picks. draft rate is the share of drafts \
            that took the player, among drafts in which all seats are known.
            """,
        examples: ["--since 2026-08-01 --undrafted last", "--sort spread --minimum 20 --limit 30"])

    package static let undrafted = ReportKey<DraftPositionReport.Undrafted>.choice(
        "undrafted", standard: .drop, help: "How drafts count that did not take a player.")
    package static let by = ReportKey<Dimension?>.choice("by", help: "Group the rows by week of the draft.")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .adp,
        help: "The order of the rows.",
        label: "Order")
    package static let parameters = [
        undrafted.parameter, by.parameter, sort.parameter, ReportRows.top.parameter, ReportRows.minimum.parameter,
        ReportRows.position.parameter,
    ]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        guard asked[Self.by] == .week, asked[Self.sort] != .adp else { return }
        throw ReportArgumentError(
            .parameter("sort", asked[Self.sort].rawValue), .text(": rows by week have the order adp."))
    }
}

extension DraftPositionReport {
    package mutating func sort(by order: DraftPositionRequest.Order) {
        switch order {
        case .adp: break
        case .drafted: rows.sort(by: \.drafted, descending: true)
        case .spread: rows.sort(by: \.standardDeviation, descending: true)
        case .name: rows.sort(by: \.player.name)
        }
    }
}

/// Players whose ADP changed.
package struct MoverRequest: ReportRequest {
    package enum Order: String, CaseIterable, Sendable { case change, risers, fallers, name }

    package static let help = ReportHelp(
        "movers", title: "Movers", "Show players whose ADP rose or fell.",
        discussion: """
            The second window is the last --days days of the filter, whole days in UTC; the first is as many days before it. \
            With --split, the first window ends and the second begins at that time. change is the later ADP minus the \
            earlier ADP. It is negative for players who are now taken earlier.
            """,
        examples: ["--days 14 --minimum 20 --limit 30", "--split 2022-08-15 --sort risers --position WR"])

    package static let days = ReportKey<Int?>.number(
        "days", in: 1...3_650, help: "The days of each window (default: 7).")
    package static let split = ReportKey<Timestamp?>.time("split", help: "The time at which the second window begins.")
    package static let undrafted = DraftPositionRequest.undrafted
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .change, help: "The order of the rows.",
        label: "Order")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: MoverReport.defaultMinimum, help: "Leave out rows with a smaller count.",
        label: "Drafted at least")
    package static let parameters = [
        days.parameter, split.parameter, undrafted.parameter, sort.parameter, minimum.parameter,
        ReportRows.top.parameter, ReportRows.position.parameter,
    ]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        guard asked[Self.days] != nil, asked[Self.split] != nil else { return }
        throw ReportArgumentError(
            .parameter("days"), .text(" and "), .parameter("split"),
            .text(" exclude each other: both define the windows."))
    }

    package func check(user: String?, since: Timestamp?, until: Timestamp?) throws(ReportArgumentError) {
        guard let split = asked[Self.split] else { return }
        if let since, split <= since {
            throw ReportArgumentError(
                .parameter("split", split.iso8601), .text(" is not after "), .parameter("since", since.iso8601),
                .text("."))
        }
        if let until, split >= until {
            throw ReportArgumentError(
                .parameter("split", split.iso8601), .text(" is not before "), .parameter("until", until.iso8601),
                .text("."))
        }
    }
}

extension MoverReport {
    /// Returns the rows that are listed, in their order.
    package func rows(by order: MoverRequest.Order, minimum: Int, top: Int?) -> [Row] {
        var rows = rows
        switch order {
        case .change: break
        case .risers: rows.sort(by: \.change)
        case .fallers: rows.sort(by: \.change, descending: true)
        case .name: rows.sort(by: \.player.name)
        }
        rows.removeAll { min($0.earlierDrafted, $0.laterDrafted) < minimum }
        return Array(rows.prefix(top ?? .max))
    }
}

/// Players that stand in one roster.
package struct PairsRequest: ReportRequest {
    package static let help = ReportHelp(
        "pairs", title: "Pairs", "Show players who are rostered together.",
        discussion: """
            Lift is P(second | first) / exposure(second): above 1 for pairs that are drafted together more often than by \
            chance. With --size 3 or more, it lists groups of that size in at least two entries; their lift is P(all) / \
            (P(first) · P(second) · …).
            """,
        examples: ["--user 7 --sort lift --minimum 3", "--user 7 --size 3", "--with \"Justin Jefferson\" --limit 10"])

    package static let by = ReportKey<PairReport.Order>.choice(
        "by", standard: .count, help: "The order of the rows.", label: "Order",
        optionName: "sort")
    package static let size = ReportKey<Int>.number(
        "size", standard: 2, in: 2...UInt64(CoreReport.sizes.upperBound),
        help: "The number of players that are counted together.", label: "How many players")
    package static let minimum = ReportKey<Int?>.number(
        "minimum", help: "Leave out rows with a smaller count.",
        label: "Together at least")
    package static let top = ReportKey<Int>.number(
        "top", standard: 50, help: "List at most this many rows.", label: "How many rows", optionName: "limit")
    package static let with = ReportKey<String?>.text(
        "with", help: "Only pairs with this player: name or external ID.", valueName: "player",
        label: "With player")
    package static let parameters = [
        by.parameter, size.parameter, minimum.parameter, top.parameter, with.parameter, ReportRows.position.parameter,
    ]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }
    package var minimum: Int { asked[Self.minimum] ?? (asked[Self.size] == 2 ? 1 : 2) }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }
}

/// Players of one NFL team in one roster.
package struct StacksRequest: ReportRequest {
    package static let help = ReportHelp(
        "stacks", title: "Stacks", "Show stacks: players of one NFL team in one roster.",
        discussion: """
            With a schedule it lists game stacks instead: a quarterback with team mates and with players of the opponent \
            in a week (bring-back). --by entry lists the players of each entry's game stacks. --season uses the recorded \
            schedule (`import FILE --input-format schedule`), --schedule that of a file. --week and --by need a schedule; \
            the default weeks are 15, 16 and 17.
            """,
        examples: ["--contest 1", "--user 7 --season 2024 --week 17", "--user 7 --schedule games.csv --by entry"])

    /// The rows of game stacks.
    package enum Row: String, CaseIterable, Sendable { case team, entry }

    package static let schedule = ReportKey<[String]>.files(
        "schedule", .schedule, help: "A CSV file with games: week, home, away.")
    package static let season = ReportKey<Int?>.number(
        "season", in: 0...StreamKey.maximumNumber, help: "The year in which the season begins.",
        valueName: "year", label: "Season of a schedule")
    package static let week = ReportKey<[UInt8]>.weeks(
        "week", help: "The week of the season.", label: "Weeks")
    package static let by = ReportKey<Row?>.choice(
        "by", help: "The rows of game stacks: teams, or the players of each entry.", label: "Rows")
    package static let parameters = [schedule.parameter, season.parameter, week.parameter, by.parameter]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        let (isFile, season) = (!asked[Self.schedule].isEmpty, asked[Self.season])
        if !isFile, season == nil, let name = !asked[Self.week].isEmpty ? "week" : asked[Self.by].map({ _ in "by" }) {
            throw ReportArgumentError(
                .parameter(name), .text(" needs a schedule. Name the season of a recorded one with "),
                .parameter("season"), .text(", or on a command line a file with --schedule."))
        }
        if isFile, season != nil {
            throw ReportArgumentError(
                .parameter("schedule"), .text(" and "), .parameter("season"),
                .text(" exclude each other: both name a schedule."))
        }
    }
}

/// Entries that begin with the same players.
package struct DuplicatesRequest: ReportRequest {
    package static let help = ReportHelp(
        "duplicates", title: "Duplicates", "Show rosters that begin with the same players.",
        discussion: """
            The first players are compared without their order. With --user, that user's entries are compared with all \
            others; with --own also, with each other. Without --user it lists the most frequent starts of the field, each with its first ten entries.
            """,
        examples: ["--user 7 --first 4", "--user 7 --own"])

    package static let first = ReportKey<Int?>.number(
        "first", in: 1...UInt64(Ruleset.allowedRounds.upperBound),
        help: "The number of first players to compare (default: 3).", label: "First players")
    package static let top = ReportKey<Int>.number(
        "top", standard: 25, help: "List at most this many rows.", label: "How many rows", optionName: "limit")
    package static let own = ReportKey<Bool>.flag(
        "own", help: "Compare the user's entries with each other.", label: "Own entries only")
    package static let parameters = [first.parameter, top.parameter, own.parameter]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { asked[Self.own] }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }

    package func check(user: String?, since: Timestamp?, until: Timestamp?) throws(ReportArgumentError) {
        guard asked[Self.own], user == nil else { return }
        throw ReportArgumentError(
            .parameter("own"), .text(" needs a user. Name the user with "), .parameter("user"), .text("."))
    }

    /// Refuses more players than the longest of the drafts has.
    package func checkFirst(_ rounds: UInt8?) throws(ReportArgumentError) {
        guard let first = asked[Self.first], let rounds, first > rounds else { return }
        throw ReportArgumentError(
            .parameter("first", "\(first)"),
            .text(": the longest of these drafts has \(rounds) rounds. Expected 1 to \(rounds)."))
    }
}
