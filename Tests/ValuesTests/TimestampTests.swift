import TestSupport
import Testing
import Values

@Suite(.seeded) struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"),
        (1_662_536_783_627_530, "2022-09-07T07:46:23.627530Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ])
    func timesAreWrittenAndReadAlike(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).iso8601 == text)
        #expect(Timestamp(iso8601: text)?.microseconds == microseconds)
    }

    @Test func randomTimesComeBack() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let time = Timestamp(
                microseconds: .random(in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &generator))
            #expect(Timestamp(iso8601: time.iso8601) == time, "seed 11, \(time.microseconds)")
        }
    }

    @Test(arguments: [
        ("2022-09-07 07:46:23.627530", 1_662_536_783_627_530),
        ("2024-07-11 15:15:06 UTC", 1_720_710_906_000_000),
        ("2024-07-11T15:15:06+02:00", 1_720_703_706_000_000),
        ("2024-07-11T15:15Z", 1_720_710_900_000_000),
        ("2024-07-11", 1_720_656_000_000_000),
        ("2024-07-11T15:15:06.1234567Z", 1_720_710_906_123_456),
    ])
    func theFormsOfTheSourcesAreRead(text: String, microseconds: Int64) {
        #expect(Timestamp(iso8601: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2024", "2024-13-01", "2023-02-29", "2024-02-30", "2024-07-11T24:00:00Z", "2024-07-11T15:60:00Z",
        "2024-07-11T15:15:60Z", "2024-07-11T", "2024-07-11T15:15:06.Z", "2024-07-11T15:15:06Zx", "+2024-07-11",
        "2024-07-1१", "24-07-11",
    ])
    func whatIsNoTimeIsNotRead(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }
}
