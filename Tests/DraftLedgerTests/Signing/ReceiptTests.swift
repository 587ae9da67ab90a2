import Draft
import Foundation
import Ledger
import LedgerTesting
import Merkle
import Platform
import Records
import Statements
import Testing

@testable import DraftLedger  // the key file of receipts, and the ledger's clock

@Suite struct ReceiptTests {
    private let deposit = Command.wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "r"))
    private let bank = Sender.provider(onBehalfOf: 1)
    private let arrival = Timestamp(microseconds: 1_900_000_000_000_000)

    @Test func whatIsInTheLogKeepsThePromise() async throws {
        let house = try await LiveHouse()
        let signer = try house.ledger.receiptSigner(within: .seconds(60))
        var handed: Receipt?
        let outcome = try await house.ledger.send(
            deposit, as: bank, id: CommandID(high: 1, low: 2), receiptBy: signer
        ) { handed = $0 }
        let event = try #require(try outcome.get().first)
        let receipt = try Receipt(Array(try #require(handed).description.utf8))
        #expect(receipt == handed)
        #expect(try receipt.verify(by: [signer.verifierKey]) == signer.verifierKey)
        #expect(try receipt.verify(by: house.ledger.ownVerifierKeys()) == signer.verifierKey)
        #expect(receipt.kind == .recordDeposit)
        #expect(receipt.fingerprint == deposit.fingerprint)
        #expect(receipt.content == deposit.contentDigest)
        #expect(
            try house.ledger.verdict(on: receipt)
                == .kept(at: event.position, recordedAt: event.recordedAt, refusal: nil))
        let mode = try FileManager.default.attributesOfItem(atPath: house.path + "/receipt.key")[.posixPermissions]
        #expect(mode as? Int == 0o600)
        // The key stays the same over restarts.
        try house.reopen()
        #expect(try house.ledger.receiptSigner().verifierKey == signer.verifierKey)
    }

    @Test func aRefusalKeepsThePromiseToo() async throws {
        let house = try await LiveHouse()
        let room = try await house.startDraft()
        let late = room.clock!.graceEndsAt + .seconds(1)
        let user = try house.userOnClock()
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        let id = house.newID()
        let receipt = try house.ledger.receiptSigner().receipt(
            for: pick, from: .user(user), id: id, receivedAt: late)
        #expect(try house.ledger.verdict(on: receipt, now: late) == .pending)
        guard case .refused(_, let record?, _) = try await house.send(pick, as: .user(user), id: id, at: late) else {
            Issue.record("accepted")
            return
        }
        #expect(
            try house.ledger.verdict(on: receipt)
                == .kept(at: record.position, recordedAt: record.recordedAt, refusal: .clockExpired))
    }

    @Test func omissionLatenessAndReplacementAreToldApart() async throws {
        let house = try await LiveHouse()
        let id = house.newID()
        let receipt = try house.ledger.receiptSigner(within: .seconds(2)).receipt(
            for: deposit, from: bank, id: id, receivedAt: arrival)
        #expect(try house.ledger.verdict(on: receipt, now: arrival + .seconds(2)) == .pending)
        #expect(try house.ledger.verdict(on: receipt, now: arrival + .seconds(3)) == .omitted(mayBeCountedAt: nil))

        // Somebody else's event under the id is not the command's, nor is another content's.
        let other = Command.wallet(1, .recordDeposit(amount: Cents(6), provider: "bank", reference: "s"))
        let events = try await house.accept(other, as: bank, id: id)
        #expect(try house.ledger.verdict(on: receipt) == .replaced(at: events[0].position))

        let second = try house.ledger.receiptSigner(within: .zero).receipt(
            for: deposit, from: bank, id: CommandID(high: 9, low: 9), receivedAt: Timestamp(microseconds: 5))
        let accepted = try await house.accept(deposit, as: bank, id: CommandID(high: 9, low: 9))[0]
        #expect(
            try house.ledger.verdict(on: second)
                == .late(
                    at: accepted.position, recordedAt: accepted.recordedAt, refusal: nil,
                    by: accepted.recordedAt - Timestamp(microseconds: 5)))
    }

    /// Receipt and record have one reading of the clock, to the microsecond. A retry has a later receipt.
    @Test(arguments: [(-1, false), (0, false), (1, true), (500_000, true)] as [(Int64, Bool)])
    func aCommandThatIsDatedLaterThanItsReceiptWasKeptWaiting(delay: Int64, isWaiting: Bool) async throws {
        let house = try await LiveHouse()
        let id = house.newID()
        let received = house.ledger.now - .seconds(1)
        let arrival = received + Interval(microseconds: delay)
        let receipt = try house.ledger.receiptSigner(within: .seconds(3_600)).receipt(
            for: deposit, from: bank, id: id, receivedAt: received)
        let event = try #require(
            try await house.ledger.send(deposit, as: bank, id: id, occurredAt: arrival).get().first)
        #expect(
            try house.ledger.verdict(on: receipt)
                == (isWaiting
                    ? .waited(
                        at: event.position, recordedAt: event.recordedAt, refusal: nil, arrival: arrival,
                        by: Interval(microseconds: delay))
                    : .kept(at: event.position, recordedAt: event.recordedAt, refusal: nil)))
    }

    @Test func aMarkInAnotherStreamIsFound() async throws {
        let house = try await LiveHouse()
        let id = house.newID()
        let receipt = try house.ledger.receiptSigner().receipt(for: deposit, from: bank, id: id, receivedAt: arrival)
        let origin = CommandOrigin(occurredAt: nil, actor: bank, commandID: id, fingerprint: deposit.fingerprint)
        let at = try house.ledger.append([
            PendingEvent(
                stream: .user(1), event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)), origin: origin)
        ])
        guard case .kept(at.lowerBound, _, nil) = try house.ledger.verdict(on: receipt) else {
            Issue.record("not found")
            return
        }
    }

    @Test func refusalsThatWereOnlyCountedAreNoProof() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let onClock = try house.userOnClock()
        let other: UserID = onClock == 1 ? 2 : 1
        let signer = try house.ledger.receiptSigner(within: .zero)
        var receipts: [Receipt] = []
        for _ in 0..<22 {
            let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
            _ = try await house.ledger.send(
                pick, as: .user(other), id: house.newID(), receiptBy: signer
            ) { receipts.append($0) }
        }
        let last = try #require(receipts.last)
        // The count is stated when the pick ends: nobody is accused before.
        #expect(try house.ledger.verdict(on: last, now: .init(microseconds: .max)) == .pending)
        try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(onClock))
        guard case .omitted(let position?) = try house.ledger.verdict(on: last, now: .init(microseconds: .max)) else {
            Issue.record("the count is not named")
            return
        }
        #expect(try house.ledger.stream(.room(1)).first { $0.position == position }?.event.type == .commandRejected)
    }

    /// An alibi is a count that the command can be in: of its kind, its seat and its time.
    @Test func aCountOfOtherRefusalsIsNoAlibi() async throws {
        let house = try await LiveHouse(teams: 3, users: 4)
        let room = try await house.startDraft()
        try house.slowDown()
        let signer = try house.ledger.receiptSigner(within: .zero)
        let users = try room.seatOfSlot.map { try #require(room.members[Int($0)]?.user) }
        func receipt(_ command: Command, of user: UserID) throws -> Receipt {
            try signer.receipt(for: command, from: .user(user), id: house.newID(), receivedAt: house.ledger.now)
        }
        func pick(_ number: PickNumber) -> Command { .room(1, .makePick(MakePick(pick: number, player: number))) }
        func flood(_ number: PickNumber, by user: UserID) async throws {
            for _ in 0..<25 { try await house.send(pick(number), as: .user(user)) }
        }
        func alibi(for receipt: Receipt) throws -> UInt64? {
            guard case .omitted(let position) = try house.ledger.verdict(on: receipt, now: .init(microseconds: .max))
            else { throw Refusal(.wrongStatus, "not omitted") }
            return position
        }
        let own = try receipt(pick(1), of: users[1])
        let strangers = try receipt(pick(1), of: 4)
        let others = [
            try receipt(pick(1), of: users[2]), try receipt(.room(1, .setAutodraft(seat: 0, on: true)), of: users[1]),
            strangers,
        ]
        try await flood(1, by: users[1])
        try await house.accept(pick(1), as: .user(users[0]))
        let first = try #require(try alibi(for: own))
        #expect(try others.map(alibi) == [nil, nil, nil])
        // The count of a later pick is none for an earlier one.
        try await flood(2, by: users[2])
        try await house.accept(pick(2), as: .user(users[1]))
        #expect(try alibi(for: others[0]) == nil)
        // A stranger has no seat; nor does a stranger's flood excuse what is missing of a seat.
        try await flood(3, by: 4)
        try house.reopen()
        #expect(try alibi(for: strangers) != nil)
        #expect(try alibi(for: own) == first)
        #expect(try alibi(for: others[0]) == nil)
    }

    /// The first command after the period carries the count with it; a later count is of later refusals.
    @Test func aCountOfALaterPeriodIsNoAlibi() async throws {
        let house = try await LiveHouse(users: 3)
        let room = try await house.startDraft()
        let owner = try #require(room.members[0]?.user)
        let clock = Guarded(house.ledger.now.microseconds)
        try house.reopen { clock.withLock { $0 } }
        let ledger = house.ledger
        let signer = try ledger.receiptSigner(within: .seconds(5))
        let flood = Command.room(1, .setAutodraft(seat: 0, on: true))
        var lost: [Receipt] = []
        for _ in 0..<2 {
            let receipt = try signer.receipt(for: flood, from: .user(3), id: house.newID(), receivedAt: ledger.now)
            for _ in 0..<25 { _ = try await ledger.send(flood, as: .user(3), id: house.newID()) }
            for on in [true, false] {
                clock.withLock { $0 += 120_000_000 }
                let own = Command.room(1, .setAutodraft(seat: 0, on: on))
                _ = try await ledger.send(own, as: .user(owner), id: house.newID()).get()
                lost.append(
                    try signer.receipt(
                        for: flood, from: .user(3), id: house.newID(), receivedAt: ledger.now - .seconds(100)))
            }
            guard case .omitted(.some) = try ledger.verdict(on: receipt) else {
                Issue.record("\(try ledger.verdict(on: receipt))")
                return
            }
        }
        // The counts that could name them were stated before or are of the next flood.
        let verdicts = try [lost[1], lost[3]].map { try ledger.verdict(on: $0) }
        #expect(verdicts == [.omitted(mayBeCountedAt: nil), .omitted(mayBeCountedAt: nil)])
    }

    @Test func receiptsOfTheFirstVersionAreReadForEver() async throws {
        let house = try await LiveHouse()
        let key = SignerKey(name: try #require(KeyName(Receipt.keyName(of: "test.example/drafts"))))
        let id = house.newID()
        let digest = Digest256(words: (UInt64(deposit.fingerprint) << 32, 1, 2, 3))
        let text = """
            draft-ledger/receipt@v1
            origin test.example/drafts
            stream wallet/1
            command \(id)
            content \(digest.base64)
            actor \(bank.text)
            received \(arrival.iso8601)
            due \(arrival.iso8601)

            """
        let receipt = try Receipt(Array(SignedNote(text, signedBy: key).description.utf8))
        try receipt.verify(by: [key.verifierKey])
        #expect(receipt.kind == nil && receipt.fingerprint == deposit.fingerprint)
        let event = try await house.accept(deposit, as: bank, id: id)[0]
        guard case .kept(event.position, _, nil) = try house.ledger.verdict(on: receipt) else {
            Issue.record("\(try house.ledger.verdict(on: receipt))")
            return
        }
    }

    @Test func everyFlippedBitIsFound() async throws {
        let house = try await LiveHouse()
        let signer = try house.ledger.receiptSigner()
        let receipt = try signer.receipt(for: deposit, from: bank, id: house.newID(), receivedAt: arrival)
        let file = Array(receipt.description.utf8)
        for index in file.indices {
            for bit in 0..<8 as Range<UInt8> {
                var changed = file
                changed[index] ^= 1 << bit
                #expect(throws: AttestationError.self, "byte \(index)") {
                    try Receipt(changed).verify(by: [signer.verifierKey])
                }
            }
        }
        let stranger = SignerKey(name: signer.verifierKey.name).verifierKey
        #expect(throws: AttestationError.self) { try receipt.verify(by: [stranger]) }
        #expect(throws: AttestationError.self) { try receipt.verify(by: []) }
    }

    @Test func aKeyIsMadeOnceWhoeverAsksFirst() async throws {
        let house = try await LiveHouse()
        let path = house.path
        let keys = await withTaskGroup(of: VerifierKey?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let name = KeyName("test.example/drafts/receipt")!
                    return try? KeyFile.receipts(of: path).readOrCreate(named: name).verifierKey
                }
            }
            return await group.reduce(into: Set<VerifierKey?>()) { $0.insert($1) }
        }
        #expect(keys.count == 1 && !keys.contains(nil))
        let left = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("receipt.key") }
        #expect(left == ["receipt.key"])
    }
}
