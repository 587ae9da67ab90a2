import Draft
import Testing

@Suite struct OvernightWindowTests {
    private static let minute = Interval.seconds(60)

    private func at(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: "2026-09-\(text)Z")) }

    private func window(_ text: String) throws -> OvernightWindow { try #require(OvernightWindow(text: text)) }

    @Test(arguments: ["00:00-08:00+02:00", "22:30-07:05-05:30", "23:59-00:00+00:00", "08:00-08:00+23:59"])
    func whatIsWrittenIsReadAndNothingElse(text: String) throws {
        #expect(try window(text).text == text)
        for index in text.indices {
            var short = text
            short.remove(at: index)
            #expect(OvernightWindow(text: short) == nil, "\(short)")
            // A letter belongs nowhere.
            var other = text
            other.replaceSubrange(index...index, with: "x")
            #expect(OvernightWindow(text: other) == nil, "\(other)")
        }
    }

    /// Of midnight without an offset there is one way to write it.
    @Test(arguments: [
        "24:00-08:00+02:00", "00:60-08:00+02:00", "00:00-08:00-00:00", "00:00+08:00+02:00", "", "00:00-08:00Z",
    ])
    func hoursThatAreOnNoClockAreNone(text: String) { #expect(OvernightWindow(text: text) == nil) }

    @Test func aNightBelongsToItsZone() throws {
        let window = try window("00:00-08:00+02:00")
        #expect(try window.night(at: at("21T21:59:59.999999")) == nil)
        let night = try #require(try window.night(at: at("21T22:00:00.000000")))
        #expect(try night.begin == at("21T22:00:00.000000") && night.end == at("22T06:00:00.000000"))
        #expect(try window.night(at: at("22T05:59:59.999999")) == night)
        #expect(try window.night(at: at("22T06:00:00.000000")) == nil)
        #expect(try window.firstNightfall(from: at("22T06:00:00.000000")) == at("22T22:00:00.000000"))
        #expect(try window.firstNightfall(from: at("22T23:00:00.000000")) == at("22T23:00:00.000000"))
    }

    @Test func aNightCanSpanMidnight() throws {
        let window = try window("22:30-07:00-05:00")
        let night = try #require(try window.night(at: at("22T03:30:00.000000")))
        #expect(try night.begin == at("22T03:30:00.000000") && night.end == at("22T12:00:00.000000"))
        #expect(try window.night(at: at("22T05:00:00.000000")) == night)
        #expect(try window.night(at: at("22T03:29:59.999999")) == nil)
    }

    @Test func ofNoLengthOrInNoZoneThereIsNoNight() throws {
        for text in ["08:00-08:00+02:00", "00:00-08:00+14:01", "00:00-08:00-12:01"] {
            let window = try window(text)
            #expect(!window.isValid, "\(text)")
            #expect(try window.night(at: at("22T08:00:00.000000")) == nil)
            #expect(try window.firstNightfall(from: at("22T08:00:00.000000")) == nil)
        }
        #expect(try window("00:00-08:00+14:00").isValid && window("00:00-08:00-12:00").isValid)
    }

    /// Before 1970, too: a clock that counts the minutes of the day one by one.
    @Test func everyMinuteOfSomeDaysIsWhatAClockOnTheWallSays() {
        let windows: [(Int16, UInt16, UInt16)] = [
            (0, 0, 480), (0, 1320, 360), (840, 1, 0), (-720, 719, 720), (330, 1439, 1), (-210, 600, 599),
        ]
        for (offset, from, until) in windows {
            let window = OvernightWindow(offset: offset, from: from, until: until)
            for day: Int64 in [-2, -1, 0, 20_000] {
                for minute in 0..<Int64(1_440) {
                    let moment = Timestamp(microseconds: (day * 1_440 + minute) * 60_000_000 + 59_999_999)
                    let wall = UInt16((minute + Int64(offset) + 2 * 1_440) % 1_440)
                    let isNight = from < until ? (from..<until).contains(wall) : wall >= from || wall < until
                    let night = window.night(at: moment)
                    #expect((night != nil) == isNight, "\(window.text), day \(day), minute \(minute)")
                    guard let night else { continue }
                    #expect(night.begin <= moment && moment < night.end)
                    #expect(window.night(at: night.begin) == night && window.night(at: night.end) == nil)
                    #expect(window.night(at: night.end - Interval(microseconds: 1)) == night)
                }
            }
        }
    }
}
