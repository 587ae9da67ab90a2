import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Merkle
import Platform
import Projections
import Records
import Replay
import Simulation
import TestSupport
import Testing

/// Seasons that are closed and begun: a week of simulated time, to the cent.
@Suite struct SeasonTests {
    private let directory = TemporaryDirectory()

    /// A clock that stands still until it is set.
    private final class VirtualClock: Sendable {
        private let time: Guarded<Int64>
        init(_ moment: Timestamp) { time = Guarded(moment.microseconds) }
        var now: Timestamp { Timestamp(microseconds: time.withLock { $0 }) }
        func advance(by interval: Interval) { time.withLock { $0 += interval.microseconds } }
        func read() -> Int64 { time.withLock { $0 } }
    }

    /// A provider's own account of what it has sent and received, which knows nothing of the ledger's sums.
    private struct Provider {
        private(set) var net: Int64 = 0

        mutating func note(_ events: some Sequence<RecordedEvent>) {
            for recorded in events {
                switch recorded.event {
                case .depositRecorded(let deposit): net += deposit.amount.value
                case .withdrawalPosted(let withdrawal): net -= withdrawal.amount.value
                case .chargebackRecorded(let chargeback): net -= chargeback.amount.value
                case .chargebackSettled(let settled): net += settled.amount.value
                default: break
                }
            }
        }
    }

    private func events(of ledger: DraftLedger) throws -> [RecordedEvent] {
        var all: [RecordedEvent] = []
        try ledger.events { (event: RecordedEvent) in
            all.append(event)
            return true
        }
        return all
    }

    private func open(_ path: String, _ clock: VirtualClock) throws -> DraftLedger {
        try DraftLedger.open(at: path, for: .writing, upkeep: .none, by: { clock.read() })
    }

    private func accept(_ command: Command, as sender: Sender, in ledger: DraftLedger, _ clock: VirtualClock) throws {
        clock.advance(by: .seconds(60))
        _ = try ledger.sendBlocking(command, as: sender, id: .random()).get()
    }

    private func code(_ command: Command, as sender: Sender, in ledger: DraftLedger, _ clock: VirtualClock) throws
        -> RefusalCode?
    {
        clock.advance(by: .seconds(60))
        guard case .refused(let refusal, _, _) = try ledger.sendBlocking(command, as: sender, id: .random()) else {
            return nil
        }
        return refusal.code
    }

    private static let closing = Command.ledger(.closeLedger(reason: "The season is over."))

    /// Plays a season, and ends all that is open.
    ///
    /// - Returns: the clock after it.
    private func play(_ path: String, seed: UInt64, from moment: Timestamp) throws -> VirtualClock {
        let before = try DraftLedger.open(at: path, for: .writing, upkeep: .none)
        let options = SimulationOptions(rooms: 6, seed: seed, teams: 4, rounds: 4, contest: "Season \(seed)")
        _ = try Simulation(options).run(into: before)
        var last = moment
        try before.events(from: try before.size - 1) { (event: RecordedEvent) in
            last = event.recordedAt
            return false
        }
        before.close()
        let clock = VirtualClock(last + .seconds(60))
        let ledger = try open(path, clock)
        defer { ledger.close() }
        for id in try ledger.cases()
        where try !ledger.caseHistory(id).contains(where: { $0.event.type == .disputeResolved }) {
            let resolved = DisputeResolved(
                verdict: .rejected, resolvedBy: 999_999, reason: "The record says otherwise.")
            try accept(.dispute(id, .resolveDispute(resolved)), as: .admin(999_999), in: ledger, clock)
        }
        for user in try users(of: ledger) {
            for number in try ledger.wallet(user).withdrawals.keys.sorted() {
                try accept(
                    .wallet(user, .postWithdrawal(withdrawal: number, reference: "end-\(user)-\(number)")),
                    as: .provider(onBehalfOf: user), in: ledger, clock)
            }
        }
        return clock
    }

