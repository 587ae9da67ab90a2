import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing

/// Rooms of thousands of events, whose links several cores follow at the same time: the room is the same as folded
/// from its events one after the other, at whatever moment and however its events lie in the log.
@Suite(.seeded) struct LongRoomTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aRoomIsWhatItsEventsAmountTo(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (ledger, path) = try Self.ledger(using: &generator)
        defer {
            ledger.close()
            try? FileManager.default.removeItem(atPath: path)
        }
        for room in 1...LongHistory.rooms {
            let id = RoomID(room)
            let events = try ledger.stream(.room(id))
            #expect(try ledger.room(id) == RoomState.folding(events), "seed \(seed), room \(room)")
            #expect(try ledger.timeline(of: id).map(\.position) == events.map(\.position), "seed \(seed)")
            for _ in 0..<20 {
                let position = UInt64.random(in: 0...12_000, using: &generator)
                #expect(
                    try ledger.room(id, at: .position(position))
                        == RoomState.folding(events.filter { $0.position < position }),
                    "seed \(seed), room \(room) at position \(position)")
                let version = Int.random(in: 0...events.count, using: &generator)
                #expect(
                    try ledger.room(id, at: .version(UInt32(version))) == RoomState.folding(events.prefix(version)),
                    "seed \(seed), room \(room) at version \(version)")
                let time = Timestamp(microseconds: Int64.random(in: 0...12_000, using: &generator))
                #expect(
                    try ledger.room(id, at: .time(time))
                        == RoomState.folding(events.prefix { $0.recordedAt <= time }),
                    "seed \(seed), room \(room) at time \(time.microseconds)")
            }
            let picks = try #require(try ledger.room(id)).picks.count
            for pick in 1...PickNumber(picks) {
                let state = try ledger.room(id, at: .pick(pick))
                #expect(state?.picks.count == Int(pick), "seed \(seed), room \(room) at pick \(pick)")
            }
        }
        #expect(try ledger.fold(cores: 1).rooms == ledger.fold(cores: 3).rooms)
        #expect(try ledger.fold(cores: 1).rooms.map(\.id.number) == Array(1...LongHistory.rooms))
    }

    /// Of one stream or of several, what stands between any two positions is what a reading of the whole ledger finds there.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyStretchOfStreamsIsWhatTheWholeLedgerHasOfThem(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (ledger, path) = try Self.ledger(using: &generator)
        defer {
            ledger.close()
            try? FileManager.default.removeItem(atPath: path)
        }
        var whole: [RecordedEvent] = []
        try ledger.events {
            whole.append($0)
            return true
        }
        for round in 0..<40 {
            let positions = (0..<2).map { _ in UInt64.random(in: 0...12_100, using: &generator) }
            let (start, end) = (positions[0], positions[1])
            let room = StreamKey.room(RoomID(UInt64.random(in: 1...LongHistory.rooms, using: &generator)))
            var found: [UInt64] = []
            try ledger.events(from: start, stream: room) { event in
                found.append(event.position)
                return true
            }
            let expected = whole.filter { $0.stream == room && $0.position >= start }.map(\.position)
            #expect(found == expected, "seed \(seed), round \(round), \(room) from \(start)")

            let streams = (0...LongHistory.rooms).map { number in
                (stream: StreamKey.room(RoomID(number + 1)), start: UInt64.random(in: 0...12_000, using: &generator))
            }
            let limit = Int.random(in: 0...2_000, using: &generator)
            let wanted = whole.filter { event in
                if case .clockTicked = event.event { return false }
                return event.position < end
                    && streams.contains { $0.stream == event.stream && $0.start <= event.position }
            }
            #expect(
                try ledger.positions(of: streams, below: end, limit: limit) == wanted.prefix(limit).map(\.position),
                "seed \(seed), round \(round), below \(end), limit \(limit)")
        }
    }

    private static func ledger(using generator: inout SeededGenerator) throws -> (ledger: DraftLedger, path: String) {
        let path = FileManager.default.temporaryDirectory.appending(path: "draft-ledger-\(UUID().uuidString)").path
        let ledger = try DraftLedger.create(at: path, origin: nil)
        var history = LongHistory()
        for _ in 0..<12 {
            try ledger.append((0..<1_000).map { _ in history.next(using: &generator) })
        }
        return (ledger, path)
    }
}

/// Events of a few rooms: one at a steady pace, one in bursts, one that has ended early.
private struct LongHistory {
    static let rooms: UInt64 = 3
    private var versions: [UInt64: Int] = [:]
    private var count = 0

    mutating func next(using generator: inout SeededGenerator) -> PendingEvent {
        let isBurst = count / 700 % 3 == 0
        var room: UInt64 = Bool.random(using: &generator) && isBurst ? 2 : 1
        if count < 3_000, count % 4 == 0 { room = 3 }
        versions[room, default: 0] += 1
        count += 1
        let origin = CommandOrigin(
            occurredAt: nil, actor: .scheduler, commandID: .random(using: &generator), fingerprint: 1)
        let event = event(versions[room]!)
        if case .clockTicked = event { return pending(event, room, nil) }
        return pending(event, room, origin)
    }

    private func pending(_ event: Event, _ room: UInt64, _ origin: CommandOrigin?) -> PendingEvent {
        PendingEvent(
            stream: .room(RoomID(room)), event: event, origin: origin,
            recordedAt: Timestamp(microseconds: Int64(count)))
    }

    private func event(_ version: Int) -> Event {
        switch version % 40 {
        case _ where version == 1:
            var opened = RoomOpened.blank
            opened.pool = 1
            opened.ruleset = .fast(teams: 12, rounds: 18)
            return .roomOpened(opened)
        case 3:
            var clock = ClockStarted.blank
            clock.pick = PickNumber(version / 40 + 1)
            clock.epoch = UInt32(version)
            return .clockStarted(clock)
        case 0:
            var made = PickMade.blank
            made.pick = PickNumber(version / 40)
            made.player = PlayerIndex(version / 40)
            return .pickMade(made)
        default:
            return .clockTicked(ClockTicked(pick: PickNumber(version / 40 + 1), remaining: UInt32(version)))
        }
    }
}
