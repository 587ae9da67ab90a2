import Testing

@testable import Cluster  // the window is internal

@Suite struct LogWindowTests {
    private static let settings: ClusterSettings = {
        var settings = ClusterSettings(name: "a", url: "http://a", seed: 1)
        settings.keptAge = .seconds(600)
        settings.keptBytes = 1_000
        return settings
    }()

    private func time(_ seconds: UInt64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000 + seconds * 1_000_000_000)
    }

    /// Batches 1 to 100, one every ten seconds, of ten bytes each.
    private func window() -> LogWindow {
        var window = LogWindow()
        for number in 1...100 as ClosedRange<UInt64> { window.note(number, bytes: 10, at: time(number * 10)) }
        return window
    }

    @Test func youngBatchesStay() {
        var window = window()
        // At 1,000 s those up to 390 s are older than 600 s.
        #expect(window.cut(needed: .max, at: time(1_000), Self.settings) == 40)
    }

    @Test func batchesThatANodeNeedsStay() {
        var window = window()
        #expect(window.cut(needed: 7, at: time(1_000), Self.settings) == 7)
        #expect(window.cut(needed: 70, at: time(1_000), Self.settings) == 40)
    }

    /// A node that needs more than may be kept copies from another node.
    @Test func noMoreThanTheKeptBytesStay() {
        var window = window()
        var settings = Self.settings
        settings.keptBytes = 205
        #expect(window.cut(needed: 7, at: time(1_000), settings) == 81)
    }

    @Test func theNewestBatchStays() {
        var window = window()
        var settings = Self.settings
        settings.keptBytes = 0
        #expect(window.cut(needed: .max, at: time(9_000), settings) == 100)
    }

    /// A node that has just come does not know how old the batches are, so they count as new.
    @Test func unknownBatchesCountAsNew() {
        var window = LogWindow()
        window.begin(at: 500, time(0))
        #expect(window.cut(needed: .max, at: time(599), Self.settings) == 0)
        window.note(501, bytes: 1, at: time(600))
        #expect(window.cut(needed: .max, at: time(601), Self.settings) == 501)
    }

    /// A mark a second: a batch is removed at most a second later than it could be.
    @Test func manyBatchesTakeFewMarks() {
        var window = LogWindow()
        for number in 1...2_000 as ClosedRange<UInt64> {
            window.note(number, bytes: 1, at: MonotonicTime(nanoseconds: 1_000_000_000_000 + number * 1_000_000))
        }
        #expect(window.markCount <= 5)
    }
}
