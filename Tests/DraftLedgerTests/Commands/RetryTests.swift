import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Testing

/// One id, one command: whoever sends it again gets its first outcome, whatever else came under the id.
@Suite struct RetryTests {
    @Test func theIDOfTheFirstEventIsTakenForWhoCreatedTheLedger() async throws {
        let house = try await LiveHouse()
        for id in [CommandID.ledgerCreation, CommandID(high: 0, low: 0)] {
            let register = Command.user(7, .registerUser)
            guard case .refused(let refusal, _, false) = try await house.send(register, as: .admin(nil), id: id) else {
                Issue.record("taken for a new command")
                return
            }
            #expect(refusal.code == .duplicateCommand)
            #expect(refusal.message.contains("first event"), "\(refusal)")
        }
        try await house.accept(.user(7, .registerUser), as: .user(7), id: .ledgerCreation)
    }

    private let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
    private let other = Command.room(1, .makePick(MakePick(pick: 1, player: 1)))

    @Test func anAcceptedCommandStaysAcceptedWhenItsIDIsUsedAgain() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let id = house.newID()
        let first = try await house.accept(pick, as: user, id: id)
        // Its refusal stands right behind the pick.
        guard case .refused(let conflict, let record?, false) = try await house.send(other, as: user, id: id) else {
            Issue.record("the conflicting command was not refused")
            return
        }
        #expect(conflict.code == .duplicateCommand)
        #expect(record.position == first.last.map { $0.position + 1 })
        for _ in 0..<2 {
            guard case .accepted(let again, true) = try await house.send(pick, as: user, id: id) else {
                Issue.record("the retry was refused")
                return
            }
            #expect(again.map(\.position) == first.map(\.position))
            try house.reopen()
        }
    }

    @Test func anIDIsItsSendersOwn() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let owner = try house.userOnClock()
        let seat = try #require(room.seat(of: owner))
        let (user, other) = (Sender.user(owner), Sender.user(owner == 1 ? 2 : 1))
        let autodraft = Command.room(1, .setAutodraft(seat: seat, on: true))
        let id = house.newID()
        // Somebody who has guessed the id neither spoils it nor learns what it came to.
        for _ in 0..<2 {
            guard case .refused(let refusal, _, _) = try await house.send(autodraft, as: other, id: id) else {
                Issue.record("another user's autodraft was set")
                return
            }
            #expect(refusal.code == .forbidden)
            let events = try await house.accept(autodraft, as: user, id: id)
            #expect(events.map(\.event.type) == [.autodraftSet])
            try house.reopen()
        }
        #expect(try house.ledger.stream(.room(1)).count { $0.event.type == .autodraftSet } == 1)
        #expect(try house.ledger.stream(.room(1)).count { $0.event.type == .commandRejected } == 1)
    }

    @Test func aRefusedCommandStaysRefusedAsItWas() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let late = try #require(room.clock).graceEndsAt + .seconds(1)
        let id = house.newID()
        _ = try await house.send(pick, as: user, id: id, at: late)
        _ = try await house.send(other, as: user, id: id)
        for _ in 0..<2 {
            guard case .refused(let refusal, _, true) = try await house.send(pick, as: user, id: id) else {
                Issue.record("not a repeated refusal")
                return
            }
            #expect(refusal.code == .clockExpired)
            try house.reopen()
        }
    }

    /// What is refused about a room that there is not stands in the ledger's own stream; the reuse of its id in the wallet's.
    @Test func whatStandsInTheLedgersOwnStreamStaysTheFirst() async throws {
        let house = try await LiveHouse()
        let (user, id) = (Sender.user(1), house.newID())
        let first = Command.wallet(1, .leaveRoom(77))
        let others = [Command.wallet(1, .joinTournament(1, entries: 1)), .wallet(1, .leaveRoom(78))]
        _ = try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: user)
        guard case .refused(let refusal, let record?, false) = try await house.send(first, as: user, id: id) else {
            Issue.record("a room that there is not was left")
            return
        }
        #expect(refusal.code == .unknownRoom && record.stream == .system)
        for other in others {
            guard case .refused(let conflict, let reuse?, false) = try await house.send(other, as: user, id: id) else {
                Issue.record("the conflicting command was not refused")
                return
            }
            #expect(conflict.code == .duplicateCommand && reuse.stream == .wallet(1))
            guard case .refused(let again, let known?, true) = try await house.send(first, as: user, id: id) else {
                Issue.record("the retry was decided anew")
                return
            }
            #expect(again.code == .unknownRoom && known.position == record.position)
            try house.reopen()
        }
    }

    @Test func retriesAndAConflictInFlightAllGetTheirOwnAnswer() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let id = house.newID()
        let commands = [pick, pick, other, pick, other, pick]
        let outcomes = try house.sendTogether(commands.map { ($0, user, id) })
        for (command, outcome) in zip(commands, outcomes) {
            switch outcome {
            case .accepted(let events, _)?: #expect(command == pick && events.first?.event.type == .pickMade)
            case .refused(let refusal, _, _)?: #expect(command == other && refusal.code == .duplicateCommand)
            case nil: Issue.record("a command was not answered")
            }
        }
        guard case .accepted(_, retry: false)? = outcomes[0], case .accepted(_, retry: true)? = outcomes[5] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(try house.ledger.room(1)?.picks.count == 1)
    }

    /// What is stored in a directory that has just gone is told to nobody, also if it is sent a second time.
    @Test func aRetryIsAnsweredOnlyWhileTheLedgerIsInItsPlace() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = Sender.user(try house.userOnClock())
        let (early, late) = (house.newID(), house.newID())
        try await house.accept(pick, as: user, id: early)
        try FileManager.default.moveItem(atPath: house.path, toPath: house.path + ".away")
        for (command, id) in [(other, late), (other, late), (pick, early), (pick, early)] {
            let thrown = await #expect(throws: DraftLedgerError.self) {
                try await house.send(command, as: user, id: id)
            }
            #expect(thrown?.code == .moved)
        }
        try FileManager.default.moveItem(atPath: house.path + ".away", toPath: house.path)
        guard case .accepted(_, retry: true) = try await house.send(pick, as: user, id: early) else {
            Issue.record("the retry was refused")
            return
        }
        guard case .refused = try await house.send(other, as: user, id: late) else {
            Issue.record("the second pick was accepted")
            return
        }
    }
}
