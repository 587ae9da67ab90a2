import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing
import TextFormats

@testable import Interchange  // what the parser read, before it is imported

@Suite struct MFLParserTests {
    /// Two teams, two rounds, with the notes and the times that the site writes.
    static let file = #"""
        {"version":"1.0","draftResults":{"draftUnit":{"unit":"DIVISION00",
        "static_url":"https://www73.myfantasyleague.com/fflnetdynamic2020/65443_DIVISION00_draft_results.xml",
        "round1DraftOrder":"0002,0001,","draftPick":[
        {"timestamp":"1594044005","franchise":"0002","round":"01","player":"13116","pick":"01","comments":""},
        {"timestamp":"1594044006","franchise":"0001","round":"01","player":"13130","pick":"02","comments":"[Pick made from Pre-Draft List] ok"},
        {"timestamp":"1594044004","franchise":"0001","round":"02","player":"13593","pick":"01","comments":"[Timer expired: Pick skipped\nReplacement pick made by Commissioner.] "},
        {"timestamp":"1594044009","franchise":"0002","round":"02","player":"0000","pick":"02","comments":"[Timer expired: Pick skipped] "}
        ]}},"encoding":"utf-8"}
        """#

    static let players = #"""
        {"players":{"player":[
        {"id":"13593","name":"Barkley, Saquon","position":"RB","team":"NYG"},
        {"id":"13116","name":"Mahomes, Patrick","position":"QB","team":"KCC"},
        {"id":"0151","name":"Bills, Buffalo","position":"TMWR","team":"BUF"},
        {"id":"13130","name":"McCaffrey, Christian","position":"RB","team":"FA"}]}}
        """#

    @Test func aUnitIsADraft() throws {
        let batch = try parse(Self.file)
        #expect(batch.issues.isEmpty)
        let draft = try #require(batch.drafts.first)
        #expect(draft.externalID == "65443_DIVISION00" && draft.teams == 2 && draft.rounds == 2)
        #expect(draft.entries.map { $0?.externalID } == ["0002", "0001"])
        #expect(draft.startedAt == Timestamp(iso8601: "2020-07-06T14:00:04Z"))
        #expect(
            draft.picks.map { $0.player.map { batch.players[$0].name } } == [
                "Patrick Mahomes", "Christian McCaffrey", "Saquon Barkley", nil,
            ])
        #expect(
            draft.picks.map(\.manner) == [
                .byHand, .automated(.autodraft, .queue), .automated(.admin, .skipped),
                .automated(.clockExpired, .skipped),
            ])
        #expect(draft.picks.map(\.occurredAt).first == Timestamp(iso8601: "2020-07-06T14:00:05Z"))
        #expect(batch.contests.map(\.externalID) == ["mfl-65443-2020"])
        let pool = batch.contests[0].players.map { batch.players[$0] }
        #expect(pool.map(\.externalID) == ["0151", "13116", "13130", "13593"])
        #expect(pool.map(\.team) == ["BUF", "KC", "", "NYG"])
        #expect(pool[0].position == .teamUnit)
    }

    @Test func withoutAListIDsStandForNames() throws {
        let batch = try parse(Self.file, players: nil)
        #expect(batch.issues.isEmpty)
        #expect(batch.contests[0].players.map { batch.players[$0].name } == ["13116", "13130", "13593"])
    }

    /// One thing wrong at a time; the message points at the text named.
    @Test(arguments: [
        (#""player":"13593""#, #""player":"99999""#, #""99999""#, "the player 99999"),
        (
            #""player":"13593""#, #""player":"13116""#, #""13116","pick":"01","comments":"[Timer"#,
            "at pick 3 and at pick 1"
        ),
        (
            #""franchise":"0001","round":"02""#, #""franchise":"0002","round":"02""#,
            #""0002","round":"02","player":"13593"#, "franchise 0002 at pick 3"
        ),
        (#""franchise":"0001","round":"02""#, #""franchise":"0007","round":"02""#, #""0007""#, "the franchise 0007"),
        (#""round":"02","player":"13593""#, #""round":"3x","player":"13593""#, #""3x""#, "'round' \"3x\""),
        (#""pick":"02","comments":"[Pick"#, #""pick":"03","comments":"[Pick"#, #""03""#, "'pick' \"03\""),
        (#""timestamp":"1594044004""#, #""timestamp":"soon""#, #""soon""#, "'timestamp' \"soon\""),
        (#""player":"0000""#, #""player":"""#, #""","pick":"02","comments":"[Timer"#, "as 'player'"),
        (#"[Timer expired: Pick skipped] "#, #"Pick skipped"#, #""0000""#, "0000, which is not a player"),
        (#""0002,0001,""#, #""0002,0001,0002""#, #""0002,0001,0002""#, "a franchise twice"),
    ])
    func aBrokenDraftSaysWhatAndWhere(find: String, put: String, blamed: String, found: String) throws {
        let text = Self.file.replacing(find, with: put, maxReplacements: 1)
        let batch = try parse(text)
        #expect(batch.drafts.isEmpty && batch.issues.count == 1)
        let issue = try #require(batch.issues.first)
        #expect(issue.draft == "65443_DIVISION00" && issue.file == "results.json")
        #expect(issue.found.contains(found), "\(issue)")
        let before = text[..<(try #require(text.firstRange(of: blamed)).lowerBound)]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            issue.place == TextPlace(line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1), "\(issue)"
        )
    }

    @Test func whatIsNotJSONHasAPlace() throws {
        let batch = try parse("{\n  \"draftResults\": ]")
        #expect(batch.issues.first?.place == TextPlace(line: 2, column: 19))
        #expect(batch.issues.first?.found == "']'" && batch.issues.first?.expected == "a value of a JSON file")
        #expect(try parse("[]").issues.first?.found == "no draftResults.draftUnit")
    }

    @Test func moreFranchisesThanARoomSeatsAreRefused() throws {
        let names = (1...2_300).map(String.init).joined(separator: ",")
        let batch = try parse(Self.file.replacingOccurrences(of: "0002,0001,", with: names))
        #expect(batch.drafts.isEmpty)
        #expect(batch.issues.map(\.found) == ["2300 franchises"])
    }

    @Test func aBrokenPlayerListIsRefused() {
        let list = Array(Self.players.replacing(#""position":"QB""#, with: #""place":"QB""#).utf8)
        let issue = #expect(throws: ImportIssue.self) { try MFLPlayerList(list, path: "players.json") }
        #expect(issue?.found == "no 'position'" && issue?.line == 3)
    }

    @Test(.withSharedData) func theRealDraftsAreAllThere() throws {
        var list = try InputFile(path: SharedData.mflPlayers)
        var parser = MFLParser(players: try MFLPlayerList(try list.rest(), path: list.path))
        var results = try InputFile(path: SharedData.mfl)
        parser.read(try results.rest(), path: results.path)
        let batch = parser.finish()
        #expect(batch.issues.isEmpty)
        #expect(batch.drafts.count == 8)
        #expect(batch.drafts.allSatisfy { $0.teams == 12 && $0.rounds == 22 && $0.picks.count == 264 })
        let manners = batch.drafts.flatMap { $0.picks.map(\.manner) }
        #expect(manners.count { $0 == .automated(.autodraft, .queue) } == 437)
        #expect(manners.count { $0 == .automated(.clockExpired, .skipped) } == 1)
        #expect(manners.count { $0 == .automated(.admin, .skipped) } == 1)
        #expect(batch.contests.map { $0.players.count } == [2716])
    }

    private func parse(_ text: String, players: String? = players) throws -> MFLBatch {
        var parser = MFLParser(players: try players.map { try MFLPlayerList(Array($0.utf8), path: "players.json") })
        parser.read(Array(text.utf8), path: "results.json")
        return parser.finish()
    }
}
