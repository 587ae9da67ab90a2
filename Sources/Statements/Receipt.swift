public import Draft
public import Merkle
import Records

/// That a command has arrived, signed at once: holding one without a matching event proves omission.
///
///     draft-ledger/receipt@v2
///     origin <origin>
///     stream <the stream in which the command will leave its mark>
///     command <32 hexadecimal digits>
///     kind <such as makePick>
///     fingerprint <8 hexadecimal digits, as the command's events will carry them>
///     content <base64 SHA-256 of the command's content>
///     actor <who sent it>
///     received <ISO 8601>
///     due <ISO 8601: by then at the latest it is in the log, accepted or refused>
///     <blank line>
///     — <origin>/receipt <signature>
///
/// Receipts of version 1 stay readable. They name no kind, and their digest is the one whose first 32 bits are the
/// fingerprint, in which two contents can have the same bytes.
public struct Receipt: Hashable, Sendable {
    /// The ledger's name.
    public let origin: String
    /// The stream in which the command leaves its mark, accepted or refused.
    public let stream: StreamKey
    /// The id under which it was sent.
    public let command: CommandID
    /// The kind of the command; nil in a receipt of version 1.
    public let kind: CommandKind?
    /// The fingerprint in the command's events (`Command.fingerprint`).
    public let fingerprint: UInt32
    /// Of its content (`Command.contentDigest`).
    public let content: Digest256
    /// The sender.
    public let actor: Sender
    /// When it arrived, by the receiver's clock.
    public let receivedAt: Timestamp
    /// When it is in the log at the latest, by the ledger's clock.
    public let dueAt: Timestamp
    /// The text and its signature.
    public let note: SignedNote

    private static let header = "draft-ledger/receipt@v2"
    private static let firstHeader = "draft-ledger/receipt@v1"

    /// Signs a receipt. One SHA-256 and one Ed25519 signature.
    package init(
        origin: String, command: Command, actor: Sender, id: CommandID, receivedAt: Timestamp, dueAt: Timestamp,
        signedBy key: SignerKey
    ) throws {
        self.origin = origin
        stream = command.anchor
        self.command = id
        kind = command.kind
        fingerprint = command.fingerprint
        content = command.contentDigest
        self.actor = actor
        self.receivedAt = receivedAt
        self.dueAt = dueAt
        note = try SignedNote(
            Self.text(
                origin: origin, stream: stream, command: id, kind: command.kind, fingerprint: fingerprint,
                content: content, actor: actor, receivedAt: receivedAt, dueAt: dueAt), signedBy: key)
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
        let isFirst = note.text.hasPrefix(Self.firstHeader + "\n")
        var fields = StatementFields(note.text, header: isFirst ? Self.firstHeader : Self.header)
        origin = try fields.next("origin")
        stream = try fields.next("stream") { StreamKey(String($0)) }
        command = try fields.next("command") { CommandID(String($0)) }
        kind = isFirst ? nil : try fields.next("kind") { name in CommandKind.allCases.first { $0.name == name } }
        let stated = isFirst ? nil : try fields.next("fingerprint") { UInt32($0, radix: 16) }
        content = try fields.next("content") { Digest256(base64: $0) }
        fingerprint = stated ?? UInt32(truncatingIfNeeded: content.words.0 >> 32)
        actor = try fields.next("actor") { Sender(text: String($0)) }
        receivedAt = try fields.next("received") { Timestamp(iso8601: $0) }
        dueAt = try fields.next("due") { Timestamp(iso8601: $0) }
        try fields.check(
            Self.text(
                origin: origin, stream: stream, command: command, kind: kind, fingerprint: fingerprint,
                content: content, actor: actor, receivedAt: receivedAt, dueAt: dueAt))
        guard description.utf8.elementsEqual(bytes) else {
            throw .malformed("receipt", "it has bytes after its parts")
        }
    }

    /// - Parameter kind: nil for the text of version 1.
    private static func text(
        origin: String, stream: StreamKey, command: CommandID, kind: CommandKind?, fingerprint: UInt32,
        content: Digest256, actor: Sender, receivedAt: Timestamp, dueAt: Timestamp
    ) -> String {
        let digits = String(fingerprint, radix: 16)
        let nature = kind.map { kind in
            ["kind \(kind.name)", "fingerprint \(String(repeating: "0", count: 8 - digits.count))\(digits)"]
        }
        let lines =
            [kind == nil ? firstHeader : header, "origin \(origin)", "stream \(stream)", "command \(command)"]
            + (nature ?? [])
            + [
                "content \(content.base64)", "actor \(actor.text)", "received \(receivedAt.iso8601)",
                "due \(dueAt.iso8601)",
            ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Checks the signature.
    ///
    /// - Parameter keys: the verifier's own, among them that of `<origin>/receipt`.
    /// - Returns: the key that has signed.
    /// - Throws: `AttestationError.keyMissing` or `.notProven`.
    @discardableResult
    public func verify(by keys: [VerifierKey]) throws(AttestationError) -> VerifierKey {
        try note.signer(named: Self.keyName(of: origin), among: keys)
    }

    /// The name of the key that signs a ledger's receipts.
    package static func keyName(of origin: String) -> String { origin + "/receipt" }
}

extension Receipt: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String { note.description }
}
