import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing
import TextFormats

/// A command as one JSON object: what clients write and servers read.
@Suite struct CommandJSONTests {
    private static let origins: [(CommandID?, Sender?, Timestamp?)] = [
        (nil, nil, nil),
        (CommandID(high: 0x0123_4567_89ab_cdef, low: 7), .user(7), nil),
        (CommandID(high: .max, low: .max), .admin(9, onBehalfOf: 7), Timestamp(microseconds: 1_700_000_000_123_456)),
        (nil, .scheduler, Timestamp(microseconds: 0)),
    ]

    /// Every sample, with one of the origins.
    private static let requests = CommandSamples.all.enumerated().map { index, command in
        let (id, actor, occurredAt) = origins[index % origins.count]
        return CommandRequest(command, id: id, actor: actor, occurredAt: occurredAt)
    }

    @Test func everyKindIsWrittenAsBefore() throws {
        let lines = Self.requests.map { $0.json + "\n" }
        #expect(try GoldenFile("requests/requests.jsonl").difference(from: lines.joined()) == nil)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for request in Self.requests { #expect(try CommandRequest(json: request.json) == request) }
    }

    @Test func everyKindIsReadAsItself() throws {
        for kind in CommandKind.allCases {
            let request = try #require(Self.requests.first { $0.command.kind == kind })
            #expect(try CommandRequest(json: request.json).command.kind == kind)
        }
    }

    /// But for amounts and times that no record can hold either.
    @Test(arguments: [1, 2, 3])
    func whateverCanBeRecordedIsReadAgain(seed: UInt64) throws {
        var commands = ExtremeCommands(seed: seed)
        var unreadable = 0
        for _ in 0..<2_000 {
            let request = CommandRequest(commands.command())
            do throws(JSONLineError) {
                #expect(try CommandRequest(json: request.json) == request)
            } catch {
                unreadable += 1
                let names = ["amount", "entryFee", "statedPrizes", "claimedAt"]
                #expect(error.code == .badValue && names.contains { error.message.contains("'\($0)'") }, "\(error)")
            }
        }
        #expect(unreadable < 200)
    }

