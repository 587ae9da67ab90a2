package import Draft
import Projections

/// How much of the entries each player is in.
package struct ExposureRequest: ReportRequest {
    package enum Dimension: String, CaseIterable, Sendable { case slot, week }
    package enum Order: String, CaseIterable, Sendable { case drafted, fees, pick, name }

    package static let help = ReportHelp(
        "exposure", title: "Exposure", "Show each player's share of the entries.",
        discussion: """
            Entries of unfinished rooms are left out unless asked for; those of voided and cancelled rooms never count. \
            Dates are those of the drafts' starts, UTC; --until itself is not included. By fees is the share of the known \
            fees: entries with an unknown fee do not count.
            """,
        examples: [
            "--user 7 --position WR --format csv", "--sort fees --minimum 5 --top 20", "--user 7 --by week",
        ])

    package static let by = ReportKey<Dimension?>.choice(
        "by", help: "Count by draft position too, or by week of the draft's start (from Monday, UTC).")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .drafted,
        help: "Sort by drafts, share of the fees, average pick, or name.", label: "Order")
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
            .parameter("sort", asked[Self.sort].rawValue), .text(": a series by week goes by drafted."))
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
        "ownership", title: "Ownership", "Show ownership in the field, and a user's leverage.",
        discussion: """
            The field is everybody's entries of the filter. With --user, leverage is that user's exposure minus the \
            field's. It is unknown if the field has only that user's entries.
            """,
        examples: ["--contest 1 --user 7 --sort leverage --top 20"])

    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .ownership, help: "Sort by the field's ownership, the user's exposure, leverage, or name.",
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
            .parameter("sort", order.rawValue), .text(" needs a user. Name the user with "), .parameter("user"),
            .text("."))
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
        "adp", title: "ADP", "Show ADP, spread and draft rate of each player.",
        discussion: """
            A user names the drafts that this user is in, --slot those with a known entry from that slot; all their picks \
            count. --undrafted last counts a draft that did not \
            take a player as a pick after the last one. sd (standardDeviation) is that of all picks that count: the \
            population's, divided by their number, in picks. draft rate is the share of the drafts known from every seat.
            """,
        examples: ["--since 2026-08-01 --undrafted last", "--sort spread --minimum 20 --top 30"])

    package static let undrafted = ReportKey<DraftPositionReport.Undrafted>.choice(
        "undrafted", standard: .drop, help: "How undrafted players count: drop, or last.")
    package static let by = ReportKey<Dimension?>.choice("by", help: "Show a series by week.")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .adp,
        help: "Sort by earliest average, number of drafts, spread, or name.",
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
            .parameter("sort", asked[Self.sort].rawValue), .text(": a series by week goes by adp."))
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

