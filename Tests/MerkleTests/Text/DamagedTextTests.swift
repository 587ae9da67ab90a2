import Merkle
import TestSupport
import Testing

/// What comes from outside may be anything. A reader may refuse it or take it, but it must not trap, and what it takes
/// has to be written back byte for byte: one text for one value.
@Suite struct DamagedTextTests {
    /// Changes, drops, repeats or moves a few bytes, with a liking for those that mean something.
    private func damage(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let telling = Array("\n\n  +=—0919/x.p\u{0}\r\t#".utf8) + [0xFF, 0xC3, 0x80]
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let end = min(bytes.count, index + Int.random(in: 1...60, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes[index] = telling.randomElement(using: &generator)!
            case 2: bytes.insert(telling.randomElement(using: &generator)!, at: index)
            case 3: bytes.removeSubrange(index..<end)
            default: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: bytes.indices, using: &generator))
            }
        }
        return bytes
    }

    private func check(_ file: [UInt8], seed: UInt64, read: ([UInt8]) throws -> [UInt8]?) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<3_000 {
            let damaged = damage(file, with: &generator)
            do {
                guard let written = try read(damaged) else { continue }
                try #require(written == damaged, "seed \(seed), round \(round)")
            } catch is FormatError {
                continue
            }
        }
    }

    @Test(arguments: ["checkpoint.300", "pick-137.tlog-proof", "add-checkpoint-7-to-300.txt", "policy.txt"])
    func damagedFilesAreRefusedOrReadAsTheyAre(path: String) throws {
        let file = try Fixture.bytes(path)
        try check(file, seed: 1) { try Array(SignedNote($0).description.utf8) }
        try check(file, seed: 2) { try Array(SignedCheckpoint($0).description.utf8) }
        try check(file, seed: 3) { try Array(ProofFile($0).description.utf8) }
        try check(file, seed: 4) { try Array(AddCheckpointRequest($0).description.utf8) }
        try check(file, seed: 5) { bytes in
            _ = try TrustPolicy(bytes)
            return nil
        }
    }

    @Test func damagedKeysAndTilePathsAreRefusedOrReadAsTheyAre() throws {
        let fixture = try Fixture()
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        try check(Array(fixture.expected.log_vkey.utf8), seed: 6) { try Array(VerifierKey(text($0)).text.utf8) }
        try check(Array(fixture.logKey.secretText.utf8), seed: 7) { try Array(SignerKey(text($0)).secretText.utf8) }
        try check(Array("tile/entries/x001/x234/067.p/255".utf8), seed: 8) { try Array(TilePath(text($0)).text.utf8) }
        try check(Array("tile/2/x001/x234/067".utf8), seed: 9) { try Array(TilePath(text($0)).text.utf8) }
    }

    @Test func damagedBundlesAreRefusedOrReadAsTheyAre() throws {
        let file = try Array(Fixture.bytes("tile/entries/001.p/44").prefix(500))
        for width in 1...10 {
            try check(file, seed: UInt64(width)) { try EntryBundle(bytes: $0, width: width).bytes }
        }
    }

    /// A signed text that verifies is exactly what was signed, whatever was done to the file.
    @Test func aDamagedCheckpointThatVerifiesSaysTheSame() throws {
        let fixture = try Fixture()
        var generator = SeededGenerator(seed: 10)
        let file = try Fixture.bytes("checkpoint.300")
        let good = try SignedCheckpoint(file).unverified
        for round in 0..<5_000 {
            guard let damaged = try? SignedCheckpoint(damage(file, with: &generator)),
                let verified = try? damaged.verified(by: fixture.logKey.verifierKey)
            else { continue }
            try #require(verified.checkpoint == good, "round \(round)")
        }
    }
}
