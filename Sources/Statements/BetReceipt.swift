public import Bets
public import Draft
public import Merkle
import Records

/// That a bet is in the ledger, signed when it was recorded: a ledger that loses or changes the bet is proved wrong by it.
///
///     draft-ledger/bet-receipt@v1
///     origin <origin>
///     position <the bet's number>
///     record <base64 of the stored record>
///     size <the number of records when it was signed>
///     root <base64 root of the tree over exactly these>
///     <blank line>
///     — <origin>/receipt <signature>
///
/// It has the whole record, so that its holder can show what was bet without the ledger. It shows the bet to anybody who reads it.
public struct BetReceipt: Hashable, Sendable {
    /// The ledger's name.
    public let origin: String
    /// The record's position, which is the number of the bet.
    public let position: UInt64
    /// The stored bytes of the record.
    public let record: [UInt8]
    /// The number of records when the receipt was signed.
    public let size: UInt64
    /// The root of the tree over exactly these.
    public let root: TreeHash
    /// The user who has made the bet.
    public let user: UserID
    /// The bet. Of its notes it has the digest.
    public let bet: BetRecorded
    /// When the bet was recorded, by the ledger's clock.
    public let recordedAt: Timestamp
    /// The text and its signature.
    public let note: SignedNote

    private static let header = "draft-ledger/bet-receipt@v1"

    /// Signs a receipt. One Ed25519 signature.
    ///
    /// - Throws: `AttestationError.malformed` for a record that is not a bet.
    package init(
        origin: String, position: UInt64, record: [UInt8], size: UInt64, root: TreeHash, signedBy key: SignerKey
    ) throws {
        (self.origin, self.position, self.record, self.size, self.root) = (origin, position, record, size, root)
        (user, bet, recordedAt) = try Self.content(of: record, at: position)
        note = try SignedNote(
            Self.text(origin: origin, position: position, record: record, size: size, root: root), signedBy: key)
    }

    /// Reads a receipt; nothing in it is believed before `verify(by:)`.
    ///
    /// - Throws: `AttestationError.malformed` for anything but what `description` writes.
    public init(_ bytes: [UInt8]) throws(AttestationError) {
        do {
            note = try SignedNote(bytes)
        } catch {
            throw .malformed("receipt", "\(error)")
        }
        var fields = StatementFields(note.text, header: Self.header)
        origin = try fields.next("origin")
        position = try fields.next("position") { UInt64($0) }
        record = try fields.next("record") { Base64.decode(Array($0.utf8)[...]) }
        size = try fields.next("size") { UInt64($0) }
        root = try fields.next("root") { TreeHash(base64: String($0)) }
        try fields.check(Self.text(origin: origin, position: position, record: record, size: size, root: root))
        guard position < size else { throw .malformed("receipt", "the bet is at \(position) of \(size) records") }
        (user, bet, recordedAt) = try Self.content(of: record, at: position)
        guard description.utf8.elementsEqual(bytes) else {
            throw .malformed("receipt", "it has bytes after its parts")
        }
    }

    private static func content(
        of record: [UInt8], at position: UInt64
    ) throws(AttestationError) -> (UserID, BetRecorded, Timestamp) {
        let recorded: RecordedBetEvent
        do {
            recorded = try record.withUnsafeBytes { try RecordedBetEvent(record: $0, position: position) }
        } catch {
            throw .malformed("record", "\(error)")
        }
        guard case .betRecorded(let bet) = recorded.event, case .bettor(let user) = recorded.stream else {
            throw .malformed("record", "it is not a bet")
        }
        return (user, bet, recorded.recordedAt)
    }

    private static func text(
        origin: String, position: UInt64, record: [UInt8], size: UInt64, root: TreeHash
    ) -> String {
        [
            header, "origin \(origin)", "position \(position)", "record \(Base64.encode(record))", "size \(size)",
            "root \(root.base64)",
        ].joined(separator: "\n") + "\n"
    }

    /// The hash of the record, as the tree has it.
    public var leaf: TreeHash { .leaf(record) }

    /// Checks the signature.
    ///
    /// - Parameter keys: the verifier's own, among them that of `<origin>/receipt`.
    /// - Returns: the key that has signed.
    /// - Throws: `AttestationError.keyMissing` or `.notProven`.
    @discardableResult
    public func verify(by keys: [VerifierKey]) throws(AttestationError) -> VerifierKey {
        try note.signer(named: Receipt.keyName(of: origin), among: keys)
    }
}

extension BetReceipt: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String { note.description }
}
