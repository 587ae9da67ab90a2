import Dispatch
import Draft
import LedgerTesting
import Merkle
import Platform
import Testing

@testable import DraftLedger  // a desk whose reads can be held up

/// A ledger that is closed while commands come in: each is answered, and what was acknowledged is there.
@Suite struct ClosingTests {
    @Test func whatIsNotReadInTimeIsGivenUpWhenALedgerIsClosed() async throws {
        let house = try await LiveHouse(users: 3)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        let decided = try await desk.outcome(of: alerts(of: 2), as: .user(2), id: house.newID())
        #expect(try decided.get().count == 1)
        source.hold(.user(1))
        source.hold(.room(1))
        let size = try house.ledger.size
        let parked = try (0..<3).map { _ in try desk.leave(alerts(of: 1), as: .user(1), id: house.newID()) }
        let asked = Guarded<Result<RoomState?, any Error>?>(nil)
        desk.ask(
            Inquiry(room: 1) { answer in
                asked.withLock { $0 = answer }
                asked.broadcast()
            })
        source.waitForRead(of: .user(1))
        // Returns although nothing more is ever read.
        desk.drain(givingUpAt: .now() + .milliseconds(1))
        for reply in parked {
            let error = await #expect(throws: DraftLedgerError.self) { try await reply.value.get() }
            #expect(error?.code == .closed)
        }
        #expect(throws: DraftLedgerError.self) { try asked.wait { $0 }.get() }
        #expect(try house.ledger.size == size)
        source.release()
    }

    @Test func aServiceThatEndsLeavesAWholeLedger() async throws {
        let house = try await LiveHouse(users: 3)
        let outcome = try await house.ledger.send(alerts(of: 1), as: .user(1), id: house.newID())
        await house.ledger.shutDown(within: .seconds(60))
        await house.ledger.shutDown(within: .zero)
        let error = await #expect(throws: DraftLedgerError.self) {
            try await house.ledger.send(alerts(of: 1), as: .user(1), id: house.newID())
        }
        #expect(error?.code == .closed)
        try house.reopen()
        #expect(try house.ledger.stream(.user(1)).last?.position == outcome.get().last?.position)
        #expect(try house.ledger.publishedCheckpoint()?.unverified.size == house.ledger.size)
    }

    private func alerts(of user: UserID) -> Command { .user(user, .setAlertPreferences(.all)) }

    @Test(arguments: 0..<4) func everybodyIsAnsweredWhenALedgerIsClosedUnderThem(closers: Int) async throws {
        let house = try await LiveHouse(users: 16)
        let ledger = house.ledger
        let size = try ledger.size
        let ids = (0..<16).map { _ in (0..<40).map { _ in house.newID() } }
        let acknowledged = try await withThrowingTaskGroup(of: [CommandID].self) { group in
            for (number, ids) in ids.enumerated() {
                let user = UserID(UInt64(number + 1))
                group.addTask {
                    var accepted: [CommandID] = []
                    do {
                        for id in ids {
                            _ = try await ledger.send(
                                .user(user, .setAlertPreferences(.all)), as: .user(user), id: id
                            ).get()
                            accepted.append(id)
                        }
                    } catch let error as DraftLedgerError {
                        #expect(error.code == .closed)
                    }
                    return accepted
                }
            }
            for _ in 0...closers {
                group.addTask {
                    // Somewhere in the middle of it; not at all where another one was sooner.
                    while let now = try? ledger.size, now < size + 100 { await Task.yield() }
                    ledger.close()
                    return []
                }
            }
            return try await group.reduce(into: [] as Set<CommandID>) { $0.formUnion($1) }
        }
        #expect(acknowledged.count >= 50)
        try house.reopen()
        var stored: Set<CommandID> = []
        try house.ledger.events { recorded in
            if let origin = recorded.origin { stored.insert(origin.commandID) }
            return true
        }
        #expect(acknowledged.isSubset(of: stored))
        #expect(try house.ledger.verify().isSound)
    }
}
