import BetLedger
import Bets
import LMDB
import Merkle
import Records
import Statements
import TestSupport
import Testing
import Values

/// A receipt proves a ledger wrong that loses or changes the bet.
@Suite struct ReceiptTests {
    /// A ledger with a bet and a few events after it, and the bet's receipt.
    private func recorded() async throws -> (season: BetSeason, bet: BetID, receipt: BetReceipt, key: VerifierKey) {
        let season = BetSeason()
        let ledger = try season.create()
        defer { ledger.close() }
        let offers = try await season.schedule(on: ledger)
        let bet = try await season.accept(
            .recordBet(7, season.over(offers[0], notes: "a hunch")), as: .user(7), on: ledger)
        let id = BetID(bet.lowerBound)
        let receipt = try ledger.receipt(of: id)
        try await season.offer(halfPoints: 455, at: "alpha", on: ledger)
        return (season, id, receipt, try #require(try ledger.receiptKey()))
    }

    private func verdict(_ receipt: BetReceipt, _ season: BetSeason) throws -> BetReceiptVerdict {
        // A writer refuses a history that its checkpoint does not state.
        let ledger = try season.open(for: .reading)
        defer { ledger.close() }
        return try ledger.verdict(on: receipt)
    }

    @Test func aReceiptIsReadAgainAndVerifiedWithoutTheLedger() async throws {
        // given
        let (_, bet, receipt, key) = try await recorded()
        // when
        let read = try BetReceipt(Array(receipt.description.utf8))
        // then
        #expect(read == receipt && read.position == bet.number && read.user == 7)
        #expect(read.bet.stake == Stake(thousandths: 1_000) && read.bet.notes.text.isEmpty)
        #expect(try read.verify(by: [key]) == key)
        #expect(key.name.text == "example.com/bets/receipt")
        #expect(!receipt.description.contains("hunch"))
    }

    /// A key that a reader makes would verify none of the receipts that were signed.
    @Test func readingTheKeyCreatesNone() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        defer { ledger.close() }
        #expect(try ledger.receiptKey() == nil && ledger.receiptKey() == nil)
        let made = try ledger.ensureReceiptKey()
        #expect(try ledger.receiptKey() == made && ledger.ensureReceiptKey() == made)
    }

    @Test func aReceiptOfAnHonestLedgerIsKept() async throws {
        let (season, _, receipt, _) = try await recorded()
        #expect(try verdict(receipt, season) == .kept)
        // Also after the game, and after its notes are erased.
        let ledger = try season.open()
        try await season.play(on: ledger)
        try ledger.eraseNotes(of: 7)
        #expect(try ledger.verdict(on: receipt) == .kept)
        ledger.close()
    }

    @Test func aChangedBetIsProved() async throws {
        let (season, bet, receipt, _) = try await recorded()
        // when
        try season.edit(bet.number) { event in
            guard case .betRecorded(var recorded) = event else { return }
            recorded.stake = Stake(thousandths: 10)
            event = .betRecorded(recorded)
        }
        // then
        guard case .changed = try verdict(receipt, season) else {
            Issue.record("\(try verdict(receipt, season))")
            return
        }
    }

    /// The operator makes the ledger again from the same commands without the bet.
    @Test(arguments: [false, true])
    func aLedgerWithoutTheBetIsProvedWrong(hasOther: Bool) async throws {
        // given
        let (_, _, receipt, _) = try await recorded()
        // when
        let other = BetSeason()
        let ledger = try other.create()
        let offers = try await other.schedule(on: ledger)
        if hasOther { try await other.accept(.recordBet(8, other.over(offers[0])), as: .user(8), on: ledger) }
        ledger.close()
        // then
        switch try verdict(receipt, other) {
        case .changed: #expect(hasOther)
        case .lost(let size): #expect(!hasOther && size == receipt.position)
        case .kept, .otherHistory: Issue.record("the receipt does not prove it")
        }
    }

    /// The bet is there, and an older line is not the one that was on offer.
    @Test func anotherHistoryBeforeTheBetIsProved() async throws {
        // given
        let (_, bet, receipt, _) = try await recorded()
        // when: the same events at the same places, and one book's line is another one
        let other = BetSeason()
        let ledger = try other.create()
        let offers = try await other.schedule(on: ledger, spread: -9)
        let again = try await other.accept(
            .recordBet(7, other.over(offers[0], notes: "a hunch")), as: .user(7), on: ledger)
        ledger.close()
        #expect(again.lowerBound == bet.number)
        // then: the salt of the notes differs, so the record does too
        switch try verdict(receipt, other) {
        case .changed, .otherHistory: break
        case .kept, .lost: Issue.record("the receipt does not prove it")
        }
    }

    @Test func anAlteredReceiptProvesNothing() async throws {
        // given
        let (_, _, receipt, key) = try await recorded()
        let lines = receipt.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for index in lines.indices where !lines[index].isEmpty {
            // when: one character is another one
            var altered = lines
            let last = altered[index].removeLast()
            altered[index].append(last == "1" ? "2" : "1")
            // then
            #expect(throws: AttestationError.self, "\(lines[index])") {
                try BetReceipt(Array(altered.joined(separator: "\n").utf8)).verify(by: [key])
            }
        }
        #expect(throws: AttestationError.self) { try BetReceipt(Array((receipt.description + " ").utf8)) }
        #expect(throws: AttestationError.self) { try BetReceipt(Array("draft-ledger/bet-receipt@v1\n".utf8)) }
    }

    @Test func aReceiptOfAnotherKeyOrLedgerIsRefused() async throws {
        // given
        let (_, _, receipt, key) = try await recorded()
        let foreign = SignerKey(name: key.name)
        // then
        #expect(throws: AttestationError.self) { try receipt.verify(by: [foreign.verifierKey]) }
        #expect(throws: AttestationError.self) { try receipt.verify(by: []) }
        let other = BetSeason()
        let ledger = try BetLedger.create(at: other.path, origin: "example.com/other", clock: other.clock.read)
        defer { ledger.close() }
        #expect(throws: BetLedgerError.self) { try ledger.verdict(on: receipt) }
        #expect(throws: BetLedgerError.self) { try ledger.receipt(of: 1) }
    }
}
