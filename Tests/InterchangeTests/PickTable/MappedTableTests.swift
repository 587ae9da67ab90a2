import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Interchange  // the map's own errors

/// Tables of picks whose columns the user names.
@Suite(.seeded) struct MappedTableTests {
    private static let roles = "player=Name,pick=No,draft=Draft ID,position=Pos,contest=League"

    private func source(_ more: String = ",user=Drafter", _ terms: TableTerms = TableTerms()) throws -> ImportSource {
        .table(try PickMap([Self.roles + more]), terms)
    }

    private func importing(
        _ sheet: PickSheet, _ source: ImportSource, into house: TemporaryLedger? = nil
    ) throws -> ImportSummary {
        let house = try house ?? .forImports()
        return try house.importing([try house.file(sheet.text())], as: source)
    }

    @Test(arguments: [",user=Drafter", ",slot=Seat", ",slot=Seat,user=Drafter", ",entry=Drafter"])
    func whoeverTellsTeamsApartMakesWholeDrafts(more: String) throws {
        let house = try TemporaryLedger.forImports()
        let summary = try importing(.whole(), try source(more), into: house)
        #expect(summary.imported == 2 && summary.refused.isEmpty, "\(summary)")
        let room = try #require(try house.ledger.room(1))
        #expect(room.externalID == "csv-d0" && room.ruleset.teams == 4 && room.ruleset.rounds == 5)
        #expect(room.status == .complete && room.memberCount == 4 && room.picks.allSatisfy { $0.player != nil })
        #expect(room.picks.allSatisfy { $0.source == .unknown && $0.adp == nil && $0.occurredAt == nil })
        #expect(try house.boards()["csv-d1"]?[5] == "2 Player, the \"7th\" TE 0 unknown -")
        #expect(try house.ledger.tournaments().map(\.title) == ["Friends"])
        let users = try house.ledger.profiles().map(\.profile.externalID).sorted()
        #expect(users == (more.contains("user") ? ["user0", "user1", "user2", "user3"] : []))
        #expect(try importing(.whole(), try source(more), into: house).events == 0)
    }

    @Test func threeOrdersOfRowsAndFilesAreTheSameDrafts() throws {
        var random = SeededGenerator(seed: 5)
        var boards: [[String: [String]]] = []
        for _ in 0..<3 {
            var parts = [PickSheet.whole(), .whole()]
            let rows = parts[0].rows.shuffled(using: &random)
            (parts[0].rows, parts[1].rows) = (Array(rows[..<13]), Array(rows[13...]))
            let house = try TemporaryLedger.forImports()
            let files = try parts.shuffled(using: &random).enumerated().map {
                try house.file($1.text(), "\($0).csv")
            }
            #expect(try house.importing(files, as: try source()).imported == 2)
            boards.append(try house.boards())
        }
        #expect(boards[0] == boards[1] && boards[1] == boards[2])
    }

    /// A table that is cut anywhere within its last row: what goes in is what the whole table has, and nothing else. A time
    /// that is the last field may be a shorter one: a last row that has all fields is whole.
    @Test(arguments: [true, false]) func aTableThatIsCutMakesNothingUp(isMapped: Bool) throws {
        let sheet = isMapped ? PickSheet.whole(drafts: 2, teams: 2, rounds: 2) : .drafters(slots: [0])
        let terms = TableTerms(rounds: isMapped ? 2 : 20)
        let source = isMapped ? try self.source(",user=Drafter,slot=Seat", terms) : .drafters(terms)
        func boards(of text: String) throws -> [String: [String]] {
            let house = try TemporaryLedger.forImports()
            _ = try? house.importing([try house.file(text)], as: source)
            return try house.boards()
        }
        let whole = sheet.text()
        let all = try boards(of: whole)
        #expect(all.count == (isMapped ? 2 : 1))
        let last = try #require(whole.dropLast().lastIndex(of: "\n"))
        let end = isMapped ? whole.endIndex : try #require(whole.lastIndex(of: ","))
        for length in 1..<whole.distance(from: last, to: end) {
            for (draft, picks) in try boards(of: String(whole[...last]) + whole[last...].dropFirst().prefix(length - 1))
            {
                // A draft of one's own is under way without its last pick.
                #expect(all[draft]?.starts(with: picks) == true, "cut after \(length - 1) bytes of the last row")
            }
        }
    }