    private func users(of ledger: DraftLedger) throws -> [UserID] {
        let all = try events(of: ledger).compactMap { event -> UserID? in
            switch (event.stream, event.event) {
            case (.user(let user), .userRegistered), (.user(let user), .memberCarried): user
            default: nil
            }
        }
        return all.sorted()
    }

    /// Whether a user can deposit and join.
    private func isFree(_ user: UserID, in ledger: DraftLedger) throws -> Bool {
        let state = UserState.folding(try ledger.stream(.user(user)))
        return !state.isClosed && state.excludedUntil == nil && state.limits == UserState().limits
    }

    @Test(arguments: [7, 8] as [UInt64])
    func aWeekOfSeasonsLosesNoCent(seed: UInt64) throws {
        let paths = (0...2).map { directory("season-\(seed)-\($0).ledger") }
        try DraftLedger.create(
            at: paths[0], origin: "test.example/0", moment: SimulationStart.epoch,
            drawMaster: TemporaryLedger.drawMaster, upkeep: .none
        ).close()
        var provider = Provider()
        var earned: Int64 = 0
        var moment = SimulationStart.epoch
        for season in 0..<2 {
            let clock = try play(paths[season], seed: seed + UInt64(season), from: moment)
            clock.advance(by: .seconds(3 * 86_400))
            var ledger = try open(paths[season], clock)
            let user = try #require(try users(of: ledger).first { try isFree($0, in: ledger) })
            // Something is open, so that the ledger stays open.
            try accept(
                .wallet(user, .recordDeposit(amount: Cents(7_777), provider: "bank", reference: "s\(season)")),
                as: .provider(onBehalfOf: user), in: ledger, clock)
            try accept(
                .wallet(user, .holdWithdrawal(amount: Cents(777), provider: "bank")), as: .user(user), in: ledger, clock
            )
            #expect(try code(Self.closing, as: .admin(nil), in: ledger, clock) == .seasonNotOver)
            let withdrawal = try ledger.wallet(user).lastWithdrawal
            try accept(
                .wallet(user, .postWithdrawal(withdrawal: withdrawal, reference: "w\(season)")),
                as: .provider(onBehalfOf: user), in: ledger, clock)
            if season == 1 {
                // A payment of the season before: not again, and still in dispute.
                #expect(
                    try code(
                        .wallet(user, .recordDeposit(amount: Cents(7_777), provider: "bank", reference: "s0")),
                        as: .provider(onBehalfOf: user), in: ledger, clock) == .alreadyExists)
                try accept(
                    .wallet(
                        user,
                        .recordChargeback(amount: Cents(7_777), provider: "bank", reference: "s0", dispute: "late")),
                    as: .provider(onBehalfOf: user), in: ledger, clock)
            }
            #expect(try code(Self.closing, as: .admin(nil), in: ledger, clock) == nil)
            let size = try ledger.size
            #expect(
                try code(
                    .wallet(user, .recordDeposit(amount: Cents(1), provider: "bank", reference: "after")),
                    as: .provider(onBehalfOf: user), in: ledger, clock) == .ledgerClosed)
            ledger.close()
            ledger = try open(paths[season], clock)
            #expect(try ledger.size == size, "A refusal of a closed ledger leaves no trace.")
            provider.note(try events(of: ledger))
            let balances = try ledger.balances()
            let held = balances.accountRows.filter { $0.account.user != nil }.reduce(Cents.zero) { $0 + $1.balance }
            let house = [Account.rake, .overlay, .adjustments].reduce(Cents.zero) { $0 + balances[$1] }
            let closed = try #require(try ledger.closed()?.event)
            #expect(held == closed.total)
            // What the provider has, less what the operator has earned so far, is what the users have.
            earned += house.value
            #expect(closed.total.value == provider.net - earned, "season \(season)")
            #expect(try Audit(ledger).run().findings == [])
            ledger.close()

