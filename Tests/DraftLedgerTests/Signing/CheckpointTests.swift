import Draft
import DraftLedger
import Foundation
import Merkle
import Testing

@Suite struct CheckpointTests {
    private func deposit(_ count: Int, in house: TestHouse) async throws {
        for number in 0..<count {
            try await house.accept(
                .wallet(
                    1,
                    .recordDeposit(amount: Cents(1), provider: "bank", reference: "\(number) of \(house.ledger.size)")),
                as: .provider(onBehalfOf: 1))
        }
    }

    private func code(_ body: () throws -> Void) -> DraftLedgerError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? DraftLedgerError)?.code
        }
    }

    @Test func aCheckpointStatesTheLedgerAndItsKeyVerifiesIt() async throws {
        let house = try await TestHouse()
        let checkpoint = try house.ledger.publishCheckpoint()
        let verified = try checkpoint.verified(by: house.ledger.verifierKey())
        #expect(verified.checkpoint.size == (try house.ledger.size))
        #expect(verified.checkpoint.root == (try house.ledger.root))
        #expect(verified.checkpoint.origin == "test.example/drafts")
        let file = try String(contentsOfFile: house.path + "/checkpoint", encoding: .utf8)
        #expect(file == checkpoint.description)
        let key = try FileManager.default.attributesOfItem(atPath: house.path + "/log.key")
        #expect((key[.posixPermissions] as? Int) == 0o600)
    }

    @Test func everyRecordIsProvenAndNoOther() async throws {
        let house = try await TestHouse()
        try await deposit(300, in: house)
        let checkpoint = try house.ledger.publishCheckpoint()
        let verified = try checkpoint.verified(by: house.ledger.verifierKey())
        for position in stride(from: 0, to: try house.ledger.size, by: 7) {
            let proof = try house.ledger.proof(of: position, in: checkpoint)
            let leaf = TreeHash.leaf(try house.ledger.record(at: position))
            #expect(throws: Never.self) { try verified.verify(leaf: leaf, at: position, proof.proof) }
            #expect(throws: (any Error).self) { try verified.verify(leaf: .leaf([1]), at: position, proof.proof) }
        }
        #expect(code { _ = try house.ledger.proof(of: 1 << 40, in: checkpoint) } == .badMoment)
    }

    @Test func laterCheckpointsExtendEarlierOnes() async throws {
        let house = try await TestHouse()
        var checkpoints = [try house.ledger.publishCheckpoint()]
        for count in [1, 5, 260] {
            try await deposit(count, in: house)
            checkpoints.append(try house.ledger.publishCheckpoint())
        }
        let key = try house.ledger.verifierKey()
        for (older, newer) in zip(checkpoints, checkpoints.dropFirst()) {
            let proof = try house.ledger.consistencyProof(from: older.unverified.size, to: newer.unverified.size)
            let verified = try newer.verified(by: key)
            #expect(throws: Never.self) { try verified.verify(extends: older.verified(by: key), proof) }
            try house.ledger.verify(against: older, key: key, name: "kept")
        }
        // Without growth there is nothing new to state.
        #expect(try house.ledger.publishCheckpoint() == checkpoints.last)
    }

    @Test func anOldCopyPutBackIsFoundOut() async throws {
        let house = try await TestHouse()
        house.ledger.close()
        let data = house.path + "/data.mdb"
        try FileManager.default.copyItem(atPath: data, toPath: data + ".old")
        try house.reopen()
        try await deposit(3, in: house)
        house.ledger.close()
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: data + ".old", toPath: data)

        #expect(code { try house.reopen() } == .ledgerRolledBack)
        // It can still be looked at, and says what is wrong with it: nothing but the checkpoint.
        let reader = try DraftLedger.open(at: house.path)
        #expect(try reader.verify().findings.map(\.check) == ["checkpoint"])
        reader.close()
    }

    @Test func anotherHistoryUnderTheSameCheckpointIsFoundOut() async throws {
        let house = try await TestHouse()
        house.ledger.close()
        let data = house.path + "/data.mdb"
        let published = house.path + "/checkpoint"
        let history = house.path + "/checkpoints"
        for name in [data, published, history] {
            try FileManager.default.copyItem(atPath: name, toPath: name + ".old")
        }
        try house.reopen()
        try await deposit(3, in: house)
        house.ledger.close()
        let truth = try String(contentsOfFile: published, encoding: .utf8)

        // The forger goes back to the old state, writes something else, and puts the true checkpoint beside it.
        for name in [data, published] {
            try FileManager.default.removeItem(atPath: name)
            try FileManager.default.moveItem(atPath: name + ".old", toPath: name)
        }
        #expect(code { try house.reopen() } == .ledgerRolledBack, "the history of checkpoints knows more")
        try FileManager.default.removeItem(atPath: history)
        try FileManager.default.moveItem(atPath: history + ".old", toPath: history)
        try house.reopen()
        try await deposit(9, in: house)
        house.ledger.close()
        try truth.write(toFile: published, atomically: true, encoding: .utf8)
        #expect(code { try house.reopen() } == .ledgerForked)
    }

    @Test func aBrokenCheckpointFileOrALostKeyIsNamed() async throws {
        let house = try await TestHouse()
        house.ledger.close()
        let key = house.path + "/log.key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".gone")
        try house.reopen()
        try await deposit(1, in: house)
        #expect(code { _ = try house.ledger.publishCheckpoint() } == .signingKeyMissing)
        house.ledger.close()
        try "not a note".write(toFile: house.path + "/checkpoint", atomically: true, encoding: .utf8)
        #expect(code { try house.reopen() } == .checkpointDamaged)
    }

    @Test func aWitnessCosignsWhatItHasChecked() async throws {
        let house = try await TestHouse()
        let witness = CosignerKey(name: KeyName("witness.example/w1")!)
        let key = try house.ledger.verifierKey()
        let first = try house.ledger.publishCheckpoint()
        var known: (size: UInt64, root: TreeHash)?
        for _ in 0..<2 {
            let published = try house.ledger.publishCheckpoint()
            let request = try house.ledger.witnessRequest(from: known?.size ?? 0, to: published)
            let checked = try AddCheckpointRequest(Array(request.description.utf8)).verified(by: key, known: known)
            let line = try witness.cosign(checked, time: 1_700_000_000).line
            let cosigned = try house.ledger.addWitness(Array(line.utf8), from: [witness.verifierKey])
            #expect(try cosigned.verified(by: key, witnesses: [witness.verifierKey]).cosignatures.count == 1)
            #expect(try house.ledger.publishedCheckpoint() == cosigned)
            known = (published.unverified.size, published.unverified.root)
            try await deposit(2, in: house)
        }
        #expect(first.unverified.size < (try house.ledger.size))
    }

    @Test func aNameThatNoKeyCanHaveIsRefusedBeforeAnythingIsMade() {
        let path = FileManager.default.temporaryDirectory.appending(path: "origin-\(UUID().uuidString)").path
        #expect(code { _ = try DraftLedger.create(at: path, origin: "two words") } == .badOrigin)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
