import Draft
import Testing
import ToolSupport

@testable import CommandLineTool  // the files of prizes are read without a ledger

@Suite struct PrizeFileTests {
    @Test(arguments: ["1,100000\n2-10,5000\n", "\u{FEFF}1,100000\r\n2-10,5000\r\n", " 1 , 100000\n\n2-10,5000"])
    func prizesAreReadAsSpreadsheetsWriteThem(text: String) throws {
        let tiers = try PrizeFile.tiers(in: Array(text.utf8), named: "p.csv")
        #expect(tiers.map(\.firstPlace) == [1, 2] && tiers.map(\.lastPlace) == [1, 10])
        #expect(tiers.map(\.amount.value) == [100_000, 5_000])
    }

    /// A contest would open without prizes, and could not be given any later.
    @Test(arguments: [
        ("", "p.csv has no prizes."), ("\n \n", "p.csv has no prizes."), ("1", "line 1: the cents are missing"),
        ("0,5", "'0' is not a place"), ("1,5\n1,5", "line 2: place 1 has a prize already"),
    ])
    func aFileWithoutPrizesIsRefused(text: String, words: String) {
        let error = #expect(throws: ToolError.self) { try PrizeFile.tiers(in: Array(text.utf8), named: "p.csv") }
        #expect(error?.status == .badData && error?.description.contains(words) == true, "\(error.debugDescription)")
    }

    @Test func aFileThatIsNoTextIsNamedAsWhatItIs() {
        let packed = #expect(throws: ToolError.self) { try PrizeFile.tiers(in: [0x1F, 0x8B, 8, 0], named: "p.gz") }
        #expect(packed?.description == "p.gz is compressed. Unpack it with gunzip.")
        let wide = #expect(throws: ToolError.self) { try PrizeFile.tiers(in: [0xFF, 0xFE, 0x31, 0], named: "p.csv") }
        #expect(wide?.description.contains("not UTF-8") == true)
    }
}
