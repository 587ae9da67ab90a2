import Draft
import Pages
import Reports
import TextFormats

extension RouteDescription {
    /// A parameter of an operation.
    package struct Parameter: Hashable, Sendable {
        package enum Place: String, Sendable { case path, query, header }

        /// The values that it takes.
        package enum Form: Hashable, Sendable {
            case integer(ClosedRange<Int64>)
            /// A whole number of 64 bits without a sign.
            case unsigned
            case text(ClosedRange<Int>?)
            case pattern(String)
            case choice([String])
            case day
            case boolean
        }

        package let name: String
        package let place: Place
        package let form: Form
        var isRequired = false
        var standard: JSON?
        let help: String
        /// The name of earlier versions, which the document leaves out.
        var alias: String?
        /// Parameters of earlier versions that ask for the same in another unit; the document leaves them out.
        var former: [String] = []
        /// The name under which the document describes it once; nil for a parameter of one operation.
        var component: String?

        package static func integer(
            _ name: String, _ range: ClosedRange<Int64>, default standard: Int64? = nil, _ help: String
        ) -> Parameter {
            Parameter(
                name: name, place: .query, form: .integer(range), standard: standard.map { .integer($0) }, help: help)
        }

        package static func text(_ name: String, length: ClosedRange<Int>? = nil, _ help: String) -> Parameter {
            Parameter(name: name, place: .query, form: .text(length), help: help)
        }

        package static func pattern(_ name: String, _ pattern: String, _ help: String) -> Parameter {
            Parameter(name: name, place: .query, form: .pattern(pattern), help: help)
        }

        /// A parameter whose values are the names of a type's cases.
        static func choice<Value: RawRepresentable<String> & CaseIterable>(
            _ name: String, of _: Value.Type, _ help: String
        ) -> Parameter {
            choice(name, Value.allCases.map(\.rawValue), help)
        }

        package static func choice(
            _ name: String, _ values: [String], default standard: String? = nil, _ help: String
        ) -> Parameter {
            Parameter(
                name: name, place: .query, form: .choice(values), standard: standard.map { .string($0) }, help: help)
        }

        /// A parameter whose only value is `true`.
        static func flag(_ name: String, _ help: String) -> Parameter { choice(name, ["true"], help) }

        package static func boolean(_ name: String, _ help: String) -> Parameter {
            Parameter(name: name, place: .query, form: .boolean, help: help)
        }

        static func day(_ name: String, _ help: String) -> Parameter {
            Parameter(name: name, place: .query, form: .day, help: help)
        }

        package static func header(_ name: String, _ help: String, form: Form = .text(nil)) -> Parameter {
            Parameter(name: name, place: .header, form: form, help: help)
        }

        /// The same parameter, which has to be there.
        package var required: Parameter {
            var parameter = self
            parameter.isRequired = true
            return parameter
        }

        /// The same parameter, which several operations have.
        package func shared(as component: String? = nil) -> Parameter {
            var parameter = self
            parameter.component = component ?? name
            return parameter
        }

        /// The same parameter with the name of earlier versions.
        func formerly(_ alias: String) -> Parameter {
            var parameter = self
            parameter.alias = alias
            return parameter
        }

        /// The names that a request may have in place of ``name``.
        var hiddenNames: [String] { (alias.map { [$0] } ?? []) + former }

        // MARK: For reading

        /// The numbers from 0 on that it takes; nil for a parameter of another kind.
        var naturals: ClosedRange<UInt64>? {
            switch form {
            case .integer(let range): UInt64(max(0, range.lowerBound))...UInt64(max(0, range.upperBound))
            case .unsigned: 0...UInt64.max
            case .text, .pattern, .choice, .day, .boolean: nil
            }
        }

        /// The number that a request without it means; nil without a default.
        var standardNumber: UInt64? {
            guard case .integer(let number) = standard else { return nil }
            return UInt64(exactly: number)
        }

        // MARK: For the document

        var json: JSON {
            [
                "name": .of(name), "in": .of(place.rawValue), "required": .bool(isRequired || place == .path),
                "description": .of(help), "schema": standard.map { form.json.adding(["default": $0]) } ?? form.json,
            ]
        }
    }
}

