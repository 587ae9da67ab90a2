import BetLedger
import Bets
import DraftLedger
import Merkle
import Testing
import Values

@Suite struct KeepingTests {
    @Test func notesAreBesideTheLogAndCanBeErased() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let bet = season.over(offers[0], notes: "tired legs")
        let id = season.nextID()
        let outcome = try await ledger.send(.recordBet(7, bet), as: .user(7), id: id)
        guard case .accepted(let positions) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let recorded = BetID(positions.lowerBound)
        #expect(try ledger.notes(of: recorded) == .told("tired legs"))
        #expect(ledger.state.bets[recorded]?.terms.notes.text == "")
        // when
        #expect(try ledger.eraseNotes(of: 8) == 0)
        #expect(try ledger.eraseNotes(of: 7) == 1)
        // then
        #expect(try ledger.notes(of: recorded) == .erased)
        #expect(try await ledger.send(.recordBet(7, bet), as: .user(7), id: id) == outcome)
        #expect(try ledger.eraseNotes(of: 7) == 0, "a retry does not bring them back")
        #expect(try ledger.audit().findings == [])
        ledger.close()
    }

    @Test func notesOfARefusedBetAreNotKept() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let bet = season.over(offers[0], halfPoints: 401, notes: "not on offer")
        _ = try await ledger.send(.recordBet(7, bet), as: .user(7), id: season.nextID())
        #expect(try ledger.eraseNotes(of: 7) == 0)
        ledger.close()
    }

    @Test func checkpointsAreThoseOfEveryLedger() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let checkpoint = try ledger.statements.publishCheckpoint()
        #expect(checkpoint.unverified.size == (try ledger.size))
        #expect(checkpoint.unverified.origin == "example.com/bets")
        let proof = try ledger.statements.proof(of: 3, in: checkpoint)
        #expect("\(proof)".isEmpty == false)
        ledger.close()
    }
}
