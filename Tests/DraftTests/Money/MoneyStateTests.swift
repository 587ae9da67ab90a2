import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes, and outcomes of commands seen

@Suite struct MoneyStateTests {
    @Test func aFinishedRoomIsForgottenAndTakenBack() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament(prizes: [PrizeTier(1...1, 1_900)])
        try house.join(1)
        try house.join(2)
        try house.draft(1)
        try house.accept(.tournament(1, .closeEntries), as: .admin(9))
        var state = house.state
        let room = try #require(state.room(1))
        let forgotten = state.forget(room: 1)
        #expect(forgotten)
        #expect(state.room(1) == nil)
        #expect(state.books(1).rooms[.complete] == 1)
        #expect(state.nextRoom == 2)
        let again = state.forget(room: 1)
        #expect(!again)
        state.adopt(room)
        #expect(state.room(1) == room)
        #expect(state.books(1).rooms[.complete] == 1)
        #expect(state.waitingRooms(of: 1).isEmpty)
    }

    @Test func aRoomThatIsNotFinishedIsKept() throws {
        var house = House(users: 1...1, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        var state = house.state
        let forgotten = state.forget(room: 1)
        #expect(!forgotten)
        #expect(state.room(1) != nil)
    }

    @Test func refusedCommandsMakeNothingButRefusals() {
        var ledger = House()
        let streams: [StreamKey] = [.room(8), .tournament(8), .pool(8), .dispute(8), .wallet(8), .user(8)]
        ledger.append(
            streams.map { StreamEvent($0, .commandRejected(.blank)) }, origin: nil, at: Timestamp(microseconds: 0))
        let state = ledger.state
        #expect(state.room(8) == nil && state.tournament(8) == nil && state.pool(8) == nil && state.dispute(8) == nil)
        #expect(state.nextRoom == 1)
        #expect(!state.user(8).registered)
        ledger.append(
            [StreamEvent(.tournament(8), .tournamentCreated(.sample()))], origin: nil, at: Timestamp(microseconds: 0))
        #expect(ledger.state.tournament(8)?.version == 1)
    }

    private func recorded(
        _ version: UInt32, _ id: UInt64?, fingerprint: UInt32 = 1, refused: RefusalCode? = nil
    ) -> RecordedEvent {
        var rejected = CommandRejected.blank
        rejected.code = refused ?? .forbidden
        return RecordedEvent(
            position: UInt64(version), stream: .wallet(1), version: version, previous: nil,
            recordedAt: Timestamp(microseconds: 0),
            origin: id.map {
                CommandOrigin(
                    occurredAt: nil, actor: .scheduler, commandID: CommandID(high: 0, low: $0),
                    fingerprint: fingerprint)
            },
            event: refused == nil ? .userRegistered(UserRegistered()) : .commandRejected(rejected))
    }

    private func origin(_ id: UInt64, _ fingerprint: UInt32, as actor: Sender = .scheduler) -> CommandOrigin {
        CommandOrigin(
            occurredAt: nil, actor: actor, commandID: CommandID(high: 0, low: id), fingerprint: fingerprint)
    }

    @Test func aCommandIsKnownByItsSenderStreamAndContent() {
        var seen = SeenCommands()
        for event in [recorded(1, nil), recorded(2, 7), recorded(3, 7), recorded(4, 8, refused: .entryLimit)] {
            seen.fold(event)
        }
        let outcome = SeenCommands.Outcome(fingerprint: 1, versions: 2...3, position: 2, refusal: nil)
        #expect(seen.verdict(on: origin(7, 1), in: .wallet(1)) == .retry(outcome))
        #expect(seen.verdict(on: origin(7, 2), in: .wallet(1)) == .conflict(outcome))
        #expect(seen.verdict(on: origin(7, 1, as: .user(2)), in: .wallet(1)) == .new)
        #expect(seen.verdict(on: origin(7, 1), in: .wallet(2)) == .new)
        let refused = SeenCommands.Outcome(fingerprint: 1, versions: 4...4, position: 4, refusal: .entryLimit)
        #expect(seen.verdict(on: origin(8, 1), in: .wallet(1)) == .retry(refused))
        #expect(seen.verdict(on: origin(9, 1), in: .wallet(1)) == .new)
    }

    @Test func anotherCommandUnderTheSameIDDoesNotHideTheFirst() {
        var seen = SeenCommands()
        seen.fold(recorded(1, 7))
        seen.fold(recorded(2, 7, fingerprint: 2, refused: .duplicateCommand))
        let first = SeenCommands.Outcome(fingerprint: 1, versions: 1...1, position: 1, refusal: nil)
        #expect(seen.verdict(on: origin(7, 1), in: .wallet(1)) == .retry(first))
        seen.forget(.wallet(1))
        #expect(!seen.knows(.wallet(1)))
    }
}
