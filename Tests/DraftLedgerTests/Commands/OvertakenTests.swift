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
        let desk = try house.desk(readingOnce: .tournament(1)) { _ in throw Unreadable() }
        await #expect(throws: Unreadable.self) { try await house.setAutodraft(on: true, at: desk) }
        // Somebody else's event takes the place that the decision's would have had.
        try ledger.append([PendingEvent(stream: .user(9), event: Self.alerts, origin: nil)])
        let event = try #require(try await house.setAutodraft(on: false, at: desk).get().first)
        let stored = try #require(try ledger.stream(.room(1)).last)
        #expect(event.position == stored.position)
        #expect(event.version == stored.version)
        #expect(event.previous == stored.previous)
    }

    private struct Unreadable: Error {}

    /// The desk folds its events under places of its own reckoning, before the ledger gives them theirs.
    @Test(arguments: [(versions: 1 as UInt32, positions: 0 as UInt64), (0, 1)])
    func whatWasFoldedOtherwiseThanItWouldBeRecordedIsRefused(versions: UInt32, positions: UInt64) async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let ledger = house.ledger
        let size = try ledger.size
        let desk = try house.desk(readingOnce: .room(1)) { events in
            events[events.count - 1].version += versions
            events[events.count - 1].position -= positions
        }
        let error = await #expect(throws: DraftLedgerError.self) { try await house.setAutodraft(on: true, at: desk) }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("stream \(StreamKey.room(1).rawValue),") == true, "\(error as Any)")
        #expect(try ledger.size == size)
        // What is decided next is decided on what is stored.
        let event = try #require(try await house.setAutodraft(on: true, at: desk).get().first)
        #expect(event.position == size)
        #expect(event.version == (try ledger.stream(.room(1)).last?.version))
    }

    private static let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
}

extension LiveHouse {
    /// A second desk of the same ledger, which is lied to the first time that it reads a stream.
    fileprivate func desk(
        readingOnce stream: StreamKey, _ lie: @escaping (inout [RecordedEvent]) throws -> Void
    ) throws -> CommandDesk {
        let source = LyingSource(
            LedgerStateSource(log: ledger.log, projections: ledger.projections), once: stream, lie)
        return try CommandDesk(
            ledger: ledger.ledger, log: ledger.log, source: source, cryptography: try #require(ledger.cryptography),
            clock: Ledger.Options.systemClock)
    }

    /// Seat 0 of room 1 is user 1's.
    fileprivate func setAutodraft(on: Bool, at desk: CommandDesk) async throws -> Outcome {
        let command = Command.room(1, .setAutodraft(seat: 0, on: on))
        let origin = CommandOrigin(
            occurredAt: desk.now, actor: .user(1), commandID: newID(), fingerprint: command.fingerprint)
        return try await withCheckedThrowingContinuation { continuation in
            desk.send(CommandDesk.Envelope(command: command, origin: origin) { continuation.resume(with: $0) })
        }
    }
}

private final class LyingSource: StateSource {
    private let source: LedgerStateSource
    private let stream: StreamKey
    private let lie: (inout [RecordedEvent]) throws -> Void
    private var hasLied = false

    init(
        _ source: LedgerStateSource, once stream: StreamKey, _ lie: @escaping (inout [RecordedEvent]) throws -> Void
    ) {
        self.source = source
        self.stream = stream
        self.lie = lie
    }

    func events(of stream: StreamKey) throws -> [RecordedEvent] {
        var events = try source.events(of: stream)
        if stream == self.stream, !hasLied {
            hasLied = true
            try lie(&events)
        }
        return events
    }

    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID]) {
        try source.contest(id)
    }

    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? { try source.depositor(of: payment) }

    func runningRooms() throws -> [RoomID] { try source.runningRooms() }

    func nextRoom() throws -> RoomID { try source.nextRoom() }
}
