public import Draft
import DraftLedger
public import Merkle
import Platform
import Records

/// The end of an audit, kept in a file, from which a later audit continues.
///
/// ```swift
/// let (report, end) = try Audit(ledger).run(continuing: nil, keeping: .init(program: version, at: now))
/// try end?.write(to: "audit.kept")
/// // A day later:
/// let kept = try KeptAudit.read(at: "audit.kept")
/// let (report, end) = try Audit(ledger).run(continuing: kept, keeping: .init(program: version, at: now))
/// ```
///
/// The file begins with three lines for people:
///
///     draft-ledger/audit@v1
///     <events> <root in base64>
///     <when it ended> <the program>
///
/// It ends with a digest of all before it. It is a statement of its writer and not a proof, and contains members' data.
public struct KeptAudit: Sendable {
    /// The number of events that the audit has read.
    public let size: UInt64
    /// The root of the tree over these events.
    public let root: TreeHash
    /// When the audit ended.
    public let endedAt: Timestamp
    /// The program that has written it.
    public let program: String

    /// The sections, as lines.
    let sections: [UInt8]

    init(size: UInt64, root: TreeHash, endedAt: Timestamp, program: String, sections: [UInt8]) {
        self.size = size
        self.root = root
        self.endedAt = endedAt
        self.program = program
        self.sections = sections
    }

    private static let head = "draft-ledger/audit@v1"
    private static let digestHead = "sha256 "

    /// Replaces a file, which only its owner can read.
    ///
    /// - Throws: `KeptAuditError.notWritten`; then what was there is unchanged.
    public func write(to path: String) throws(KeptAuditError) {
        var bytes = Array("\(Self.head)\n\(size) \(root.base64)\n\(endedAt.iso8601) \(program)\n".utf8)
        bytes += sections
        bytes += Array("\(Self.digestHead)\(Digest256(hashing: bytes).hexadecimal)\n".utf8)
        do {
            try DurableFile.replace(path, with: bytes, permissions: 0o600)
        } catch {
            throw .notWritten(path, "\(error)")
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `KeptAuditError.notFound`, `.unreadable`, `.notKept` and `.damaged`.
    public static func read(at path: String) throws(KeptAuditError) -> KeptAudit {
        guard FileSystem.exists(path) else { throw .notFound(path) }
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.regular(path).contents(upTo: .max)
        } catch {
            throw .unreadable(path, "\(error)")
        }
        return try KeptAudit(bytes, of: path)
    }

    init(_ bytes: [UInt8], of path: String) throws(KeptAuditError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard lines[0].elementsEqual(Self.head.utf8) else { throw .notKept(path) }
        let digestLength = Self.digestHead.utf8.count + 64 + 1
        guard lines.count == 4, bytes.count > digestLength else { throw .damaged(path) }
        let content = bytes.dropLast(digestLength)
        guard lines[3].startIndex <= content.endIndex else { throw .damaged(path) }
        let digest = Digest256(hashing: Array(content)).hexadecimal
        guard bytes.suffix(digestLength).elementsEqual("\(Self.digestHead)\(digest)\n".utf8) else {
            throw .damaged(path)
        }
        let place = String(decoding: lines[1], as: UTF8.self).split(separator: " ")
        let time = String(decoding: lines[2], as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard place.count == 2, let size = UInt64(place[0]), let root = TreeHash(base64: String(place[1])),
            time.count == 2, let endedAt = Timestamp(iso8601: String(time[0]))
        else { throw .damaged(path) }
        self.init(
            size: size, root: root, endedAt: endedAt, program: String(time[1]),
            sections: Array(content[lines[3].startIndex...]))
    }
}

/// The writer of a kept audit.
public struct AuditKeeping: Sendable {
    /// The name and version of the program. Another version does not continue the audit.
    public var program: String
    /// The time of the audit.
    public var time: Timestamp
    /// Whether the end of the audit is kept.
    public var keepsEnd: Bool

    public init(program: String, at time: Timestamp, keepsEnd: Bool = true) {
        self.program = program
        self.time = time
        self.keepsEnd = keepsEnd
    }
}

/// Why an audit cannot continue from a kept one.
public enum KeptAuditError: Error, Hashable, Sendable {
    /// The file does not exist.
    case notFound(String)
    /// The file cannot be read, with the reason.
    case unreadable(String, String)
    /// The file cannot be written, with the reason.
    case notWritten(String, String)
    /// The file is something else.
    case notKept(String)
    /// The file was changed or cut off.
    case damaged(String)
    /// Another version of the program has written it.
    case otherProgram(wrote: String, reads: String)
    /// The content is not what this version writes.
    case unknownContent
    /// The ledger has fewer events than were audited.
    case ahead(size: UInt64, of: UInt64)
    /// The ledger's first events are not those that were audited.
    case otherHistory(size: UInt64)
    /// The kept audit ends at another place than the checkpoint.
    case otherCheckpoint(size: UInt64, checkpoint: UInt64)
}

extension KeptAuditError: CustomStringConvertible {
    private static let advice = "Audit the whole ledger with `audit --keep FILE`."

    public var description: String {
        switch self {
        case .notFound(let path): "\(path) does not exist. \(Self.advice)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .notWritten(let path, let reason):
            "The audit was not kept: \(path) cannot be written (\(reason)). A file that was there is unchanged."
        case .notKept(let path): "\(path) is not a kept audit. Name a file that `audit --keep` has written."
        case .damaged(let path): "\(path) is damaged: its content does not match its digest. \(Self.advice)"
        case .otherProgram(let wrote, let reads):
            "The kept audit was written by \(wrote), and this program is \(reads): another version may check more. "
                + Self.advice
        case .unknownContent:
            "The kept audit has other content than this version of the program writes. \(Self.advice)"
        case .ahead(let size, let ledger):
            "The kept audit has read \(size) events, but the ledger has \(ledger): it is another ledger, or its last "
                + "events were removed. Compare it with its checkpoints, then audit the whole ledger with `audit --keep FILE`."
        case .otherHistory(let size):
            "The first \(size) events are not those that were audited: it is another ledger, or its history was changed. "
                + "Compare it with its checkpoints, then audit the whole ledger with `audit --keep FILE`."
        case .otherCheckpoint(let size, let checkpoint):
            "The kept audit ends at \(size) events, and the checkpoint at \(checkpoint), or their roots differ. Name the "
                + "checkpoint of the kept audit."
        }
    }
}
