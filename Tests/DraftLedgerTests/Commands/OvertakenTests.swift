import Dispatch
import Draft
import Ledger
import LedgerTesting
import Platform
import Records
import Synchronization
import TestSupport
import Testing

@testable import DraftLedger  // a desk whose source of states fails

/// Commands that somebody who appends past the desk overtakes.
@Suite struct OvertakenTests {
    /// The first join's events and the stranger's are equally many, so the second join would find the size it expects.
    @Test(arguments: 1...6) func whatWasDecidedOnEventsThatDoNotExistIsDecidedAnew(strangers: Int) async throws {
        let house = try await LiveHouse()
        let ahead = (0..<strangers).map { StreamEvent(.user(UserID(UInt64(100 + $0))), Self.alerts) }
        let joins = (1...2).map { user in
            (
                command: Command.wallet(UserID(user), .joinTournament(1, entries: 1)), actor: Sender.user(UserID(user)),
                id: house.newID()
            )
        }
        for case .accepted? in try house.sendTogether(joins, behind: ahead) { continue }
        let taken = try house.ledger.stream(.room(1)).compactMap { recorded -> SeatTaken? in
            if case .seatTaken(let taken) = recorded.event { taken } else { nil }
        }
        #expect(taken.map(\.seat) == [0, 1])
        #expect(taken.map(\.entry) == [EntryID(room: 1, join: 1), EntryID(room: 1, join: 2)])
        #expect(try house.ledger.verify().isSound)
    }

    /// Every look at the ledger by a command is out of date at once.
    @Test(.timeLimit(.minutes(1))) func commandsAreDecidedHoweverManyAppendPastThem() async throws {
        let house = try await LiveHouse()
        let ledger = house.ledger
        let isOver = Atomic<Bool>(false)
        let appender = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        DispatchQueue.global().async(group: appender) {
            var number: UInt64 = 0
            while !isOver.load(ordering: .relaxed) {
                number += 1
                _ = try? ledger.append([
                    PendingEvent(stream: .user(UserID(1_000 + number)), event: Self.alerts, origin: nil)
                ])
                if number == 10 { isUnderWay.signal() }
            }
        }
        let registrations = (100..<120 as Range<UInt64>).map { (user: UserID($0), id: house.newID()) }
        let outcomes = Guarded<[Result<Outcome, any Error>]>([])
        // Not as a task: between two commands it would wait for all other tests, and tell nothing of this ledger's pace.
        onAnotherThread {
            isUnderWay.wait()
            for (user, id) in registrations {
                let outcome = Result { try ledger.sendBlocking(.user(user, .registerUser), as: .user(user), id: id) }
                outcomes.withLock { $0.append(outcome) }
            }
        }
        isOver.store(true, ordering: .relaxed)
        appender.wait()
        for (registration, outcome) in zip(registrations, outcomes.withLock { $0 }) {
            let events = try outcome.get().get()
            #expect(try events.map(\.position) == ledger.stream(.user(registration.user)).map(\.position))
        }
        #expect(try ledger.verify().isSound)
    }

    @Test func aDecisionThatCannotBeStagedLeavesNothingBehind() async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let ledger = house.ledger
        let source = FailingSource(
            ledger.log, ledger.projections, failsToReadOnce: .tournament(1))
        let desk = try CommandDesk(
            ledger: ledger.ledger, log: ledger.log, source: source, cryptography: try #require(ledger.cryptography),
            clock: Ledger.Options.systemClock)
        func send(on: Bool) async throws -> Outcome {
            let command = Command.room(1, .setAutodraft(seat: 0, on: on))
            let origin = CommandOrigin(
                occurredAt: desk.now, actor: .user(1), commandID: house.newID(), fingerprint: command.fingerprint)
            return try await withCheckedThrowingContinuation { continuation in
                desk.send(CommandDesk.Envelope(command: command, origin: origin) { continuation.resume(with: $0) })
            }
        }
        await #expect(throws: FailingSource.Failure.self) { try await send(on: true) }
        // Somebody else's event takes the place that the decision's would have had.
        try ledger.append([PendingEvent(stream: .user(9), event: Self.alerts, origin: nil)])
        let event = try #require(try await send(on: false).get().first)
        let stored = try #require(try ledger.stream(.room(1)).last)
        #expect(event.position == stored.position)
        #expect(event.version == stored.version)
        #expect(event.previous == stored.previous)
    }

    private static let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
}

/// A source that fails the first time that one stream is asked for.
private final class FailingSource: StateSource {
    struct Failure: Error {}

    private let source: LedgerStateSource
    private let stream: StreamKey
    private var hasFailed = false

    init(_ log: EventLog, _ projections: ProjectionStore, failsToReadOnce stream: StreamKey) {
        source = LedgerStateSource(log: log, projections: projections)
        self.stream = stream
    }

    func events(of stream: StreamKey) throws -> [RecordedEvent] {
        if stream == self.stream, !hasFailed {
            hasFailed = true
            throw Failure()
        }
        return try source.events(of: stream)
    }

    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID]) {
        try source.contest(id)
    }

    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? { try source.depositor(of: payment) }

    func nextRoom() throws -> RoomID { try source.nextRoom() }
}
