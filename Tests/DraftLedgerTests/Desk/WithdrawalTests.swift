import Draft
import Ledger
import LedgerTesting
import Projections
import Testing

@testable import DraftLedger  // a desk whose reads can be held up

/// A command that nobody has decided can be taken back, and says that it was; one that is decided is answered.
@Suite struct WithdrawalTests {
    private let alerts = Command.user(1, .setAlertPreferences(.all))

    @Test func aCancelledTaskTakesItsCommandBack() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.user(1))
        let size = try house.ledger.size
        let id = house.newID()
        let reply = try desk.leave(alerts, as: .user(1), id: id)
        source.waitForRead(of: .user(1))
        let task = Task { try await reply.value.get() }
        task.cancel()
        let error = await #expect(throws: DraftLedgerError.self) { try await task.value }
        #expect(error?.code == .withdrawn)
        let behind = try desk.leave(alerts, as: .user(1), id: house.newID())
        source.release()
        // Those behind it go on without it.
        #expect(try await behind.value.get().get().map(\.position) == [size])
        guard case .accepted(_, retry: false) = try await desk.outcome(of: alerts, as: .user(1), id: id) else {
            Issue.record("it was recorded although it was withdrawn")
            return
        }
        #expect(desk.intake.count == 0)
    }

    @Test func aTaskThatIsCancelledAlreadySendsNothing() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        source.hold(.user(1))
        let desk = try house.desk(reading: source)
        let (alerts, id) = (alerts, house.newID())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await desk.outcome(of: alerts, as: .user(1), id: id)
        }
        let error = await #expect(throws: DraftLedgerError.self) { try await task.value }
        #expect(error?.code == .withdrawn)
        source.release()
    }

    @Test func aDeadlineTakesBackWhatIsNotDecidedByThen() async throws {
        let house = try await LiveHouse()
        let source = WatchedSource(house.ledger)
        let desk = try house.desk(reading: source)
        source.hold(.user(1))
        let size = try house.ledger.size
        let reply = try desk.leave(alerts, as: .user(1), id: house.newID())
        desk.deadlines.add(reply, at: .now + .milliseconds(1))
        let error = await #expect(throws: DraftLedgerError.self) { try await reply.value.get() }
        #expect(error?.code == .deadlineExceeded)
        source.release()
        let other = try await desk.outcome(of: alerts, as: .user(1), id: house.newID())
        #expect(try other.get().map(\.position) == [size])
    }

    @Test func deadlinesAreKeptInTheOrderOfTimeWhateverThatOfTheirCommands() async throws {
        let deadlines = Deadlines()
        let now = ContinuousClock.now
        let replies = [7, 3, 9, 1, 8, 2, 6, 4, 5, 0].map { (PendingReply(), now + .milliseconds($0)) }
        for (reply, deadline) in replies { deadlines.add(reply, at: deadline) }
        for (reply, deadline) in replies {
            let error = await #expect(throws: DraftLedgerError.self) { try await reply.value.get() }
            #expect(error?.code == .deadlineExceeded)
            #expect(ContinuousClock.now >= deadline)
        }
        #expect(deadlines.count == 0)
    }

    @Test func whatWasDecidedWaitsForNoDeadlineInMemory() {
        let deadlines = Deadlines()
        let late = ContinuousClock.now + .seconds(3_600)
        let open = PendingReply()
        deadlines.add(open, at: late)
        for _ in 0..<20_000 {
            let reply = PendingReply()
            deadlines.add(reply, at: late)
            #expect(reply.cancellation.claim())
        }
        #expect(deadlines.count <= 2_048)
        #expect(open.cancellation.isOpen)
    }

    @Test func aDeadlineThatHasPassedIsSaidAtOnce() async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        let error = await #expect(throws: DraftLedgerError.self) {
            try await house.ledger.send(alerts, as: .user(1), id: house.newID(), deadline: .now - .seconds(1))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(try house.ledger.size == size)
        let outcome = try await house.ledger.send(
            alerts, as: .user(1), id: house.newID(), deadline: .now + .seconds(3_600))
        #expect(try outcome.get().count == 1)
    }

    @Test func whatIsDecidedIsAnswered() async throws {
        let house = try await LiveHouse()
        let desk = try #require(house.ledger.desk)
        let id = house.newID()
        let (decided, reply) = try house.withoutWriter {
            let reply = try desk.leave(alerts, as: .user(1), id: id)
            // Durable it can only be afterwards; decided it is when nobody can take it back.
            while reply.isWithdrawable { continue }
            let task = Task { try await reply.value.get() }
            task.cancel()
            return (reply.isWithdrawable, task)
        }
        #expect(!decided)
        guard case .accepted(_, retry: false) = try await reply.value else {
            Issue.record("a command that was decided was not answered")
            return
        }
    }

    @Test func sendsThatWereCancelledAndSentAgainHappenOnce() async throws {
        let house = try await LiveHouse(users: 40)
        let ledger = house.ledger
        let sent = (1...40 as ClosedRange<UInt64>).map { (user: UserID($0), id: house.newID()) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, (user, id)) in sent.enumerated() {
                let task = Task {
                    try await ledger.send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), id: id)
                }
                if number % 2 == 0 { task.cancel() }
                group.addTask {
                    do {
                        _ = try await task.value.get()
                    } catch let error as DraftLedgerError {
                        #expect(error.code == .withdrawn)
                    }
                }
            }
            try await group.waitForAll()
        }
        for (user, id) in sent {
            let outcome = try await ledger.send(
                .wallet(user, .joinTournament(1, entries: 1)), as: .user(user), id: id)
            #expect(throws: Never.self) { try outcome.get() }
        }
        #expect(try ledger.rooms().map(\.entries).reduce(0, +) == 40)
    }
}

extension PendingReply {
    /// Whether nobody has decided the command yet.
    fileprivate var isWithdrawable: Bool { cancellation.isOpen }
}
