/// The origin of a command, which every event that it caused repeats.
public struct CommandOrigin: Hashable, Sendable, Codable {
    /// When the command reached the edge of the system; of an import, the source's own time. This time decides
    /// deadlines. Nil where a source has none.
    public var occurredAt: Timestamp?

    public var actor: Sender

    public var commandID: CommandID

    /// The first 32 bits of the SHA-256 of the command's content: tells a retry from another command under the same
    /// id, without keeping the command.
    public var fingerprint: UInt32

    /// Rare parts of an origin, stored separately: an origin is copied with each event that it caused.
    @usableFromInline var warrant: Warrant?

    /// The case because of which staff act in place of a member, or nil.
    @inlinable
    public var dispute: CaseID? {
        get { warrant?.dispute }
        set { warrant = .of(dispute: newValue, signature: signature) }
    }

    /// That the command is its sender's own. A command's first event carries it, the others do not.
    @inlinable
    public var signature: CommandSignature? {
        get { warrant?.signature }
        set { warrant = .of(dispute: dispute, signature: newValue) }
    }

    @inlinable
    public init(
        occurredAt: Timestamp?, actor: Sender, commandID: CommandID, fingerprint: UInt32 = 0, dispute: CaseID? = nil,
        signature: CommandSignature? = nil
    ) {
        self.occurredAt = occurredAt
        self.actor = actor
        self.commandID = commandID
        self.fingerprint = fingerprint
        warrant = .of(dispute: dispute, signature: signature)
    }

    /// Whether it has a case or a signature.
    @inlinable
    package var hasWarrant: Bool { warrant != nil }

    /// The origin as the events after a command's first one carry it: one signature is enough.
    @inlinable
    public var withoutSignature: CommandOrigin {
        guard signature != nil else { return self }
        var origin = self
        origin.signature = nil
        return origin
    }

    /// Shared by the copies of an origin.
    @usableFromInline
    final class Warrant: Hashable, Sendable, Codable {
        @usableFromInline let dispute: CaseID?
        @usableFromInline let signature: CommandSignature?

        @inlinable
        init(dispute: CaseID?, signature: CommandSignature?) {
            self.dispute = dispute
            self.signature = signature
        }

        /// Nil where there is neither. No initialiser that fails: it would have made an object by then, for every event
        /// that is read.
        @inlinable
        static func of(dispute: CaseID?, signature: CommandSignature?) -> Warrant? {
            dispute == nil && signature == nil ? nil : Warrant(dispute: dispute, signature: signature)
        }

        @usableFromInline
        static func == (one: Warrant, other: Warrant) -> Bool {
            one.dispute == other.dispute && one.signature == other.signature
        }

        @usableFromInline
        func hash(into hasher: inout Hasher) {
            hasher.combine(dispute)
            hasher.combine(signature)
        }
    }
}

/// A command by its sender's own name for it: ids of two senders have nothing to do with each other, so that a sender cannot get
/// another's outcome, or spoil an id, by guessing it.
@usableFromInline
package struct CommandKey: Hashable, Sendable, Codable {
    @usableFromInline package var actor: Sender
    @usableFromInline package var id: CommandID

    @inlinable
    package init(actor: Sender, id: CommandID) {
        self.actor = actor
        self.id = id
    }
}

extension CommandOrigin {
    @inlinable
    package var key: CommandKey { CommandKey(actor: actor, id: commandID) }
}
