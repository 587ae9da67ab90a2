import Dispatch
import Draft
import Ledger
import LedgerTesting
import Platform
import Records
import Synchronization
import TestSupport
import Testing

@testable import DraftLedger  // a desk whose source of states lies

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
    @Test(.withinTheRun) func commandsAreDecidedHoweverManyAppendPastThem() async throws {
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
        let source = WatchedSource(ledger)
        source.lie(about: .tournament(1)) { _ in throw Unreadable() }
        let desk = try house.desk(reading: source)
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
    @Test func whatWasFoldedOtherwiseThanItWouldBeRecordedIsRefused() async throws {
        let house = try await LiveHouse()
        try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        let ledger = house.ledger
        let size = try ledger.size
        let source = WatchedSource(ledger)
        source.lie(about: .room(1)) { $0[$0.count - 1].position -= 1 }
        let desk = try house.desk(reading: source)
        let error = await #expect(throws: DraftLedgerError.self) { try await house.setAutodraft(on: true, at: desk) }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("stream \(StreamKey.room(1).rawValue);") == true, "\(error as Any)")
        #expect(try ledger.size == size)
        // What is decided next is decided on what is stored.
        let event = try #require(try await house.setAutodraft(on: true, at: desk).get().first)
        #expect(event.position == size)
        #expect(event.version == (try ledger.stream(.room(1)).last?.version))
    }

    private static let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
}

extension LiveHouse {
    /// Seat 0 of room 1 is user 1's.
    fileprivate func setAutodraft(on: Bool, at desk: CommandDesk) async throws -> Outcome {
        try await desk.outcome(of: .room(1, .setAutodraft(seat: 0, on: on)), as: .user(1), id: newID())
    }
}
