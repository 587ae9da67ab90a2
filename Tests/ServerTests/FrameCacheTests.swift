import Draft
import DraftLedger
import NIOCore
import Testing

@testable import Server  // the cache is the streams' own

/// What is made of the log for one is kept for the others, and no more of it than there is room for.
@Suite struct FrameCacheTests {
    @Test func whatWasMadeIsKnownAndThatNobodyIsShownAnythingToo() {
        let cache = FrameCache()
        cache.keep([(3, Frame("events", "three", at: 3)), (4, nil)])
        let found = cache.frames(at: [2, 3, 4])
        #expect(found.keys.sorted() == [3, 4])
        #expect((found[3] ?? nil).map { String(buffer: $0.bytes) } == "id: 3\nevent: events\ndata: three\n\n")
        #expect(found[4] != nil && found[4]! == nil)
    }

    @Test func itNeverTakesMoreThanItsRoomAndKeepsWhatIsAskedFor() {
        let most = 100_000
        let cache = FrameCache(atMost: most)
        let data = String(repeating: "x", count: 400)
        cache.keep([(0, Frame("events", data, at: 0))])
        for position in UInt64(1)..<2_000 {
            cache.keep([(position, Frame("events", data, at: position))])
            // A room that somebody comes back to all the time.
            #expect(cache.frames(at: [0]).count == 1, "after \(position)")
            // One frame more than its room, where a half has just been filled.
            #expect(cache.size <= most + 1_200, "after \(position)")
        }
        #expect(cache.frames(at: [1]).isEmpty)
        #expect(cache.frames(at: [1_999]).count == 1)
    }

    @Test func oneThatIsLargerThanItsRoomIsNotKeptForLong() {
        let cache = FrameCache(atMost: 1_000)
        cache.keep([(1, Frame("events", String(repeating: "x", count: 10_000), at: 1))])
        for position in UInt64(2)..<10 { cache.keep([(position, Frame("events", "", at: position))]) }
        #expect(cache.size <= 1_200)
    }
}
