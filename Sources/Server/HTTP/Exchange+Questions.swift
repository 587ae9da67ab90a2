import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import Reports
import TextFormats

/// What an address says of a report: each parameter known, once, and of its kind.
extension Exchange {
    private static let filters: Set = ["user", "contest", "since", "until", "slot", "clock", "includeUnfinished", "at"]

    /// Which entries a report is asked to count.
    ///
    /// - Parameter owner: whose, where the path says it.
    /// - Throws: `badRequest` for anything that is not understood: a filter that is passed over would give figures of
    ///   something else.
    func question(of kind: ReportKind, about owner: UserID?) throws -> ReportQuestion {
        var known = Self.filters.union(kind.parameters)
        if owner != nil { known.remove("user") }
        try checkParameters(known)
        var question = ReportQuestion()
        question.user = owner.map { "\($0)" } ?? query("user")
        question.contest = query("contest")
        question.since = try time("since")
        question.until = try time("until")
        question.slot = try natural("slot", upTo: UInt64(Ruleset.allowedTeams.upperBound - 1)).map { Slot($0) }
        question.clock = try query("clock").map { text in
            guard let preset = Ruleset.Preset.allCases.first(where: { "\($0)" == text }) else {
                throw Problem(.badRequest, "'clock' is '\(text)': expected fast, slow, untimed or custom.")
            }
            return preset
        }
        question.includeUnfinished = try flag("includeUnfinished", named: "true")
        question.at = try momentOfLedger()
        if let since = question.since, let until = question.until, since >= until {
            throw Problem(.badRequest, "'since' is not before 'until': no draft can start in between.")
        }
        return question
    }

    /// Refuses parameters that the address does not take, and those that it says twice.
    func checkParameters(_ known: Set<String>) throws {
        var seen: Set<Substring> = []
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard known.contains(String(name)) else {
                throw Problem(
                    .badRequest,
                    "There is no parameter '\(name)' here: there are \(known.sorted().joined(separator: ", ")).")
            }
            guard seen.insert(name).inserted else { throw Problem(.badRequest, "'\(name)' is there twice.") }
        }
        // Who does not wait for a position has to name one all the same.
        if known.contains("after") { _ = try natural("after") }
    }

    /// As of when, for what spans rooms.
    func momentOfLedger() throws -> Moment {
        let moment = try moment()
        switch moment {
        case .version, .pick: throw Problem(.badRequest, "'at' is \(moment), a moment of one room: this spans rooms.")
        case .latest, .position, .time: return moment
        }
    }

    func position() throws -> PlayerPosition? {
        try query("position").map { text in
            guard let position = PlayerPosition(abbreviation: text) else {
                let known = PlayerPosition.allCases.map(\.abbreviation).joined(separator: ", ")
                throw Problem(.badRequest, "'position' is '\(text)': expected one of \(known).")
            }
            return position
        }
    }

    /// One of the names of a type's cases; nil where none is given.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Value.Type
    ) throws -> Value? {
        try query(name).map { text in
            guard let value = Value(rawValue: text) else {
                let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "'\(name)' is '\(text)': expected one of \(known).")
            }
            return value
        }
    }

    /// What picks are held against; by closing unless it says otherwise.
    func reference() throws -> ValueReport.Reference {
        try choice("reference", of: ValueReport.Reference.self) ?? .closing
    }

    /// Whose ADPs of days are meant, of those that are on record.
    func site() throws -> SiteQuestion { SiteQuestion(site: query("site"), season: try season()) }

    /// The year in which a season begins; nil where none is given.
    func season() throws -> SeasonID? { try natural("season", upTo: StreamKey.maximumNumber).map { SeasonID($0) } }

    /// A week of a season; nil where none is given.
    func week() throws -> UInt8? { try natural("week", upTo: UInt64(UInt8.max)).map { try week(UInt8($0)) } }

    /// Weeks of a season, such as `15,16`; none where none is given.
    func weeks() throws -> [UInt8] {
        guard let text = query("week") else { return [] }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let number = UInt8(part) else {
                throw Problem(.badRequest, "'week' is '\(text)': expected weeks such as 15,16,17.")
            }
            return try week(number)
        }
    }

    private func week(_ week: UInt8) throws -> UInt8 {
        guard SeasonState.weeks.contains(week) else {
            throw Problem(.badRequest, OutcomeError.noSuchWeek(week).description)
        }
        return week
    }

    /// The midnight, UTC, that begins a day; nil where none is given.
    func day(_ name: String) throws -> Timestamp? {
        try query(name).map { text in
            guard text.utf8.count == 10, let day = Timestamp(iso8601: text) else {
                throw Problem(.badRequest, "'\(name)' is '\(text)': expected a day such as 2026-05-24.")
            }
            return day
        }
    }

    /// Whether a parameter is there, whose only value is this one.
    func flag(_ name: String, named value: String) throws -> Bool {
        guard let text = query(name) else { return false }
        guard text == value else {
            throw Problem(.badRequest, "'\(name)' is '\(text)': expected \(value), or nothing.")
        }
        return true
    }

    /// What a parameter says, true or false; false where it is not there.
    func truth(_ name: String) throws -> Bool {
        switch query(name) {
        case nil, "false": return false
        case "true": return true
        case let text?: throw Problem(.badRequest, "'\(name)' is '\(text)': expected true or false.")
        }
    }

    /// The number of a user, a room or what else is counted from 1; nil where none is given.
    func ordinal(_ name: String, upTo most: UInt64) throws -> UInt64? {
        let number = try natural(name, upTo: most)
        guard number != 0 else { throw Problem(.badRequest, "'\(name)' is 0: expected 1 or more.") }
        return number
    }

    /// A number from 1 to 100,000; nil where none is given.
    func positive(_ name: String) throws -> Int? {
        try ordinal(name, upTo: 100_000).map { Int($0) }
    }

    /// A date or a time; nil where none is given.
    func time(_ name: String) throws -> Timestamp? {
        try query(name).map { text in
            guard let time = Timestamp(iso8601: text) else {
                throw Problem(
                    .badRequest, "'\(name)' is '\(text)': expected a date or a time such as 2026-08-01T20:15:00Z.")
            }
            return time
        }
    }
}

