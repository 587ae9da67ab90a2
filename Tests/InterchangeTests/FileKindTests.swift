import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing

@testable import Interchange  // what a file's beginning gives away

/// A file that is named as another kind is told what it is.
@Suite struct FileKindTests {
    private static let rankings = "id,firstName,lastName,adp,slotName,teamName\n1,Ja'Marr,Chase,1.2,WR,CIN\n"
    private static let mfl = "{\n  \"draftResults\": {\"draftUnit\": []}}"

    private static func export() -> String {
        var sheet = UnderdogSheet()
        sheet.draft("d1", slot: 0, rounds: 2)
        return sheet.text
    }

    @Test func beginningsGiveKindsAway() throws {
        func kind(_ text: String) -> FileKind? { FileKind.of(head: Array(text.utf8)) }
        #expect(kind(Sheet().text()) == .dialect(.bbm))
        #expect(kind("\u{FEFF}" + Sheet.later().text(lineEnd: "\r\n")) == .dialect(.bbm))
        #expect(kind(Self.export()) == .dialect(.underdog))
        #expect(kind(Self.rankings) == .dialect(.rankings))
        #expect(kind(Self.mfl) == .dialect(.mfl))
        #expect(kind(PickSheet.draftKings().text()) == .dialect(.draftkings))
        #expect(kind(PickSheet.drafters().text(mark: "\u{FEFF}")) == .dialect(.drafters))
        #expect(kind(" [{\"draft_slot\": 1, \"pick_no\": 1}]") == .dialect(.sleeper))
        #expect(kind(PickSheet.whole().text()) == nil)
        #expect(kind("[]") == .document("a JSON document") && kind("{}") == .document("a JSON document"))
        #expect(kind("<!DOCTYPE html><p>") == .document("a web page"))
        #expect(kind("PK\u{3}\u{4}\u{14}") == .document("a ZIP archive, as spreadsheets are saved"))
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        #expect(kind(try house.events[0].jsonLine) == .dialect(.jsonl))
        #expect(kind("Team Number,Player Name,Position,Team\n1,Puka Nacua,WR,LAR\n") == nil)
        #expect(kind("") == .empty && kind(" \r\n") == .empty && kind("\"open") == nil)
        let semicolons = Sheet().text().replacing(",", with: ";")
        #expect(kind(semicolons) == .separated("a header that is separated by semicolons and not by commas"))
    }

    @Test func textOfTwoBytesALetterIsSaidToBeSo() throws {
        let text = Sheet().text()
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let bytes = Array(try #require(text.data(using: encoding)))
            #expect(FileKind.of(head: bytes) == .utf16)
        }
    }

    @Test func aWrongNameIsAnsweredWithTheRightOne() throws {
        let house = try TemporaryLedger.forImports()
        let dump = try house.file(Sheet().text(), "dump.csv")
        let export = try house.file(Self.export(), "export.csv")
        let cases: [(String, ImportSource, String)] = [
            (dump, .underdog(), "--input-format bbm"), (dump, .rankings, "--input-format bbm"),
            (dump, .jsonl, "--input-format bbm"),
            (dump, .mfl(), "--input-format bbm"), (export, .bbm, "--input-format underdog"),
            (export, .rankings, "--input-format underdog"),
            (try house.file(Self.mfl, "results.json"), .bbm, "--input-format mfl"),
            (dump, .draftKings(), "--input-format bbm"),
            (try house.file(PickSheet.draftKings().text(), "dk.csv"), .underdog(), "--input-format draftkings"),
            (try house.file(PickSheet.drafters().text(), "dr.csv"), .draftKings(), "--input-format drafters"),
            (try house.file("[{\"pick_no\": 1, \"draft_slot\": 1}]", "s.json"), .mfl(), "--input-format sleeper"),
        ]
        for (file, source, words) in cases {
            let summary = try house.importing([file], as: source, dryRun: true)
            #expect(summary.imported == 0 && summary.refused.count == 1, "\(words)")
            #expect(summary.refused[0].found.contains(words), "\(summary.refused)")
        }
        // The others of a command go in.
        let both = try house.importing([dump, export])
        #expect(both.imported == 1 && both.refused.map(\.file) == [export])
    }

    @Test(arguments: ["Picked At", "Appearance", "Draft Entry", "Pick Number"])
    func aNamedExportWithoutAColumnNamesTheColumn(column: String) throws {
        let house = try TemporaryLedger.forImports()
        let text = Self.export().replacing(column, with: "Elsewhere")
        let refused = try house.importing([try house.file(text)], as: .underdog()).refused
        #expect(refused.first?.found.contains("without '\(column)'") == true, "\(refused)")
    }

    @Test func rostersWithoutPicksAreNoRankings() throws {
        let house = try TemporaryLedger.forImports()
        let rosters = "Team Number,Player Name,Position,Team\n1,Puka Nacua,WR,LAR\n2,Puka Nacua,WR,LAR\n"
        let summary = try house.importing([try house.file(rosters)], as: .rankings)
        #expect(summary.refused.map(\.found) == ["the column 'Team Number' of rosters, which tell no picks"])
    }
}
