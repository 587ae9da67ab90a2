import Draft
import DraftClient
import DraftLedger
import Foundation
import LedgerTesting
import Testing

/// Picks: made once, for the number that was on the screen, and refused in words.
@Suite struct PickTests {
    /// A room of two that has begun, with who is on the clock and who is not.
    private struct Turn {
        let house: ClientHouse
        let id: DraftRoom.ID
        let on: DraftClient
        let off: DraftClient
        let players: [Player]
    }

    private func turn() async throws -> Turn {
        let house = try await ClientHouse()
        let clients = try ["anna", "ben"].map { try house.client($0) }
        let id = try await house.begin(clients)
        let room = try await clients[0].room(id)
        let players = try await clients[0].players(of: room)
        #expect(players.count == 60 && players[1].adp == 2)
        let (on, off) = room.isMyTurn ? (clients[0], clients[1]) : (clients[1], clients[0])
        return Turn(house: house, id: id, on: on, off: off, players: players)
    }

    private func problem(of pick: () async throws -> Void) async throws -> Problem {
        do {
            try await pick()
        } catch DraftClientError.refused(let problem) {
            return problem
        }
        throw NotRefused()
    }

    private struct NotRefused: Error {}

    private func picksMade(in house: ClientHouse) throws -> Int {
        try house.temporary.events.count { if case .pickMade = $0.event { true } else { false } }
    }

    @Test func thePickOfOneKeyIsMadeOnce() async throws {
        let turn = try await turn()
        let (room, key) = (try await turn.on.room(turn.id), UUID())
        let first = try await turn.on.pick(turn.players[3], in: room, key: key)
        let again = try await turn.on.pick(turn.players[3], in: room, key: key)
        #expect(first == again && first.pickNumber == 1 && first.source == .manual)
        #expect(try picksMade(in: turn.house) == 1)
        // Another player under the same key is another command.
        let other = try await problem { _ = try await turn.on.pick(turn.players[4], in: room, key: key) }
        #expect(other.code == .duplicateCommand)
        try await turn.house.stop()
    }

    @Test func whoIsOutOfTurnIsToldSoAndItIsOnRecord() async throws {
        let turn = try await turn()
        let room = try await turn.off.room(turn.id)
        let early = try await problem { _ = try await turn.off.pick(turn.players[0], in: room) }
        #expect(early.code == .notYourTurn && early.status == 409 && early.isRecorded && !early.sentence.isEmpty)
        #expect(early.margin.map { $0 > .zero } == true && early.deadline.map { $0 > .now } == true)
        try await turn.house.stop()
    }

    @Test func aPickIsForTheNumberThatWasOnTheScreen() async throws {
        let turn = try await turn()
        let before = try await turn.on.room(turn.id)
        _ = try await turn.on.pick(turn.players[0], in: before)
        _ = try await turn.off.pick(turn.players[1], in: try await turn.off.room(turn.id))
        _ = try await turn.off.pick(turn.players[2], in: try await turn.off.room(turn.id))
        // It is the same member's turn once more, and the screen is three picks old.
        let stale = try await problem { _ = try await turn.on.pick(turn.players[5], in: before) }
        #expect(stale.code == .stalePickNumber)
        let taken = try await problem {
            _ = try await turn.on.pick(turn.players[1], in: try await turn.on.room(turn.id))
        }
        #expect(taken.code == .playerAlreadyDrafted)
        try await turn.house.stop()
    }

    @Test func aLatePickSaysByHowMuch() async throws {
        let turn = try await turn()
        let room = try await turn.on.room(turn.id)
        turn.house.skipUnseen(.seconds(13 * 3_600))
        let late = try await problem { _ = try await turn.on.pick(turn.players[0], in: room) }
        #expect(late.code == .clockExpired)
        #expect(late.margin.map { $0 < .seconds(-3_500) && $0 > .seconds(-3_700) } == true)
        try await turn.house.stop()
    }

    @Test func aPickWhoseAnswersAreLostIsMadeOnce() async throws {
        let turn = try await turn()
        turn.house.proxy.loseAnswers(3)
        let pick = try await turn.on.pick(turn.players[0], in: try await turn.on.room(turn.id))
        #expect(pick.pickNumber == 1)
        #expect(try picksMade(in: turn.house) == 1)
        try await turn.house.stop()
    }

    @Test func whatGetsNoOutcomeInTimeIsFoundByItsKey() async throws {
        let turn = try await turn()
        let room = try await turn.on.room(turn.id)
        turn.house.proxy.loseAnswers(1_000_000)
        var key: UUID?
        do {
            _ = try await turn.on.pick(turn.players[7], in: room, within: .milliseconds(500))
        } catch DraftClientError.unanswered(let unanswered, _) {
            key = unanswered
        }
        turn.house.proxy.loseAnswers(0)
        let pick = try await turn.on.pick(turn.players[7], in: room, key: try #require(key))
        #expect(pick.player == turn.players[7])
        #expect(try picksMade(in: turn.house) == 1)
        try await turn.house.stop()
    }

    @Test func aQueueIsEditedAndServesAnAutodraft() async throws {
        let turn = try await turn()
        let room = try await turn.on.room(turn.id)
        var queue = try await turn.on.queue(of: room)
        #expect(queue.players.isEmpty)
        let old = queue
        for index in [8, 9, 10] { queue.add(turn.players[index]) }
        queue.moveToTop(turn.players[10].id)
        queue.remove(turn.players[9].id)
        let kept = try await turn.on.setQueue(queue, of: room)
        #expect(kept.players == [turn.players[10], turn.players[8]] && kept.version > old.version)
        let stale = try await problem { _ = try await turn.on.setQueue(old, of: room) }
        #expect(stale.code == .staleQueue)
        #expect(try await turn.on.queue(of: room).players == kept.players)
        try await turn.on.setAutodraft(true, in: room)
        var taken: DraftPick?
        for try await case .room(_, let news, _) in turn.off.updates(of: turn.id) {
            guard let first = news.first else { continue }
            taken = first
            break
        }
        #expect(taken?.player == turn.players[10] && taken?.source == .queue)
        #expect(try await turn.on.queue(of: room).players == [turn.players[8]])
        try await turn.house.stop()
    }
}