/// Whose ADPs of days, of those on record: a site's, of a season.
struct SiteQuestion: Sendable {
    /// Nil for the only one; without a season, of the drafts' season.
    var site: String?
    var season: SeasonID?

    var isAsked: Bool { site != nil || season != nil }

    /// - Parameters:
    ///   - drafts: the seasons of the drafts.
    ///   - isNeeded: whether nothing can be said without.
    /// - Returns: nil where there are none.
    /// - Throws: `RecordedNotesError`.
    func dated(_ analysis: Analysis, for drafts: Set<SeasonID>, isNeeded: Bool) throws -> DatedPositions? {
        try analysis.recordedSite(site, of: season, for: drafts, isNeeded: isNeeded).map { found in
            DatedPositions(
                analysis.recordedPositions(of: found), of: analysis.players, season: season == nil ? found.season : nil)
        }
    }
}

// MARK: Answers that take long

extension Exchange {
    /// Like `page`, on the threads for what takes long.
    func longPage<Shown: Page & SendableMetatype>(
        from house: House, _ make: @escaping @Sendable (LongReads.Interest) throws -> (page: Shown, version: String?)
    ) async throws -> Response {
        let (format, known) = (pageFormat, request.headers[.ifNoneMatch])
        return try await house.operations.longReads.read(for: channel) { interest in
            let (page, version) = try make(interest)
            try interest.check()
            return Exchange.answer(page, version, as: format, having: known)
        }
    }

    /// Like `page`, and as `longPage` where it is about a past moment: for that the ledger is folded from its first event
    /// on.
    func page<Shown: Page & SendableMetatype>(
        from house: House, at moment: Moment,
        _ make: @escaping @Sendable (DraftLedger) throws -> (page: Shown, version: String?)
    ) async throws -> Response {
        guard moment != .latest else { return try await page(from: house, make) }
        let ledger = house.ledger
        return try await longPage(from: house) { _ in try make(ledger) }
    }

    /// The answer to who has this version already; nil for all others.
    func unchanged(_ version: String) -> Response? {
        guard Self.isKnown(Self.tag(version, pageFormat), among: request.headers[.ifNoneMatch]) else { return nil }
        return Response(status: .notModified, headers: Self.headers(of: version, pageFormat))
    }
}
