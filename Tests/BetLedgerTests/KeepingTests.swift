import BetLedger
import Bets
import Draft
import DraftLedger
import Merkle
import Records
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

    /// The record of an erasure has the number of notes and nothing of them. Every program that knows the schema reads it.
    @Test func anErasureIsRecordedWithoutContent() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        for (index, notes) in ["tired legs", "a hunch"].enumerated() {
            try await season.accept(
                .recordBet(7, season.over(offers[index], halfPoints: 449 + Int16(index), notes: Wording(notes))),
                as: .user(7), on: ledger)
        }
        let size = try ledger.size
        // when
        try ledger.eraseNotes(of: 7)
        // then
        #expect(try ledger.size == size + 1)
        let bytes = try ledger.statements.record(at: size)
        let recorded = try bytes.withUnsafeBytes { try RecordedEvent(record: $0, position: size) }
        #expect(
            recorded.event == .freeTextErased(FreeTextErased(user: 7, texts: 2, isOfStaff: false))
                && recorded.stream == .system && recorded.version == 2)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("legs"))
        // and when: betting continues, also after a restart
        try await season.accept(.recordBet(7, season.over(offers[0])), as: .user(7), on: ledger)
        #expect(try ledger.audit().isClean && ledger.statements.verify(full: true).isSound)
        ledger.close()
        let again = try season.open()
        #expect(again.state.bets.count == 3)
        try again.eraseNotes(of: 7)
        #expect(try again.size == size + 2, "there was nothing to erase")
        again.close()
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
