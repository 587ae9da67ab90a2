/// Words about a dispute in somebody's own writing, kept outside the log so that they can be erased. The log has their
/// salted digest: it shows what was written as long as the words are there, and nothing once they are erased.
///
/// ```
/// digest = HMAC-SHA256(salt, the words in UTF-8)    salt: 32 random bytes, kept with the words and erased with them
/// ```
public struct PinnedWords: Hashable, Sendable {
    public var text: String
    public var salt: Digest256

    public init(text: String, salt: Digest256) {
        self.text = text
        self.salt = salt
    }

    /// What the log has of them.
    ///
    /// - Parameter cryptography: whose HMAC it is.
    public func digest(by cryptography: some DraftCryptography) -> Digest256 {
        cryptography.hmacSHA256(key: salt.bytes, message: Array(text.utf8))
    }
}

/// Something that a person wrote, or the digest that stands for it.
package struct Statement {
    package var text: String
    package var digest: Digest256?
    /// What it is: "claim".
    package var name: String
    /// Bytes of UTF-8 that the words have at most.
    package var limit: Int

    fileprivate init(_ text: String, _ digest: Digest256?, named name: String, limit: Int = 4_000) {
        self.text = text
        self.digest = digest
        self.name = name
        self.limit = limit
    }
}

extension Event {
    /// What a case's event says in somebody's own words; nil for events that say nothing so.
    package var statement: Statement? {
        get {
            switch self {
            case .disputeOpened(let opened): Statement(opened.claim, opened.claimDigest, named: "claim")
            case .evidenceAttached(let evidence):
                Statement(evidence.title, evidence.titleDigest, named: "title", limit: RecordLimit.shortText)
            case .disputeResolved(let resolved): Statement(resolved.reason, resolved.reasonDigest, named: "reason")
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .disputeOpened(var opened):
                (opened.claim, opened.claimDigest) = (newValue.text, newValue.digest)
                self = .disputeOpened(opened)
            case .evidenceAttached(var evidence):
                (evidence.title, evidence.titleDigest) = (newValue.text, newValue.digest)
                self = .evidenceAttached(evidence)
            case .disputeResolved(var resolved):
                (resolved.reason, resolved.reasonDigest) = (newValue.text, newValue.digest)
                self = .disputeResolved(resolved)
            default: break
            }
        }
    }
}

extension Command {
    /// The case that a command states something about, also one that a measure proposes; nil for others.
    package var caseStated: CaseID? {
        switch self {
        case .dispute(let id, _): id
        case .measure(_, .proposeMeasure(let proposed)): proposed.command.caseStated
        default: nil
        }
    }

    /// What it says of a case in somebody's own words, also where a measure proposes it; nil for commands that say nothing
    /// so.
    package var statement: Statement? {
        get {
            switch self {
            case .dispute(_, .openDispute(let opened)): Event.disputeOpened(opened).statement
            case .dispute(_, .attachEvidence(let evidence)): Event.evidenceAttached(evidence).statement
            case .dispute(_, .resolveDispute(let resolved)): Event.disputeResolved(resolved).statement
            case .measure(_, .proposeMeasure(let proposed)): proposed.command.statement
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .dispute(let id, .openDispute(var opened)):
                (opened.claim, opened.claimDigest) = (newValue.text, newValue.digest)
                self = .dispute(id, .openDispute(opened))
            case .dispute(let id, .attachEvidence(var evidence)):
                (evidence.title, evidence.titleDigest) = (newValue.text, newValue.digest)
                self = .dispute(id, .attachEvidence(evidence))
            case .dispute(let id, .resolveDispute(var resolved)):
                (resolved.reason, resolved.reasonDigest) = (newValue.text, newValue.digest)
                self = .dispute(id, .resolveDispute(resolved))
            case .measure(let id, .proposeMeasure(var proposed)):
                proposed.command.statement = newValue
                self = .measure(id, .proposeMeasure(proposed))
            default: break
            }
        }
    }
}
