package import Draft
package import DraftLedger
package import Projections
package import Reports
import TextFormats

/// Which entries somebody asks a report to count, as of when: the same on a command line and over a network, down to the
/// words in which a report states it.
package struct ReportQuestion: Hashable, Sendable {
    /// Of whom, as it was asked; nil for all users.
    package var user: String?
    /// Of which contest, as it was asked; nil for all.
    package var contest: String?
    /// Drafts that started then or later.
    package var since: Timestamp?
    /// Drafts that started before then.
    package var until: Timestamp?
    package var slot: Slot?
    /// Whether words tell the slot by its number from 0, as those of earlier versions did; else as drafters say it.
    package var countsSlotsFromZero = false
    package var clock: Ruleset.Preset?
    package var includeUnfinished = false
    package var at = Moment.latest

    package init() {}

    /// The filter that is meant, once it is known whose numbers those are.
    package func filter(user: UserID?, contest: TournamentID?) -> RosterFilter {
        RosterFilter(
            user: user, tournament: contest, slot: slot, preset: clock, startedFrom: since, startedBefore: until,
            includeUnfinished: includeUnfinished)
    }

    /// Which entries were asked for, whomever of theirs a report lists.
    package var words: String {
        var words = [user.map { "user \($0)" } ?? "all users", contest.map { "contest \($0)" } ?? "all contests"]
        if let since { words.append("from \(since.iso8601)") }
        if let until { words.append("before \(until.iso8601)") }
        if let slot { words.append("slot \(countsSlotsFromZero ? "\(slot)" : Figures.slot(Int(slot)))") }
        if let clock { words.append("\(clock) clock") }
        if includeUnfinished { words.append("unfinished rooms too") }
        if case .time(let time) = at { words.append("as of \(time.iso8601)") }
        return words.joined(separator: ", ")
    }

    /// The filter as it was asked for.
    package func words(listing position: PlayerPosition?) -> String {
        ([words] + (position.map { ["\($0.abbreviation) only"] } ?? [])).joined(separator: ", ")
    }
}

// MARK: Parameters

extension ReportQuestion {
    private static let user = ReportKey<Int?>.number(
        "user", in: 1...UserID.maximum.number, help: "Only this user's entries.", valueName: "user")
    private static let contest = ReportKey<String?>.text(
        "contest", help: "Only entries of this contest: a number, external ID or unique title.")
    private static let since = ReportKey<Timestamp?>.time(
        "since", help: "Only drafts that started at this time or later.", label: "Drafts from")
    private static let until = ReportKey<Timestamp?>.time(
        "until", help: "Only drafts that started before this time.", label: "Drafts before")
    private static let slot = ReportKey<Int?>.number(
        "slot", in: 0...UInt64(Ruleset.allowedTeams.upperBound - 1),
        help: "Only entries of this draft slot, from 0."
    )
    package static let draftPosition = ReportKey<Int?>.number(
        "draftPosition", in: 1...UInt64(Ruleset.allowedTeams.upperBound),
        help: "Only entries with this draft position: their pick in round 1, from 1.",
        label: "Draft position")
    private static let clock = ReportParameter(
        "clock", .choice(Ruleset.Preset.allCases.map { "\($0)" }), help: "Only drafts with this clock.",
        valueName: "clock")
    private static let includeUnfinished = ReportParameter(
        "includeUnfinished", .flag, help: "Count entries of unfinished rooms too.", valueName: "true",
        label: "Unfinished rooms")
    private static let at = ReportParameter(
        "at", .moment, help: "Point in time: pos:991 or an ISO 8601 time.", valueName: "moment", label: "As of")

    /// The parameters of every report: they select entries and a moment.
    package static let parameters = [
        user.parameter, contest.parameter, since.parameter, until.parameter, draftPosition.parameter, clock,
        includeUnfinished, at,
    ]

    /// Parameters of earlier versions, which are accepted but not documented: `slot` is the draft position from 0.
    package static let formerParameters = [slot.parameter]

    /// - Throws: for values that contradict each other, and for a moment of one room.
    package init(_ asked: ReportArguments) throws(ReportArgumentError) {
        user = asked[Self.user].map { "\($0)" }
        (contest, since, until) = (asked[Self.contest], asked[Self.since], asked[Self.until])
        if asked[Self.slot] != nil, asked[Self.draftPosition] != nil {
            throw ReportArgumentError(
                .parameter("slot"), .text(" and "), .parameter("draftPosition"),
                .text(" mean the same. Use only one of them."))
        }
        slot = (asked[Self.slot] ?? asked[Self.draftPosition].map { $0 - 1 }).map { Slot($0) }
        clock = asked.values["clock"]?.first.flatMap { text in Ruleset.Preset.allCases.first { "\($0)" == text } }
        includeUnfinished = asked.values["includeUnfinished"] != nil
        guard let text = asked.values["at"]?.first else { return }
        guard let moment = Moment(text) else {
            throw ReportArgumentError(
                .parameter("at", text), .text(" is not a valid point in time here. Use pos:991 or an ISO 8601 time."))
        }
        switch moment {
        case .version, .pick:
            throw ReportArgumentError(
                .parameter("at", text),
                .text(" is a point in time of one room, but this spans rooms. Use pos:991 or an ISO 8601 time."))
        case .latest, .position, .time: at = moment
        }
    }

    /// The values as members of JSON; users and contests have been resolved to numbers.
    var members: [(String, JSON)] {
        let members: [(String, JSON?)] = [
            ("user", user.map { text in UInt64(text).map { .natural($0) } ?? .of(text) }),
            ("contest", contest.map { .of($0) }), ("since", since.map { .of($0.iso8601) }),
            ("until", until.map { .of($0.iso8601) }), ("draftPosition", slot.map { .natural(UInt64($0) + 1) }),
            ("clock", clock.map { .of("\($0)") }), ("includeUnfinished", includeUnfinished ? .bool(true) : nil),
            ("at", at == .latest ? nil : .of(at.description)),
        ]
        return members.compactMap { name, value in value.map { (name, $0) } }
    }
}
