import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing

@testable import Server  // limits are made small

/// A member's open stream is the member's connection, once it has lasted.
@Suite struct PresenceTests {
    /// What was recorded of a member's connection.
    private func changes(of user: UInt64, in table: Table) throws -> [Bool] {
        let seat = try table.ledger.room(1)?.seat(of: UserID(user))
        return try table.ledger.stream(.room(1)).compactMap { recorded in
            guard case .connectionChanged(let changed) = recorded.event, changed.seat == seat else { return nil }
            return changed.connected
        }
    }

    private func wait(for wanted: [Bool], of user: UInt64, in table: Table) async throws {
        while try changes(of: user, in: table) != wanted { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test(.withinTheRun)
    func aStreamThatLastsIsAConnectionAndASecondOneChangesNothing() async throws {
        let table = try await Table { $0.limits.presenceTime = .milliseconds(400) }
        try await table.draft()
        var first: EventReader? = try await table.listen(table.anna.token)
        try await wait(for: [true], of: table.anna.user, in: table)
        var second: EventReader? = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        #expect(first?.status == 200 && second?.status == 200)
        first = nil
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(try changes(of: table.anna.user, in: table) == [true])
        second = nil
        try await wait(for: [true, false], of: table.anna.user, in: table)
        // Who comes back is there again; nobody else ever was.
        second = try await table.listen(table.anna.token)
        try await wait(for: [true, false, true], of: table.anna.user, in: table)
        #expect(try changes(of: table.ben.user, in: table) == [])
        #expect(second?.status == 200)
        try await table.server.stop()
    }

    @Test(.withinTheRun)
    func aFlickerAndAStrangersLookAreNoConnections() async throws {
        let table = try await Table { $0.limits.presenceTime = .seconds(2) }
        try await table.draft()
        for _ in 0..<3 { #expect(try await table.listen(table.anna.token).status == 200) }
        let olga = try await table.server.signIn("olga", roles: ["officer"])
        let look = try await table.listen(olga.token)
        try await Task.sleep(for: .seconds(4))
        #expect(try table.ledger.stream(.room(1)).allSatisfy { $0.event.type != .connectionChanged })
        #expect(look.status == 200)
        try await table.server.stop()
    }

    @Test(.withinTheRun)
    func whoDoesNotComeBackAfterARestartIsGone() async throws {
        let table = try await Table { $0.limits.presenceTime = .milliseconds(400) }
        try await table.draft()
        let reader = try await table.listen(table.anna.token)
        try await wait(for: [true], of: table.anna.user, in: table)
        #expect(reader.status == 200)
        try await table.server.stop()
        try await table.serveAgain()
        try await wait(for: [true, false], of: table.anna.user, in: table)
        try await table.server.stop()
    }
}
