import DraftLedger
import LedgerTesting
import Records
import Testing

@testable import Draft  // identifiers and rows are made bare
@testable import Projections  // rows are made bare
@testable import Reports  // each pattern by itself

/// Patterns are found where they were put, and what is common beside them.
@Suite struct UnusualTests {
    private func row(
        room: UInt64, seat: Seat, user: UInt64, players: [PlayerIndex?] = [0, 1], status: RoomStatus = .complete,
        teams: UInt8 = 4
    ) -> RosterRow {
        RosterRow(
            entry: EntryID(room: RoomID(room), join: UInt16(seat) + 1), seat: seat, slot: seat, user: UserID(user),
            tournament: 1, pool: 1, fee: nil, startedAt: nil, status: status, preset: .untimed, teams: teams,
            rounds: UInt8(players.count), players: players, recordedADPs: [])
    }

    private func snapshot(_ rows: [RosterRow]) -> RosterSnapshot {
        var columns = RosterColumns()
        for row in rows { columns.append(row) }
        return RosterSnapshot(position: 0, parts: [columns])
    }

    /// Rooms of four by their users.
    private func seated(_ rooms: [[UInt64]], cancelled: Set<Int> = []) -> RosterSnapshot {
        snapshot(
            rooms.enumerated().flatMap { index, users in
                users.enumerated().map { seat, user in
                    row(
                        room: UInt64(index) + 1, seat: Seat(seat), user: user,
                        status: cancelled.contains(index) ? .cancelled : .complete)
                }
            })
    }

    @Test func whoSitsTogetherTooOften() throws {
        // 1 and 2 share their three rooms of ten; 3 is everywhere, so that nobody meets him by chance less often.
        var rooms = (0..<10 as Range<UInt64>).map { index -> [UInt64] in
            [3, 10 + index, 30 + index % 5, 50 + index]
        }
        for index in 0..<3 { rooms[index] = [1, 2, 3, 60 + UInt64(index)] }
        let found = SeatedTogether(seated(rooms)).findings.ranked(5)
        let first = try #require(found.first)
        #expect(first.users == [1, 2] && first.rank == 1)
        #expect(first.measure == 3 && abs(first.base - 0.9) < 1e-9 && first.chances == 3)
        #expect(first.rooms == [1, 2, 3])
        #expect(!found.contains { $0.users.contains(3) })
    }

    @Test func aCancelledRoomWhoseMembersAreSeatedAnew() throws {
        let rooms: [[UInt64]] = [[1, 2, 3, 4], [5, 6, 7, 8], [1, 2, 3, 9], [5, 10, 11, 12], [13, 14, 15, 16]]
        let found = SeatedTogether(seated(rooms, cancelled: [0, 1])).reseated
        #expect(found.map(\.rooms) == [[1, 3]] && found.first?.users == [1, 2, 3])
        #expect(found.first?.measure == 3 && found.first?.chances == 4)
        #expect(SeatedTogether(seated(rooms)).reseated.isEmpty, "none was cancelled")
    }

    @Test func twinsOfTwoUsers() {
        let rows = [
            row(room: 1, seat: 0, user: 1, players: [4, 7]), row(room: 1, seat: 1, user: 2, players: [1, 2]),
            row(room: 2, seat: 0, user: 3, players: [7, 4]), row(room: 3, seat: 0, user: 2, players: [2, 1]),
            row(room: 4, seat: 0, user: 5, players: [7, nil]), row(room: 5, seat: 0, user: 6, players: [7, nil]),
        ]
        let found = SameRosters(snapshot(rows)).findings
        #expect(found.map(\.users) == [[1, 3]], "one's own twin is none, and neither is a roster that is not known")
        #expect(found.first?.measure == 1 && found.first?.base == 0.5 && found.first?.rooms == [1, 2])
    }

    /// In rooms of two the first slot picks 1, 4, 5 and 8: with its fifth pick it reaches from 5 to 10, and leaves the
    /// other one who was due at 3.
    @Test func aSeatThatFeedsTheNext() throws {
        let positions: [UInt32?] = [100, 200, 300, 400, 1_000, 600, 700, 800, 500]
        var rows: [RosterRow] = []
        for room in 1...2 as ClosedRange<UInt64> {
            rows.append(row(room: room, seat: 0, user: 1, players: [0, 3, 4, 7], teams: 2))
            rows.append(row(room: room, seat: 1, user: 2, players: [1, 8, 2, 6], teams: 2))
        }
        for room in 3...4 as ClosedRange<UInt64> {
            rows.append(row(room: room, seat: 0, user: 1, players: [0, 3, 2, 7], teams: 2))
            rows.append(row(room: room, seat: 1, user: 3, players: [1, 8, 4, 6], teams: 2))
        }
        let found = PickFeeding(snapshot(rows), positions: [1: positions]).findings.ranked(5)
        let first = try #require(found.first)
        #expect(found.count == 1 && first.users == [1, 2] && first.rooms == [1, 2])
        #expect(first.measure == 0.5 && first.base == 0 && first.chances == 4)
    }

    /// In rooms of two: user 2 seals in three and reveals in one; user 3 sits unsealed; what was called off was no draw.
    @Test func whoWithholdsWhatWasSealed() throws {
        var events: [PendingEvent] = []
        func add(_ event: Event, in room: UInt64) {
            let origin = CommandOrigin(occurredAt: nil, actor: .scheduler, commandID: CommandID(high: room, low: 1))
            events.append(PendingEvent(stream: .room(RoomID(room)), event: event, origin: origin))
        }
        func seat(_ seat: Seat, of user: UserID, in room: UInt64, isSealed: Bool = true) {
            var taken = SeatTaken.blank
            (taken.seat, taken.user) = (seat, user)
            taken.entropy = Array(repeating: 1, count: isSealed ? DrawTerms.digestLength : DrawTerms.entropyLength)
            add(.seatTaken(taken), in: room)
        }
        for room in 1...4 as ClosedRange<UInt64> {
            seat(0, of: room == 1 ? 3 : 1, in: room, isSealed: room != 1)
            seat(1, of: 2, in: room)
            guard room < 4 else { break }
            var drawn = DraftOrderDrawn.blank
            (drawn.seats, drawn.withheld) = ([0, 1], room == 2 ? [] : [1])
            add(.draftOrderDrawn(drawn), in: room)
        }
        add(.roomCancelled(RoomCancelled(reason: "off")), in: 4)
        let ledger = try TemporaryLedger(events)
        let found = try WithheldReveals(of: ledger.ledger, progress: nil).findings
        let first = try #require(found.first)
        #expect(found.count == 1 && first.users == [2] && first.rooms == [1, 3])
        #expect(first.chances == 3 && abs(first.measure - 2.0 / 3) < 1e-9 && abs(first.base - 0.4) < 1e-9)
    }

    @Test func nothingStandsOutInNothing() {
        let empty = snapshot([])
        #expect(SeatedTogether(empty).findings.isEmpty && SeatedTogether(empty).reseated.isEmpty)
        #expect(SameRosters(empty).findings.isEmpty && PickFeeding(empty, positions: [:]).findings.isEmpty)
    }
}