extension RouteDescription.Parameter.Form {
    var json: JSON {
        switch self {
        case .integer(let range):
            [
                "type": "integer", "format": "int64", "minimum": .of(range.lowerBound),
                "maximum": .of(range.upperBound),
            ]
        case .unsigned: ["type": "integer", "minimum": .of(0), "maximum": .of(UInt64.max)]
        case .text(nil): ["type": "string"]
        case .text(let length?):
            ["type": "string", "minLength": .of(length.lowerBound), "maxLength": .of(length.upperBound)]
        case .pattern(let pattern): ["type": "string", "pattern": .of(pattern)]
        case .choice(let values): ["type": "string", "enum": .array(values) { .of($0) }]
        case .day: ["type": "string", "format": "date"]
        case .boolean: ["type": "boolean"]
        }
    }

    /// The values in words.
    var words: String {
        switch self {
        case .integer(let range):
            range.upperBound == .max ? "number from \(range.lowerBound)" : range.dashed
        case .unsigned: "number from 0"
        case .text: "text"
        case .pattern(let pattern): "text such as \(pattern)"
        case .choice(let values): values.joined(separator: " | ")
        case .day: "day such as 2026-05-24"
        case .boolean: "true | false"
        }
    }
}

// MARK: Parameters of several operations

extension RouteDescription.Parameter {
    private static let numbers = Int64(1)...Int64(StreamKey.maximumNumber)
    static let positions = Int64(0)...Int64.max

