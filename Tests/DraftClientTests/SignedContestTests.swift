import Draft
import DraftClient
import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing

/// A contest in which only what members sign counts, drafted with keys of both kinds.
@Suite struct SignedContestTests {
    @Test func aContestThatRequiresSignaturesIsDrafted() async throws {
        let house = try await ClientHouse()
        let directory = house.temporary.directory("device")
        let devices = [
            DraftClient.Device(key: SoftwareKey(.ed25519), store: MemoryDeviceStore()),
            try DraftClient.Device(directory: directory, .p256),
        ]
        let clients = [
            try house.client("anna", device: devices[0]), try house.client("ben", device: devices[1]),
        ]
        let contest = try #require(try await clients[0].tournaments().first(where: \.requiresSignatures))
        #expect(contest.title == "Signed" && contest.firstPlacePrizeCents == 900)
        // Nothing was published yet that a first command could be bound to.
        while try house.ledger.publishedCheckpoint() == nil { try await Task.sleep(for: .milliseconds(50)) }
        var room = ""
        for client in clients {
            try await client.enrol()
            try await client.enrol()
            room = try await client.join(contest)[0].roomId
        }
        let drafters = try await withThrowingTaskGroup(of: Drafter.self) { group in
            for client in clients {
                group.addTask { [room] in
                    var drafter = Drafter(client)
                    try await drafter.draft(room)
                    return drafter
                }
            }
            return try await group.reduce(into: [Drafter]()) { $0.append($1) }
        }
        let number = RoomID(try #require(UInt64(room)))
        let board = try #require(try house.ledger.room(number)?.board)
        #expect(board.count == 4)
        for drafter in drafters {
            #expect(drafter.shown.map(\.player.id) == board.map { "1-\($0.pick.player ?? 0)" })
            #expect(drafter.last?.requiresSignatures == true && drafter.last?.status == .complete)
            #expect(Set(drafter.last?.participants.map(\.username) ?? []) == ["anna", "ben"])
        }
        let events = try house.temporary.events
        let picks = events.filter { if case .pickMade = $0.event { true } else { false } }
        #expect(picks.count == 4 && picks.allSatisfy { $0.origin?.signature != nil })
        #expect(Set(picks.compactMap { $0.origin?.signature?.key }).count == 2)
        let drawn = events.compactMap { recorded in
            if case .draftOrderDrawn(let drawn) = recorded.event { drawn } else { nil }
        }
        #expect(drawn.map(\.withheld) == [[]])
        #expect(events.allSatisfy { if case .commandRejected = $0.event { false } else { true } })
        try await house.stop()
    }

    @Test func whoseDeviceIsNotKnownIsRefused() async throws {
        let house = try await ClientHouse()
        let device = DraftClient.Device(key: SoftwareKey(), store: MemoryDeviceStore())
        let anna = try house.client("anna", device: device)
        while try house.ledger.publishedCheckpoint() == nil { try await Task.sleep(for: .milliseconds(50)) }
        let contest = try #require(try await anna.tournaments().first(where: \.requiresSignatures))
        await #expect { try await anna.join(contest) } throws: { error in
            (error as? DraftClientError)?.problem?.code == .badSignature
        }
        // A second device takes the first one's word.
        try await anna.enrol()
        let other = DraftClient.Device(key: SoftwareKey(.p256), store: MemoryDeviceStore())
        let tablet = try house.client("anna", device: other)
        await #expect { try await tablet.enrol() } throws: { error in
            (error as? DraftClientError)?.problem?.code == .badSignature
        }
        try await anna.vouch(for: try #require(tablet.publicKey))
        try await tablet.enrol()
        #expect(try await tablet.join(contest).count == 1)
        try await house.stop()
    }

    @Test func aQueueOfASignedRoomIsSigned() async throws {
        let house = try await ClientHouse()
        let device = DraftClient.Device(key: SoftwareKey(), store: MemoryDeviceStore())
        let anna = try house.client("anna", device: device)
        while try house.ledger.publishedCheckpoint() == nil { try await Task.sleep(for: .milliseconds(50)) }
        try await anna.enrol()
        let contest = try #require(try await anna.tournaments().first(where: \.requiresSignatures))
        let room = try await anna.room(try await anna.join(contest)[0].roomId)
        #expect(room.status == .waiting && room.me?.isUser == true && room.requiresSignatures)
        var queue = try await anna.queue(of: room)
        let players = try await anna.players(of: room)
        // Of a position that the app's own lists leave out, too.
        #expect(players.last?.position == .unknown("K"))
        queue.add(players[59])
        queue.add(players[4])
        let kept = try await anna.setQueue(queue, of: room)
        #expect(kept.players == [players[59], players[4]])
        try await anna.leave(room.id)
        try await house.stop()
    }

    // MARK: Keys

    @Test func aKeyOfAFileStaysTheSameAndIsNobodyElses() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: directory) }  // the system's own cleaning takes the rest
        for scheme in [SoftwareKey.Scheme.p256, .ed25519] {
            let path = "\(directory)/\(scheme.rawValue)"
            let first = try DraftClient.Device(directory: path, scheme)
            let second = try DraftClient.Device(directory: path, .ed25519)
            #expect(first.key.publicKey == second.key.publicKey)
            let mode = try FileManager.default.attributesOfItem(atPath: "\(path)/device-key")[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/device-key")
            #expect(throws: DraftClientError.self) { try DraftClient.Device(directory: path) }
        }
        #expect(throws: DraftClientError.self) { try SoftwareKey(.p256, secret: [1, 2, 3]) }
    }
}
