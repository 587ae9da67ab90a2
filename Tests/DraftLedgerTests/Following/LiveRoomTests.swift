import Draft
import DraftTesting
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

@testable import DraftLedger  // a desk whose reads are counted

/// A room out of the desk's memory is the room that the log tells of.
@Suite struct LiveRoomTests {
    @Test func aRoomInMemoryIsWhatTheLogTells() async throws {
        let house = try await LiveHouse(teams: 3, rounds: 2, users: 3)
        _ = try await house.startDraft()
        #expect(try await house.ledger.liveRoom(1) == house.room)
        while try house.room.status == .active {
            let pick = try house.room.currentPickNumber
            let made = Command.room(1, .makePick(MakePick(pick: pick, player: pick)))
            try await house.accept(made, as: .user(house.userOnClock()))
            #expect(try await house.ledger.liveRoom(1) == house.room)
        }
        #expect(try await house.ledger.liveRoom(2) == nil)
        let reader = try DraftLedger.open(at: house.path)
        defer { reader.close() }
        #expect(try await reader.liveRoom(1) == house.room)
    }

    @Test func whoeverAsksOftenReadsOnce() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        for on in [true, false, true] {
            let wish = Command.room(1, .setAutodraft(seat: 0, on: on))
            _ = try await desk.outcome(of: wish, as: .user(1), id: house.newID())
            #expect(try await desk.room(1) == house.room)
        }
        #expect(source.reads(of: .room(1)) == 1)
        #expect(desk.intake.count == 0)
    }

    @Test func nothingIsToldThatIsNotDurable() async throws {
        let house = try await LiveHouse()
        let before = try await house.startDraft()
        let desk = try #require(house.ledger.desk)
        #expect(try await desk.room(1) == before)
        let told = Guarded<RoomState??>(nil)
        let reply = try house.withoutWriter {
            let reply = try desk.leave(.room(1, .setAutodraft(seat: 0, on: true)), as: .user(1), id: house.newID())
            while reply.cancellation.isOpen { continue }
            desk.ask(
                Inquiry(room: 1) { answer in
                    told.withLock { $0 = .some(try? answer.get()) }
                    told.broadcast()
                })
            // Once this visit has been made, the question has been looked at.
            let isThere = Guarded(false)
            desk.visit {
                isThere.withLock { $0 = true }
                isThere.broadcast()
            }
            isThere.wait { $0 ? () : nil }
            #expect(told.withLock { $0 } == nil)
            return reply
        }
        _ = try await reply.value.get().get()
        #expect(told.wait { $0 } == (try house.room))
    }

    @Test func whatOthersHaveAppendedIsSeen() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        #expect(try await house.ledger.liveRoom(1) == house.room)
        var wish = AutodraftSet.blank
        (wish.seat, wish.on) = (1, true)
        try house.ledger.append([
            PendingEvent(stream: .room(1), event: .autodraftSet(wish), origin: nil)
        ])
        #expect(try await house.ledger.liveRoom(1) == house.room)
        #expect(try house.room.member(at: 1)?.autodraft == true)
    }

    @Test func aQuestionToALedgerThatIsClosedFails() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        house.ledger.close()
        let error = await #expect(throws: DraftLedgerError.self) { try await house.ledger.liveRoom(1) }
        #expect(error?.code == .closed)
    }
}

extension CommandDesk {
    /// A room, by a question.
    fileprivate func room(_ id: RoomID) async throws -> RoomState? {
        try await withCheckedContinuation { continuation in
            ask(Inquiry(room: id) { continuation.resume(returning: $0) })
        }.get()
    }
}
