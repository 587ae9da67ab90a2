import Cluster
import Merkle
import Platform

/// A ledger in memory: records of one word each, and a root that depends on all of them.
struct SimulatedLedger {
    private(set) var records: [UInt64] = []
    /// The root after each number of records.
    private(set) var roots: [UInt64] = [0x6472_6166_7473]
    /// The last batch whose records are all there.
    private(set) var number: UInt64 = 0
    /// The position of each command.
    private(set) var positions: [UInt64: Int] = [:]

    var position: TailPosition {
        TailPosition(number: number, size: UInt64(records.count), root: Self.hash(root))
    }
    var root: UInt64 { roots[records.count] }

    static func hash(_ root: UInt64) -> TreeHash {
        var bytes = [UInt8](repeating: 0, count: 32)
        withUnsafeBytes(of: root.bigEndian) { root in
            for index in 0..<8 { bytes[index] = root[index] }
        }
        return TreeHash(bytes) ?? TreeHash()
    }

    mutating func append(_ record: UInt64) {
        roots.append(SplitMix64.mix(root &+ SplitMix64.mix(record)))
        positions[record] = records.count
        records.append(record)
    }

    /// Appends a batch; the records that are there already are compared.
    ///
    /// - Throws: `Diverged` if the batch does not continue the ledger.
    mutating func apply(_ batch: SimulatedBatch, number: UInt64) throws(Diverged) {
        let first = Int(batch.first)
        guard first <= records.count, roots[first] == batch.rootBefore else { throw Diverged() }
        for (offset, record) in batch.records.enumerated() {
            if first + offset < records.count {
                guard records[first + offset] == record else { throw Diverged() }
            } else {
                append(record)
            }
        }
        guard roots[first + batch.records.count] == batch.rootAfter else { throw Diverged() }
        self.number = number
    }

    /// Takes the records of another ledger up to a size.
    mutating func copy(from other: SimulatedLedger, upTo size: Int) {
        for index in records.count..<max(size, records.count) { append(other.records[index]) }
    }

    /// States that everything up to a batch is there.
    mutating func complete(_ number: UInt64) { self.number = number }

    struct Diverged: Error {}
}

/// A batch of a simulated ledger: where its records belong, and the roots around them.
struct SimulatedBatch {
    var first: UInt64
    var rootBefore: UInt64
    var rootAfter: UInt64
    var records: [UInt64]

    /// The batch that appends records to a ledger.
    init(_ records: [UInt64], to ledger: SimulatedLedger) {
        first = UInt64(ledger.records.count)
        rootBefore = ledger.root
        rootAfter = records.reduce(rootBefore) { SplitMix64.mix($0 &+ SplitMix64.mix($1)) }
        self.records = records
    }

    init(bytes: [UInt8]) {
        let words = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
        }
        (first, rootBefore, rootAfter) = (words[0], words[1], words[2])
        records = Array(words[3...])
    }

    var bytes: [UInt8] { ([first, rootBefore, rootAfter] + records).withUnsafeBytes { Array($0) } }
}

/// The records of a simulation.
enum Record {
    /// The claim of an epoch by a node.
    static func claim(_ epoch: UInt64, by node: Int) -> UInt64 { 1 << 63 | epoch << 8 | UInt64(node) }
    static func isClaim(_ record: UInt64) -> Bool { record >> 63 == 1 }
}