    /// Where no column tells teams apart, picks without a gap are whole drafts: of how many teams, somebody has to say.
    @Test func picksWithoutTeamsTakeTheirNumber() throws {
        let refused = try importing(.whole(), try source(""))
        #expect(refused.imported == 0 && refused.refused.count == 2)
        #expect(refused.refused[0].expected == "the number of teams; --teams states it")
        let house = try TemporaryLedger.forImports()
        #expect(try importing(.whole(), try source("", TableTerms(teams: 4)), into: house).imported == 2)
        #expect(try house.ledger.room(1)?.memberCount == 4)
        #expect(try house.ledger.profiles().isEmpty)
    }

    @Test func onesOwnPicksAreToldFromWholeDrafts() throws {
        var sheet = PickSheet.whole()
        sheet.rows.removeAll { $0[4] != "user2" }
        for more in ["", ",user=Drafter"] {
            let house = try TemporaryLedger.forImports()
            #expect(try importing(sheet, try source(more), into: house).imported == 2)
            let room = try #require(try house.ledger.room(1))
            #expect(room.ruleset.teams == 4 && room.memberCount == 1)
            #expect(room.roster(of: 2).map(\.number) == [3, 6, 11, 14, 19])
            #expect(try house.ledger.profiles().map(\.profile.externalID) == [more.isEmpty ? "me" : "user2"])
        }
        // Most drafts show what the files are.
        var mixed = PickSheet.whole()
        mixed.rows.removeAll { $0[0] == "d1" && $0[4] != "user2" }
        let summary = try importing(mixed, try source(",user=Drafter", TableTerms(rounds: 5)))
        #expect(summary.imported == 1 && summary.refused.map(\.draft) == ["d1"])
        #expect(summary.refused.first?.found == "the picks of one team")
    }

    /// Whatever row of them it is by which they are broken.
    @Test(arguments: [0, 5, 19]) func brokenDraftsDoNotShowWhatTheFilesAre(row: Int) throws {
        var sheet = PickSheet.whole(drafts: 4)
        for draft in 1...3 { sheet[draft * 20 + row, "No"] = "?" }
        let summary = try importing(sheet, try source(",user=Drafter", TableTerms(rounds: 5)))
        #expect(summary.imported == 1 && summary.refused.map(\.draft) == ["d1", "d2", "d3"], "\(summary)")
    }

    @Test(arguments: [1, 9, 12, 19]) func aCutDraftIsToldFromAWholeOne(picks: Int) throws {
        var sheet = PickSheet.whole(drafts: 3)
        sheet.rows.removeAll { $0[0] == "d2" && Int($0[1])! > picks }
        let summary = try importing(sheet, try source(",slot=Seat,user=Drafter"))
        #expect(summary.imported == 2 && summary.refused.map(\.draft) == ["d2"], "\(summary)")
        if picks == 12 { #expect(summary.refused.first?.found == "12 of 20 picks") }
        // Alone it is whole where somebody says how long it is.
        sheet.rows.removeAll { $0[0] != "d2" }
        if picks == 12 {
            let alone = try importing(sheet, try source(",slot=Seat,user=Drafter", TableTerms(teams: 4)))
            #expect(alone.imported == 0 && alone.refused.first?.found.hasPrefix("3 rounds of 4 teams") == true)
            #expect(alone.refused.first?.expected == "18 rounds, or --rounds 3 if it is complete")
            let whole = try importing(sheet, try source(",slot=Seat,user=Drafter", TableTerms(rounds: 3)))
            #expect(whole.imported == 1 && whole.notes.count == 1, "\(whole)")
        }
        let stated = try importing(sheet, try source(",slot=Seat,user=Drafter", TableTerms(rounds: 5, teams: 4)))
        #expect(stated.imported == (picks == 1 ? 1 : 0), "\(stated)")
    }

    /// Of as many rounds as most contests of the site have nobody has to say anything.
    @Test func aDraftOfTheUsualLengthIsWholeAlone() throws {
        let summary = try importing(.whole(drafts: 1, rounds: 18), try source())
        #expect(summary.imported == 1 && summary.refused.isEmpty && summary.notes.count == 2, "\(summary)")
    }

    @Test func aNoteTellsWhatNoFileSays() throws {
        let notes = try importing(.whole(), try source()).notes
        #expect(
            notes.first
                == "No file states the rounds of a draft: 2 drafts count as complete, with 5 rounds. "
                + "--rounds states them, and refuses drafts that are cut off.")
        #expect(try importing(.whole(), try source(",user=Drafter", TableTerms(rounds: 5))).notes.count == 1)
    }

