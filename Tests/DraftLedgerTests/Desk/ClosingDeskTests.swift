import Draft
import LedgerTesting
import TestSupport
import Testing

@testable import DraftLedger  // the recomputed closing

/// The closing of a ledger at a desk that has other commands to decide.
@Suite struct ClosingDeskTests {
    private static let closing = Command.ledger(.closeLedger(reason: "The season is over."))

    private func house(users: UInt64 = 2) async throws -> LiveHouse {
        let house = try await LiveHouse(users: users)
        try await house.accept(.tournament(1, .cancelTournament(reason: "Rain.")))
        return house
    }

    @Test func aClosingAmongOtherCommandsStatesTheLedgerAsItIsThen() async throws {
        let house = try await house(users: 8)
        let ledger = house.ledger
        let refusals = try await withThrowingTaskGroup(of: Set<RefusalCode>.self) { group in
            for user in (1...8 as ClosedRange<UInt64>).map({ UserID($0) }) {
                let ids = (0..<60).map { _ in house.newID() }
                group.addTask {
                    var codes: Set<RefusalCode> = []
                    for (number, id) in ids.enumerated() {
                        let deposit = WalletCommand.recordDeposit(
                            amount: Cents(1), provider: "bank", reference: "c\(user)-\(number)")
                        let outcome = try await ledger.send(
                            .wallet(user, deposit), as: .provider(onBehalfOf: user), id: id)
                        if case .refused(let refusal, let record, _) = outcome {
                            codes.insert(refusal.code)
                            #expect(record == nil)
                        }
                    }
                    return codes
                }
            }
            let id = house.newID()
            group.addTask {
                // Deposits change the balances while they are read: the same is sent again, as the error says.
                while true {
                    do {
                        _ = try await ledger.send(Self.closing, as: .admin(nil), id: id).get()
                        return []
                    } catch let error as DraftLedgerError where error.code == .conflict {}
                }
            }
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(refusals.isSubset(of: [.ledgerClosed]))
        let (closed, position) = try #require(try ledger.closed())
        let closing = try ledger.closing(upTo: position)
        #expect(closing.digest(by: DraftLedger.hashing) == closed.closing)
        #expect(closing.total == closed.total && closing.users == 8)
        #expect(try ledger.size == position + 1)
    }

    /// Neither a restart nor a step of the clock is recorded in a closed ledger, and a retry has the first outcome.
    @Test func aClosedLedgerStaysAsItIs() async throws {
        let house = try await house()
        let id = house.newID()
        try await house.accept(Self.closing, as: .admin(nil), id: id)
        let size = try house.ledger.size
        try house.reopen()
        guard case .accepted(let events, retry: true) = try await house.send(Self.closing, as: .admin(nil), id: id)
        else {
            Issue.record("the closing was forgotten")
            return
        }
        #expect(events.map(\.event.type) == [.ledgerClosed])
        for _ in 0..<30 {
            let outcome = try await house.send(.user(1, .setAlertPreferences(.all)), as: .user(1))
            #expect(throws: Refusal.self) { try outcome.get() }
        }
        await house.ledger.lookAtClock()
        try house.reopen()
        #expect(try house.ledger.size == size)
        // What privacy requires is recorded.
        try house.ledger.setProfiles([(1, Profile(externalID: "a", displayName: "Anna"))])
        let erasure = try #require(try house.ledger.erasure(about: 1, ofStaff: true))
        try await house.accept(.ledger(.eraseText(erasure)))
        #expect(try house.ledger.size == size + 1)
    }
}
