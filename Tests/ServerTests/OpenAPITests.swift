import Draft
import DraftLedger
import Foundation
import HTTPTypes
import LedgerTesting
import Pages
import Records
import Reports
import Simulation
import TestSupport
import Testing
import TestSupport
import TextFormats

@testable import Server  // the descriptions of routes are the module's own

/// The document against its golden file, and against what the server answers.
@Suite struct OpenAPITests {
    @Test func theDocumentIsTheGoldenOne() throws {
        let text = String(decoding: OpenAPI.document, as: UTF8.self)
        #expect(try GoldenFile("openapi.json").difference(from: text) == nil)
    }

    @Test func everyReferenceLeadsToAComponentAndEveryComponentIsUsed() throws {
        let root = try JSONDocument(OpenAPI.document).root
        let text = String(decoding: OpenAPI.document, as: UTF8.self)
        var defined: Set<String> = []
        for kind in ["parameters", "responses", "schemas"] {
            let members = try #require(root["components"]?.members.first { $0.name == kind }).value.members
            for (name, value) in members {
                #expect(defined.insert("#/components/\(kind)/\(name)").inserted, "\(name) is there twice")
                #expect(kind != "schemas" || value["examples"]?.elements.count == 1, "\(name) has no example")
            }
        }
        let used = Set(text.matches(of: #/"(#\/components\/[^"]+)"/#).map { String($0.output.1) })
        #expect(used.subtracting(defined) == [])
        // Lines name the first two in words. The last is for clients that store reports of any name.
        let unnamed: Set = ["Event", "StaffAction", "Report"]
        #expect(defined.subtracting(used).subtracting(unnamed.map { "#/components/schemas/\($0)" }) == [])
    }

    @Test func operationsHaveNamesSummariesAndOneDescriptionOfEachParameter() throws {
        let operations = OpenAPI.operations.map(\.operation)
        #expect(Set(operations.map(\.id)).count == operations.count)
        for operation in operations {
            #expect(
                operation.id.first?.isLowercase == true && operation.id.allSatisfy { $0.isLetter }, "\(operation.id)")
            #expect(operation.summary.count <= 60 && operation.summary.hasSuffix("."), "\(operation.summary)")
            let names = operation.parameters.map { "\($0.place) \($0.name)" }
            #expect(Set(names).count == names.count, "\(operation.id)")
        }
        let parameters = operations.flatMap(\.parameters)
        for (name, same) in Dictionary(grouping: parameters.filter { $0.component != nil }, by: \.component) {
            #expect(Set(same.map(\.json.compact)).count == 1, "\(name ?? "") has several descriptions")
        }
        let own = parameters.filter { $0.component == nil }.map(\.json.compact)
        for (text, same) in Dictionary(grouping: own, by: \.self) where same.count > 1 {
            Issue.record("\(text) is described \(same.count) times")
        }
    }

    /// A deprecated member names the one to use, which the same object has.
    @Test func deprecatedMembersNameTheirSuccessors() throws {
        var pairs: Set<String> = []
        func check(_ schema: JSONValue, in name: String) throws {
            let members = schema["properties"]?.members ?? []
            for (member, value) in members where value["deprecated"]?.boolean == true {
                let words = try #require(value["description"]?.string)
                let today = try #require(words.wholeMatch(of: /Deprecated: use (\w+)\./)).output.1
                #expect(members.contains { $0.name == today && $0.value["deprecated"] == nil }, "\(name).\(member)")
                pairs.insert("\(member) \(today)")
            }
            for (_, value) in schema.members { try check(value, in: name) }
            for value in schema.elements { try check(value, in: name) }
        }
        let root = try JSONDocument(OpenAPI.document).root
        for (name, schema) in root["components"]?["schemas"]?.members ?? [] { try check(schema, in: name) }
        for pair in ["slot draftPosition", "measure approval", "pick pickNumber", "remarks warnings", "act action"] {
            #expect(pairs.contains(pair), "\(pair)")
        }
    }

    // MARK: Commands

    @Test func everyKindOfCommandHasASchemaWithAnExampleThatIsRead() throws {
        let schemas = Dictionary(uniqueKeysWithValues: CommandDocument.schemas)
        for kind in CommandKind.allCases {
            let schema = CommandSchema(of: kind)
            let json = try JSONDocument((schemas[CommandDocument.name(of: kind)] ?? [:]).bytes).root
            #expect(json["required"]?.elements.contains { $0.string == "kind" } == true, "\(kind)")
            for (name, value) in try #require(json["properties"]).members {
                #expect(value["description"]?.string != nil || value["$ref"] != nil, "\(kind).\(name) has no words")
            }
            let defaults = kind == .createTournament ? ContestDefaults(number: 7, pool: 3) : nil
            let example = try #require(json["examples"]?.elements.first)
            #expect(try CommandRequest(example, filling: defaults).command.kind == kind)
            // Without any of its required members it is not a command.
            for member in schema.members where member.isRequired && kind != .createTournament {
                #expect(throws: JSONLineError.self, "\(kind) without \(member.name)") {
                    guard case .object(let members) = schema.example() else { return }
                    let rest = JSON.object(members.filter { $0.key != member.name })
                    _ = try CommandRequest(try JSONDocument(rest.bytes).root)
                }
            }
        }
    }

    // MARK: Answers

    /// A ledger with a draft, a case, scores and notes.
    private let directory = TemporaryDirectory()

    private func scene() async throws -> (table: Table, seat: Seat, claimant: (token: String, user: UInt64)) {
        let providers = try directory.write(
            #"{"providers":[{"name":"bank","form":"standard","secrets":["whsec_"#
                + Data(repeating: 5, count: 32).base64EncodedString() + #""]}],"withdrawals":"bank"}"#,
            to: "payments.json")
        let table = try await Table.ofOutcome { $0.payments = providers }
        let claimant = try table.turn().on
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(claimant.user)))
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        _ = try await table.server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[13]}", as: claimant.token)
        let version = try table.ledger.room(1)?.version ?? 0
        let opened = try await table.server.command(
            "{\"kind\":\"openDispute\",\"dispute\":257,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":\(version),"
                + "\"claimant\":\(claimant.user),\"claim\":\"I clicked.\"}", as: claimant.token)
        #expect(opened.status == 200, "\(opened.text)")
        try await table.score(week: 1, [1_000, 2_000, 500, 250], isFinal: true)
        try await table.score(week: 2, [900, 100, 700, 250])
        try await table.score(week: 3, [1_000, 2_500, 100, 0])
        try await table.note()
        try table.ledger.publishCheckpoint()
        return (table, seat, claimant)
    }

    /// Asks every operation with a JSON answer, and reads the answers against the shapes.
    ///
    /// With `UPDATE_GOLDEN=1` the first answer of each shape becomes its example.
    @Test func everyAnswerHasItsShape() async throws {
        let (table, seat, claimant) = try await scene()
        let catalog = DocumentCheck.catalog
        let clara = try await table.server.signIn(
            "clara", roles: ["operator", "officer", "cashier", "auditor", "analyst", "importer"])
        let routes = RouteTable(DraftServer.routes(isDev: true))
        let entry = try #require(try table.ledger.room(1)?.member(at: seat)?.entry)
        var answered: [String: String] = [:]

        func ask(_ method: String, _ path: String, as token: String?, _ body: String? = nil, on server: RunningServer)
            async throws
        {
            guard let verb = HTTPRequest.Method(method),
                case .found(let route, _) = routes.match(verb, String(path.prefix { $0 != "?" })),
                let operation = route.operation
            else {
                Issue.record("no operation answers \(method) \(path)")
                return
            }
            let content = operation.answer.contents.first { $0.type == "application/json" }
            guard case .string(let reference)? = content?.schema["$ref"],
                let name = reference.split(separator: "/").last
            else { return }
            let answer = try await server.send(method, path, as: token, body)
            guard answer.status == operation.answer.status else {
                Issue.record("\(method) \(path): \(answer.status) \(answer.text)")
                return
            }
            let mismatch = Shape.named(String(name)).mismatch(of: try answer.json, in: catalog)
            #expect(mismatch == nil, "\(method) \(path): \(mismatch ?? "")")
            // A report is one of its tables: the answer is the example of that table.
            let tables = ReportCatalogue.tables[String(name)] ?? []
            let value = try answer.json
            let found = tables.filter { $0.shape.mismatch(of: value, in: catalog) == nil }.map(\.name)
            for name in found.isEmpty ? [String(name)] : found where answered[name] == nil {
                answered[name] = answer.text
            }
        }

        let (user, own) = (claimant.user, claimant.token)
        for path in [
            "/livez", "/readyz", "/openapi.json", "/problems/forbidden", "/v1/rooms", "/v1/rooms/1",
            "/v1/rooms/1/draft", "/v1/rooms/1/board", "/v1/rooms/1/rosters", "/v1/rooms/1/seats/\(seat)/queue",
            "/v1/pools/1", "/v1/pools/1/players", "/v1/tournaments", "/v1/tournaments/1", "/v1/contest-templates",
            "/v1/tournaments/1/standings", "/v1/tournaments/1/bracket", "/v1/seasons/2026/scores",
            "/v1/seasons/2026/reference-data", "/v1/reference-data", "/v1/players", "/v1/players/aliases",
            "/v1/entries/\(entry)/lineup?week=1", "/v1/users/me", "/v1/users/\(user)/balance",
            "/v1/users/\(user)/statement", "/v1/users/\(user)/entries", "/v1/users/\(user)/teams",
            "/v1/users/\(user)/settings", "/v1/users/\(user)/profile", "/v1/users/\(user)/activity",
            "/v1/users/\(user)/exposure", "/v1/users/me/contact", "/v1/users/me/rankings", "/v1/users/me/rankings/1",
            "/v1/users/\(user)/notices", "/v1/users/\(user)/limits", "/v1/proofs/keys", "/v1/session", "/v1/sign-in",
            "/v1/reports", "/v1/cases?user=\(user)", "/v1/cases/257", "/v1/rooms/1/dispute?pick=1",
            "/api/players", "/api/players/1-0/stats", "/api/tournaments", "/api/draft/1", "/api/draft/1/picks",
            "/api/draft/1/queue", "/api/user", "/api/user/balance", "/api/user/profile", "/api/transactions",
            "/api/features", "/api/teams", "/api/teams/\(entry)", "/api/exposure", "/api/drafts", "/dev/tokens",
        ] { try await ask("GET", path, as: own, on: table.server) }
        let reports =
            ReportCatalogue.all.map { "\($0.name)?user=\(user)" } + [
                "exposure?by=week", "adp?by=week", "pairs?size=3", "stacks?season=2026", "construction?by=round",
                "construction?by=archetype", "duplicates?first=1", "stacks?season=2026&by=entry",
                "duplicates?first=1&own=true&user=\(user)",
            ] + ["pair", "build", "stack", "slot", "archetype"].map { "advance?minimum=1&by=\($0)" }
        for path in [
            "/v1/balances", "/v1/integrity-indicators", "/v1/audit", "/v1/staff", "/v1/webhooks", "/v1/approvals",
            "/v1/pools", "/v1/settlements", "/v1/names?users=\(user)",
            "/v1/search?q=1",
            "/v1/rooms/1/audit", "/v1/rooms/1/signatures", "/v1/rooms/1/control", "/v1/tournaments/1/settlement",
            "/v1/entries/\(entry)/dispute?week=1",
        ] + reports.map({ "/v1/reports/\($0)" }) {
            try await ask("GET", path, as: clara.token, on: table.server)
        }
        try await ask("POST", "/v1/audit", as: clara.token, on: table.server)
        try await ask("POST", "/v1/checkpoint-key", as: clara.token, on: table.server)
        try await ask("PUT", "/v1/users/me/settings", as: own, "{\"name\":\"Anna\"}", on: table.server)
        try await ask("PUT", "/v1/users/me/rankings/1", as: own, "playerName,tier\nP4,1\nP2,2\n", on: table.server)
        try await ask("PUT", "/api/user/profile", as: own, "{\"displayName\":\"Anna\"}", on: table.server)
        let alerts = AlertNames.all.map { "\"\($0)\":true" }.joined(separator: ",")
        try await ask("PUT", "/api/user/preferences/draft-alerts", as: own, "{\(alerts)}", on: table.server)
        try await ask("POST", "/api/user/fcm-token", as: own, "{\"token\":\"device\"}", on: table.server)
        let account = "/v1/users/me/payout-account"
        try await ask(
            "PUT", account, as: own, #"{"holder":"Anna Berg","account":"DE89370400440532013000"}"#, on: table.server)
        try await ask("POST", "/v1/users/me/withdrawals", as: own, "{\"amountCents\":100}", on: table.server)
        try await ask("GET", "/v1/withdrawals", as: clara.token, on: table.server)
        try await ask("GET", "/v1/payouts", as: clara.token, on: table.server)
        try await ask("POST", "/v1/session", as: own, on: table.server)
        try await ask("POST", "/dev/tokens", as: nil, "{\"name\":\"zoe\"}", on: table.server)
        try await ask(
            "POST", "/dev/deposits", as: own, "{\"amountCents\":100,\"reference\":\"test\"}", on: table.server)
        try await ask(
            "POST", "/v1/commands", as: own,
            "{\"kind\":\"setAlertPreferences\",\"user\":\(user),\"preferences\":63,\"id\":\"\(CommandID.random())\"}",
            on: table.server)
        try await ask(
            "POST", "/v1/commands", as: own,
            "[{\"kind\":\"setAlertPreferences\",\"user\":\(user),\"preferences\":63,\"id\":\"\(CommandID.random())\"},"
                + "{\"kind\":\"leaveRoom\",\"user\":\(user),\"room\":1,\"id\":\"\(CommandID.random())\"}]",
            on: table.server)
        try await table.server.stop()

        let all = Set(
            OpenAPI.operations.flatMap { $0.operation.answer.contents }.compactMap { content -> String? in
                guard content.type == "application/json", case .string(let name) = content.schema["$ref"] else {
                    return nil
                }
                return name.split(separator: "/").last.map(String.init)
            })
        let tables = Set(ReportCatalogue.tables.values.flatMap { $0.map(\.name) })
        #expect(
            all.union(tables).subtracting(answered.keys).subtracting(Self.askedElsewhere)
                .subtracting(ReportCatalogue.tables.keys) == [])
        try Self.keep(answered)
    }

    /// A contest whose season has no points yet has standings with the same members.
    @Test func standingsWithoutPointsHaveTheirShape() async throws {
        let table = try await Table()
        let answer = try await table.server.get("/v1/tournaments/1/standings", as: table.anna.token)
        let json = try answer.json
        #expect(
            json["unplacedScores"]?.elements.isEmpty == true && json["closedAsOf"]?.isNull == true, "\(answer.text)")
        try await table.server.stop()
    }

    /// Staff may resolve a case against the recorded events. The answer tells them so.
    @Test func aVerdictAgainstTheRecordedEventsIsAnsweredWithAWarning() async throws {
        let (table, _, _) = try await scene()
        let clara = try await table.server.signIn("clara", roles: ["officer"])
        let verdict =
            "{\"kind\":\"resolveDispute\",\"dispute\":257,\"verdict\":\"upheld\",\"resolvedBy\":\(clara.user),"
            + "\"reason\":\"Kind.\",\"actor\":\"admin/\(clara.user)\"}"
        let answer = try await table.server.command(verdict, as: clara.token)
        let warning = try answer.json["warning"]?.string
        #expect(answer.status == 200 && warning?.contains("case 257 is rejected") == true, "\(answer.text)")
        try await table.server.stop()
    }

    /// The first lines of the page work in a shell, as they are written, at a new server for development.
    @Test func theFirstRequestsOfThePageWork() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger)
        let page = try await server.get("/docs").text
        let shown = String(try #require(page.firstMatch(of: #/<pre>(at=[^<]*)<\/pre>/#)?.1))
        let letters = shown.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        let script = letters.replacing("127.0.0.1:3000", with: "127.0.0.1:\(server.port)")
        #expect(script.contains("\n  -d '{"))
        let (status, output) = try await onAThreadOfItsOwn {
            let (shell, pipe) = (Process(), Pipe())
            (shell.executableURL, shell.arguments) = (URL(filePath: "/bin/bash"), ["-euc", script])
            (shell.standardOutput, shell.standardError) = (pipe, pipe)
            try shell.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            return (shell.terminationStatus, output)
        }
        #expect(status == 0, "\(output)")
        for part in ["\"tournament\":2", "\"entry\":", "\"status\":\"waiting\""] {
            #expect(output.contains(part), "\(part): \(output)")
        }
        try await server.stop()
    }

    /// Shapes of answers that other suites ask for, since they need more than a draft.
    private static let askedElsewhere: Set = [
        "SignableCommand", "ImportSummary", "ImportPlan", "Approval", "NextPickReport", "Erasure", "FreeText",
        "AppJoin",
        "AppPickMade", "DeadLetters", "DepositIntent", "Payout", "PaymentResult", "Cluster",
        "DevTime", "DevRoom",
    ]

    private static let examples = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Server/Resources/examples.json")

    /// Writes the examples if golden files are to be updated.
    ///
    /// An answer that differs from its example in nothing but times and random values keeps the example: the examples
    /// are part of the program, so each change of them costs a build.
    private static func keep(_ answers: [String: String]) throws {
        guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" else { return }
        let root = try JSONDocument(Array(try String(contentsOf: examples, encoding: .utf8).utf8)).root
        let kept = Dictionary(root.members.map { ($0.name, JSON(shortened: $0.value).compact) }) { first, _ in first }
        let lines = try answers.filter { $0.key != "OpenAPI" }.sorted { $0.key < $1.key }.map { name, text in
            let answer = JSON(shortened: try JSONDocument(Array(text.utf8)).root).compact
            guard let example = kept[name], lasting(example) == lasting(answer) else { return "\"\(name)\":\(answer)" }
            return "\"\(name)\":\(example)"
        }
        try "{\n\(lines.joined(separator: ",\n"))\n}\n".write(to: examples, atomically: true, encoding: .utf8)
    }

    /// The text of an answer without its times, its durations in microseconds and its random values.
    private static func lasting(_ text: String) -> String {
        text.replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "T").replacing(#/[0-9A-Za-z+\/_=.\-]{22,}/#, with: "R")
            .replacing(#/"(\w*Microseconds)":-?\d+/#) { "\"\($0.output.1)\":0" }
    }

    /// Words about a member that was renamed are words about nothing.
    @Test func everyWordIsAboutAMemberOfAShape() {
        var left = Set(MemberWords.ofMembers.keys).union(MemberWords.ofShapes.keys).union(MemberWords.likeInCommands)
        for (name, shape) in PageShapes.all + ServerShapes.all + ReportCatalogue.shapes {
            _ = shape.describingMembers { member in
                left.subtract([member, "\(name).\(member)"])
                return nil
            }
        }
        #expect(left == [])
    }

    @Test func everyExampleHasItsShape() throws {
        let catalog = DocumentCheck.catalog
        let examples = try JSONDocument(Array(try String(contentsOf: Self.examples, encoding: .utf8).utf8)).root.members
        #expect(examples.count > 40 && Set(examples.map(\.name)) == Set(OpenAPIExamples.all.keys))
        for (name, value) in examples {
            #expect(Shape.named(name).mismatch(of: value, in: catalog) == nil, "\(name)")
        }
    }

    @Test func everyShapeHasAnExampleOfIt() throws {
        let catalog = DocumentCheck.catalog
        for (name, shape) in ShapeCatalog.shapes {
            let example = try JSONDocument(OpenAPI.example(of: name).bytes).root
            #expect(shape.mismatch(of: example, in: catalog) == nil, "\(name)")
        }
    }

    // MARK: Events

    /// Every line of a simulated ledger has the members of its type's schema, with values of their types.
    @Test func everyEventHasTheMembersOfItsSchema() throws {
        let house = try TemporaryLedger()
        _ = try Simulation(SimulationOptions(rooms: 6, seed: 11, teams: 4, rounds: 6)).run(into: house.ledger)
        let schemas = Dictionary(uniqueKeysWithValues: EventDocument.schemas)
        let head = try JSONDocument(try #require(schemas["EventHead"]).bytes).root
        var types: Set<EventType> = []
        for recorded in try house.events {
            let line = try JSONDocument(Array(recorded.jsonLine.utf8)).root
            let schema = try JSONDocument(
                SchemaMember.object(EventSchema(of: recorded.event.type).members).bytes
            ).root
            // The type states these two itself.
            #expect(Self.mismatch(of: line, by: head, besides: ["type", "body"]) == nil)
            #expect(Self.mismatch(of: try #require(line["body"]), by: schema) == nil, "\(recorded.jsonLine)")
            types.insert(recorded.event.type)
        }
        #expect(types.count > 25)
    }

    /// What a value has otherwise than a schema says: of the keywords that events use.
    ///
    /// - Parameter others: members of the value that the schema leaves to another one.
    private static func mismatch(
        of value: JSONValue, by schema: JSONValue, besides others: Set<String> = []
    ) -> String? {
        let types = schema["type"]?.string.map { [$0] } ?? schema["type"]?.elements.compactMap(\.string) ?? []
        let kind: String =
            switch value.kind {
            case .object: "object"
            case .array: "array"
            case .null: "null"
            default: value.string != nil ? "string" : value.boolean != nil ? "boolean" : "integer"
            }
        guard types.isEmpty || types.contains(kind) else { return "\(value.excerpt) is no \(types)" }
        if let values = schema["enum"]?.elements, kind == "string" {
            guard values.contains(where: { $0.string == value.string }) else { return "\(value.excerpt) is not listed" }
        }
        if kind == "array", let items = schema["items"] {
            return value.elements.lazy.compactMap { mismatch(of: $0, by: items) }.first
        }
        guard kind == "object", let properties = schema["properties"] else { return nil }
        let names = value.members.map(\.name)
        for required in schema["required"]?.elements.compactMap(\.string) ?? [] where !names.contains(required) {
            return "\(required) is missing"
        }
        return value.members.lazy.filter { !others.contains($0.name) }.compactMap { name, value in
            guard let schema = properties.members.first(where: { $0.name == name })?.value else {
                return "\(name) is not described"
            }
            return mismatch(of: value, by: schema)
        }.first
    }

    @Test func aShapeTellsWhatDoesNotHaveIt() throws {
        let seat = Shape.object([
            .init(name: "seat", shape: .integer), .init(name: "kind", shape: .choice(["a", "b"])),
        ])
        let catalog: [String: Shape] = [
            "A": .object([
                .init(name: "room", shape: .integer),
                .init(name: "title", isRequired: false, shape: .nullable(.string)),
                .init(name: "seats", shape: .list(seat)), .init(name: "of", shape: .map(.named("B"))),
            ]),
            "B": .either([.list(.number), .integer]),
        ]
        func mismatch(_ text: String) throws -> String? {
            Shape.named("A").mismatch(of: try JSONDocument(Array(text.utf8)).root, in: catalog)
        }
        #expect(try mismatch(#"{"room":1,"seats":[{"seat":0,"kind":"b"}],"of":{"x":[1.5],"y":2}}"#) == nil)
        #expect(try mismatch(#"{"room":1,"title":null,"seats":[],"of":{}}"#) == nil)
        #expect(try mismatch(#"{"room":null,"seats":[],"of":{}}"#)?.contains("$.room is null") == true)
        #expect(try mismatch(#"{"room":1,"of":{}}"#) == "$.seats is missing")
        #expect(try mismatch(#"{"room":1,"seats":[],"of":{},"more":1}"#) == "$.more is not described")
        #expect(
            try mismatch(#"{"room":1,"seats":[{"seat":0,"kind":"c"}],"of":{}}"#)?.contains("$.seats[0].kind") == true)
        #expect(try mismatch(#"{"room":1,"seats":[],"of":{"x":"1"}}"#)?.contains("$.of.x") == true)
    }

    @Test func thePageShowsEveryOperationAndEveryKindWithoutScripts() async throws {
        let table = try await Table()
        let page = try await table.server.get("/docs")
        #expect(page.status == 200 && page.header("content-type") == "text/html; charset=utf-8")
        for (route, operation) in OpenAPI.operations {
            #expect(page.text.contains("id=\"\(operation.id)\""), "\(route.path)")
        }
        for kind in CommandKind.allCases { #expect(page.text.contains("<code>\(kind.name)</code>")) }
        for type in EventType.allCases { #expect(page.text.contains("id=\"shape-\(type.name)Event\"")) }
        #expect(!page.text.contains("<script") && !page.text.contains("src=") && !page.text.contains("http"))
        #expect(try await table.server.get("/openapi.json").text == String(decoding: OpenAPI.document, as: UTF8.self))
        try await table.server.stop()
    }

    // MARK: Access

    /// The matrix of access as it is described, against what is answered without a token and to a stranger.
    @Test func everyOperationKeepsItsAccess() async throws {
        let table = try await Table()
        try await table.draft()
        let otto = try await table.server.signIn("otto").token
        let values = [
            "room": "1", "seat": "0", "user": "\(table.anna.user)", "endpoint": "a", "case": "1", "entry": "65537",
            "tournament": "1",
            "pool": "1", "season": "2026", "measure": "1", "team": "65537", "player": "1-0", "position": "0",
        ]
        for (route, operation) in OpenAPI.operations where !route.access.isOpen {
            var path = route.path
            for (name, value) in values { path = path.replacing("{\(name)}", with: value) }
            let body = operation.body == nil ? nil : "{}"
            let nobody = try await table.server.send(route.method.rawValue, path, as: nil, body)
            #expect(nobody.status == 401, "\(operation.id) without a token: \(nobody.status) \(nobody.text)")
            switch route.access {
            case .account, .officers, .auditors, .staff, .role:
                let stranger = try await table.server.send(route.method.rawValue, path, as: otto, body)
                #expect(stranger.status == 403, "\(operation.id) for a stranger: \(stranger.status) \(stranger.text)")
            case .anyone, .signedIn, .checked: break
            }
        }
        try await table.server.stop()
    }

    /// A few costs that an earlier version kept by path.
    @Test(arguments: [
        ("getLiveness", Route.Cost.none), ("sendCommand", .none), ("getRoom", .read), ("getAudit", .read),
        ("setUserSettings", .write), ("reportClv", .report), ("auditRoom", .report), ("search", .report),
        ("listRooms", .readUnless("at")), ("listCases", .readUnless("againstRules")),
        ("getContestStandings", .readUnless("at")), ("getNextPick", .report), ("getRoomReplay", .report),
    ])
    func anOperationCountsAsItDid(id: String, cost: Route.Cost) {
        #expect(OpenAPI.operations.first { $0.operation.id == id }?.route.cost == cost)
    }
}

/// The alerts of a member, as the app names them.
private enum AlertNames {
    static let all = [
        "roomFilled", "draftStarting", "twoPicksAway", "onTheClock", "tenSecondsRemaining", "slowDraftEmailUpdates",
    ]
}

extension JSON {
    /// A value with two items at most of each list.
    fileprivate init(shortened value: JSONValue) {
        switch value.kind {
        case .array: self = .array(value.elements.prefix(2).map { JSON(shortened: $0) })
        case .object: self = .object(value.members.map { Member($0.name, JSON(shortened: $0.value)) })
        case .null: self = nil
        default:
            if let text = value.string {
                self = .string(text)
            } else if let flag = value.boolean {
                self = .bool(flag)
            } else {
                self = value.integer(as: Int64.self).map { .integer($0) } ?? value.number.map { .number($0) } ?? nil
            }
        }
    }
}
