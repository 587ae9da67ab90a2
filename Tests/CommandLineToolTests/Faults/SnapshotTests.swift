import Draft
import Foundation
import Ledger
import Projections
import Records
import Synchronization
import TestSupport
import Testing

@testable import DraftLedger  // a scan of the log itself

/// Readers of projections while events are appended and rows are written: each sees one moment.
@Suite struct SnapshotTests {
    @Test func balancesAreOfOneMomentWhileTheirRowsMove() async throws {
        let audit = try await CrashAudit()
        let ledger = try DraftLedger.open(at: audit.path, for: .writing)
        defer { ledger.close() }
        let progress = Progress()

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { progress.isOver.store(true, ordering: .releasing) }
                for number in 1...200 as ClosedRange<UInt64> {
                    _ = try await ledger.send(
                        .wallet(1, .recordDeposit(amount: Cents(1), provider: "bank", reference: "\(number)")),
                        as: .provider(onBehalfOf: 1), id: CommandID(high: 1, low: number)
                    ).get()
                    progress.deposited.add(1, ordering: .releasing)
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    while !progress.isOver.load(ordering: .acquiring) {
                        try ledger.catchUp()
                        try await Task.sleep(for: .milliseconds(1))
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    while !progress.isOver.load(ordering: .acquiring) {
                        let before = progress.deposited.load(ordering: .acquiring)
                        let seen = try ledger.balances()[.available(1)].value
                        // One may be durable and not counted yet.
                        let after = progress.deposited.load(ordering: .acquiring) + 1
                        #expect((before...after).contains(seen), "\(seen) cents, \(before) to \(after) were deposited")
                        // Tasks share a few threads: whoever never gives one up keeps the deposits from going on.
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        let balances = try ledger.balances()
        #expect(balances[.available(1)] == Cents(200))
        try ledger.rebuild()
        #expect(try ledger.balances() == balances)
    }

    @Test func aCallbackMayReadWhatTheScanAroundItDoesNotSeeYet() async throws {
        let audit = try await CrashAudit()
        let ledger = try DraftLedger.open(at: audit.path, for: .writing)
        defer { ledger.close() }
        var seen = 0
        try ledger.ledger.scan(0...) { position, _ in
            // The scan's snapshot is from before these, and the user's stream moves with each of them.
            let pending = PendingEvent(
                stream: .user(1), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                origin: CommandOrigin(
                    occurredAt: nil, actor: .importer, commandID: CommandID(high: 2, low: position)))
            onAnotherThread { _ = try? ledger.append([pending]) }
            seen = try ledger.stream(.user(1)).count
            return position < 5
        }
        #expect(seen > 0)
        #expect(try ledger.stream(.user(1)).count >= 6)
    }

    @Test func aSnapshotFromBeforeTheRowsMovedHasItsOwnHeads() async throws {
        let audit = try await CrashAudit()
        let ledger = try DraftLedger.open(at: audit.path, for: .writing)
        defer { ledger.close() }
        let pending = PendingEvent(
            stream: .user(1_000), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
            origin: CommandOrigin(occurredAt: nil, actor: .importer, commandID: CommandID(high: 3, low: 0)))
        var other = pending
        other.stream = .user(1_001)
        try ledger.append([pending, pending, pending])
        var seen = 0
        try ledger.ledger.scan(0...) { _, _ in
            onAnotherThread { [other] in
                _ = try? ledger.append([pending, pending])
                try? ledger.catchUp()
                // Makes the ledger collect heads from the later rows on.
                _ = try? ledger.append([other])
                _ = try? ledger.ledger.scan(0...) { _, _ in try ledger.stream(.user(1_000)).isEmpty }
            }
            seen = try ledger.stream(.user(1_000)).count
            return false
        }
        #expect(seen == 3)
        #expect(try ledger.stream(.user(1_000)).count == 5)
    }

    private final class Progress: Sendable {
        let deposited = Atomic<Int64>(0)
        let isOver = Atomic<Bool>(false)
    }
}