    @Test func everythingThatATableSaysIsKept() throws {
        var sheet = PickSheet.whole(drafts: 1, teams: 2, rounds: 1)
        sheet.header += ["First", "ID", "NFL", "Bye", "ADP", "R", "In", "Of", "Fee", "When", "Start"]
        for row in sheet.rows.indices {
            let more = ["Ann", "p\(row)", "WSH", "9", "3.25", "1", "\(row + 1)", "2", "2.50", "2026-05-24 15:0\(row)"]
            sheet.rows[row] += more + ["2026-05-24"]
        }
        let map =
            ",first=First,id=ID,team=NFL,bye=Bye,adp=ADP,round=R,inround=In,teams=Of,fee=Fee,date=When,"
            + "started=Start"
        let house = try TemporaryLedger.forImports()
        let summary = try importing(sheet, try source(",user=Drafter" + map, TableTerms(rounds: 1)), into: house)
        #expect(summary.imported == 1, "\(summary)")
        let room = try #require(try house.ledger.room(1))
        #expect(room.entryFee == Cents(250) && room.picks.map(\.adp) == [325, 325])
        #expect(room.picks[1].occurredAt == Timestamp(iso8601: "2026-05-24T15:01:00Z"))
        #expect(try house.ledger.rooms().first?.startedAt == Timestamp(iso8601: "2026-05-24T00:00:00Z"))
        let player = try #require(try house.ledger.pool(1)?.player(0))
        #expect(player.name == "Ann Player, the \"1th\"" && player.externalID == "p0" && player.team == "WAS")
        #expect(player.byeWeek == 9)
    }

    @Test func aPickInItsRoundDoesForItsNumber() throws {
        var sheet = PickSheet.whole()
        sheet.header[1] = "In"
        sheet.header.append("R")
        for row in sheet.rows.indices {
            let pick = Int(sheet.rows[row][1])! - 1
            sheet.rows[row][1] = "\(pick % 4 + 1)"
            sheet.rows[row].append("\(pick / 4 + 1)")
        }
        let map = try PickMap(["player=Name,inround=In,round=R,draft=Draft ID,position=Pos,contest=League,user=Drafter"]
        )
        let (house, other) = (try TemporaryLedger.forImports(), try TemporaryLedger.forImports())
        #expect(try importing(sheet, .table(map), into: house).imported == 2)
        #expect(try importing(.whole(), try source(), into: other).imported == 2)
        #expect(try house.boards() == other.boards())
    }

    @Test func noSnakeIsNoDraft() throws {
        var sheet = PickSheet.whole()
        // Every round in the same order.
        for row in sheet.rows.indices { sheet.rows[row][4] = "user\(row % 4)" }
        let summary = try importing(sheet, try source())
        #expect(summary.imported == 0 && summary.refused.count == 2)
        #expect(summary.refused[0].found.contains("of a team that picks from slot"), "\(summary.refused)")
    }

    /// A dump that goes by its own name would be there twice by another.
    @Test func aKnownTableIsNotMapped() throws {
        let house = try TemporaryLedger.forImports()
        let map = try PickMap(["player=Player,pick=OverallPick,draft=ContestKey"])
        let file = try house.file(PickSheet.draftKings().text())
        let summary = try house.importing([file], as: .table(map))
        #expect(summary.imported == 0 && summary.refused[0].found.contains("--input-format draftkings"))
    }

    @Test(arguments: [
        ("player=N,draft=D", "pick (or round and inround, or round and slot"),
        ("player=N,draft=D,round=R", "pick (or round and inround, or round and slot"),
        ("pick=P", "player, draft"), ("plyer=N", "Did you mean 'player'?"), ("player=N,player=M", "twice"),
        ("player=,pick=P,draft=D", "names no column"), ("", "names no column of a table"), ("player", "ROLE=COLUMN"),
    ]) func aMapThatDoesNotDoSaysWhy(text: String, words: String) {
        let error = #expect(throws: InterchangeError.self) { try PickMap([text]) }
        #expect(error?.code == .unfitOption && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func aColumnsNameMayHaveACommaInIt() throws {
        let map = try PickMap(["player=Last, First, pick = No", "draft=a=b"])
        #expect(map.columns == [.player: "Last, First", .pick: "No", .draft: "a=b"])
    }
}
