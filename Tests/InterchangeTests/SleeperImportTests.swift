import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Interchange  // the parser's own issues

/// The picks of Sleeper's drafts, made up in the words of its interface.
@Suite(.seeded) struct SleeperImportTests {
    /// A pick's members, as they are written.
    typealias Pick = [String: String]

    private func draft(_ id: String, teams: UInt8 = 4, rounds: UInt8 = 3) -> [Pick] {
        let snake = Snake(teams: teams, rounds: rounds)
        return (1...snake.pickCount).map { pick in
            let slot = snake.slot(of: pick) + 1
            return [
                "draft_id": "\"\(id)\"", "pick_no": "\(pick)", "round": "\(snake.round(of: pick))",
                "draft_slot": "\(slot)", "roster_id": "\(slot + 3)", "picked_by": "\"70\(slot)\"",
                "player_id": pick == 2 ? "\"KC\"" : "\"\(pick)\"", "is_keeper": "null",
                "metadata":
                    #"{"first_name": "Ann\#(pick)", "last_name": "O\u0027Lee", "position": "\#(pick == 2 ? "DEF" : "WR")", "team": "JAC"}"#,
            ]
        }
    }

    private func text(_ picks: [Pick]) -> String {
        "["
            + picks.map { "{" + $0.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ",\n") + "}" }
            .joined(separator: ",") + "]"
    }

    private func importing(
        _ files: [[Pick]], into house: TemporaryLedger? = nil, rounds: UInt8? = 3
    ) throws -> ImportSummary {
        let house = try house ?? .forImports()
        let paths = try files.enumerated().map { try house.file(text($1), "picks\($0).json") }
        return try house.importing(paths, as: .sleeper(rounds: rounds))
    }

    @Test func whatTheFileSaysIsKeptAndNothingElseKnown() throws {
        let house = try TemporaryLedger.forImports()
        #expect(try importing([draft("55"), draft("56")], into: house).imported == 2)
        let room = try #require(try house.ledger.room(1))
        #expect(room.externalID == "sleeper-55" && room.ruleset.teams == 4 && room.ruleset.rounds == 3)
        #expect(room.entryFee == nil && room.ruleset.statedClock == nil && room.memberCount == 4)
        #expect(
            try house.boards()["sleeper-55"]?[..<2]
                == ["0 Ann1 O'Lee WR 0 unknown -", "1 Ann2 O'Lee DEF 0 unknown -"])
        #expect(try house.ledger.tournaments().map(\.title) == ["Sleeper draft 55", "Sleeper draft 56"])
        let pool = try #require(try house.ledger.pool(1))
        #expect(pool.externalID == "sleeper" && pool.title == "Sleeper players" && pool.players.count == 12)
        #expect(pool.players.allSatisfy { $0.team == "JAX" } && pool.players.contains { $0.externalID == "KC" })
        #expect(try house.ledger.pools() == [1])
        #expect(
            try house.ledger.profiles().map(\.profile.externalID).sorted()
                == ["sleeper-701", "sleeper-702", "sleeper-703", "sleeper-704"])
        #expect(try importing([draft("55")], into: house).events == 0)
        #expect(try house.ledger.verify(full: true).isSound)
    }

    @Test(arguments: [
        ("pick_no", "pick_nr"), ("draft_slot", "draft_slto"), ("player_id", "playr_id"), ("draft_id", "draftid"),
        ("metadata", "metdata"), ("picked_by", "pickedBy"), ("round", "ruond"),
    ]) func aMisspeltMemberIsNamed(right: String, wrong: String) throws {
        let house = try TemporaryLedger.forImports()
        let picks = text(draft("55")).replacing("\"\(right)\"", with: "\"\(wrong)\"")
        let file = try house.file(picks, "picks.json")
        #expect(try FileKind.of(path: file) == .dialect(.sleeper))
        let refused = try house.importing([file], as: .sleeper(rounds: 3)).refused
        #expect(refused.first?.found.contains("no '\(right)', but '\(wrong)'") == true, "\(refused)")
    }

    @Test func aMisspeltNameIsNoMissingOne() throws {
        let house = try TemporaryLedger.forImports()
        let picks = text(draft("55")).replacing("last_name", with: "lastName")
        let refused = try house.importing([try house.file(picks, "p.json")], as: .sleeper(rounds: 3)).refused
        #expect(refused.first?.found.contains("no 'last_name', but 'lastName'") == true, "\(refused)")
    }

    @Test func theOrderOfPicksAndFilesDoesNotMatter() throws {
        var random = SeededGenerator(seed: 9)
        var boards: [[String: [String]]] = []
        for _ in 0..<3 {
            let picks = (draft("55") + draft("56")).shuffled(using: &random)
            let house = try TemporaryLedger.forImports()
            #expect(try importing([Array(picks[9...]), Array(picks[..<9])], into: house).imported == 2)
            boards.append(try house.boards())
        }
        #expect(boards[0] == boards[1] && boards[1] == boards[2])
    }

    @Test func whoPickedIsKnownOnlyWhereOneDid() throws {
        let house = try TemporaryLedger.forImports()
        var picks = draft("55")
        for index in picks.indices where picks[index]["draft_slot"] == "1" { picks[index]["picked_by"] = "\"\"" }
        picks[1]["picked_by"] = "\"709\""
        picks[0]["is_keeper"] = "true"
        let summary = try importing([picks], into: house)
        #expect(summary.imported == 1)
        #expect(try house.ledger.profiles().map(\.profile.externalID).sorted() == ["sleeper-703", "sleeper-704"])
        #expect(summary.notes.contains { $0.hasPrefix("A team has picks of several users") }, "\(summary.notes)")
        #expect(summary.notes.contains { $0.hasPrefix("1 pick was kept from a season before") })
        #expect(try house.ledger.room(1)?.memberCount == 4)
    }

    /// A pool lists a player once, with the team that he came with first.
    @Test func aNoteTellsOfTeamsThatAreOthersNow() throws {
        let house = try TemporaryLedger.forImports()
        _ = try importing([draft("55")], into: house)
        var later = draft("56")
        later[0]["metadata"] = later[0]["metadata"]?.replacing("JAC", with: "KC")
        let summary = try importing([later], into: house)
        #expect(summary.imported == 1)
        #expect(
            summary.notes.first
                == "A player has another team than in the pool: Ann1 O'Lee (KC, listed with JAX). Stacks use the team of the pool.",
            "\(summary.notes)")
    }

    @Test(arguments: [3, 8]) func aCutDraftIsRefused(picks: Int) throws {
        let cut = Array(draft("55").prefix(picks))
        if picks == 8 {
            let alone = try importing([cut], rounds: nil)
            #expect(alone.refused.map(\.expected) == ["18 rounds, or --rounds 2 if it is complete"])
            #expect(try importing([cut], rounds: 2).imported == 1)
            #expect(try importing([cut], rounds: 3).refused.map(\.found) == ["8 of 12 picks"])
        } else {
            #expect(try importing([cut]).refused.map(\.found) == ["picks of the first round alone"])
            #expect(
                try importing([Array(draft("55").prefix(7))], rounds: nil).refused.map(\.found) == [
                    "7 picks of 4 teams"
                ])
        }
    }

    @Test(arguments: [
        ("pick_no", "0", "0 as 'pick_no'", "from 1 to 960"), ("pick_no", "\"7\"", "\"7\" as 'pick_no'", "whole number"),
        ("draft_slot", "33", "33 as 'draft_slot'", "from 1 to 32"), ("round", "1", "round 1 at pick_no 7", "round 2"),
        ("roster_id", "9", "a traded pick: roster 9 picks in slot 2", "traded picks cannot be imported"),
        ("draft_slot", "1", "a traded pick: roster 5 picks in slot 1", "one roster for each slot"),
        ("player_id", "7", "7 as 'player_id'", "in quotes"),
        ("metadata", "[]", "no 'metadata'", "the player that was picked"),
        ("metadata", #"{"last_name": "Lee", "position": "G"}"#, "'position' \"G\"", "such as QB"),
        ("metadata", #"{"position": "QB"}"#, "no name", "'first_name' and 'last_name'"),
        ("picked_by", "7", "7 as 'picked_by'", "in quotes"), ("player_id", "\"1\"", "at pick 7", "no player twice"),
        ("metadata", #"{"last_name": "Le\u0000e", "position": "QB"}"#, "a NUL character in 'last_name'", "text"),
    ]) func aWrongMemberRefusesItsDraftAlone(member: String, value: String, found: String, expected: String) throws {
        var broken = draft("56")
        broken[6][member] = value
        if member == "player_id", value == "\"1\"" { broken[6]["metadata"] = broken[0]["metadata"] }
        let house = try TemporaryLedger.forImports()
        let summary = try importing([draft("55"), broken], into: house)
        #expect(summary.imported == 1 && summary.refused.count == 1, "\(summary)")
        let issue = try #require(summary.refused.first)
        #expect(issue.draft == "56" && issue.file.hasSuffix("picks1.json") && issue.place != nil)
        #expect(issue.found.contains(found) && issue.expected.contains(expected), "\(issue)")
        #expect(try house.boards().keys.sorted() == ["sleeper-55"])
    }

    @Test(arguments: ["[]", "{}", "[1]", "[{\"pick_no\": 1}]", "", "[{", "null"])
    func whatIsNoDraftIsRefused(text: String) throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([try house.file(text)], as: .sleeper())
        #expect(summary.imported == 0 && summary.refused.count == 1 && summary.events == 0, "\(summary)")
    }
}
