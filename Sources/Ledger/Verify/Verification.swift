public import Merkle
import Platform

/// The end of the verified beginning of a ledger, from which a later verification continues.
///
/// Takes 24 bytes a stream, and says nothing of the tree: compare the tree's root before relying on it.
public struct VerifiedBeginning: Sendable {
    /// The number of events. A whole number of chunks, so that the tree can be continued from here.
    public let end: Position
    /// When the last of these events was recorded.
    let lastTime: Int64?
    /// The last of these events in each stream.
    let heads: HeadTable
}

extension VerifiedBeginning: Codable {
    private struct Content: Codable {
        var end: UInt64
        var lastTime: Int64?
        /// Stream, position and version of each head, 20 bytes in Base64.
        var heads: String
    }

    public func encode(to encoder: any Encoder) throws {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(heads.count * Self.bytesOfHead)
        heads.forEach { stream, head in
            withUnsafeBytes(of: stream.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: head.position.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: head.version.littleEndian) { bytes += $0 }
        }
        var container = encoder.singleValueContainer()
        try container.encode(Content(end: end, lastTime: lastTime, heads: Base64.encode(bytes)))
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let content = try container.decode(Content.self)
        guard let bytes = Base64.decode(content.heads.utf8), bytes.count.isMultiple(of: Self.bytesOfHead),
            content.end.isMultiple(of: OccupiedChunks.chunkSize)
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the end of a verification")
        }
        var heads = HeadTable()
        bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.bytesOfHead) {
                let stream = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                let position = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
                let version = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt32.self))
                heads.set(stream, to: StreamHead(version: version, position: position))
            }
        }
        (end, lastTime, self.heads) = (content.end, content.lastTime, heads)
    }

    private static let bytesOfHead = 20
}

/// The result of a ledger's verification.
public struct Verification: Sendable {
    /// A rule that the stored ledger must obey.
    public enum Check: String, Hashable, Sendable, CaseIterable {
        /// The pages of the file are where they belong, and what is in them stays inside. Nothing else can be looked at
        /// where they do not.
        case pages
        /// Every position up to the last has its record, and every record has a header.
        case positions
        /// The module above can read each record.
        case records
        /// Versions are gapless from 1 in each stream.
        case versions
        /// `previous` leads to the stream's event before, and is null at version 1.
        case links
        /// `recordedAt` never runs backwards.
        case times
        /// Each stored hash is the hash of the records below it.
        case nodes
        /// The root over the records is the root that the ledger states.
        case root
        /// `streams` says what the log says.
        case streams
    }

    /// Something that is not as it must be.
    public struct Finding: Hashable, Sendable {
        /// The rule that is broken.
        public let check: Check
        /// The position; the first one of several. Nil if no position can be named.
        public let position: Position?
        /// The finding and the expectation.
        public let message: String
    }

    /// How much was looked at.
    public struct Counts: Hashable, Sendable {
        public var events: UInt64 = 0
        public var bytes: UInt64 = 0
        public var nodes: UInt64 = 0
        public var streams: UInt64 = 0
    }

    /// The number of events that the ledger had when the verification began.
    public internal(set) var size: Position = 0
    /// The root over the records, computed from nothing else; nil when records are missing.
    public internal(set) var root: TreeHash?
    /// The findings, by position. The first thousand; `findingCount` counts all.
    public internal(set) var findings: [Finding] = []
    public internal(set) var findingCount = 0
    public internal(set) var checked = Counts()
    /// The place from which a later verification continues, if that was asked for; nil if anything was found.
    public internal(set) var beginning: VerifiedBeginning?

    /// Whether nothing was found.
    public var isSound: Bool { findingCount == 0 }

    static let findingLimit = 1_000

    init() {}

    /// The result if damage prevents all other checks.
    init(_ check: Check, _ message: String) {
        add(check, at: nil, message)
    }

    mutating func add(_ check: Check, at position: Position?, _ message: String) {
        add(Finding(check: check, position: position, message: message))
    }

    mutating func add(_ finding: Finding) {
        findingCount += 1
        if findings.count < Self.findingLimit { findings.append(finding) }
    }
}