    /// The parameters of a path, by their names in braces.
    static func ofPath(_ path: String) -> [RouteDescription.Parameter] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            let name = segment.dropFirst().prefix { $0 != "}" && $0 != "*" }
            return ofPaths[String(name)] ?? inPath(String(name), .text(nil), "Part of the path.")
        }
    }

    private static func inPath(_ name: String, _ form: Form, _ help: String) -> RouteDescription.Parameter {
        RouteDescription.Parameter(
            name: name, place: .path, form: form, isRequired: true, help: help, component: "\(name)InPath")
    }

    private static let ofPaths: [String: RouteDescription.Parameter] = {
        let all = [
            inPath("room", .integer(numbers), "The number of the room."),
            inPath("tournament", .integer(numbers), "The number of the contest."),
            inPath("pool", .integer(numbers), "The number of the player pool."),
            inPath("season", .integer(numbers), "The year in which the season begins."),
            inPath("case", .integer(numbers), "The number of the case."),
            inPath("payout", .integer(positions), "The position at which the payout was approved."),
            inPath("approval", .integer(numbers), "The number of the approval request."),
            inPath("entry", .integer(1...Int64.max), "The number of the entry."),
            inPath("team", .integer(1...Int64.max), "The number of the entry."),
            inPath("position", .integer(positions), "The position in the ledger, from 0."),
            inPath(
                "seat", .integer(0...Int64(Ruleset.allowedTeams.upperBound - 1)), "The seat in the room, from 0."),
            inPath("user", .pattern("^(me|[1-9][0-9]*)$"), "The number of the user; `me` for the caller."),
            inPath("provider", .text(nil), "The name of the issuer, or of the payment provider."),
            inPath("player", .text(nil), "The ID of the player."),
            inPath("endpoint", .text(nil), "The ID of an endpoint in the file of webhooks."),
            inPath("code", .text(nil), "The code of the problem."),
            inPath("path", .text(nil), "Such as 0/000 or entries/x001/234.p/17."),
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }()

    static let at = text("at", length: 1...64, "The moment of the answer: pos:991 or an ISO 8601 time.").shared()
    static let atInRoom = text("at", length: 1...64, "The moment of the answer: pos:991, seq:120, pick:42 or a time.")
        .shared(as: "atInRoom")
    static let minPosition = integer(
        "minPosition", positions, "The ledger must have at least this many events; see Prefer: wait."
    ).shared()
    static let idempotencyKey = header("Idempotency-Key", "The command's id, if its body has none.").shared()
    package static let lastEventID = header(
        "Last-Event-ID", "The last id that was received; the stream continues after it.", form: .integer(positions)
    ).shared()
    static let position = text("position", "Only players of this position, such as WR.").shared(as: "playerPosition")
    static let since = text("since", length: 1...64, "Only events that were recorded then or later.").shared()
    static let until = text("until", length: 1...64, "Only events that were recorded before then.").shared()
    static let limit = integer("limit", 0...10_000, default: 1_000, "The maximum number of items in the answer.")
        .shared()
    /// The parameters for reading a list in parts.
    static let cursor: [RouteDescription.Parameter] = [
        integer(
            "limit", 1...Int64(Exchange.longestList),
            "The maximum number of items in the answer; by default all of them."
        )
        .shared(
            as: "listLimit"),
        integer(
            "after", positions, "Only items with a greater number; the header Link has the address of the next part."
        ).shared(as: "listAfter"),
    ]
    static let offset = integer("offset", 0...Int64(UInt32.max), default: 0, "The number of items to leave out.")
        .shared()
        .formerly("from")
    static let limitFormerlyTop = limit.formerly("top")
    static let pick = pick("The overall number of the pick.").shared().required
    static let claimantsSeat = integer(
        "seat", 0...Int64(Seat.max), "The claimant's seat; by default the seat of the pick."
    )
    .shared()
    static let scoreWeek = week("The week of the disputed score.").shared(as: "scoreWeek").required
    static let throughWeek = week("The last week that counts; by default the last with points.").shared(
        as: "throughWeek")

    static func user(_ help: String) -> RouteDescription.Parameter {
        integer("user", 1...Int64(UserID.maximum.number), help)
    }
    static func room(_ help: String) -> RouteDescription.Parameter { integer("room", numbers, help) }
    static func pick(_ help: String) -> RouteDescription.Parameter { integer("pick", 1...Int64(PickNumber.max), help) }
    static func season(_ help: String) -> RouteDescription.Parameter { integer("season", numbers, help) }
    static func week(_ help: String) -> RouteDescription.Parameter {
        integer("week", Int64(SeasonState.weeks.lowerBound)...Int64(SeasonState.weeks.upperBound), help)
    }
    static func round(_ help: String) -> RouteDescription.Parameter {
        integer("round", 1...Int64(ContestRoundsSet.mostRounds), help)
    }
    /// The first pod of a list.
    static func firstPod(default standard: Int64? = nil, _ help: String) -> RouteDescription.Parameter {
        integer("firstPod", 0...Int64(UInt32.max), default: standard, help).formerly("from")
    }
    /// The number of entries in a list of a contest's.
    static func limitOfEntries(_ help: String) -> RouteDescription.Parameter {
        integer("limit", 0...1_000, default: 100, help).formerly("top")
    }
    /// The number of lines in an answer that is computed for each of them.
    static func limitOfFigures(default standard: Int64, _ help: String) -> RouteDescription.Parameter {
        integer("limit", 1...100_000, default: standard, help).formerly("top")
    }
    static let ticks = boolean("ticks", "Include the ticks of the clock.").shared()
    static let from = integer("from", positions, "The first position.").shared()

    /// The parameters that select the entries of a report.
    static let ofReportFilter = ReportQuestion.parameters.map { parameter -> RouteDescription.Parameter in
        var described = RouteDescription.Parameter(parameter)
        if parameter.name == ReportQuestion.draftPosition.parameter.name {
            described.former = ReportQuestion.formerParameters.map(\.name)
        }
        return described.shared(as: "\(described.name)OfReport")
    }

    /// The parameters of a report's address, made of the report's own description.
    static func ofReport(_ type: any TabledReport.Type) -> [RouteDescription.Parameter] {
        ofReportFilter.map { parameter -> RouteDescription.Parameter in
            guard parameter.name == "user", type.needsUser else { return parameter }
            var needed = parameter.required
            needed.component = nil
            return needed
        }
            + type.parameters.filter { !$0.isFile }.map { parameter in
                let first = ReportCatalogue.all.first { $0.parameters.contains(parameter) } ?? type
                return RouteDescription.Parameter(parameter).shared(
                    as: "\(parameter.publicName)Of\(first.capitalizedName)")
            }
    }

    private init(_ parameter: ReportParameter) {
        let form: Form =
            switch parameter.kind {
            case .choice(let words): .choice(words)
            case .number(let range) where range.upperBound > UInt64(Int64.max): .unsigned
            case .number(let range): .integer(Int64(range.lowerBound)...Int64(range.upperBound))
            case .numbers: .pattern("^[0-9]+(,[0-9]+)*$")
            case .flag: .choice(["true"])
            case .time, .moment: .text(1...64)
            case .text, .position, .file: .text(nil)
            }
        let standard = parameter.standard.map { text in
            if case .number = parameter.kind {
                Int64(text).map { JSON.integer($0) } ?? .of(text)
            } else {
                JSON.of(text)
            }
        }
        self.init(
            name: parameter.publicName, place: .query, form: form, standard: standard, help: parameter.help,
            alias: parameter.publicName == parameter.name ? nil : parameter.name)
    }
}