/// Whose ADP rose or fell.
package struct MoverRequest: ReportRequest {
    package enum Order: String, CaseIterable, Sendable { case change, risers, fallers, name }

    package static let help = ReportHelp(
        "movers", title: "Movers", "Show ADP changes between two windows of drafts.",
        discussion: """
            The second window is the last --days days of the filter, whole days in UTC, and the first as many days before \
            it. With --split, the first window ends and the second begins at that time. change is the later ADP \
            minus the earlier: negative for players who are taken earlier than before.
            """,
        examples: ["--days 14 --minimum 20 --top 30", "--split 2022-08-15 --sort risers --position WR"])

    package static let days = ReportKey<Int?>.number(
        "days", in: 1...3_650, help: "Number of days of each window (default: 7).")
    package static let split = ReportKey<Timestamp?>.time("split", help: "The start of the second window.")
    package static let undrafted = DraftPositionRequest.undrafted
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .change, help: "Sort by greatest change, rise, fall, or name.",
        label: "Order")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: MoverReport.defaultMinimum, help: "Leave out players with fewer drafts in a window.",
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
            .text(" both set the windows. Use only one of them."))
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
        "pairs", title: "Pairs", "Show which players are rostered together.",
        discussion: """
            Lift is P(second | first) / exposure(second): over 1 for pairs that are drafted together more often than \
            either alone would explain. With --size 3 and more, cores: groups of three or more players \
            in at least two entries; their lift is P(all) / (P(first) · P(second) · …).
            """,
        examples: ["--user 7 --by lift --minimum 3", "--user 7 --size 3", "--with \"Justin Jefferson\" --top 10"])

    package static let by = ReportKey<PairReport.Order>.choice(
        "by", standard: .count, help: "Sort by number of entries or by lift.", label: "Order",
        aliases: ["sort"])
    package static let size = ReportKey<Int>.number(
        "size", standard: 2, in: 2...UInt64(CoreReport.sizes.upperBound),
        help: "Number of players in a group.", label: "Number of players")
    package static let minimum = ReportKey<Int?>.number(
        "minimum", help: "Leave out groups with fewer entries (default: 1; 2 for three or more players).",
        label: "Together at least")
    package static let top = ReportKey<Int>.number(
        "top", standard: 50, help: "Number of pairs.", label: "Number of rows", aliases: ["limit"])
    package static let with = ReportKey<String?>.text(
        "with", help: "Only pairs with this player: name, or id at the source.", valueName: "player",
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
        "stacks", title: "Stacks", "Show stacks of players of one NFL team.",
        discussion: """
            With a schedule, game stacks: a quarterback, at least one team mate, and at least one player of the opponent in a \
            week, the bring-back. --season uses the recorded schedule (`import FILE --as schedule`), \
            --schedule that of a file.
            """,
        examples: ["--contest 1", "--user 7 --season 2024 --week 17"])

    package static let schedule = ReportKey<[String]>.files(
        "schedule", .schedule, help: "The schedule: a CSV file with week, home and away.")
    package static let season = ReportKey<Int?>.number(
        "season", in: 0...StreamKey.maximumNumber, help: "Game stacks by the recorded schedule of this season.",
        valueName: "year", label: "Season of a schedule")
    package static let week = ReportKey<[UInt8]>.weeks(
        "week", help: "With a schedule: only this week (default: 15, 16 and 17).", label: "Weeks")
    package static let parameters = [schedule.parameter, season.parameter, week.parameter]

    package let asked: ReportArguments
    package var isAboutOwn: Bool { true }

    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        self.asked = asked
        let (isFile, season) = (!asked[Self.schedule].isEmpty, asked[Self.season])
        if !isFile, season == nil, !asked[Self.week].isEmpty {
            throw ReportArgumentError(
                .parameter("week"), .text(" needs a schedule. Name the season of a recorded schedule with "),
                .parameter("season"), .text("."))
        }
        if isFile, season != nil {
            throw ReportArgumentError(
                .parameter("schedule"), .text(" and "), .parameter("season"),
                .text(" name two schedules. Use only one of them."))
        }
    }
}

/// Entries that begin with the same players.
package struct DuplicatesRequest: ReportRequest {
    package static let help = ReportHelp(
        "duplicates", title: "Duplicates", "Show how many rosters share the same first picks.",
        discussion: """
            With --user, compares that user's entries with all others; else lists the most common first picks of the field.
            """,
        examples: ["--user 7 --first 4"])

    package static let first = ReportKey<Int?>.number(
        "first", in: 1...UInt64(Ruleset.allowedRounds.upperBound),
        help: "Number of first players to compare (default: 3).", label: "First players")
    package static let top = ReportKey<Int>.number(
        "top", standard: 25, help: "Number of rows.", label: "Number of rows", aliases: ["limit"])
    package static let parameters = [first.parameter, top.parameter]

    package let asked: ReportArguments

    package init(_ asked: ReportArguments) throws(ReportArgumentError) { self.asked = asked }

    /// Refuses more players than the longest of the drafts has.
    package func checkFirst(_ rounds: UInt8?) throws(ReportArgumentError) {
        guard let first = asked[Self.first], let rounds, first > rounds else { return }
        throw ReportArgumentError(
            .parameter("first", "\(first)"),
            .text(": the longest of these drafts has \(rounds) rounds. Expected 1 to \(rounds)."))
    }
}
