import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

/// One event after the other, for a caller who may do with the ledger meanwhile what he likes.
@Suite struct EventsTests {
    @Test func whatIsCalledMayAppendAndRead() async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        var seen: [UInt64] = []
        try house.ledger.events { event in
            if event.position < size {
                try house.ledger.append([
                    PendingEvent(stream: .tournament(9), event: .entriesClosed(.blank), origin: nil)
                ])
                #expect(try house.ledger.size > size)
            }
            seen.append(event.position)
            return true
        }
        #expect(Array(seen.prefix(Int(size))) == Array(0..<size))
        #expect(try house.ledger.size == 2 * size)
    }

    @Test func whatIsCalledMayClose() async throws {
        let house = try await LiveHouse()
        var seen = 0
        try house.ledger.events { _ in
            if seen == 0 { house.ledger.close() }
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
    }

    @Test func theLedgersFailuresAreItsOwnAndThoseOfWhatIsCalledAreNot() async throws {
        let house = try await LiveHouse()
        struct Enough: Error {}
        #expect(throws: Enough.self) { try house.ledger.events { _ in throw Enough() } }
        /// By its type the error can be no other.
        func failure() -> DraftLedgerError.Code? {
            do {
                try house.ledger.events { _ in true }
                return nil
            } catch {
                return error.code
            }
        }
        #expect(failure() == nil)
        house.ledger.close()
        #expect(failure() == .closed)
        #expect(throws: DraftLedgerError.self) { try house.ledger.events { _ in throw Enough() } }
    }

    @Test func longLogsAreReadWholeByTypeAndFromAnywhere() async throws {
        let house = try await LiveHouse()
        let first = try house.ledger.size
        let added = (0..<20_000).map { index in
            index % 7 == 0
                ? PendingEvent(stream: .tournament(9), event: .entriesClosed(.blank), origin: nil)
                : PendingEvent(
                    stream: .room(9), event: .clockTicked(ClockTicked(pick: 1, remaining: UInt32(index))), origin: nil)
        }
        try house.ledger.append(added)
        func positions(from start: UInt64, limit: Int? = nil, type: EventType? = nil) throws -> [UInt64] {
            var positions: [UInt64] = []
            try house.ledger.events(from: start, limit: limit, type: type) { event in
                positions.append(event.position)
                return true
            }
            return positions
        }
        let size = first + 20_000
        #expect(try positions(from: 0) == Array(0..<size))
        #expect(try positions(from: first + 100, limit: 9_000) == Array(first + 100..<first + 9_100))
        let closed = (0..<20_000).filter { $0 % 7 == 0 }.map { first + UInt64($0) }
        #expect(try positions(from: first, type: .entriesClosed) == closed)
        #expect(try positions(from: first, limit: 2_000, type: .entriesClosed) == Array(closed.prefix(2_000)))
        #expect(try positions(from: size) == [])
    }
}
