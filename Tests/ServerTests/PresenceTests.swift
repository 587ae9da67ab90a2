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

    private func waitForStreams(_ count: Int, in table: Table) async throws {
        while try await !table.server.get("/metrics").text.contains("draftledger_streams \(count).0\n") {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func wait(for wanted: [Bool], of user: UInt64, in table: Table, _ time: SetClock) async throws {
        while try changes(of: user, in: table) != wanted {
            time.skip(1)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A table whose connections count once the clock has been set forward.
    private func table(_ time: SetClock) async throws -> Table {
        let table = try await Table { ($0.limits.presenceTime, $0.secondsClock) = (.milliseconds(400), time.standing) }
        try await table.draft()
        return table
    }

    @Test(.withinTheRun)
    func aStreamThatLastsIsAConnectionAndASecondOneChangesNothing() async throws {
        let time = SetClock()
        let table = try await table(time)
        var first: EventReader? = try await table.listen(table.anna.token)
        try await wait(for: [true], of: table.anna.user, in: table, time)
        var second: EventReader? = try await EventReader(table.server, "rooms=1", as: table.anna.token)
        #expect(first?.status == 200 && second?.status == 200)
        first = nil
        try await waitForStreams(1, in: table)
        // Another one's connection is told with all that is to be told.
        let other = try await table.listen(table.ben.token)
        try await wait(for: [true], of: table.ben.user, in: table, time)
        #expect(try changes(of: table.anna.user, in: table) == [true])
        second = nil
        try await waitForStreams(1, in: table)
        try await wait(for: [true, false], of: table.anna.user, in: table, time)
        // A member who comes back is there again.
        second = try await table.listen(table.anna.token)
        try await wait(for: [true, false, true], of: table.anna.user, in: table, time)
        #expect(try changes(of: table.ben.user, in: table) == [true])
        #expect(other.status == 200)
        #expect(second?.status == 200)
        try await table.server.stop()
    }

    @Test(.withinTheRun)
    func aFlickerAndAStrangersLookAreNoConnections() async throws {
        let time = SetClock()
        let table = try await table(time)
        for _ in 0..<3 { #expect(try await table.listen(table.anna.token).status == 200) }
        let olga = try await table.server.signIn("olga", roles: ["officer"])
        let look = try await table.listen(olga.token)
        try await waitForStreams(1, in: table)
        let other = try await table.listen(table.ben.token)
        try await wait(for: [true], of: table.ben.user, in: table, time)
        let told = try table.ledger.stream(.room(1)).filter { $0.event.type == .connectionChanged }
        #expect(told.count == 1 && other.status == 200)
        #expect(look.status == 200)
        try await table.server.stop()
    }

    @Test(.withinTheRun)
    func whoDoesNotComeBackAfterARestartIsGone() async throws {
        let time = SetClock()
        let table = try await table(time)
        let reader = try await table.listen(table.anna.token)
        try await wait(for: [true], of: table.anna.user, in: table, time)
        #expect(reader.status == 200)
        try await table.server.stop()
        try await table.serveAgain()
        try await wait(for: [true, false], of: table.anna.user, in: table, time)
        try await table.server.stop()
    }
}
