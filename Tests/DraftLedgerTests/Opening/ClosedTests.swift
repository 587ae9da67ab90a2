import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

/// A ledger that has been closed says so, whatever is asked of it.
@Suite struct ClosedTests {
    @Test(arguments: [DraftLedger.Access.writing, .reading])
    func everythingThatIsAskedLaterIsRefused(access: DraftLedger.Access) async throws {
        let house = try await LiveHouse()
        house.ledger.close()
        let ledger = try DraftLedger.open(at: house.path, for: access)
        let position = try ledger.size - 1
        ledger.close()
        ledger.close()
        let asked: [(String, () throws -> Void)] = [
            ("size", { _ = try ledger.size }), ("root", { _ = try ledger.root }),
            ("origin", { _ = try ledger.origin }), ("room", { _ = try ledger.room(1) }),
            ("wallet", { _ = try ledger.wallet(1) }), ("rooms", { _ = try ledger.rooms() }),
            ("events", { try ledger.events { _ in true } }), ("verify", { _ = try ledger.verify() }),
            ("record", { _ = try ledger.record(at: position) }),
        ]
        for (name, ask) in asked {
            let error = #expect(throws: DraftLedgerError.self, "\(name)") { try ask() }
            #expect(error?.code == .closed, "\(name): \(String(describing: error))")
        }
        guard access == .writing else { return }
        let event = PendingEvent(stream: .user(9), event: .entriesClosed(.blank), origin: nil)
        #expect(throws: DraftLedgerError.self) { try ledger.append([event]) }
        do {
            _ = try await ledger.send(.user(5, .registerUser), as: .user(5), id: house.newID())
            Issue.record("sent to a closed ledger")
        } catch {
            #expect(error.code == .closed, "\(error)")
        }
    }

    @Test func aCodePrintsItsName() {
        #expect("\(DraftLedgerError.Code.closed)" == "closed")
        #expect("\(DraftLedgerError.Code.noSuchLedger)" == "noSuchLedger")
    }
}
