import Draft
import Ledger
import LedgerTesting
import Records
import Testing

@testable import DraftLedger  // a desk whose reads can be held up

/// Commands that need what is not in memory wait for it, and nobody with them but those behind them in their room.
@Suite struct ParkedCommandTests {
    private let autodraft = Command.room(1, .setAutodraft(seat: 0, on: true))

    @Test func othersAreDecidedWhileARoomIsBeingRead() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.room(1))
        let parked = try desk.leave(autodraft, as: .user(1), id: house.newID())
        let alerts = try await desk.outcome(
            of: .user(2, .setAlertPreferences(.all)), as: .user(2), id: house.newID()
        ).get()
        #expect(alerts.map(\.event.type) == [.alertPreferencesSet])
        source.release()
        let events = try await parked.value.get().get()
        #expect(events.map(\.event.type) == [.autodraftSet])
        #expect(try #require(events.first).position > (try #require(alerts.first).position))
    }

    @Test func aRoomsCommandsKeepTheirOrderBehindOneThatWaits() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.room(1))
        let switches = [true, false, true, false, true]
        let replies = try switches.map { on in
            try desk.leave(.room(1, .setAutodraft(seat: 0, on: on)), as: .user(1), id: house.newID())
        }
        let queued = try desk.leave(
            .queue(1, 0, .addToQueue(player: 3, index: nil, expectedVersion: nil)), as: .user(1), id: house.newID())
        source.release()
        var positions: [UInt64] = []
        for reply in replies + [queued] { positions.append(try await reply.value.get().get()[0].position) }
        #expect(positions == positions.sorted())
        let stored = try house.ledger.stream(.room(1)).compactMap { recorded -> Bool? in
            if case .autodraftSet(let set) = recorded.event { set.on } else { nil }
        }
        #expect(stored == switches)
    }

    @Test func whoCameInTimeIsHeardBeforeTheClockThatWaitedWithHim() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let user = try house.userOnClock()
        let clock = try #require(room.clock)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.room(1))
        let expiry = try desk.leave(
            .room(1, .automatePick(pick: 1, epoch: room.epoch)), as: .scheduler, id: house.newID(),
            at: clock.graceEndsAt + .seconds(1))
        let pick = try desk.leave(
            .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(user), id: house.newID(), at: clock.deadline)
        // Once this one is answered, both of those are waiting.
        _ = try await desk.outcome(of: .user(2, .setAlertPreferences(.all)), as: .user(2), id: house.newID())
        source.release()
        let made = try await pick.value.get().get()
        #expect(made.first?.event.type == .pickMade)
        guard case .refused = try await expiry.value.get() else {
            Issue.record("the expiry overtook the pick")
            return
        }
    }

    @Test func twinsThatWaitTogetherAreOneCommand() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.room(1))
        let id = house.newID()
        let twins = try (0..<8).map { _ in try desk.leave(autodraft, as: .user(1), id: id) }
        source.release()
        var retries: [Bool] = []
        var positions: Set<[UInt64]> = []
        for twin in twins {
            guard case .accepted(let events, let retry) = try await twin.value.get() else {
                Issue.record("a twin was refused")
                return
            }
            retries.append(retry)
            positions.insert(events.map(\.position))
        }
        #expect(retries == [false] + [Bool](repeating: true, count: 7))
        #expect(positions.count == 1)
        #expect(try house.ledger.stream(.room(1)).count { $0.event.type == .autodraftSet } == 1)
    }

    @Test func aStreamThatGrowsWhileItIsReadIsReadAgain() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        // As it was before the deposit.
        source.lie(about: .wallet(1)) { $0.removeLast() }
        let joined = try await desk.outcome(
            of: .wallet(1, .joinTournament(1, entries: 1)), as: .user(1), id: house.newID())
        #expect(try joined.get().contains { $0.event.type == .entryFeeHeld })
        #expect(source.reads(of: .wallet(1)) == 2)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func whatCannotBeReadFailsItsCommandOnly() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.lie(about: .room(1)) { _ in throw Unreadable() }
        source.hold(.user(2))
        let other = try desk.leave(.user(2, .setAlertPreferences(.all)), as: .user(2), id: house.newID())
        let id = house.newID()
        await #expect(throws: Unreadable.self) { try await desk.outcome(of: autodraft, as: .user(1), id: id) }
        source.release()
        #expect(try await other.value.get().get().count == 1)
        guard case .accepted(_, retry: false) = try await desk.outcome(of: autodraft, as: .user(1), id: id) else {
            Issue.record("not decided anew")
            return
        }
    }

    private struct Unreadable: Error {}
}
