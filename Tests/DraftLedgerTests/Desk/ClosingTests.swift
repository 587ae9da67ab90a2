import Draft
import DraftLedger
import LedgerTesting
import Testing

/// A ledger that is closed while commands come in: each is answered, and what was acknowledged is there.
@Suite struct ClosingTests {
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
