public import Draft
public import Merkle

/// That a command has arrived, signed at once: holding one without a matching event proves omission.
///
///     draft-ledger/receipt@v1
///     origin <origin>
///     stream <the stream in which the command will leave its mark>
///     command <32 hexadecimal digits>
///     content <base64 SHA-256 of the command's content>
///     actor <who sent it>
///     received <ISO 8601>
///     due <ISO 8601: by then at the latest it is in the log, accepted or refused>
///     <blank line>
///     — <origin>/receipt <signature>
public struct Receipt: Hashable, Sendable {
    /// The ledger's name.
    public let origin: String
    /// The stream in which the command leaves its mark, accepted or refused.
    public let stream: StreamKey
    /// The id under which it was sent.
    public let command: CommandID
    /// Of its content (`Command.contentDigest`).
    public let content: Digest256
    /// Who sent it.
    public let actor: Actor
    /// When it arrived, by the receiver's clock.
    public let receivedAt: Timestamp
    /// When it is in the log at the latest, by the ledger's clock.
    public let dueAt: Timestamp
    /// The text and its signature.
    public let note: SignedNote

    static let header = "draft-ledger/receipt@v1"

    /// Signs a receipt. One SHA-256 and one Ed25519 signature.
    init(
        origin: String, command: Command, actor: Actor, id: CommandID, receivedAt: Timestamp, dueAt: Timestamp,
        signedBy key: SignerKey
    ) throws {
        self.origin = origin
        stream = command.anchor
        self.command = id
        content = command.contentDigest
        self.actor = actor
        self.receivedAt = receivedAt
        self.dueAt = dueAt
        note = try SignedNote(
            Self.text(
                origin: origin, stream: stream, command: id, content: content, actor: actor, receivedAt: receivedAt,
                dueAt: dueAt), signedBy: key)
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
        stream = try fields.next("stream") { StreamKey(String($0)) }
        command = try fields.next("command") { CommandID(String($0)) }
        content = try fields.next("content") { Digest256(base64: $0) }
        actor = try fields.next("actor") { Actor(text: String($0)) }
        receivedAt = try fields.next("received") { Timestamp(iso8601: $0) }
        dueAt = try fields.next("due") { Timestamp(iso8601: $0) }
        try fields.check(
            Self.text(
                origin: origin, stream: stream, command: command, content: content, actor: actor,
                receivedAt: receivedAt, dueAt: dueAt))
        guard description.utf8.elementsEqual(bytes) else {
            throw .malformed("receipt", "it has more bytes than its parts")
        }
    }

    private static func text(
        origin: String, stream: StreamKey, command: CommandID, content: Digest256, actor: Actor,
        receivedAt: Timestamp, dueAt: Timestamp
    ) -> String {
        """
        \(header)
        origin \(origin)
        stream \(stream)
        command \(command)
        content \(content.base64)
        actor \(actor.text)
        received \(receivedAt.iso8601)
        due \(dueAt.iso8601)

        """
    }

    /// Checks the signature.
    ///
    /// - Parameter keys: the verifier's own, among them that of `<origin>/receipt`.
    /// - Returns: the key that has signed.
    /// - Throws: `AttestationError.keyMissing` or `.notProven`.
    @discardableResult
    public func verify(by keys: [VerifierKey]) throws(AttestationError) -> VerifierKey {
        try note.signer(named: origin + "/receipt", among: keys)
    }

    /// The name of the key that signs a ledger's receipts.
    static func keyName(of origin: String) throws -> KeyName { try SigningKey.name(origin + "/receipt") }
}

extension Receipt: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String { note.description }
}
