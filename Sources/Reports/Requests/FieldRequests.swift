package import Draft
import Projections

/// How much of the entries each player is in.
package struct ExposureRequest: ReportRequest {
    package enum Dimension: String, CaseIterable, Sendable { case slot, week }
    package enum Order: String, CaseIterable, Sendable { case drafted, fees, pick, name }

    package static let help = ReportHelp(
        "exposure", title: "Exposure", "Show how much of the entries each player is in.",
        discussion: """
            Entries of unfinished rooms are left out unless asked for; those of voided and cancelled rooms never count. \
            Dates are those of the drafts' starts, UTC; --until itself is not included. By fees is the share of the known \
            fees: entries whose fee no source says are no part of it.
            """,
        examples: [
            "--user 7 --position WR --format csv", "--sort fees --minimum 5 --top 20", "--user 7 --by week",
        ])

    package static let by = ReportKey<Dimension?>.choice(
        "by", help: "Count by slot too, or week by week, by the drafts' starts, from Monday, UTC.")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .drafted,
        help: "Most often drafted first, by share of the fees, by average pick, or by name.", label: "Order")
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
        "ownership", title: "Ownership", "Show how much of the whole field each player is in, and a user's leverage.",
        discussion: """
            The field is everybody's entries of the filter. With --user, leverage is that user's exposure less the \
            field's, and not known where the field is that user's entries alone.
            """,
        examples: ["--contest 1 --user 7 --sort leverage --top 20"])

    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .ownership, help: "By the field's ownership, the user's exposure, leverage, or name.",
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
            .parameter("sort", order.rawValue), .text(": whose? Name the user with "), .parameter("user"), .text("."))
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
        "adp", title: "ADP", "Show when drafts take each player: the average, its spread, and how often.",
        discussion: """
            A user names the drafts that this user is in, --slot those with a known entry from that slot; all their picks \
            count. --undrafted last counts a draft that did not \
            take a player as a pick after the last one. sd (standardDeviation) is that of all picks that count: the \
            population's, divided by their number, in picks. draft rate is the share of the drafts known from every seat.
            """,
        examples: ["--since 2026-08-01 --undrafted last", "--sort spread --minimum 20 --top 30"])

    package static let undrafted = ReportKey<DraftPositionReport.Undrafted>.choice(
        "undrafted", standard: .drop, help: "What becomes of drafts that did not take a player.")
    package static let by = ReportKey<Dimension?>.choice("by", help: "As a series, week by week.")
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .adp,
        help: "The earliest average first, the most often drafted, the most disputed, or by name.",
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
        "movers", title: "Movers", "Show whose ADP rose or fell between two windows of drafts.",
        discussion: """
            The second window is the last --days days of the filter, whole days in UTC, and the first as many days before \
            it. With --split, the first is all before that moment and the second all from it on. change is the later ADP \
            less the earlier: negative for players who are taken earlier than before.
            """,
        examples: ["--days 14 --minimum 20 --top 30", "--split 2022-08-15 --sort risers --position WR"])

    package static let days = ReportKey<Int?>.number(
        "days", in: 1...3_650, help: "How many days each window has (default: 7).")
    package static let split = ReportKey<Timestamp?>.time("split", help: "When the second window begins.")
    package static let undrafted = DraftPositionRequest.undrafted
    package static let sort = ReportKey<Order>.choice(
        "sort", standard: .change, help: "The greatest change first, who rose most, who fell most, or by name.",
        label: "Order")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: MoverReport.defaultMinimum, help: "Leave out players whom fewer drafts of a window took.",
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
            .parameter("days"), .text(" and "), .parameter("split"), .text(" both say where the windows lie."))
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
        "pairs", title: "Pairs", "Show which players stand in one roster.",
        discussion: """
            Lift is P(second | first) / exposure(second): over 1 for pairs that are drafted together more often than \
            either alone would explain. With --size 3 and more, cores: the players that stand together in threes and more, \
            in two entries at least; their lift is P(all) / (P(first) · P(second) · …).
            """,
        examples: ["--user 7 --by lift --minimum 3", "--user 7 --size 3", "--with \"Justin Jefferson\" --top 10"])

    package static let by = ReportKey<PairReport.Order>.choice(
        "by", standard: .count, help: "The most frequent or the most telling first.", label: "Order",
        aliases: ["sort"])
    package static let size = ReportKey<Int>.number(
        "size", standard: 2, in: 2...UInt64(CoreReport.sizes.upperBound),
        help: "How many players stand together.", label: "How many players")
    package static let minimum = ReportKey<Int?>.number(
        "minimum", help: "Leave out what fewer entries have (default: 1; from threes on 2).",
        label: "Together at least")
    package static let top = ReportKey<Int>.number(
        "top", standard: 50, help: "How many pairs.", label: "How many rows", aliases: ["limit"])
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
        "stacks", title: "Stacks", "Show players of one NFL team in one roster, by team.",
        discussion: """
            With a schedule, game stacks: a quarterback, a team mate or more, and a player or more of the team against which \
            they play in a week, the bring-back. --season takes the schedule that is on record (`import FILE --as schedule`), \
            --schedule that of a file.
            """,
        examples: ["--contest 1", "--user 7 --season 2024 --week 17"])

    package static let schedule = ReportKey<[String]>.files(
        "schedule", .schedule, help: "Who plays whom: a CSV file with week, home and away.")
    package static let season = ReportKey<Int?>.number(
        "season", in: 0...StreamKey.maximumNumber, help: "Game stacks by the schedule on record of this season.",
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
                .parameter("week"), .text(": who plays whom? Name the season of a schedule on record with "),
                .parameter("season"), .text("."))
        }
        if isFile, season != nil {
            throw ReportArgumentError(
                .parameter("schedule"), .text(" and "), .parameter("season"),
                .text(" name two schedules: expected one of them."))
        }
    }
}

/// Entries that begin with the same players.
package struct DuplicatesRequest: ReportRequest {
    package static let help = ReportHelp(
        "duplicates", title: "Duplicates", "Show how many others begin with the same players.",
        discussion: "With --user, that user's entries against all others; without, the commonest starts of the field.",
        examples: ["--user 7 --first 4"])

    package static let first = ReportKey<Int?>.number(
        "first", in: 1...UInt64(Ruleset.allowedRounds.upperBound),
        help: "How many of the first players are compared (default: 3).", label: "First players")
    package static let top = ReportKey<Int>.number(
        "top", standard: 25, help: "How many starts are shown.", label: "How many rows", aliases: ["limit"])
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
