import Draft
import Testing

@testable import Reports  // what a calibration is made of

/// Expectations compared with outcomes.
@Suite struct CalibrationTests {
    /// Of 900 entries in drafts of three: those of whom 0.1, 0.3 or 0.6 is expected advance as often, then less clearly.
    @Test func aCalibrationSeesExpectationsThatDifferTooMuch() throws {
        let often = [1, 3, 6]
        func calibration(_ expected: [Double]) throws -> ExpectReport.Calibration {
            var (rows, advanced): ([ExpectReport.Row], [EntryID: Bool]) = ([], [:])
            for draft in 0..<300 {
                for (place, share) in expected.enumerated() {
                    let entry = EntryID(room: RoomID(UInt64(draft + 1)), join: UInt16(place + 1))
                    let estimate = ExpectReport.Estimate(mean: share, low: 0, high: 1)
                    rows.append(ExpectReport.Row(entry: entry, user: nil, points: 0, reached: [estimate], won: nil))
                    advanced[entry] = draft * 7 % 10 < often[place]
                }
            }
            return try #require(ExpectReport.Calibration(rows, advanced: advanced, seasons: 1_000))
        }
        let right = try calibration([0.1, 0.3, 0.6])
        let slope = try #require(right.slope)
        #expect(right.groups.count == 10 && abs(slope - 1) < 0.01)
        #expect(right.brier.difference.upperBound < 0 && right.logLoss.difference.upperBound < 0)
        let loud = try calibration([0.01, 0.3, 0.95])
        #expect(loud.slope ?? 1 < 0.6 && loud.brier.value > right.brier.value)
        let wrong = try calibration([0.6, 0.3, 0.1])
        #expect(wrong.brier.difference.lowerBound > 0 && wrong.logLoss.difference.lowerBound > 0)
        #expect(try calibration([0.3, 0.3, 0.3]).slope == nil, "nothing to fit")
    }
}