            let closedLedger = try DraftLedger.open(at: paths[season])
            defer { closedLedger.close() }
            for remains in 0...2 {
                try leave(remains, at: paths[season + 1] + ".unfinished", from: closedLedger)
                let beginning = try DraftLedger.beginSeason(
                    at: paths[season + 1], from: closedLedger, origin: "test.example/\(season + 1)",
                    at: clock.now + .seconds(60))
                #expect(beginning.total == closed.total && beginning.users == closed.users)
                if remains < 2 { try FileManager.default.removeItem(atPath: paths[season + 1]) }
            }
            let next = try DraftLedger.open(at: paths[season + 1])
            defer { next.close() }
            let report = try DraftLedger.verifySeason(from: closedLedger, to: next)
            #expect(report.isSound, "\(report.damage) \(report.findings)")
            #expect(report.total == closed.total && report.compared > 20)
            #expect(try Audit(next).run().findings == [])
            #expect(try next.balances()[.previousLedger] == -closed.total)
            #expect(try next.balances().total == .zero)
            moment = clock.now
        }
    }

    /// What a process that was killed can leave: an empty directory, a ledger without its accounts, or half of them.
    private func leave(_ remains: Int, at path: String, from ledger: DraftLedger) throws {
        guard remains > 0 else {
            return try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let half = try DraftLedger.create(at: path, origin: "test.example/half", upkeep: .none)
        defer { half.close() }
        guard remains > 1, let position = try ledger.systemState().closedAt else { return }
        let carried = try ledger.closing(upTo: position).carried
        try half.append(
            carried.prefix(carried.count / 2).map { PendingEvent(stream: $0.stream, event: $0.event, origin: nil) })
    }
}

/// Ledgers that do not begin where the one before ended.
@Suite struct TamperedSeasonTests {
    private let directory = TemporaryDirectory()

    /// A closed ledger with two users, and its closing.
    private func closed() async throws -> (ledger: DraftLedger, closing: LedgerClosing) {
        let house = try await LiveHouse()
        try await house.accept(.tournament(1, .cancelTournament(reason: "Rain.")))
        try await house.accept(.ledger(.closeLedger(reason: "Over.")), as: .admin(nil))
        try house.ledger.publishCheckpoint()
        _ = try house.ledger.backup(to: directory("closed.ledger"), withKeys: true)
        let ledger = try DraftLedger.open(at: directory("closed.ledger"))
        let position = try #require(try ledger.systemState().closedAt)
        return (ledger, try ledger.closing(upTo: position))
    }

    /// Writes a next ledger whose beginning was changed.
    private func forge(
        _ begun: LedgerBegun, _ carried: [StreamEvent], as name: String
    ) throws -> DraftLedger {
        let forged = try DraftLedger.create(at: directory(name), origin: "test.example/next", upkeep: .none)
        let events = [StreamEvent(.system, .ledgerBegun(begun))] + carried
        try forged.append(events.map { PendingEvent(stream: $0.stream, event: $0.event, origin: nil) })
        try forged.publishCheckpoint()
        return forged
    }

