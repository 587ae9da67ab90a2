import Draft
package import Reports
package import TextFormats

/// A report with the entries that it is asked about: the same on a command line, in an address and in an attestation.
package struct ReportCall: Sendable {
    package var question: ReportQuestion
    package let request: any TabledReport

    /// - Throws: for a request that contradicts the question.
    package init(_ question: ReportQuestion, _ request: any TabledReport) throws(ReportArgumentError) {
        (self.question, self.request) = (question, request)
        if let since = question.since, let until = question.until, since >= until {
            throw ReportArgumentError(
                .parameter("since", since.iso8601), .text(" is not before "), .parameter("until", until.iso8601),
                .text(": no draft can start in between."))
        }
        try request.check(user: question.user, since: question.since, until: question.until)
    }

    /// Reads texts by the names of parameters, as an address has them.
    package init(
        _ type: any TabledReport.Type, _ given: [String: [String]], without filters: Set<String> = []
    ) throws(ReportArgumentError) {
        let own = type.parameters.filter { !$0.isFile }
        let shared = (ReportQuestion.parameters + ReportQuestion.formerParameters).filter { !filters.contains($0.name) }
        // Refuses names that neither of the two has.
        _ = try ReportArguments(given, of: shared + own)
        func arguments(_ parameters: [ReportParameter]) throws(ReportArgumentError) -> ReportArguments {
            try ReportArguments(
                given.filter { name, _ in parameters.contains { $0.name == name } }, of: parameters)
        }
        try self.init(
            ReportQuestion(try arguments(shared)), try type.init(try arguments(own)))
    }

    /// Makes the report.
    ///
    /// - Parameter source: with the analysis and the filter; its words are set here.
    package func table(of source: ReportSource) throws -> FigureTable {
        var source = source
        if let slot = question.slot, let teams = source.analysis.mostTeams(source.filter.entries), slot >= teams {
            throw ReportArgumentError(
                .parameter(ReportQuestion.draftPosition.parameter.name, "\(slot + 1)"),
                .text(": the largest of these drafts has \(teams) teams, draft positions 1 to \(teams)."))
        }
        source.user = question.user
        source.words = question.words(listing: request.position) + source.entryWords
        source.entryWords = question.words + source.entryWords
        var table = try request.table(of: source)
        if type(of: request).notesSideFindings { table.note(source.analysis.sideFindings) }
        return table
    }
}

// MARK: JSON

extension ReportCall {
    /// The call with every value that holds, standard values too: a later version may have others.
    package var json: JSON {
        let question = [("report", JSON.of(type(of: request).name))] + question.members
        let own = request.asked.parameters.compactMap { parameter in
            request.asked.values[parameter.name].map { (parameter.name, parameter.json($0)) }
        }
        return .object((question + own).map { JSON.Member($0, $1) })
    }

    /// Reads what `json` writes.
    ///
    /// - Throws: `ReportArgumentError` for anything else.
    package init(_ json: JSONValue) throws(ReportArgumentError) {
        var given: [String: [String]] = [:]
        var name: String?
        for (member, value) in json.members {
            if member == "report" {
                name = value.string
                continue
            }
            let values = value.elements.isEmpty ? [value] : value.elements
            let texts = values.compactMap { value in
                value.string ?? value.integer(as: UInt64.self).map { "\($0)" } ?? value.boolean.map { "\($0)" }
            }
            guard texts.count == values.count else {
                throw ReportArgumentError(.parameter(member), .text(" must be a text, a number, true or false."))
            }
            given[member] = texts
        }
        guard let name, let type = ReportCatalogue.named(name) else {
            throw ReportArgumentError(.text("There is no report '\(name ?? "")' in this version."))
        }
        try self.init(type, given)
    }
}

extension ReportParameter {
    fileprivate func json(_ values: [String]) -> JSON {
        func one(_ text: String) -> JSON {
            switch kind {
            case .number, .numbers: UInt64(text).map { JSON.natural($0) } ?? .of(text)
            case .flag: .bool(text == "true")
            default: .of(text)
            }
        }
        return isRepeated ? .array(values.map(one)) : values.first.map(one) ?? .null
    }

    /// The parameter as a form needs it.
    static let members = Members<ReportParameter>(
        "ReportParameter",
        [
            .init("name") { $0.publicName }, .init("label") { $0.label }, .init("help") { $0.help },
            .init("type", .choice(["choice", "number", "time", "flag", "text"])) { .of($0.field) },
            .init("options", ifAny: { $0.options }), .init("minimum", ifAny: { $0.range?.lowerBound }),
            .init("maximum", ifAny: { $0.range?.upperBound }), .init("standard", ifAny: { $0.standard }),
        ])

    private var field: String {
        switch kind {
        case .choice, .position: "choice"
        case .number: "number"
        case .time: "time"
        case .flag: "flag"
        case .numbers, .text, .moment, .file: "text"
        }
    }

    private var options: [String]? {
        switch kind {
        case .choice(let words): words
        case .position: ["QB", "RB", "WR", "TE"]
        case .number, .time, .flag, .numbers, .text, .moment, .file: nil
        }
    }

    private var range: ClosedRange<UInt64>? { if case .number(let range) = kind { range } else { nil } }
}

extension ReportCatalogue {
    /// All reports with their parameters, as a form needs them.
    static let members = Members<Void>(
        "ReportList",
        [
            .init("filters", each: ReportParameter.members) { _ in ReportQuestion.parameters },
            .init("reports", each: report) { _ in all },
        ])

    private static let report: Members<any TabledReport.Type> = [
        .init("name") { $0.name }, .init("title") { $0.help.title }, .init("about") { $0.help.abstract },
        .init("needsUser") { $0.needsUser },
        .init("own", each: asked, ifAny: { own(of: $0) }),
        .init("parameters", each: ReportParameter.members) { $0.parameters.filter { !$0.isFile } },
        .init("tables", each: ReportTable.members) { $0.layouts },
    ]

    /// Values of parameters with which a report of a user tells nothing about other users' entries, so that members may
    /// ask for it about their own; empty if it never does, and nil if no value is such.
    private static func own(of type: any TabledReport.Type) -> [(parameter: ReportParameter, value: String)]? {
        func isOwn(_ given: [String: [String]]) -> Bool { (try? type.init(given))?.isAboutOwn ?? false }
        if isOwn([:]) { return [] }
        for parameter in type.parameters {
            let values =
                switch parameter.kind {
                case .choice(let words): words
                case .flag: ["true"]
                default: [] as [String]
                }
            if let value = values.first(where: { isOwn([parameter.name: [$0]]) }) { return [(parameter, value)] }
        }
        return nil
    }

    private static let asked: Members<(parameter: ReportParameter, value: String)> = [
        .init("name") { $0.parameter.publicName }, .init("value") { $0.value },
    ]

    package static var json: JSON { members.json(of: ()) }
}
