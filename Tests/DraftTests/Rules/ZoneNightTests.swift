import Draft
import Testing

/// Nights by the clock of a zone whose offset changes: New York in 2026 and 2027, and zones that are less usual.
@Suite struct ZoneNightTests {
    private func at(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

    private func newYork(_ hours: String) throws -> OvernightWindow {
        let changes = try [("2026-11-01T06:00Z", -300), ("2027-03-14T07:00Z", -240), ("2027-11-07T06:00Z", -300)].map {
            ZoneOffsets.Change(at: try at($0), offset: $1)
        }
        let hours = try #require(OvernightWindow.hours(hours))
        return OvernightWindow(
            offset: -240, from: hours.from, until: hours.until,
            zone: ZoneOffsets(name: "America/New_York", changes: changes))
    }

    /// The same hours on the wall before and after each change; the night of a change is an hour longer or shorter.
    @Test(arguments: [
        ("2026-10-30T02:30Z", "2026-10-30T12:00Z"), ("2026-11-01T02:30Z", "2026-11-01T13:00Z"),
        ("2026-11-02T03:30Z", "2026-11-02T13:00Z"), ("2027-03-13T03:30Z", "2027-03-13T13:00Z"),
        ("2027-03-14T03:30Z", "2027-03-14T12:00Z"), ("2027-03-15T02:30Z", "2027-03-15T12:00Z"),
        ("2027-11-07T02:30Z", "2027-11-07T13:00Z"), ("2028-07-01T03:30Z", "2028-07-01T13:00Z"),
    ])
    func aNightFollowsTheClockOnTheWall(begin: String, end: String) throws {
        let window = try newYork("22:30-08:00")
        let night = try #require(window.night(at: try at(begin)))
        #expect(try night.begin == at(begin) && night.end == at(end))
        let last = night.end - Interval(microseconds: 1)
        for moment in [night.begin, night.begin + .seconds(3_600), last] {
            #expect(window.night(at: moment) == night)
            #expect(window.firstNightfall(from: moment) == moment)
        }
        for moment in [night.begin - Interval(microseconds: 1), night.end] { #expect(window.night(at: moment) == nil) }
        #expect(window.firstNightfall(from: night.begin - .seconds(3_600)) == night.begin)
    }

    /// 02:30 is skipped on 14 March, 01:30 comes twice on 1 November.
    @Test func hoursThatAreSkippedBeginWithTheChangeAndThoseThatComeTwiceCountOnce() throws {
        let spring = try newYork("02:30-08:00")
        #expect(try spring.firstNightfall(from: at("2027-03-14T00:00Z")) == at("2027-03-14T07:00Z"))
        let autumn = try newYork("01:30-08:00")
        #expect(try autumn.firstNightfall(from: at("2026-11-01T00:00Z")) == at("2026-11-01T05:30Z"))
        #expect(try autumn.night(at: at("2026-11-01T06:30Z"))?.begin == at("2026-11-01T05:30Z"))
    }

    @Test func withoutChangesItIsTheFixedOffset() throws {
        let fixed = OvernightWindow(offset: 330, from: 1_350, until: 480)
        var zoned = fixed
        zoned.zone = ZoneOffsets(name: "Asia/Kolkata", changes: [])
        let start = try at("2026-12-31T00:00Z")
        for quarter in 0..<400 {
            let moment = start + .seconds(Int64(quarter) * 900)
            #expect(fixed.night(at: moment) == zoned.night(at: moment))
            #expect(fixed.firstNightfall(from: moment) == zoned.firstNightfall(from: moment))
        }
    }

    @Test func theTextIsReadAsItIsWrittenAndNothingElseIsValid() throws {
        let zone = try #require(try newYork("22:30-08:00").zone)
        #expect(zone.text.hasPrefix("America/New_York 2026-11-01T06:00:00.000000Z-05:00 "))
        #expect(ZoneOffsets(text: zone.text) == zone && zone.isValid)
        for text in ["", " ", "A B", "A 2026-11-01T06:00:00.000000Z", "A 2026-11-01T06:00:00Z-05:00", "Ä"] {
            #expect(ZoneOffsets(text: text).text == text)
            #expect(!ZoneOffsets(text: text).isValid, "\(text)")
        }
        var reversed = zone
        reversed.changes.reverse()
        var many = zone
        many.changes = (0..<9).map { ZoneOffsets.Change(at: Timestamp(microseconds: Int64($0)), offset: 0) }
        var far = zone
        far.changes[0].offset = 900
        for zone in [reversed, many, far] { #expect(!zone.isValid) }
        // Nothing traps at the ends of time.
        let window = try newYork("22:30-08:00")
        for moment in [Int64.min, .min + 1, .max].map(Timestamp.init(microseconds:)) {
            _ = (window.night(at: moment), window.firstNightfall(from: moment))
        }
    }
}