    @Test func eachChangeOfTheBeginningIsFound() async throws {
        let (ledger, closing) = try await closed()
        defer { ledger.close() }
        _ = try DraftLedger.beginSeason(at: directory("honest"), from: ledger, origin: "test.example/honest")
        let honest = try DraftLedger.open(at: directory("honest"))
        defer { honest.close() }
        let begun = try #require(try honest.begun())
        #expect(try DraftLedger.verifySeason(from: ledger, to: honest).isSound)

        func check(
            _ name: String, isConsistent: Bool, _ begun: LedgerBegun, _ carried: [StreamEvent]
        ) throws {
            let forged = try forge(begun, carried, as: name)
            defer { forged.close() }
            let report = try DraftLedger.verifySeason(from: ledger, to: forged)
            #expect(report.damage == [] && report.findingCount > 0, "\(name)")
            // The ledger alone shows only that it contradicts itself.
            #expect(try Audit(forged).run().isClean == isConsistent, "\(name)")
        }

        for index in closing.carried.indices {
            guard case .balanceCarried(var balance) = closing.carried[index].event else { continue }
            balance.amount += Cents(1)
            var carried = closing.carried
            carried[index].event = .balanceCarried(balance)
            try check("balance-\(index)", isConsistent: false, begun, carried)
            var changed = begun
            changed.total += Cents(1)
            changed.closing = Digest256(hashing: carried.effects)
            try check("consistent-\(index)", isConsistent: true, changed, carried)
        }
        for index in closing.carried.indices {
            var carried = closing.carried
            carried.remove(at: index)
            try check("missing-\(index)", isConsistent: false, begun, carried)
        }
        var swapped = closing.carried
        swapped.swapAt(0, swapped.count - 1)
        try check("swapped", isConsistent: false, begun, swapped)
        var other = begun
        other.previousRoot = .zero
        try check("root", isConsistent: true, other, closing.carried)
        other = begun
        other.previousSize -= 2
        try check("size", isConsistent: true, other, closing.carried)
        other = begun
        other.previousOrigin = "elsewhere.example/drafts"
        try check("origin", isConsistent: true, other, closing.carried)
        other = begun
        other.events -= 1
        try check("events", isConsistent: false, other, closing.carried)
    }

    @Test func aBeginningIsRefusedForALedgerThatIsNotItsOwnEnd() async throws {
        let house = try await LiveHouse()
        let open = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.beginSeason(at: directory("next"), from: house.ledger, origin: "test.example/next")
        }
        #expect(open?.code == .ledgerNotClosed)
        try await house.accept(.tournament(1, .cancelTournament(reason: "Rain.")))
        try await house.accept(.ledger(.closeLedger(reason: "Over.")), as: .admin(nil))
        let unpublished = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.beginSeason(at: directory("next"), from: house.ledger, origin: "test.example/next")
        }
        #expect(unpublished?.code == .checkpointMissing)
        try house.ledger.publishCheckpoint()
        let same = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.beginSeason(
                at: directory("next"), from: house.ledger, origin: TemporaryLedger.origin)
        }
        #expect(same?.code == .badOrigin)
        _ = try DraftLedger.beginSeason(at: directory("next"), from: house.ledger, origin: "test.example/next")
        let taken = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.beginSeason(at: directory("next"), from: house.ledger, origin: "test.example/next")
        }
        #expect(taken?.code == .alreadyExists)
    }

    /// Closings that a writer states against the records are found in the ledger itself.
    @Test func aFalseClosingIsFound() async throws {
        for change in 0..<3 {
            let house = try await LiveHouse()
            if change > 0 { try await house.accept(.tournament(1, .cancelTournament(reason: "Rain."))) }
            let closing = try house.ledger.closing(upTo: try house.ledger.size)
            var closed = LedgerClosed(
                users: closing.users, total: closing.total, closing: Digest256(hashing: closing.carried.effects),
                reason: "Over.")
            if change == 1 { closed.total += Cents(1) }
            if change == 2 { closed.closing = .zero }
            let origin = CommandOrigin(
                occurredAt: Timestamp(microseconds: SystemClock.now()), actor: .admin(nil), commandID: .random(),
                fingerprint: Command.ledger(.closeLedger(reason: "Over.")).fingerprint)
            try house.ledger.append([PendingEvent(stream: .system, event: .ledgerClosed(closed), origin: origin)])
            try house.reopen()
            try house.ledger.publishCheckpoint()
            let report = try Audit(house.ledger).run()
            #expect(report.findings.map(\.rule) == [.decision], "\(change): \(report.findings)")
            guard change > 0 else { continue }
            let error = #expect(throws: DraftLedgerError.self) {
                try DraftLedger.beginSeason(
                    at: directory("next-\(change)"), from: house.ledger, origin: "test.example/next")
            }
            #expect(error?.code == .damaged)
        }
    }
}
