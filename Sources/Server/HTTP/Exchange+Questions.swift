import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import Reports
import TextFormats

/// The parameters of reports in the query of a request: each of them known, given once, and of its type.
extension Exchange {
    /// Reads a report from the query.
    ///
    /// - Parameter owner: the user whose entries count, if the path names one.
    /// - Throws: `badRequest` for anything that is not understood: a filter that is passed over would give figures of
    ///   something else.
    func reportCall(of type: any TabledReport.Type, about owner: UserID?) throws -> ReportCall {
        let known =
            ReportQuestion.parameters + ReportQuestion.formerParameters + type.parameters.filter { !$0.isFile }
        var given = Dictionary(
            uniqueKeysWithValues: known.compactMap { one in query(one.publicName).map { (one.name, [$0]) } })
        if let owner { given["user"] = ["\(owner)"] }
        do throws(ReportArgumentError) {
            return try ReportCall(type, given)
        } catch {
            let words = error.described { name, value in
                let name = known.first { $0.name == name }?.publicName ?? name
                return value.map { "'\(name)' is '\($0)'" } ?? "'\(name)'"
            }
            throw Problem(.badRequest, words)
        }
    }

    /// Reads the entries that figures are asked of from the query.
    ///
    /// - Throws: `badRequest`.
    func reportQuestion() throws -> ReportQuestion {
        let known = ReportQuestion.parameters + ReportQuestion.formerParameters
        let given = Dictionary(
            uniqueKeysWithValues: known.compactMap { one in query(one.publicName).map { (one.name, [$0]) } })
        do throws(ReportArgumentError) {
            let question = try ReportQuestion(ReportArguments(given, of: known))
            if let since = question.since, let until = question.until, since >= until {
                throw ReportArgumentError(
                    .parameter("since", since.iso8601), .text(" is not before "), .parameter("until", until.iso8601),
                    .text(": no draft can start in between."))
            }
            return question
        } catch {
            throw Problem(
                .badRequest, error.described { name, value in value.map { "'\(name)' is '\($0)'" } ?? "'\(name)'" })
        }
    }

    /// Refuses parameters that the operation does not have, and those that come twice.
    ///
    /// Issuers add parameters of their own when they send a browser back, and the app's face takes any.
    package func checkParameters() throws {
        guard let operation, operation.tag != .sessions, operation.tag != .app, request.uri.path.hasPrefix("/v1/")
        else { return }
        let known = Set(operation.parameters.filter { $0.place == .query }.map(\.name))
        // What is posted to an operation without parameters is in the body: senders may add to its address.
        guard request.method == .get || !known.isEmpty else { return }
        try checkParameters(only: known)
        // A position has to be a number, also from a client that does not wait for it.
        _ = try minPosition()
    }

    /// Refuses parameters that are not among these, and those that come twice.
    func checkParameters(only known: Set<String>) throws {
        var hidden = Set((operation?.parameters ?? []).flatMap(\.hiddenNames) + ["minPosition"])
        // The old name of minPosition. In a list whose cursor is `from` it is a mistake, by which a client would read the same
        // part forever.
        if prefersToWait || !known.contains("from") { hidden.insert("after") }
        var seen: Set<Substring> = []
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard known.contains(String(name)) || hidden.contains(String(name)) else {
                throw Problem(
                    .badRequest,
                    "There is no parameter '\(name)' here: there are \(known.sorted().joined(separator: ", ")).")
            }
            guard seen.insert(name).inserted else { throw Problem(.badRequest, "'\(name)' is there twice.") }
        }
    }

    /// Returns the moment for data that spans rooms.
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

    /// One of the names of a type's cases; nil if it is not given.
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

    /// The year in which a season begins; nil if it is not given.
    func season() throws -> SeasonID? { try natural("season").map { SeasonID($0) } }

    /// A week of a season; nil if it is not given.
    func week() throws -> UInt8? { try natural("week").map { UInt8($0) } }

    /// The user that the query names; nil if it is not given.
    func userOfQuery() throws -> UserID? { try natural("user").map { UserID($0) } }

    /// The room that the query names; nil if it is not given.
    func roomOfQuery() throws -> RoomID? { try natural("room").map { RoomID($0) } }

    /// The midnight, UTC, that begins a day; nil if it is not given.
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

    /// Returns the Boolean value of a parameter; false if it is missing. A parameter without a value, as in `?lobby`, is true.
    package func truth(_ name: String) throws -> Bool {
        switch query(name) {
        case nil, "false", "0": return false
        case "", "true", "1": return true
        case let text?: throw Problem(.badRequest, "'\(name)' is '\(text)': expected true or false.")
        }
    }

    /// A date or a time; nil if it is not given.
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

// MARK: Answers that take long

extension Exchange {
    /// Like `page`, on the threads for what takes long.
    func longPage<Shown: Page & SendableMetatype>(
        from reader: LedgerReader,
        _ make: @escaping @Sendable (LongReads.Interest) throws -> (page: Shown, version: String?)
    ) async throws -> Response {
        let (format, known) = (pageFormat, request.headers[.ifNoneMatch])
        return try await reader.longReads.read(for: channel) { interest in
            let (page, version) = try make(interest)
            try interest.check()
            return Exchange.answer(page, version, as: format, having: known)
        }
    }

    /// Like `page`, and as `longPage` where it is about a past moment: for that the ledger is folded from its first event
    /// on.
    func page<Shown: Page & SendableMetatype>(
        from reader: LedgerReader, at moment: Moment,
        _ make: @escaping @Sendable (DraftLedger) throws -> (page: Shown, version: String?)
    ) async throws -> Response {
        guard moment != .latest else { return try await page(from: reader, make) }
        let ledger = reader.ledger
        return try await longPage(from: reader) { _ in try make(ledger) }
    }

    /// The answer to clients that already have this version; nil for all others.
    func unchanged(_ version: String) -> Response? {
        guard Self.isKnown(Self.tag(version, pageFormat), among: request.headers[.ifNoneMatch]) else { return nil }
        return Response(status: .notModified, headers: Self.headers(of: version, pageFormat))
    }
}