    @Test func membersComeInAnyOrderWithSpaceBetweenThem() throws {
        let request = try CommandRequest(
            json: """
                {
                  "player": 42, "actor": "user/7", "seat": null,
                  "pick": 17, "id": "01234567-89AB-CDEF-0000-000000000007",
                  "room": 12, "kind": "makePick"
                }
                """)
        #expect(
            request
                == CommandRequest(
                    .room(12, .makePick(MakePick(pick: 17, player: 42))),
                    id: CommandID(high: 0x0123_4567_89ab_cdef, low: 7), actor: .user(7)))
    }

    @Test(
        arguments: [
            ("", .notJSON, 1, 1, "the end of the text, expected a value"),
            ("[]", .notJSON, 1, 1, "[], expected an object with a command"),
            ("{\"kind\":\"startDraft\",\"room\":12} x", .notJSON, 1, 33, "'x', expected the end of the text"),
            ("{}", .missingField, 1, 1, "the member 'kind' is missing"),
            ("{\"kind\":3}", .badValue, 1, 9, "the member 'kind' is 3, expected a string"),
            (
                "{\"kind\":\"fly\"}", .unknownType, 1, 9,
                "the kind of command is \"fly\", which is not a known command kind"
            ),
            ("{\"kind\":\"tickClock\",\"room\":12}", .missingField, 1, 1, "the member 'pick' is missing"),
            (
                "{\"kind\":\"tickClock\",\"room\":12,\"pick\":1,\"pick\":2}", .unknownField, 1, 47,
                "the member 'pick' is not a member of a tickClock, or occurs twice"
            ),
            (
                "{\"kind\":\"startDraft\",\"kind\":\"startDraft\",\"room\":12}", .unknownField, 1, 29,
                "the member 'kind' is not a member of a startDraft, or occurs twice"
            ),
            (
                "{\"kind\":\"openRoom\",\"room\":12,\"pick\":1}", .missingField, 1, 1, "the member 'pool' is missing"
            ),
            (
                "{\"kind\":\"startDraft\",\n \"room\":12,\n \"pick\":1}", .unknownField, 3, 9,
                "the member 'pick' is not a member of a startDraft, or occurs twice"
            ),
            (
                "{\"kind\":\"tickClock\",\"room\":12,\"pick\":65536}", .badValue, 1, 38,
                "the member 'pick' is 65536, expected a whole number from 0 to 65535"
            ),
            (
                "{\"kind\":\"startDraft\",\"room\":null}", .badValue, 1, 29,
                "the member 'room' is null, expected a whole number of at least 0"
            ),
            (
                "{\"kind\":\"pauseRoom\",\"room\":12,\"pause\":\"noon\",\"reason\":\"\"}", .badValue, 1, 39,
                "the member 'pause' is \"noon\", expected one of \"manual\", \"overnight\", \"outage\""
            ),
            (
                "{\"kind\":\"setAutodraft\",\"room\":12,\"seat\":1,\"on\":1}", .badValue, 1, 48,
                "the member 'on' is 1, expected true or false"
            ),
            (
                "{\"kind\":\"setRankings\",\"room\":12,\"seat\":1,\"players\":3}", .badValue, 1, 52,
                "the member 'players' is 3, expected an array"
            ),
            (
                "{\"kind\":\"startDraft\",\"room\":12,\"id\":\"7\"}", .badValue, 1, 37,
                "the member 'id' is \"7\", expected a UUID or 32 hexadecimal digits"
            ),
            (
                "{\"kind\":\"startDraft\",\"room\":12,\"actor\":\"bob\"}", .badValue, 1, 40,
                "the member 'actor' is \"bob\", expected a sender such as user/7"
            ),
            (
                "{\"kind\":\"startDraft\",\"room\":12,\"occurredAt\":5}", .badValue, 1, 45,
                "the member 'occurredAt' is 5, expected a time such as 2026-01-01T00:00:00.000000Z"
            ),
            (
                "{\"kind\":\"awardPrizes\",\"tournament\":1,\"standings\":[{\"entry\":1,\"place\":1,\"tie\":2}]}",
                .unknownField, 1, 78, "the member 'tie' is not a member of an awardPrizes, or occurs twice"
            ),
        ] as [(String, JSONLineError.Code, Int, Int, String)])
    func whatIsWrongIsNamedWithItsPlace(
        json: String, code: JSONLineError.Code, line: Int, column: Int, message: String
    ) throws {
        let error = #expect(throws: JSONLineError.self) { try CommandRequest(json: json) }
        #expect(error?.code == code && error?.line == line && error?.column == column && error?.message == message)
    }

    @Test func bytesThatAreNotUTF8AreNamed() {
        let error = #expect(throws: JSONLineError.self) {
            try CommandRequest(json: Array("{\"kind\":\"".utf8) + [0xFF] + Array("\"}".utf8))
        }
        #expect(error?.code == .notJSON && error?.column == 10)
    }
}

/// The article that tells clients the members, against what is written.
@Suite struct CommandJSONArticleTests {
    @Test func everyMemberOfEveryKindIsInItsRow() throws {
        let article = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Records/Records.docc/CommandJSON.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let rules = try #require(text.range(of: "The rules are")).lowerBound
        func row(_ kind: CommandKind) throws -> Substring {
            try #require(rows.first { $0.dropFirst().prefix { $0 != "|" }.contains("`\(kind)`") }, "\(kind)")
        }
        for command in CommandSamples.all {
            var told = String(try row(command.kind))
            if told.contains("as `openRoom`") { told += try row(.openRoom) }
            if told.contains("the rules") { told += text[rules...] }
            let json = try JSONDocument(Array(CommandRequest(command).json.utf8)).root
            for (member, _) in json.members where member != "kind" {
                #expect(told.contains("`\(member)`"), "\(member) of \(command.kind)")
            }
        }
    }
}
