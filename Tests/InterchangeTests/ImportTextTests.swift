import Draft
import Testing

@testable import Interchange  // how numbers and positions are read

@Suite struct ImportTextTests {
    @Test(
        arguments: [
            ("0", 0), ("1", 100), ("1.5", 150), ("1.54", 154), ("1.545", 155), ("1.544", 154), ("1.5449", 154),
            ("216.999", 21_700), ("007.10", 710), ("999999999", 99_999_999_900), ("", nil), (".5", nil), ("1.", nil),
            ("1.2.3", nil), ("-1", nil), ("+1", nil), ("1e3", nil), ("1,5", nil), (" 1", nil), ("NaN", nil),
            ("1234567890", nil),
        ] as [(String, Int?)])
    func hundredthsAreExact(text: String, value: Int?) {
        #expect(ImportText.hundredths(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            ("104.8", 10_480), ("-1.25", -125), ("12.3400", 1_234), ("20.400000000000002", 2_040),
            ("12.29999999", 1_230),
            ("12.3456", nil), ("12.345", nil), ("x", nil),
        ] as [(String, Int?)])
    func pointsHaveTwoDecimals(text: String, value: Int?) {
        #expect(ImportText.exactHundredths(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [("12", 12), ("12.0", 12), ("12.00", 12), ("12.5", nil), ("", nil), ("x", nil)] as [(String, Int?)])
    func integersMayHaveZerosBehindThePoint(text: String, value: Int?) {
        #expect(ImportText.integer(Array(text.utf8)) == value)
    }

    @Test(arguments: [
        ("QB", PlayerPosition.quarterback), ("wr", .wideReceiver), ("PK", .kicker), ("Def", .defense),
        ("D/ST", .defense),
        ("CB", .defensiveBack), ("TMQB", .teamUnit), ("Coach", .coach),
    ])
    func positionsOfOtherSitesAreKnown(text: String, position: PlayerPosition) {
        #expect(PlayerPosition(site: text) == position)
        #expect(PlayerPosition(site: "FLEX") == nil)
    }
}
