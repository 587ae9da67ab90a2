import Draft
import DraftLedger
import Testing

@Suite struct TimelineTests {
    /// A queue is edited while nothing happens in its room: up to a moment means up to that moment, not up to the room's
    /// last event before it.
    @Test func editsBehindTheRoomsLastEventAreInTheTimeline() async throws {
        let house = try await TestHouse()
        let room = try await house.startDraft()
        let owner = try #require(room.members[0]?.user)
        let before = try house.ledger.size
        var edits: [RecordedEvent] = []
        for players in [[1], [1, 2]] as [[PlayerIndex]] {
            let edit = Command.queue(1, 0, .setQueue(players: players, expectedVersion: nil))
            edits += try await house.accept(edit, as: .user(owner))
        }
        // Something of neither.
        try await house.accept(.user(9, .registerUser), as: .user(9))
        func seen(at moment: Moment) throws -> [UInt64] {
            try house.ledger.timeline(of: 1, at: moment, includingQueues: true)
                .filter { $0.stream == .queue(1, 0) }.map(\.position)
        }
        let all = edits.map(\.position)
        #expect(try seen(at: .position(before)) == [])
        #expect(try seen(at: .position(all[1])) == [all[0]])
        #expect(try seen(at: .position(all[1] + 1)) == all)
        #expect(try seen(at: .time(edits[1].recordedAt)) == all)
        #expect(try seen(at: .latest) == all)
        #expect(try seen(at: .version(room.version)) == [])
        for moment in [.position(before), .position(all[1]), .position(all[1] + 1), .latest] as [Moment] {
            #expect(try house.ledger.queue(1, 0, at: moment).version == UInt32(try seen(at: moment).count))
        }
        #expect(try house.ledger.timeline(of: 1).allSatisfy { $0.stream == .room(1) })
    }
}
