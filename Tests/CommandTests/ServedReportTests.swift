import CommandTesting
import Draft
import TestSupport
import Testing
import TextFormats

/// Reports over HTTP say what the command line says, to the last digit: the same object.
@Suite struct ServedReportTests {
    private let scratch = TemporaryDirectory()

    private func fill() async throws -> [String] {
        let ledger = ["--ledger", scratch("ledger")]
        for arguments in try SeasonFiles.write(to: scratch) {
            let ran = await RemoteScene.runApart(ledger + arguments)
            try #require(ran.status == 0, "\(ran)")
        }
        return ledger
    }

    @Test func reportsOverTheWireAreThoseOfTheCommandLine() async throws {
        let ledger = try await fill()
        let rosters = await RemoteScene.runApart(ledger + ["rosters", "3", "--format", "json"])
        let number = (rosters.list)?.lazy.compactMap { $0["user"] as? Int }.first
        let user = "\(try #require(number))"
        let questions: [(path: String, arguments: [String])] = [
            ("movers?contest=1&days=4", ["movers", "--contest", "1", "--days", "4"]),
            (
                "movers?contest=1&split=2022-09-06&undrafted=last&minimum=1&top=7&position=WR",
                [
                    "movers", "--contest", "1", "--split", "2022-09-06", "--undrafted", "last", "--minimum", "1",
                    "--top", "7", "--position", "WR",
                ]
            ),
            ("portfolio?user=\(user)", ["portfolio", "--user", user]),
            (
                "portfolio?user=\(user)&reference=at-pick&curve=power&top=2",
                ["portfolio", "--user", user, "--reference", "at-pick", "--curve", "power", "--top", "2"]
            ),
            (
                "exposure?sort=name&minimum=2&top=5&draftPosition=3",
                ["exposure", "--sort", "name", "--minimum", "2", "--top", "5", "--slot", "3"]
            ),
            ("exposure?by=week&top=4", ["exposure", "--by", "week", "--top", "4"]),
            ("adp?sort=spread&top=6", ["adp", "--sort", "spread", "--top", "6"]),
            ("portfolio?user=\(user)&sort=shared", ["portfolio", "--user", user, "--sort", "shared"]),
            ("construction?by=archetype", ["construction", "--by", "archetype"]),
            ("pairs?user=\(user)&size=3", ["pairs", "--user", user, "--size", "3"]),
            (
                "pairs?size=4&by=lift&minimum=2&top=9&contest=1",
                ["pairs", "--size", "4", "--by", "lift", "--minimum", "2", "--top", "9", "--contest", "1"]
            ),
            ("advance", ["advance"]), ("advance?by=pair", ["advance", "--by", "pair"]),
            ("advance?by=build&minimum=2", ["advance", "--by", "build", "--minimum", "2"]),
            ("advance?by=slot&contest=1", ["advance", "--by", "slot", "--contest", "1"]),
            ("advance?by=archetype&top=2", ["advance", "--by", "archetype", "--top", "2"]),
            ("advance?by=player&position=TE", ["advance", "--by", "player", "--position", "TE"]),
            ("luck?contest=1", ["luck", "--contest", "1"]),
            ("luck?week=2&top=5", ["luck", "--week", "2", "--top", "5"]),
            ("clv?reference=at-date&contest=1", ["clv", "--reference", "at-date", "--contest", "1"]),
            (
                "clv?reference=latest&site=site&season=2022&curve=power&top=5&position=WR",
                [
                    "clv", "--reference", "latest", "--site", "site", "--season", "2022", "--curve", "power", "--top",
                    "5", "--position", "WR",
                ]
            ),
            (
                "portfolio?user=\(user)&reference=at-date&season=2022",
                ["portfolio", "--user", user, "--reference", "at-date", "--season", "2022"]
            ),
            ("stacks", ["stacks"]), ("byes?contest=1", ["byes", "--contest", "1"]),
            ("stacks?season=2022", ["stacks", "--season", "2022"]),
            (
                "stacks?season=2022&week=15,17&contest=1",
                ["stacks", "--season", "2022", "--week", "15", "--week", "17", "--contest", "1"]
            ),
            ("expect?seasons=40", ["expect", "--seasons", "40"]),
            (
                "expect?contest=1&like=1&seasons=30&seed=99&entries=4000&drafts=1&top=3&slot=2",
                [
                    "expect", "--contest", "1", "--like", "1", "--seasons", "30", "--seed", "99", "--entries", "4000",
                    "--drafts", "1", "--top", "3", "--slot", "3",
                ]
            ),
        ]
        var expected: [Ran] = []
        for question in questions {
            expected.append(await RemoteScene.runApart(ledger + question.arguments + ["--format", "json"]))
        }
        let scene = try await RemoteScene(at: scratch("ledger"), in: scratch)
        // A server that starts says so in the ledger: as of what was there before, the figures are the same.
        let first = try JSONDocument(Array(expected[0].output.utf8)).root
        let size = try #require(first["position"]?.integer(as: UInt64.self))
        for (question, ran) in zip(questions, expected) {
            try #require(ran.status == 0, "\(question.arguments): \(ran)")
            let command = try JSONDocument(Array(ran.output.utf8)).root
            let separator = question.path.contains("?") ? "&" : "?"
            let path = "/v1/reports/\(question.path)\(separator)at=pos:\(size)"
            let served = try await scene.get(path, as: 99, roles: [.analyst])
            #expect(Self.words(served) == Self.words(command), "\(question.path)")
            #expect(Self.words(served).count > 3, "\(question.path)")
        }
        try await scene.stop()
    }

