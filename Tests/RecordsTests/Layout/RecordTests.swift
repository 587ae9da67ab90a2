import Records
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes

@Suite(.seeded) struct RecordTests {
    private func record(of event: RecordedEvent) throws -> [UInt8] {
        var writer = RecordWriter()
        try writer.write(event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8], at position: UInt64 = 0) throws -> RecordedEvent {
        try bytes.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
    }

    @Test(arguments: EventType.allCases)
    func everyEventComesBackAsItWasWritten(type: EventType) throws {
        for seed in 0..<200 as Range<UInt64> {
            let event = RecordedEvent.random(type, seed: seed)
            let read = try read(record(of: event), at: event.position)
            #expect(read.event == event.event, "seed \(seed)")
            #expect(read.origin == event.origin, "seed \(seed)")
            #expect(read.stream == event.stream && read.recordedAt == event.recordedAt, "seed \(seed)")
        }
    }

    @Test func hotRecordsKeepToTheirBudgets() throws {
        let tick = RecordedEvent.random(.clockTicked, seed: 1)
        var pick = RecordedEvent.random(.pickMade, seed: 1)
        #expect(try record(of: tick).count <= 48)
        var generator = SeededGenerator(seed: 1)
        pick.origin?.dispute = 7
        pick.origin?.signature = .random(using: &generator)
        #expect(try record(of: pick).count <= 192)
        pick.origin?.dispute = nil
        #expect(try record(of: pick).count <= 192)
        pick.origin?.signature = nil
        #expect(try record(of: pick).count <= 112)
    }

    /// What takes a newer reader says so, and nothing else does.
    @Test func onlyWhatHasAWarrantOrANewTypeIsOfTheNewVersion() throws {
        func version(_ event: RecordedEvent) throws -> UInt8 { try record(of: event)[6] }
        var pick = RecordedEvent.random(.pickMade, seed: 2)
        pick.origin?.dispute = nil
        pick.origin?.signature = nil
        #expect(try version(pick) == 0)
        pick.origin?.dispute = 7
        #expect(try version(pick) == 1)
        var appointed = RecordedEvent.random(.staffAppointed, seed: 2)
        appointed.origin?.dispute = nil
        appointed.origin?.signature = nil
        #expect(try version(appointed) == 1)
        #expect(try read(record(of: appointed)).origin == appointed.origin)
    }

    @Test func aWarrantThatCannotBeReadAgainIsNotWritten() throws {
        var pick = RecordedEvent.random(.pickMade, seed: 2)
        pick.origin?.signature = CommandSignature(
            key: KeyID(high: 1, low: 2), anchor: 3, seenVersion: 4, bytes: [1, 2])
        #expect(throws: RecordError.self) { try record(of: pick) }
        pick.origin?.dispute = CaseID(.max)
        pick.origin?.signature = nil
        #expect(throws: RecordError.self) { try record(of: pick) }
    }

    @Test(arguments: EventType.allCases)
    func aRecordCutOffAnywhereIsRefusedOrOnlyLacksItsTail(type: EventType) throws {
        let whole = try record(of: .random(type, seed: 3))
        for length in 0..<whole.count {
            // Either an error or an event: never a trap, never a read beyond the bytes.
            _ = try? read(Array(whole.prefix(length)))
        }
        #expect(throws: RecordError.self) { try read(Array(whole.prefix(35))) }
    }

    @Test func everySingleBitFlippedIsReadAndWrittenAsJSONWithoutATrap() throws {
        for type in EventType.allCases {
            let whole = try record(of: .random(type, seed: 5))
            for bit in 0..<whole.count * 8 {
                var flipped = whole
                flipped[bit / 8] ^= 1 << (bit % 8)
                _ = try? read(flipped).jsonLine
            }
        }
    }

