import Ledger
import TestSupport
import Testing

/// Conditions on streams: when a request is accepted, and what a refusal tells.
@Suite struct ExpectedVersionTests {
    let directory = TemporaryDirectory()
    let stream = StreamID(rawValue: 1)

    /// Stream 1 has three events at positions 0, 2 and 4; stream 2 has two.
    private func ledger() throws -> Ledger {
        let ledger = try Ledger.create(at: directory("l"))
        try ledger.appendBlocking(.any([1, 2, 1, 2, 1]))
        return ledger
    }

    @Test(arguments: [
        (ExpectedVersion.exact(3), true), (.exact(2), false), (.exact(4), false), (.exact(0), false),
        (.noStream, false), (.any, true),
    ]) func onAStreamWithEvents(_ expected: ExpectedVersion, _ isMet: Bool) throws {
        let ledger = try ledger()
        let request = AppendRequest(
            records: RecordBatch([1]), expectations: [StreamExpectation(stream, expected)])
        if isMet {
            let appended = try ledger.appendBlocking(request)
            #expect(appended.heads == [stream: StreamHead(version: 4, position: 5)])
        } else {
            expect(.versionConflict) { try ledger.appendBlocking(request) }
            #expect(try ledger.size == 5)
        }
    }

    @Test(arguments: [
        (ExpectedVersion.exact(0), true), (.noStream, true), (.any, true), (.exact(1), false),
    ]) func onAStreamWithoutEvents(_ expected: ExpectedVersion, _ isMet: Bool) throws {
        let ledger = try ledger()
        let request = AppendRequest(
            records: RecordBatch([9]), expectations: [StreamExpectation(StreamID(rawValue: 9), expected)])
        if isMet {
            try ledger.appendBlocking(request)
        } else {
            let error = expect(.versionConflict) { try ledger.appendBlocking(request) }
            #expect(error?.conflict?.actual == nil)
        }
    }

    @Test func aConflictTellsTheVersionAndTheEventsInBetween() throws {
        let ledger = try ledger()
        let error = expect(.versionConflict) { try ledger.appendBlocking(.one(1, at: 1)) }
        #expect(error?.conflict?.stream == stream)
        #expect(error?.conflict?.expected == .exact(1))
        #expect(error?.conflict?.actual == StreamHead(version: 3, position: 4))
        #expect(error?.conflict?.unknown == [2, 4])
    }

    @Test func aConflictNamesTheNewestEventsWhenThereAreMany() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let count = VersionConflict.limit + 50
        try ledger.appendBlocking(.any((0..<count).map { _ in 1 }))
        let error = expect(.versionConflict) {
            try ledger.appendBlocking(
                AppendRequest(records: RecordBatch([1]), expectations: [StreamExpectation(stream, .noStream)]))
        }
        #expect(error?.conflict?.unknown == Array(50..<Position(count)))
    }

    @Test func aStreamThatIsBehindHasNothingUnknown() throws {
        let ledger = try ledger()
        let error = expect(.versionConflict) { try ledger.appendBlocking(.one(1, at: 7)) }
        #expect(error?.conflict?.unknown == [])
        #expect(error?.conflict?.actual?.version == 3)
    }

    @Test func oneExpectationThatFailsRefusesAllStreams() throws {
        let ledger = try ledger()
        let request = AppendRequest(
            records: RecordBatch([1, 2]),
            expectations: [
                StreamExpectation(stream, .exact(3)), StreamExpectation(StreamID(rawValue: 2), .exact(9)),
            ])
        expect(.versionConflict) { try ledger.appendBlocking(request) }
        #expect(try ledger.head(of: stream) == StreamHead(version: 3, position: 4))
        #expect(try ledger.size == 5)
    }

    @Test func theSizeCanBeExpected() throws {
        let ledger = try ledger()
        func request(_ size: Position) -> AppendRequest {
            AppendRequest(records: RecordBatch([1]), expectedSize: size)
        }
        expect(.sizeConflict) { try ledger.appendBlocking(request(4)) }
        #expect(try ledger.appendBlocking(request(5)).positions == 5..<6)
    }

    /// Streams 1 and 2 stand at version 3, position 4, and at version 2, position 3; stream 9 has no events.
    @Test(
        arguments: [
            ([(1, 4, 4), (9, 1, nil), (1, 5, 5), (2, 3, 3)], true), ([], true),
            ([(1, 3, 4)], false), ([(1, 5, 4)], false), ([(1, 0, 4)], false), ([(1, 4, 3)], false),
            ([(1, 4, nil)], false),
            ([(9, 1, 4)], false), ([(9, 2, nil)], false),
            ([(2, 3, 3), (1, 4, 4), (1, 5, 5)], false), ([(2, 3, 3), (1, 4, 4), (1, 4, 6)], false),
        ] as [([(stream: UInt64, version: UInt32, previous: Position?)], Bool)])
    func recordsThatStateTheirPlacesMustHaveThem(
        _ places: [(stream: UInt64, version: UInt32, previous: Position?)], _ areTrue: Bool
    ) throws {
        let ledger = try ledger()
        let request = AppendRequest(records: RecordBatch(places: places), statesPlaces: true)
        if areTrue {
            let positions = try ledger.appendBlocking(request).positions
            let headers = try ledger.headers(positions)
            #expect(headers.map(\.version) == places.map(\.version))
            #expect(headers.map(\.previous) == places.map(\.previous))
        } else {
            let error = try #require(expect(.versionConflict) { try ledger.appendBlocking(request) })
            let wrong = StreamID(rawValue: try #require(places.last).stream)
            #expect(error.conflict?.stream == wrong)
            #expect(error.detail.contains("of stream \(wrong);"))
            #expect(try ledger.size == 5)
            #expect(try ledger.head(of: stream) == StreamHead(version: 3, position: 4))
        }
    }

    @Test func aReadOnlyLedgerRefusesAppends() throws {
        try ledger().close()
        let reader = try Ledger.open(at: directory("l"), mode: .readOnly)
        expect(.readOnly) { try reader.appendBlocking(.any([1])) }
        expect(.readOnly) { try reader.write { _ in } }
    }
}