    @Test func whatIsSaidOfASeasonOverTheWireIsWhatTheCommandLineSays() async throws {
        let ledger = try await fill()
        let questions: [(path: String, arguments: [String])] = [
            ("notes", ["notes"]), ("notes?season=2022", ["notes", "list", "--season", "2022"]),
            ("notes?season=2021", ["notes", "--season", "2021"]), ("seasons/2022/notes", ["notes", "show", "2022"]),
            (
                "seasons/2022/notes?kind=adp&site=site&day=2022-09-03&top=4",
                ["notes", "show", "2022", "--kind", "adp", "--site", "site", "--date", "2022-09-03", "--top", "4"]
            ),
            ("seasons/2022/notes?kind=schedule", ["notes", "show", "2022", "--kind", "schedule"]),
        ]
        var expected: [Ran] = []
        for question in questions {
            // Over HTTP a list is a bare array.
            expected.append(await RemoteScene.runApart(ledger + question.arguments + ["--format", "json-array"]))
        }
        let text = await RemoteScene.runApart(ledger + ["notes"])
        let rows = text.output.split(separator: "\n").dropFirst().map { line in
            line.split(separator: " ").prefix(3).joined(separator: " ")
        }
        #expect(
            rows == ["2022 adp site", "2022 adp site", "2022 players teams.csv", "2022 schedule games.csv"], "\(text)")
        #expect(text.output.contains("2022-09-03") && text.output.contains("108") && text.output.contains("importer"))
        let absent = await RemoteScene.runApart(ledger + ["notes", "show", "2021"])
        #expect(absent.status == 66 && absent.messages.contains("`reference-data` lists the seasons"), "\(absent)")
        let scene = try await RemoteScene(at: scratch("ledger"), in: scratch)
        for (question, ran) in zip(questions, expected) {
            try #require(ran.status == 0, "\(question.arguments): \(ran)")
            let served = try await scene.get("/v1/\(question.path)", as: 99, roles: [.auditor])
            let command = try JSONDocument(Array(ran.output.utf8)).root
            // The position alone is another one: a server that starts says so in the ledger.
            func text(_ value: JSONValue) -> String {
                guard value.kind == .object else { return Self.text(value) }
                return Self.words(value).filter { !$0.hasPrefix("position: ") }.joined(separator: ", ")
            }
            #expect(text(served) == text(command), "\(question.path)")
        }
        try await scene.stop()
    }

    /// An object's members as texts.
    private static func words(_ value: JSONValue) -> [String] { value.members.map { "\($0.name): \(text($0.value))" } }

    private static func text(_ value: JSONValue) -> String {
        switch value.kind {
        case .object: "{\(words(value).joined(separator: ", "))}"
        case .array: "[\(value.elements.map(text).joined(separator: ", "))]"
        case .string: value.string ?? ""
        case .null, .boolean, .number: value.excerpt
        }
    }
}
