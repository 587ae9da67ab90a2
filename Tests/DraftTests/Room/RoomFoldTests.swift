import DraftTesting
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes

/// The fold takes whatever a log says, and its snapshots take nothing else than what it wrote.
@Suite(.seeded) struct RoomFoldTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func eventsThatNoRuleWouldAllowAreFoldedWithoutATrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func small<Number: FixedWidthInteger & UnsignedInteger>() -> Number {
            random.oneIn(4) ? .max : Number(UInt8.random(in: 0...6, using: &random))
        }
        func moment() -> Timestamp {
            Timestamp(microseconds: random.oneIn(5) ? .min : .random(in: .min ... .max, using: &random))
        }
        var opened = RoomOpened.blank
        opened.ruleset = .fast(teams: small(), rounds: small())
        func place() -> EventPlace {
            EventPlace(stream: .room(1), position: small(), recordedAt: moment(), origin: nil)
        }
        var room = try #require(RoomState(beginning: .roomOpened(opened), at: place()))
        for version in 2...200 as ClosedRange<UInt32> {
            let event = nonsenseEvent(&random, number: small(), seat: small(), player: small(), moment: moment())
            room.evolve(event, at: place())
            #expect(room.version == version, "seed \(seed)")
            _ = (room.seatOnClock, room.rosters, room.board, room.timerState(at: moment()), room.entrants)
            let bytes = room.canonicalBytes
            #expect(RoomState(canonicalBytes: bytes) == room, "seed \(seed), version \(version), \(event)")
        }
    }

    private func nonsenseEvent(
        _ random: inout SeededGenerator, number: UInt16, seat: Seat, player: PlayerIndex, moment: Timestamp
    ) -> Event {
        let slot = Slot.random(in: 0...30, using: &random)
        switch Int.random(in: 0..<18, using: &random) {
        case 0: return .seatTaken(SeatTaken(seat: seat, user: 5, entry: EntryID(UInt64(number)), externalID: "é"))
        case 1: return .seatLeft(SeatLeft(seat: seat, user: nil, entry: 1))
        case 2: return .roomFilled(RoomFilled(seats: seat))
        case 3: return .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: [seat, slot, seat]))
        case 4: return .draftStarted(DraftStarted())
        case 5:
            return .clockStarted(
                ClockStarted(pick: number, slot: slot, epoch: .max, deadline: moment, graceEndsAt: moment))
        case 6: return .clockTicked(ClockTicked(pick: number, remaining: .max))
        case 7, 8, 9:
            var made = PickMade.blank
            (made.pick, made.slot, made.seat, made.player) = (number, slot, seat, player)
            return .pickMade(made)
        case 10, 11, 12:
            var automated = PickAutomated.blank
            (automated.pick, automated.seat, automated.player) = (number, seat, player == .max ? nil : player)
            return .pickAutomated(automated)
        case 13:
            var rejected = CommandRejected.blank
            (rejected.seat, rejected.count) = (seat, .random(in: 0 ... .max, using: &random))
            return .commandRejected(rejected)
        case 14: return .autodraftSet(AutodraftSet(seat: seat, on: true, cause: .userWish))
        case 15:
            return .roomPaused(
                RoomPaused(kind: .overnight, pick: number, remaining: moment - House.start, reason: ""))
        case 16:
            var corrected = PickCorrected.blank
            (corrected.pick, corrected.newPlayer) = (number, player)
            corrected.mode = PickCorrected.Mode.allCases.randomElement(using: &random) ?? .cascade
            return .pickCorrected(corrected)
        default: return .clockExtended(.blank)
        }
    }

    @Test func changedBytesAreNoSnapshotOrThatOfAnotherState() throws {
        var ledger = House.drafting(.fast(teams: 3, rounds: 2))
        for player in 0..<4 as Range<PlayerIndex> { ledger.pick(player, at: Int64(player)) }
        let bytes = ledger.room.canonicalBytes
        #expect(RoomState(canonicalBytes: bytes) == ledger.room)
        for count in 0..<bytes.count { #expect(RoomState(canonicalBytes: Array(bytes[..<count])) == nil) }
        #expect(RoomState(canonicalBytes: bytes + [0]) == nil)
        var random = SeededGenerator(seed: 1)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            guard let other = RoomState(canonicalBytes: damaged) else { continue }
            #expect(other != ledger.room && other.canonicalBytes == damaged, "byte \(index)")
        }
    }

    @Test func aFinishedRoomOf216PicksTakesAFewKilobytes() {
        var ledger = House.drafting(.fast())
        for player in 0..<216 as Range<PlayerIndex> { ledger.pick(player, at: Int64(player) * 20) }
        #expect(ledger.room.status == .complete)
        #expect(ledger.room.canonicalBytes.count < 4_500)
        #expect(ledger.room.canonicalBytes.count - ledger.room.foldedBytes.count < 4 * 216)
        #expect(MemoryLayout<RoomState.PickClock>.stride == 24)
        #expect(MemoryLayout<RoomState.Pick>.stride == 56)
    }

    @Test func aTickIsShownForThePickItNamesAndCountsInAnyCase() {
        var room = House.drafting(.fast(teams: 2, rounds: 1)).room
        let version = room.version
        room.tick(pick: 1, remaining: 29_000)
        #expect(room.clock?.lastShown == 29_000 && room.version == version + 1)
        room.tick(pick: 2, remaining: 28_000)
        #expect(room.clock?.lastShown == 29_000 && room.version == version + 2)
    }

    @Test func refusedPicksAreCountedForEachSeatUntilThePickOnTheClockChanges() {
        var ledger = House.drafting(.fast(teams: 2, rounds: 2))
        let other = Sender.user(ledger.user(ofSlot: 1))
        let seat = Int(ledger.room.seatOfSlot[1])
        for _ in 0..<3 {
            ledger.send(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: other, at: House.start)
        }
        #expect(ledger.room.refusals[seat] == 3 && ledger.room.refusals[1 - seat] == 0)
        var flood = CommandRejected.blank
        (flood.seat, flood.count) = (Seat(seat), 100_000)
        ledger.append([StreamEvent(.room(1), .commandRejected(flood))], origin: nil, at: House.start)
        #expect(ledger.room.refusals[seat] == .max)
        ledger.pick(0, at: 1)
        #expect(ledger.room.refusals == [0, 0])
    }

    @Test func whoNamesAnothersSeatUsesUpHisOwnRefusalsOrNobodys() {
        var ledger = House.drafting(.fast(teams: 2, rounds: 2))
        let command = Command.room(1, .makePick(MakePick(pick: 1, player: 0, seat: ledger.room.seatOnClock)))
        ledger.send(command, as: .user(70), at: House.start)
        #expect(ledger.room.refusals == [0, 0])
        ledger.send(command, as: .user(ledger.user(ofSlot: 1)), at: House.start)
        #expect(ledger.room.refusals[Int(ledger.room.seatOfSlot[1])] == 1)
        #expect(ledger.room.refusals[Int(ledger.room.seatOfSlot[0])] == 0)
    }

    @Test func theBoardNamesEachPicksRoundPlaceSlotAndEntry() {
        var ledger = House.drafting(.fast(teams: 2, rounds: 2))
        for player in 0..<3 as Range<PlayerIndex> { ledger.pick(player, at: 1) }
        let board = ledger.room.board
        #expect(board.map(\.label) == ["1.01", "1.02", "2.01"])
        #expect(board.map(\.slot) == [0, 1, 1])
        #expect(board.map(\.entry) == board.map { ledger.room.member(at: $0.pick.seat)?.entry })
        let first = ledger.room.seatOfSlot[0]
        #expect(ledger.room.rosters[Int(first)].map(\.player) == [0])
        #expect(ledger.room.rosters[Int(1 - first)].map(\.number) == [2, 3])
    }
}
