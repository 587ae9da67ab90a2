import Draft
import DraftTesting
import Ledger
import LedgerTesting
import LMDB
import Records
import Testing

@testable import DraftLedger  // what is kept of words beside the log

/// What somebody writes about a case stands beside the log, and the log has its salted digest.
@Suite struct PinnedWordsTests {
    private static let words = "I clicked at 12:03, my phone said so."

    /// A draft of which pick 1 is made, and its claimant.
    private func scene() async throws -> (house: LiveHouse, claim: Command, claimant: UserID) {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let claimant = try house.userOnClock()
        try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 3))), as: .user(claimant))
        return (house, try claim(Self.words, by: claimant, in: house), claimant)
    }

    private func claim(_ text: String, by claimant: UserID, in house: LiveHouse) throws -> Command {
        let seat = try #require(try house.room.seat(of: claimant))
        return .dispute(
            7,
            .openDispute(DisputeOpened(room: 1, pick: 1, seat: seat, roomVersion: 1, claimant: claimant, claim: text)))
    }

    private func opened(in house: LiveHouse) throws -> DisputeOpened {
        let events = try house.ledger.stream(.dispute(7))
        guard case .disputeOpened(let opened)? = events.first?.event else { throw NotInThisHouse.room(7) }
        return opened
    }

    /// Whether a record of the ledger has a text in it.
    private func log(of house: LiveHouse, has text: String) throws -> Bool {
        try (0..<house.ledger.size).contains { try house.ledger.record(at: $0).contains(Array(text.utf8)) }
    }

    @Test func theLogHasADigestAndWhoMayReadItIsToldTheWords() async throws {
        let (house, claim, claimant) = try await scene()
        try await house.accept(claim, as: .user(claimant))
        let opened = try opened(in: house)
        let digest = try #require(opened.claimDigest)
        #expect(opened.claim.isEmpty)
        #expect(try !log(of: house, has: Self.words) && !log(of: house, has: "12:03"))
        #expect(try house.ledger.words(pinnedBy: digest) == .told(Self.words))
        #expect(try house.ledger.caseHistory(7).first?.event.statement?.text == Self.words)
        #expect(try house.ledger.countWords(about: claimant) == 1)
        try house.reopen()
        #expect(try house.ledger.words(pinnedBy: digest) == .told(Self.words))
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func titlesAndReasonsAreWordsAboutTheClaimant() async throws {
        let (house, claim, claimant) = try await scene()
        try await house.accept(claim, as: .user(claimant))
        let evidence = EvidenceAttached(digest: Digest256(words: (1, 2, 3, 4)), title: "video of my kitchen")
        try await house.accept(.dispute(7, .attachEvidence(evidence)), as: .user(claimant))
        let verdict = DisputeResolved(verdict: .rejected, resolvedBy: 900, reason: "she had been late before")
        try await house.accept(.dispute(7, .resolveDispute(verdict)), as: .admin(900))
        for text in ["kitchen", "late before"] { #expect(try !log(of: house, has: text)) }
        #expect(try house.ledger.countWords(about: claimant) == 3 && house.ledger.countWords(about: 900) == 0)
        let told = try house.ledger.caseHistory(7).compactMap(\.event.statement?.text)
        #expect(told == [Self.words, "video of my kitchen", "she had been late before"])
    }

    @Test func aRetryIsOneAndOtherWordsUnderTheSameIDAreNone() async throws {
        let (house, claim, claimant) = try await scene()
        let id = house.newID()
        let first = try await house.accept(claim, as: .user(claimant), id: id)
        let size = try house.ledger.size
        let again = try await house.accept(claim, as: .user(claimant), id: id)
        #expect(again.map(\.position) == first.map(\.position))
        #expect(try house.ledger.size == size)
        let other = try self.claim("Something else.", by: claimant, in: house)
        let outcome = try await house.send(other, as: .user(claimant), id: id)
        #expect(outcome.refusal?.code == .duplicateCommand)
        #expect(try house.ledger.countWords(about: claimant) == 1)
        let digest = try #require(try opened(in: house).claimDigest)
        #expect(try house.ledger.words(pinnedBy: digest) == .told(Self.words))
    }

    @Test func wordsOfARefusedCommandAreNeitherKeptNorRecordedAndARetryIsStillOne() async throws {
        let (house, claim, claimant) = try await scene()
        let stranger: UserID = claimant == 1 ? 2 : 1
        let id = house.newID()
        let refused = try await house.send(claim, as: .user(stranger), id: id)
        #expect(refused.refusal?.code == .forbidden)
        #expect(try house.ledger.countWords(about: claimant) == 0)
        #expect(try !log(of: house, has: Self.words))
        let size = try house.ledger.size
        #expect(try await house.send(claim, as: .user(stranger), id: id).refusal?.code == .forbidden)
        #expect(try house.ledger.size == size)
    }

    @Test func theSameWordsOfTwoPeopleHaveTwoDigests() async throws {
        let (house, claim, claimant) = try await scene()
        let pinned = try (1...4).map { number in
            try house.ledger.pinningWords(of: claim, as: .user(claimant), id: CommandID(high: 5, low: number))
        }
        #expect(Set(pinned.compactMap(\.statements.first?.digest)).count == 4)
    }

    @Test func erasedWordsAreGoneWithTheirSaltsAndTheLogStaysTrue() async throws {
        let (house, claim, claimant) = try await scene()
        let id = house.newID()
        try await house.accept(claim, as: .user(claimant), id: id)
        let root = try house.ledger.root
        #expect(try house.ledger.eraseWords(about: claimant) == 1)
        #expect(try house.ledger.countWords(about: claimant) == 0 && house.ledger.root == root)
        let digest = try #require(try opened(in: house).claimDigest)
        #expect(try house.ledger.words(pinnedBy: digest) == .erased)
        #expect(try house.ledger.caseHistory(7).first?.event.statement?.text == "(erased)")
        // Not even who knows the words can show any more that they were these.
        #expect(try await house.send(claim, as: .user(claimant), id: id).refusal?.code == .duplicateCommand)
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func wordsThatSomebodyChangedAreNotToldAsTheRecordsOwn() async throws {
        let (house, claim, claimant) = try await scene()
        try await house.accept(claim, as: .user(claimant))
        let digest = try #require(try opened(in: house).claimDigest)
        let salt = String(repeating: "0", count: 64)
        let row = "{\"text\":\"I take it back.\",\"salt\":\"\(salt)\",\"alias\":\"x\"}"
        try replaceWords(by: row, at: digest, in: house.ledger.ledger)
        #expect(try house.ledger.words(pinnedBy: digest) == .altered)
        #expect(try house.ledger.caseHistory(7).first?.event.statement?.text.contains("take it back") == false)
    }

    /// As whoever has the database can.
    private func replaceWords(by row: String, at digest: Digest256, in ledger: Ledger) throws {
        guard let table: Table<String> = try ledger.table(named: "words") else { throw NotInThisHouse.room(7) }
        try ledger.write { try $0.put(Array(row.utf8), at: digest.hexadecimal, in: table) }
    }

    @Test func wordsThatAreTooLongOrNotPinnedBeforeTheyAreSignedAreRefusedAtOnce() async throws {
        let (house, claim, claimant) = try await scene()
        let long = try self.claim(String(repeating: "x", count: 4_001), by: claimant, in: house)
        await #expect(throws: DraftLedgerError.self) { try await house.send(long, as: .user(claimant)) }
        let key = SealingKey()
        let id = house.newID()
        let signable = SignableCommand(claim, id: id, actor: .user(claimant), ledger: try house.ledger.origin ?? "")
        let seal = try key.seal(signable, at: .nothing)
        await #expect(throws: DraftLedgerError.self) {
            try await house.ledger.send(claim, as: .user(claimant), id: id, seal: seal)
        }
        #expect(try !log(of: house, has: Self.words) && house.ledger.countWords(about: claimant) == 0)
    }
}

extension Outcome {
    fileprivate var refusal: Refusal? { if case .refused(let refusal, _, _) = self { refusal } else { nil } }
}
