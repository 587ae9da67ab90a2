import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Merkle
import Testing

@testable import Records  // the writer of records is the package's own

/// That private records cannot be guessed from what is public of the ledger.
@Suite struct SaltTests {
    /// A stream that events of a type are in.
    private static func home(of type: EventType) -> StreamKey? {
        let streams: [StreamKey] = [
            .system, .pool(7), .tournament(7), .room(7), .queue(7, 3), .wallet(7), .user(7), .dispute(7), .staff,
            .measure(7), .season(7), .aliases, .notes(7),
        ]
        return streams.first { type != .commandRejected && type.isAtHome(in: $0) } ?? .room(7)
    }

    private static func isPrivate(_ stream: StreamKey) -> Bool {
        switch stream {
        case .queue, .wallet, .user, .dispute, .measure: true
        case .system, .pool, .tournament, .room, .staff, .clock, .season, .aliases, .notes: false
        }
    }

    private static let origin = CommandOrigin(
        occurredAt: Timestamp(microseconds: 1_800_000_000_000_000), actor: .user(7),
        commandID: CommandID(high: 1, low: 2), fingerprint: 3)

    private static func blank(_ type: EventType) -> Event {
        var reader = RecordReader(UnsafeRawBufferPointer(start: nil, count: 0), offset: 0, blockEnd: 0, version: 0)
        return Event(type, reading: &reader)
    }

    /// A reader of all public data who guesses every field of a private record but its salt finds no leaf.
    @Test func aGuessOfAPrivateRecordIsNotItsLeaf() throws {
        var ledger = RecordWriter(salting: SaltKey(master: Array(1...32)))
        let (place, time) = ((version: UInt32(4), previous: UInt64?(90)), Timestamp(microseconds: 5_000))
        for type in EventType.allCases {
            let stream = try #require(Self.home(of: type))
            let (event, origin) = (Self.blank(type), type.hasOrigin ? Self.origin : nil)
            try ledger.write(event, stream: stream, origin: origin, place: place, recordedAt: time)
            let record = ledger.bytes
            let stored = try record.withUnsafeBytes { try RecordedEvent(record: $0, position: 91) }
            let shouldBeSalted = type == .commandRejected || Self.isPrivate(stream)
            #expect(type.isPrivate == shouldBeSalted, "\(type.name)")
            #expect((stored.salt != nil) == shouldBeSalted, "\(type.name)")

            func guess(_ salt: RecordSalt?) throws -> TreeHash {
                var writer = RecordWriter()
                try writer.write(
                    stored.event, stream: stored.stream, origin: stored.origin, place: place, recordedAt: time,
                    salt: salt)
                return .leaf(writer.bytes)
            }
            let leaf = TreeHash.leaf(record)
            // With the salt the attack works: the guess is right in all else.
            #expect(try guess(stored.salt) == leaf, "\(type.name)")
            guard shouldBeSalted else { continue }
            #expect(try guess(nil) != leaf && guess(RecordSalt(high: 0, low: 0)) != leaf, "\(type.name)")
        }
    }

    /// By the desk, one command at a time, and in bulk.
    @Test func everyPrivateRecordOfALedgerHasASaltOfItsOwn() async throws {
        let house = try TemporaryLedger()
        for user in 1...3 as ClosedRange<UInt64> {
            _ = try await house.ledger.send(.user(UserID(user), .registerUser), as: .user(UserID(user)), id: .random())
            _ = try await house.ledger.send(.user(UserID(user), .registerUser), as: .user(UserID(user)), id: .random())
        }
        let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
        for _ in 0..<3 { try house.ledger.append([PendingEvent(stream: .user(1), event: alerts, origin: Self.origin)]) }
        var salts: Set<RecordSalt> = []
        var count = 0
        try house.ledger.events(from: 0, limit: 100) { (event: RecordedEvent) in
            #expect((event.salt != nil) == event.event.type.isPrivate)
            if let salt = event.salt {
                salts.insert(salt)
                count += 1
            }
            return true
        }
        #expect(count == 9 && salts.count >= 7)
    }

    @Test func saltsAreUnlikeEachOtherAndOfTheLedgersSecret() throws {
        var salts: Set<RecordSalt> = []
        var count = 0
        for secret in [1, 2] as [UInt8] {
            var writer = RecordWriter(salting: SaltKey(master: Array(repeating: secret, count: 32)))
            for moment in 0..<50 as Range<Int64> {
                let event = Event.userExcluded(UserExcluded(until: Timestamp(microseconds: moment)))
                try writer.write(event, stream: .user(1), origin: Self.origin)
                let first = try #require(writer.salt)
                try writer.write(event, stream: .user(1), origin: Self.origin)
                #expect(writer.salt == first)
                salts.insert(first)
                count += 1
            }
        }
        #expect(salts.count == count)
        #expect(Set(salts.map(\.high)).count == count && Set(salts.map(\.low)).count == count)
    }

    /// Public records have the bytes that they always had.
    @Test func publicRecordsAreNotSalted() throws {
        let key = SaltKey(master: Array(repeating: 1, count: 32))
        for type in EventType.allCases where !type.isPrivate {
            let stream = try #require(Self.home(of: type))
            let origin = type.hasOrigin ? Self.origin : nil
            var (salting, plain) = (RecordWriter(salting: key), RecordWriter())
            try salting.write(Self.blank(type), stream: stream, origin: origin)
            try plain.write(Self.blank(type), stream: stream, origin: origin)
            #expect(salting.bytes == plain.bytes, "\(type.name)")
            #expect(throws: RecordError.self) {
                try plain.write(
                    Self.blank(type), stream: stream, origin: origin, salt: RecordSalt(high: 1, low: 2))
            }
        }
    }

    /// A ledger that was written before there were salts comes through its JSON with the same root, and so does one with.
    @Test func aLineHasTheSaltOfItsRecord() throws {
        let event = RecordedEvent(
            position: 4, stream: .queue(1, 0), version: 2, previous: 3, recordedAt: Timestamp(microseconds: 5),
            origin: Self.origin, event: .queueCleared(QueueCleared.blank), salt: RecordSalt(high: 0xAB, low: 0xCD))
        let line = event.jsonLine
        #expect(line.contains("\"salt\":\"00000000000000ab00000000000000cd\""))
        #expect(try RecordedEvent(jsonLine: line).salt == event.salt)
        var unsalted = event
        unsalted.salt = nil
        #expect(!unsalted.jsonLine.contains("salt"))
        #expect(try RecordedEvent(jsonLine: unsalted.jsonLine).salt == nil)
        let wrong = line.replacing("\"00000000000000ab00000000000000cd\"", with: "\"ab\"")
        #expect(throws: JSONLineError.self) { try RecordedEvent(jsonLine: wrong) }
        let onPublic = line.replacing("QueueCleared", with: "DraftStarted").replacing("queue/1.0", with: "room/1")
        #expect(throws: JSONLineError.self) { try RecordedEvent(jsonLine: onPublic) }
    }
}