    @Test(arguments: EventType.allCases)
    func aRecordThatSaysItIsOfAnotherTypeIsReadAndWrittenAsJSONWithoutATrap(type: EventType) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            var record = try record(of: .random(type, seed: seed))
            for other in EventType.allCases {
                record[2] = UInt8(truncatingIfNeeded: other.rawValue)
                record[3] = UInt8(truncatingIfNeeded: other.rawValue >> 8)
                _ = try? read(record).jsonLine
            }
        }
    }

    @Test func aFieldThatAnOlderRecordLacksIsBlankAndOneThatANewerAddsIsSkipped() throws {
        let made = PickMade(pick: 3, slot: 2, seat: 5, player: 17, adp: 1_234, claimedAt: Timestamp(microseconds: 9))
        let event = RecordedEvent(
            position: 0, stream: .room(1), version: 1, previous: nil, recordedAt: Timestamp(microseconds: 1),
            origin: CommandOrigin(occurredAt: nil, actor: .importer, commandID: CommandID(high: 1, low: 2)),
            event: .pickMade(made))
        var bytes = try record(of: event)

        // Older: the block ends before `claimedAt`.
        var older = bytes
        older.removeLast(8)
        older[0] -= 8
        guard case .pickMade(let read) = try read(older).event else {
            Issue.record("not a pick")
            return
        }
        #expect(read.claimedAt == nil && read.adp == 1_234 && read.player == 17)

        // Newer: the block has four bytes more.
        bytes += [1, 2, 3, 4]
        bytes[0] += 4
        #expect(try self.read(bytes).event == event.event)
    }

    /// A record states the version that it takes to read all of it: what older ones lack changes no byte of them.
    @Test func whatCameWithTheSecondVersionIsInRecordsOfThatVersionAlone() throws {
        func event(_ event: Event) -> RecordedEvent {
            RecordedEvent(
                position: 0, stream: .room(1), version: 1, previous: nil, recordedAt: Timestamp(microseconds: 1),
                origin: CommandOrigin(occurredAt: nil, actor: .scheduler, commandID: CommandID(high: 1, low: 2)),
                event: event)
        }
        var made = PickAutomated(
            pick: 3, slot: 2, seat: 5, player: 17, reason: .clockExpired, source: .queue, queueVersion: 4,
            policyVersion: 1, adp: nil, skipped: [PickAutomated.Skip(player: 9, cause: .taken)])
        var completed = DraftCompleted(picks: 6, events: 99)
        let old = [event(.pickAutomated(made)), event(.draftCompleted(completed))]
        made.skipped = []
        made.passedOver = Digest256(words: (1, 2, 3, 4))
        completed.ticks = 12
        let new = [event(.pickAutomated(made)), event(.draftCompleted(completed))]
        for (events, version) in [(old, UInt8(0)), (new, 2)] {
            for event in events {
                let bytes = try record(of: event)
                #expect(bytes[6] == version && bytes[7] == 0)
                #expect(try read(bytes).event == event.event)
                let line = event.jsonLine
                #expect(line.contains("passedOver") == (event.event.type == .pickAutomated && version > 0))
                #expect(line.contains("ticks") == (event.event.type == .draftCompleted && version > 0))
                #expect(try RecordedEvent(jsonLine: line).event == event.event)
            }
        }
        // The digest, and behind all else the length of a warrant that is not there.
        let sizes = try zip(old, new).map { try record(of: $1).count - record(of: $0).count }
        #expect(sizes == [32 + 2 - 3, 4 + 2])
    }

    @Test func foreignAndFutureRecordsAreToldApart() throws {
        var bytes = try record(of: .random(.pickMade, seed: 1))
        bytes[2] = 0xFF
        bytes[3] = 0x7F
        #expect { try read(bytes) } throws: { ($0 as? RecordError)?.code == .unknownType }
        bytes[4] ^= 1
        #expect { try read(bytes) } throws: { ($0 as? RecordError)?.code == .foreignSchema }
    }

    @Test func whatDoesNotFitARecordIsRefused() throws {
        var writer = RecordWriter()
        let reason = String(repeating: "x", count: 70_000)
        #expect { () throws in
            try writer.write(.roomCancelled(RoomCancelled(reason: Wording(reason))), stream: .room(1), origin: nil)
        } throws: { ($0 as? RecordError)?.code == .tooLarge }
        let players = Array(repeating: PlayerIndex(1), count: 40_000)
        #expect { () throws in
            try writer.write(.queueSet(QueueSet(players: players)), stream: .queue(1, 0), origin: nil)
        } throws: { ($0 as? RecordError)?.code == .tooLarge }
        #expect(throws: Never.self) {
            try writer.write(.queueSet(QueueSet(players: [1, 2])), stream: .queue(1, 0), origin: nil)
        }
    }
}
