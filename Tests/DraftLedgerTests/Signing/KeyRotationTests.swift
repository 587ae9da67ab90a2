import Draft
import Foundation
import LedgerTesting
import Merkle
import Records
import Statements
import Testing

@testable import DraftLedger  // key files, as a crash leaves them

@Suite struct KeyRotationTests {
    private func deposit(in house: LiveHouse) async throws {
        try await house.accept(
            .wallet(1, .recordDeposit(amount: Cents(1), provider: "bank", reference: "at \(house.ledger.size)")),
            as: .provider(onBehalfOf: 1))
    }

    private func code(_ body: () throws -> Void) -> DraftLedgerError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? DraftLedgerError)?.code
        }
    }

    private func key(_ name: String, in house: LiveHouse) throws -> VerifierKey? {
        try KeyFile(path: house.path + "/" + name).read()?.verifierKey
    }

    /// What a holder of `key` comes to, given the file and nothing else.
    private func follow(_ key: VerifierKey, in house: LiveHouse) throws -> VerifierKey {
        let file = try house.ledger.keyHistory().description
        let path = try KeyHistory(Array(file.utf8)).follow(from: key)
        if let broken = path.broken { throw broken }
        return path.key
    }

    /// The ledger is whole, the next checkpoint is by the one key in `log.key`, and `old` leads to it.
    private func expectSettled(_ house: LiveHouse, from old: VerifierKey, line: Int = #line) async throws {
        #expect(try house.ledger.verify().isSound)
        try await deposit(in: house)
        let checkpoint = try house.ledger.publishCheckpoint()
        let current = try house.ledger.verifierKey()
        #expect(checkpoint.note.signatures.count == 1)
        #expect(throws: Never.self) { try checkpoint.verified(by: current) }
        if current != old { #expect(try follow(old, in: house) == current, "line \(line)") }
        #expect(try key("log.key.next", in: house) == nil)
    }

    @Test func aRotationIsSignedByBothKeysAndThenByTheNewOneAlone() async throws {
        let house = try await LiveHouse()
        let first = try house.ledger.verifierKey()
        try house.ledger.publishCheckpoint()
        let second = try house.ledger.rotateCheckpointKey(by: .admin(7))
        let both = try #require(try house.ledger.publishedCheckpoint())
        #expect(throws: Never.self) { try both.verified(by: first) }
        #expect(throws: Never.self) { try both.verified(by: second) }
        #expect(both.note.signatures.map { $0.names(first) } == [true, false])
        let stated = try house.ledger.stream(.system).last
        #expect(
            stated?.event
                == .checkpointKeyRotated(
                    CheckpointKeyRotated(previousVerifierKey: first.text, verifierKey: second.text)))
        #expect(stated?.origin?.actor == .admin(7))
        try await expectSettled(house, from: first)
        #expect(throws: (any Error).self) { try house.ledger.publishedCheckpoint()?.verified(by: first) }
        let mode = try FileManager.default.attributesOfItem(atPath: house.path + "/log.key")[.posixPermissions]
        #expect(mode as? Int == 0o600)

        let third = try house.ledger.rotateCheckpointKey()
        try house.reopen()
        for old in [first, second, third] { #expect(try follow(old, in: house) == third) }
        try await expectSettled(house, from: first)
    }

    // MARK: Killed between the steps

    @Test func killedAfterTheKeyWasWrittenNothingHasChanged() async throws {
        let house = try await LiveHouse()
        let old = try house.ledger.verifierKey()
        house.ledger.close()
        try KeyFile.nextForCheckpoints(of: house.path).write(SignerKey(name: old.name))
        try house.reopen()
        #expect(try house.ledger.verifierKey() == old)
        try await expectSettled(house, from: old)
    }

    /// - Parameter wroteHistory: the checkpoint by both keys is in the history already, but not published yet.
    @Test(arguments: [false, true])
    func killedAfterTheEventTheNextOpeningGoesOn(wroteHistory: Bool) async throws {
        let house = try await LiveHouse()
        let old = try house.ledger.verifierKey()
        try house.ledger.publishCheckpoint()
        let next = SignerKey(name: old.name)
        try KeyFile.nextForCheckpoints(of: house.path).write(next)
        try house.ledger.append([DraftLedger.rotation(from: old, to: next.verifierKey, by: .admin(nil))])
        // As the kill leaves it: nothing is published any more.
        try FileManager.default.copyItem(atPath: house.path + "/checkpoint", toPath: house.path + "/kept")
        try FileManager.default.copyItem(atPath: house.path + "/log.key", toPath: house.path + "/key")
        house.ledger.close()
        try put("kept", "checkpoint", in: house)
        try put("key", "log.key", in: house)
        try KeyFile.nextForCheckpoints(of: house.path).write(next)
        if !wroteHistory { try FileManager.default.removeItem(atPath: house.path + "/checkpoints") }

        try house.reopen()
        #expect(try house.ledger.verifierKey() == next.verifierKey)
        let both = try #require(try house.ledger.publishedCheckpoint())
        #expect(throws: Never.self) { try both.verified(by: old) }
        #expect(throws: Never.self) { try both.verified(by: next.verifierKey) }
        try await expectSettled(house, from: old)
    }

    @Test func killedAfterTheCheckpointTheNextOpeningSwapsTheKeys() async throws {
        let house = try await LiveHouse()
        let old = try house.ledger.verifierKey()
        try FileManager.default.copyItem(atPath: house.path + "/log.key", toPath: house.path + "/key")
        let new = try house.ledger.rotateCheckpointKey()
        let both = try house.ledger.publishedCheckpoint()
        house.ledger.close()
        try put("log.key", "log.key.next", in: house)
        try put("key", "log.key", in: house)
        try house.reopen()
        #expect(try house.ledger.verifierKey() == new)
        #expect(try house.ledger.publishedCheckpoint() == both)
        try await expectSettled(house, from: old)
    }

    private func put(_ source: String, _ target: String, in house: LiveHouse) throws {
        try? FileManager.default.removeItem(atPath: house.path + "/" + target)
        try FileManager.default.moveItem(atPath: house.path + "/" + source, toPath: house.path + "/" + target)
    }

    // MARK: Keys that are not the right ones

    @Test func aRetiredKeySignsNothing() async throws {
        let house = try await LiveHouse()
        try FileManager.default.copyItem(atPath: house.path + "/log.key", toPath: house.path + "/first")
        _ = try house.ledger.rotateCheckpointKey()
        _ = try house.ledger.rotateCheckpointKey()
        try put("first", "log.key", in: house)
        try await deposit(in: house)
        #expect(code { try house.ledger.publishCheckpoint() } == .signingKeyMissing)
        // Drafts go on, and nothing that was published is touched.
        try house.reopen()
        try await deposit(in: house)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func aNewKeyThatIsLostBeforeItSignedIsMissed() async throws {
        let house = try await LiveHouse()
        let old = try house.ledger.verifierKey()
        let next = SignerKey(name: old.name)
        try house.ledger.append([DraftLedger.rotation(from: old, to: next.verifierKey, by: .admin(nil))])
        #expect(code { try house.ledger.publishCheckpoint() } == .signingKeyMissing)
        #expect(code { _ = try house.ledger.rotateCheckpointKey() } == .signingKeyMissing)
        // Restored, it takes over.
        try KeyFile.nextForCheckpoints(of: house.path).write(next)
        try house.reopen()
        try await expectSettled(house, from: old)
    }

    @Test func theCopyOfALedgerSignsWithItsOwnKey() async throws {
        let house = try await LiveHouse()
        _ = try house.ledger.rotateCheckpointKey()
        let path = house.path + ".copy"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let copy = try DraftLedger.create(at: path, origin: nil)
        defer { copy.close() }
        var events: [PendingEvent] = []
        try house.ledger.events { recorded in
            events.append(PendingEvent(recorded))
            return true
        }
        try copy.append(events)
        #expect(try copy.root == house.ledger.root)
        let checkpoint = try copy.publishCheckpoint()
        let own = try copy.verifierKey()
        #expect(throws: Never.self) { try checkpoint.verified(by: own) }
        #expect(own != (try house.ledger.verifierKey()))
    }

    // MARK: Followers

    @Test func anyChangeOfTheHistoryBreaksTheChainOrTheFile() async throws {
        let house = try await LiveHouse()
        let first = try house.ledger.verifierKey()
        _ = try house.ledger.rotateCheckpointKey()
        let last = try house.ledger.rotateCheckpointKey()
        let file = Array(try house.ledger.keyHistory().description.utf8)
        for index in stride(from: 0, to: file.count, by: 1) {
            var changed = file
            changed[index] ^= 1
            guard let history = try? KeyHistory(changed) else { continue }
            let path = history.follow(from: first)
            #expect(path.broken != nil, "byte \(index) is not missed: \(path.key)")
            #expect(path.key != last)
        }
        for count in stride(from: 0, to: file.count, by: 13) {
            guard let history = try? KeyHistory(Array(file.prefix(count))) else { continue }
            #expect(history.follow(from: first).key != last)
        }
    }

    @Test func aKeyOfSomebodyElseIsNotVouchedFor() async throws {
        let house = try await LiveHouse()
        let first = try house.ledger.verifierKey()
        _ = try house.ledger.rotateCheckpointKey()
        let history = try house.ledger.keyHistory()
        let stranger = SignerKey(name: first.name).verifierKey
        #expect(history.follow(from: stranger).broken != nil)
        let elsewhere = SignerKey(name: KeyName("elsewhere.example")!).verifierKey
        #expect(history.follow(from: elsewhere).broken != nil)

        // A rotation whose successor has not signed, and one that leaves a step out.
        let thief = SignerKey(name: first.name)
        let forged = try house.ledger.append([
            DraftLedger.rotation(from: try house.ledger.verifierKey(), to: thief.verifierKey, by: .admin(nil))
        ])
        let edge = try house.ledger.treeEdge(at: house.ledger.size)
        let current = try #require(try SigningKey.read(in: house.path))
        let checkpoint = try SignedCheckpoint(
            Checkpoint(origin: first.name, size: edge.size, root: edge.root), signedBy: current)
        var longer = history
        longer.links.append(
            KeyHistory.Link(
                record: try house.ledger.record(at: forged.lowerBound),
                proof: try house.ledger.proof(of: forged.lowerBound, in: checkpoint)))
        let path = longer.follow(from: first)
        #expect(path.steps.count == 1 && path.broken != nil)
        longer.links.removeFirst()
        #expect(longer.follow(from: first).broken != nil)
    }

    @Test func aLedgerThatNeverRotatedHasAnEmptyHistoryWhichConfirmsNoKey() async throws {
        let house = try await LiveHouse()
        let key = try house.ledger.verifierKey()
        for key in [key, SignerKey(name: key.name).verifierKey] {
            let path = try KeyHistory(Array(house.ledger.keyHistory().description.utf8)).follow(from: key)
            #expect(path.broken?.description.contains("it has no rotation") == true && path.steps.isEmpty)
        }
        #expect(throws: AttestationError.self) { try KeyHistory(Array("something else\n".utf8)) }
    }
}
