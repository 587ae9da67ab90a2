import Crypto
public import Draft

/// The state that a client had observed when it signed a command.
public struct CommandSight: Hashable, Sendable {
    /// Events in the last checkpoint that it saw and checked to follow from those before; 0 before the first.
    public var anchor: UInt64

    /// That checkpoint's root; the root of no events for 0.
    public var root: Digest256

    /// The version of the command's stream that stood on the screen.
    public var seenVersion: UInt32

    public init(anchor: UInt64, root: Digest256, seenVersion: UInt32) {
        self.anchor = anchor
        self.root = root
        self.seenVersion = seenVersion
    }

    /// Of who has seen nothing yet.
    public static let nothing = CommandSight(anchor: 0, root: Digest256(hashing: []), seenVersion: 0)
}

/// A command as its sender signs it, and nothing of it that could be meant in another way.
///
/// ```
/// "draft-ledger/command@v1" 0x0A
/// origin        text       the ledger's name
/// sender        u64        as in a record: role, number, and for whom
/// case          u64        because of which; none: all bits set
/// key           32 bytes   SHA-256 of the public key's 33
/// anchor        u64, then the root's 32 bytes
/// content       text       kind, stream and fields, in the exact form of `contentDigest`
/// id            16 bytes   in the order in which it is printed
/// seenVersion   u32
/// ```
///
/// Numbers are little-endian, a text is its count of bytes as u64 and then the bytes. The format is permanent: a command
/// with a new field is signed under a new version, unless an absent field leaves no bytes.
public struct SignableCommand: Sendable {
    let command: Command
    let id: CommandID
    let actor: Sender
    let dispute: CaseID?
    let ledger: String

    /// - Parameters:
    ///   - command: what is asked for.
    ///   - id: the sender's own name for it.
    ///   - actor: who signs.
    ///   - dispute: the case because of which it is sent; nil without a case.
    ///   - ledger: the name of the ledger that it is for, as its first event states it.
    public init(_ command: Command, id: CommandID, actor: Sender, dispute: CaseID? = nil, ledger: String) {
        self.command = command
        self.id = id
        self.actor = actor
        self.dispute = dispute
        self.ledger = ledger
    }

    /// The bytes that a key signs.
    public func message(for key: PublicKey, at sight: CommandSight) -> [UInt8] {
        var bytes = Array("draft-ledger/command@v1\n".utf8)
        func add(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        func add(text: some Collection<UInt8>) {
            add(UInt64(text.count).littleEndian)
            bytes.append(contentsOf: text)
        }
        add(text: ledger.utf8)
        add(actor.rawValue.littleEndian)
        add((dispute?.number ?? .wireNull).littleEndian)
        bytes.append(contentsOf: Digest256(hashing: key.bytes).bytes)
        add(sight.anchor.littleEndian)
        bytes.append(contentsOf: sight.root.bytes)
        add(text: CommandContent(.exact, of: command).bytes)
        add(id.high.bigEndian)
        add(id.low.bigEndian)
        add(sight.seenVersion.littleEndian)
        return bytes
    }
}

/// A sender's signature under a command, with the key that it is by and what the sender had seen: all that is needed to check
/// it. A record keeps the part that does not follow from elsewhere, a `CommandSignature`.
public struct CommandSeal: Hashable, Sendable {
    public var key: PublicKey
    public var sight: CommandSight
    /// r ‖ s. 64 bytes.
    public var signature: [UInt8]

    public init(key: PublicKey, sight: CommandSight, signature: [UInt8]) {
        self.key = key
        self.sight = sight
        self.signature = signature
    }

    /// The content in the command's record.
    public var recorded: CommandSignature {
        CommandSignature(
            key: KeyID(digest: Digest256(hashing: key.bytes)), anchor: sight.anchor, seenVersion: sight.seenVersion,
            bytes: signature)
    }

    /// Whether the key has signed the command. Some 50 to 150 microseconds.
    public func isGenuine(for signable: SignableCommand) -> Bool {
        let message = signable.message(for: key, at: sight)
        switch key.form {
        case .ed25519:
            // An invalid key has signed nothing.
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.content.bytes)
            return key?.isValidSignature(signature, for: message) ?? false
        case .p256Even, .p256Odd:
            // A point off the curve, or an invalid r or s, has signed nothing.
            guard let key = try? P256.Signing.PublicKey(compressedRepresentation: key.bytes),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }
}

/// The private Ed25519 key with which a staff member or a device signs commands. Signatures are deterministic.
public struct SealingKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// Creates a new random key.
    public init() { key = Curve25519.Signing.PrivateKey() }

    /// The key of 32 secret bytes.
    ///
    /// - Returns: nil for another count of them.
    public init?(seed: [UInt8]) {
        // Any 32 bytes are a key.
        guard seed.count == 32, let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            return nil
        }
        self.key = key
    }

    /// The 32 secret bytes that it is made of.
    public var seed: [UInt8] { Array(key.rawRepresentation) }

    public var publicKey: PublicKey {
        PublicKey(.ed25519, Digest256(bytes: Array(key.publicKey.rawRepresentation)) ?? .zero)
    }

    /// Signs a command. Some 30 microseconds.
    ///
    /// - Throws: what the cryptography library reports when it cannot sign.
    public func seal(_ signable: SignableCommand, at sight: CommandSight = .nothing) throws -> CommandSeal {
        let signature = try key.signature(for: signable.message(for: publicKey, at: sight))
        return CommandSeal(key: publicKey, sight: sight, signature: Array(signature))
    }
}
