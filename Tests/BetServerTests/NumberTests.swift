import Bets
import Testing
import TextFormats
import Values

@testable import BetServer  // the numbers of answers are the module's own

/// Numbers of answers are exact decimals, and times have whole seconds.
@Suite struct NumberTests {
    @Test(arguments: [
        (1_910, 3, "1.91"), (1_000, 3, "1"), (-750, 3, "-0.75"), (2_245, 1, "224.5"), (-75, 1, "-7.5"), (0, 3, "0"),
        (1, 3, "0.001"), (-1_000_000, 6, "-1"), (5_886, 4, "0.5886"),
    ])
    func aDecimalHasNoZerosAtItsEnd(value: Int, digits: Int, text: String) {
        #expect(ExactNumber.decimal(value, digits: digits).asJSON.compact == text)
    }

    @Test(arguments: [(98_271_499, "98.27"), (98_275_000, "98.28"), (-98_275_000, "-98.28"), (4_999, "0"), (0, "0")])
    func aDecimalIsRoundedHalfAwayFromZero(millionths: Int, text: String) {
        #expect(ExactNumber.millionths(millionths).asJSON.compact == text)
    }

    @Test func aTimeHasWholeSeconds() throws {
        let time = try #require(Timestamp(iso8601: "2025-11-30T19:30:00.987654Z"))
        #expect(JSON.seconds(time).compact == "\"2025-11-30T19:30:00Z\"")
    }

    @Test(arguments: [
        ("1.91", "1.91"), ("224.5", "224.5"), ("-7", "-7"), ("\"1.91\"", nil), ("1e3", nil), ("true", nil),
    ])
    func onlyAPlainNumberIsRead(text: String, decimal: String?) throws {
        let value = try JSONDocument(Array("{\"a\":\(text)}".utf8)).root["a"]
        #expect(value?.decimalText == decimal)
    }

    @Test(arguments: [
        ("2025-11-30T19:30:00Z", "2025-11-30"), ("2025-12-01T04:00:00Z", "2025-11-30"),
        ("2025-12-01T09:59:59Z", "2025-11-30"), ("2025-12-01T10:00:00Z", "2025-12-01"),
    ])
    func theDayOfGamesBeginsInTheMorningOfTheUnitedStates(moment: String, date: String) throws {
        let moment = try #require(Timestamp(iso8601: moment))
        #expect("\(GameDate.today(at: moment))" == date)
    }
}
