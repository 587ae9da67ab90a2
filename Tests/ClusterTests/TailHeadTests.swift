import Cluster
import Merkle
import TestSupport
import Testing

@Suite(.seeded) struct TailHeadTests {
    private static func head(_ random: inout SeededGenerator, node: String = "node-1") -> TailHead {
        TailHead(
            number: random.next(), epoch: random.next(), node: node, nonce: random.next(), size: random.next(),
            root: TreeHash((0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }) ?? TreeHash(),
            digest: BatchDigest(of: (0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aHeadIsReadAsItWasWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for node in ["a", "node-1", "ñandú", String(repeating: "x", count: 64)] {
            let head = Self.head(&random, node: node)
            #expect(try TailHead(bytes: head.bytes) == head)
        }
    }

    /// A byte less, a byte more, another version or another length: an error, never another head.
    @Test func onlyAWholeHeadIsRead() throws {
        var random = SeededGenerator(seed: 7)
        let bytes = Self.head(&random).bytes
        for length in 0..<bytes.count {
            #expect(throws: TailHeadError.self) { try TailHead(bytes: Array(bytes[..<length])) }
        }
        #expect(throws: TailHeadError.self) { try TailHead(bytes: bytes + [0x61]) }
        #expect(throws: TailHeadError.self) { try TailHead(bytes: [2] + bytes[1...]) }
        #expect(throws: TailHeadError.self) { try TailHead(bytes: bytes[..<97] + [0]) }
        #expect(throws: TailHeadError.self) { try TailHead(bytes: bytes[..<97] + [2, 0xC3, 0x28]) }
        #expect(throws: TailHeadError.self) {
            try TailHead(bytes: bytes[..<97] + [65] + [UInt8](repeating: 97, count: 65))
        }
    }

    /// The stored form is read by other versions, so it does not change.
    @Test func theStoredFormIsFixed() {
        let head = TailHead.founding(epoch: 3, by: "n", size: 258, root: TreeHash())
        let numbers: [UInt8] = [
            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2,
        ]
        #expect(Array(head.bytes[..<33]) == numbers)
        #expect(Array(head.bytes[33..<65]) == [UInt8](repeating: 0, count: 32))
        // SHA-256 of nothing.
        #expect(head.bytes[65..<69].elementsEqual([0xE3, 0xB0, 0xC4, 0x42]))
        #expect(Array(head.bytes[97...]) == [1, 0x6E])
    }
}
