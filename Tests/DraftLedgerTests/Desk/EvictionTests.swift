import Dispatch
import Draft
import DraftTesting
import Ledger
import LedgerTesting
import Projections
import Records
import Testing

@testable import DraftLedger  // what a desk reads, and how much it keeps

/// What nobody uses leaves memory, and nobody notices but who measures it.
@Suite struct EvictionTests {
    @Test func aRetryAfterEvictionGetsTheFirstOutcome() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source, limits: DeskLimits(liveState: 0))
        let sent = (100..<140 as Range<UInt64>).map { (user: UserID($0), id: house.newID()) }
        var first: [UInt64] = []
        for (user, id) in sent {
            let outcome = try await desk.outcome(of: .user(user, .registerUser), as: .user(user), id: id)
            first.append(try outcome.get()[0].position)
        }
        let size = try house.ledger.size
        for (number, (user, id)) in sent.enumerated() {
            let again = try await desk.outcome(of: .user(user, .registerUser), as: .user(user), id: id)
            guard case .accepted(let events, retry: true) = again else {
                Issue.record("user \(user) was registered twice")
                return
            }
            #expect(events.map(\.position) == [first[number]])
            #expect(source.reads(of: .user(user)) > 1)
        }
        #expect(try house.ledger.size == size)
    }

    @Test func moneyIsNotSpentTwiceByWhoWasForgottenMeanwhile() async throws {
        let house = try await LiveHouse(users: 12)
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source, limits: DeskLimits(liveState: 0))
        for round in 0..<3 {
            for user in 1...12 as ClosedRange<UInt64> {
                let outcome = try await desk.outcome(
                    of: .wallet(UserID(user), .joinTournament(1, entries: 1)), as: .user(UserID(user)),
                    id: house.newID())
                #expect(throws: Never.self, "round \(round), user \(user)") { try outcome.get() }
            }
        }
        let withdrawal = Command.wallet(1, .holdWithdrawal(amount: Cents(8_600), provider: "bank"))
        guard case .refused(let refusal, _, _) = try await desk.outcome(of: withdrawal, as: .user(1), id: house.newID())
        else {
            Issue.record("more was withdrawn than there was")
            return
        }
        #expect(refusal.code == .insufficientBalance)
        #expect(source.reads(of: .wallet(1)) > 1)
        #expect(try house.ledger.balances().total == .zero)
        #expect(try house.ledger.rooms().map(\.entries).reduce(0, +) == 36)
    }

    @Test func aPaymentIsRecordedOnceHoweverOftenItsWalletIsForgotten() async throws {
        let house = try await LiveHouse(users: 8)
        let desk = try house.desk(reading: WatchedSource(house.ledger), limits: DeskLimits(liveState: 0))
        let deposit = { (user: UserID) in
            Command.wallet(user, .recordDeposit(amount: Cents(100), provider: "bank", reference: "the one"))
        }
        var accepted = 0
        for user in (1...8 as ClosedRange<UInt64>).map({ UserID($0) }) {
            let outcome = try await desk.outcome(
                of: deposit(user), as: .provider(onBehalfOf: user), id: house.newID())
            switch outcome {
            case .accepted: accepted += 1
            case .refused(let refusal, _, _): #expect(refusal.code == .alreadyExists)
            }
        }
        #expect(accepted == 1)
    }

    @Test func aFloodOfCommandsToRoomsThatAreNotThereLeavesMemory() async throws {
        let house = try await LiveHouse(users: 10)
        let desk = try house.desk(reading: WatchedSource(house.ledger), limits: DeskLimits(liveState: 100_000))
        for user in 1...2 as ClosedRange<UInt64> {
            let join = Command.wallet(UserID(user), .joinTournament(1, entries: 1))
            _ = try await desk.outcome(of: join, as: .user(UserID(user)), id: house.newID())
        }
        // All of them come to the desk together.
        let gate = DispatchSemaphore(value: 0)
        desk.visit { gate.wait() }
        let replies = try (0..<5_000 as Range<UInt64>).map { number in
            try desk.leave(
                .room(RoomID(10_000 + number), .startDraft), as: .user(UserID(number % 10 + 1)), id: house.newID())
        }
        gate.signal()
        for reply in replies {
            guard case .refused = try await reply.value.get() else {
                Issue.record("a room that is not there was drafted in")
                return
            }
        }
        for user in 1...8 as ClosedRange<UInt64> {
            let alerts = Command.user(UserID(user), .setAlertPreferences(.all))
            _ = try await desk.outcome(of: alerts, as: .user(UserID(user)), id: house.newID())
        }
        #expect(desk.desk.store.live.residents.count < 1_000)
    }

    @Test func roomsThatAreOverLeaveMemory() async throws {
        let house = try await LiveHouse(teams: 2, rounds: 1, users: 2, fee: Cents(100))
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        var picks: [(room: RoomID, user: UserID, id: CommandID)] = []
        for number in 1...40 as ClosedRange<UInt64> {
            let room = RoomID(number)
            for user in 1...2 as ClosedRange<UInt64> {
                _ = try await desk.outcome(
                    of: .wallet(UserID(user), .joinTournament(1, entries: 1)), as: .user(UserID(user)),
                    id: house.newID())
            }
            let countdown = try house.ledger.room(room)?.countdownEndsAt
            _ = try await desk.leave(.room(room, .startDraft), as: .scheduler, id: house.newID(), at: countdown).value
            for pick in 1...2 as ClosedRange<PickNumber> {
                let state = try #require(try house.ledger.room(room))
                let user = try #require(state.slotOnClock.flatMap { state.user(ofSlot: $0) })
                picks.append((room, user, house.newID()))
                let made = Command.room(room, .makePick(MakePick(pick: pick, player: pick)))
                let outcome = try await desk.outcome(of: made, as: .user(user), id: picks[picks.count - 1].id)
                #expect(throws: Never.self) { try outcome.get() }
            }
        }
        #expect(try house.ledger.rooms().allSatisfy { $0.status == .complete })
        let size = try house.ledger.size
        for (number, sent) in picks.enumerated() {
            let made = Command.room(
                sent.room, .makePick(MakePick(pick: PickNumber(number % 2 + 1), player: PlayerIndex(number % 2 + 1))))
            guard case .accepted(_, retry: true) = try await desk.outcome(of: made, as: .user(sent.user), id: sent.id)
            else {
                Issue.record("a pick of room \(sent.room) is not known any more")
                return
            }
        }
        #expect(try house.ledger.size == size)
        // Opened and drafted in memory; read when somebody asked for the first ones again.
        #expect(source.reads(of: .room(2)) == 1)
        #expect(desk.desk.store.live.state.rooms.count <= 33)
    }

    /// Counts of refusals and what is shown of a clock go to streams that are not in memory, and may be durable before a
    /// read that began earlier comes back.
    @Test func whatHasGrownWhileItWasReadIsReadAnew() async throws {
        let house = try await LiveHouse()
        let source = LedgerStateSource(log: house.ledger.log, projections: house.ledger.projections)
        let live = LiveState(source: source)
        let stream = StreamKey.clock(9)
        let stale = try source.supply(.stream(stream))
        let tick = PendingEvent(stream: stream, event: .clockTicked(ClockTicked(pick: 1, remaining: 2)), origin: nil)
        try house.ledger.append([tick, tick])
        #expect(!live.adopt(stale) && !live.residents.contains(stream))
        #expect(live.adopt(try source.supply(.stream(stream))))
        #expect(live.ticks(of: 9) == 2 && !live.lacksAnything)
    }
}
