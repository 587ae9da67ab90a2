import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import TestSupport
import Testing

/// Whoever follows a part of the ledger sees all of it, once and in order, and nothing else.
@Suite(.withinTheRun) struct EventFeedTests {
    private let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))

    private func append(_ count: Int, to users: Range<UInt64>, of ledger: DraftLedger) throws {
        let users = Array(users)
        try ledger.append(
            (0..<count).map { PendingEvent(stream: .user(UserID(users[$0 % users.count])), event: alerts, origin: nil) }
        )
    }

    /// The positions that a feed has, until it has as many as the log.
    private func positions(
        _ feed: EventFeed, _ count: Int, reading body: (Int) async throws -> Void = { _ in }
    ) async throws -> [UInt64] {
        var positions: [UInt64] = []
        for try await events in feed {
            #expect(!events.isEmpty)
            positions += events.map(\.position)
            try await body(positions.count)
            if positions.count >= count { break }
        }
        return positions
    }

    @Test(arguments: [0, 1, 40] as [UInt64]) func whatIsThereComesFirstAndThenWhatComes(start: UInt64) async throws {
        let temporary = try TemporaryLedger()
        let ledger = temporary.ledger
        try append(60, to: 1..<4, of: ledger)
        let feed = try ledger.follow(.stream(.user(2)), from: start)
        var isOver = false
        let old = try ledger.stream(.user(2)).count { $0.position >= start }
        let seen = try await positions(feed, old + 20) { count in
            if count >= old, !isOver {
                isOver = true
                for _ in 0..<20 { try append(3, to: 1..<4, of: ledger) }
            }
        }
        #expect(seen == (try ledger.stream(.user(2)).map(\.position).filter { $0 >= start }))
    }

    @Test func whoBeginsAheadOfTheLogIsToldOfNothingBefore() async throws {
        let temporary = try TemporaryLedger()
        let ledger = temporary.ledger
        let start = try ledger.size
        let feed = try ledger.follow(.all, from: start + 5)
        let following = Task { try await positions(feed, 3) }
        for _ in 0..<8 {
            try append(1, to: 1..<2, of: ledger)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try await following.value == Array(start + 5..<start + 8))
    }

    @Test func typesAreToldApart() async throws {
        let house = try await LiveHouse()
        let feed = try house.ledger.follow(.types([.pickMade, .draftStarted]), from: 0)
        _ = try await house.startDraft()
        while try house.room.status == .active {
            let pick = try house.room.currentPickNumber
            let made = Command.room(1, .makePick(MakePick(pick: pick, player: pick)))
            try await house.accept(made, as: .user(house.userOnClock()))
        }
        let expected = try house.events.filter { [.pickMade, .draftStarted].contains($0.event.type) }.map(\.position)
        #expect(try await positions(feed, expected.count) == expected)
    }

    /// More than is kept in memory goes by between two looks.
    @Test(arguments: [EventSelection.all, .stream(.user(5)), .types([.alertPreferencesSet])])
    func whoIsSlowMissesNothing(selection: EventSelection) async throws {
        let temporary = try TemporaryLedger()
        let ledger = temporary.ledger
        var feed = try ledger.follow(selection).makeAsyncIterator()
        let start = try ledger.size
        try append(10, to: 1..<11, of: ledger)
        var seen = try #require(try await feed.next()).map(\.position)
        for _ in 0..<12 { try append(5_000, to: 1..<11, of: ledger) }
        let share = selection.streams == nil ? 1 : 10
        while seen.count < 60_010 / share { seen += try #require(try await feed.next()).map(\.position) }
        let all = (start..<(try ledger.size)).filter { share == 1 || ($0 - start) % 10 == 4 }
        #expect(seen == all)
    }

    @Test func manyFollowAtOnce() async throws {
        let temporary = try TemporaryLedger()
        let ledger = temporary.ledger
        let start = try ledger.size
        try await withThrowingTaskGroup(of: (UserID?, [UInt64]).self) { group in
            for user in (1...40 as ClosedRange<UInt64>).map({ UserID($0) }) {
                let feed = try ledger.follow(.stream(.user(user)), from: 0)
                group.addTask { (user, try await positions(feed, 100)) }
            }
            for _ in 0..<4 {
                let feed = try ledger.follow(.all)
                group.addTask { (nil, try await positions(feed, 4_000)) }
            }
            for _ in 0..<50 {
                try append(80, to: 1..<41, of: ledger)
                await Task.yield()
            }
            for try await (user, seen) in group {
                if let user {
                    #expect(seen == (try ledger.stream(.user(user)).map(\.position)))
                } else {
                    #expect(seen == Array(start..<start + 4_000))
                }
            }
        }
    }

    @Test func aTaskThatIsCancelledFollowsNoMore() async throws {
        let temporary = try TemporaryLedger()
        let ledger = temporary.ledger
        let feed = try ledger.follow(.stream(.user(1)))
        let task = Task {
            var count = 0
            for try await events in feed { count += events.count }
            return count
        }
        task.cancel()
        #expect(try await task.value == 0)
        // Others go on.
        var other = try ledger.follow(.stream(.user(1))).makeAsyncIterator()
        try append(1, to: 1..<2, of: ledger)
        #expect(try await other.next()?.count == 1)
    }

    @Test func whoOnlyReadsFollowsTheWriterToo() async throws {
        let temporary = try TemporaryLedger()
        let reader = try DraftLedger.open(at: temporary.path)
        defer { reader.close() }
        let feed = try reader.follow(.stream(.user(1)), from: 0)
        try append(30, to: 1..<4, of: temporary.ledger)
        #expect(try await positions(feed, 10) == (try temporary.ledger.stream(.user(1)).map(\.position)))
    }
}
