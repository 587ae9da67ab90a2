import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes, the decider, the limits of a record

@Suite struct QueueTests {
    private static let moment = House.start + .seconds(1)

    /// Room 1 with user 1 on seat 0; his queue names 3, 1, 4.
    private static func ledger() -> House {
        var ledger = House.drafting(.fast(teams: 2, rounds: 3))
        ledger.send(.queue(1, 0, .setQueue(players: [3, 1, 4], expectedVersion: 0)), as: .user(1), at: moment)
        return ledger
    }

    @Test(
        arguments: [
            (Command.queue(1, 0, .setQueue(players: [5], expectedVersion: 1)), [5]),
            (.queue(1, 0, .addToQueue(player: 7, index: nil, expectedVersion: 1)), [3, 1, 4, 7]),
            (.queue(1, 0, .addToQueue(player: 7, index: 0, expectedVersion: nil)), [7, 3, 1, 4]),
            (.queue(1, 0, .addToQueue(player: 7, index: 3, expectedVersion: nil)), [3, 1, 4, 7]),
            (.queue(1, 0, .removeFromQueue(player: 1, expectedVersion: 1)), [3, 4]),
            (.queue(1, 0, .moveInQueue(player: 3, index: 2, expectedVersion: 1)), [1, 4, 3]),
            (.queue(1, 0, .moveInQueue(player: 4, index: 1, expectedVersion: 1)), [3, 4, 1]),
            (.queue(1, 0, .moveToTopOfQueue(player: 4, expectedVersion: 1)), [4, 3, 1]),
            (.queue(1, 0, .clearQueue(expectedVersion: 1)), []),
        ] as [(Command, [PlayerIndex])])
    func eachEditLeavesTheQueueThatItSays(command: Command, expected: [PlayerIndex]) {
        var ledger = Self.ledger()
        #expect(ledger.send(command, as: .user(1), at: Self.moment).code == nil)
        #expect(ledger.state.queue(1, 0).players == expected)
        #expect(ledger.state.queue(1, 0).version == 2)
    }

    @Test(
        arguments: [
            (Command.queue(1, 0, .setQueue(players: [5, 6, 5], expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .setQueue(players: [5, 99], expectedVersion: nil)), .playerNotInPool),
            (.queue(1, 0, .addToQueue(player: 3, index: nil, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .addToQueue(player: 7, index: 4, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .addToQueue(player: 99, index: nil, expectedVersion: nil)), .playerNotInPool),
            (.queue(1, 0, .removeFromQueue(player: 7, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .moveInQueue(player: 7, index: 0, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .moveInQueue(player: 3, index: 3, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .moveToTopOfQueue(player: 7, expectedVersion: nil)), .invalidValue),
            (.queue(1, 0, .clearQueue(expectedVersion: 0)), .staleQueue),
            (.queue(1, 0, .setQueue(players: [5], expectedVersion: 2)), .staleQueue),
            (.queue(1, 0, .addToQueue(player: 7, index: nil, expectedVersion: 0)), .staleQueue),
            (.queue(1, 0, .setRankings(players: [2, 2])), .invalidValue),
            (.queue(1, 0, .setRankings(players: [99])), .playerNotInPool),
            (.queue(1, 1, .clearQueue(expectedVersion: nil)), .forbidden),
            (.queue(1, 7, .clearQueue(expectedVersion: nil)), .forbidden),
            (.queue(7, 0, .clearQueue(expectedVersion: nil)), .unknownRoom),
        ] as [(Command, RefusalCode)])
    func whatNoQueueCanBe(command: Command, expected: RefusalCode) {
        #expect(Self.ledger().decision(command, as: .user(1), at: Self.moment).code == expected)
    }

    @Test func aQueueTooLongForARecordIsRefusedBeforeItsPlayersAreLookedAt() {
        let players = (0...PlayerIndex(RecordLimit.players)).map { $0 }
        let command = Command.queue(1, 0, .setQueue(players: players, expectedVersion: nil))
        #expect(Self.ledger().decision(command, as: .user(1), at: Self.moment).code == .invalidValue)
    }

    @Test func nobodyIsAddedToAQueueThatIsAsLongAsARecordCanHold() {
        let count = RecordLimit.players
        var ledger = House.drafting(.fast(teams: 2, rounds: 1), pool: House.players(count + 1))
        func code(adding player: Int) -> RefusalCode? {
            let command = Command.queue(
                1, 0, .addToQueue(player: PlayerIndex(player), index: nil, expectedVersion: nil))
            return ledger.send(command, as: .user(1), at: Self.moment).code
        }
        let players = (0..<count - 1).map { PlayerIndex($0) }
        ledger.send(.queue(1, 0, .setQueue(players: players, expectedVersion: nil)), as: .user(1), at: Self.moment)
        #expect(code(adding: count - 1) == nil)
        #expect(code(adding: count) == .invalidValue)
    }

    @Test func anAdminEditsForWhomHeNamesAndForNobodyElse() {
        let command = Command.queue(1, 0, .clearQueue(expectedVersion: nil))
        let ledger = Self.ledger()
        #expect(ledger.decision(command, as: .admin(900), at: Self.moment).code == nil)
        #expect(ledger.decision(command, as: .admin(900, onBehalfOf: 1), at: Self.moment).code == nil)
        #expect(ledger.decision(command, as: .admin(900, onBehalfOf: 2), at: Self.moment).code == .forbidden)
        #expect(ledger.decision(command, as: .scheduler, at: Self.moment).code == .forbidden)
    }

    @Test func rankingsAndLimitsAreTheSeatsOwn() {
        var ledger = Self.ledger()
        let limits = PositionLimits(quarterbacks: 1, runningBacks: 2, wideReceivers: 3, tightEnds: 4)
        ledger.send(.queue(1, 0, .setRankings(players: [9, 8])), as: .user(1), at: Self.moment)
        ledger.send(.queue(1, 0, .setPositionLimits(limits)), as: .user(1), at: Self.moment)
        let queue = ledger.state.queue(1, 0)
        #expect(queue.rankings == [9, 8] && queue.limits == limits && queue.players == [3, 1, 4])
        #expect(ledger.state.queue(1, 1) == QueueState())
    }

    @Test func whoTakesASeatThatWasLeftDoesNotInheritItsStrategy() {
        var ledger = House.waiting(.fast(teams: 2, rounds: 3))
        ledger.seat(1, on: 0, at: Self.moment)
        let decider = { (state: LedgerState) in
            Decider(
                kind: .leaveRoom,
                origin: CommandOrigin(
                    occurredAt: nil, actor: .user(1), commandID: CommandID(high: 3, low: 3)),
                now: Self.moment, state: state, cryptography: FakeCryptography())
        }
        #expect(decider(ledger.state).queueResetEvents(of: 0, in: ledger.room).isEmpty)
        ledger.send(.queue(1, 0, .setQueue(players: [3], expectedVersion: nil)), as: .user(1), at: Self.moment)
        ledger.send(.queue(1, 0, .setRankings(players: [9])), as: .user(1), at: Self.moment)
        let none = PositionLimits(quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0)
        ledger.send(.queue(1, 0, .setPositionLimits(none)), as: .user(1), at: Self.moment)
        let events = decider(ledger.state).queueResetEvents(of: 0, in: ledger.room)
        ledger.append(events, origin: nil, at: Self.moment)
        let queue = ledger.state.queue(1, 0)
        #expect(queue.players.isEmpty && queue.rankings.isEmpty && queue.limits == ledger.room.ruleset.limits)
    }

    @Test func placesAndPlayersThatAreNotInTheQueueDoNoHarmToTheFold() {
        var queue = QueueState()
        let events: [Event] = [
            .queueMoved(QueueMoved(player: 3, index: 500)), .queueAdded(QueueAdded(player: 1, index: 700)),
            .queueRemoved(QueueRemoved(player: 8)), .queueMovedToTop(QueueMovedToTop(player: 5)),
        ]
        for event in events {
            queue.evolve(
                event, at: EventPlace(stream: .queue(1, 0), position: 0, recordedAt: Self.moment, origin: nil))
        }
        #expect(queue.players == [5, 3, 1] && queue.version == 4)
    }
}
