import Draft
import Records

/// Verifies the signatures of commands, each for itself: by the key that was its sender's at that place, over exactly the
/// bytes that were signed, with the anchor's root taken from the tree itself.
struct SignatureCheck<Roots: AnchorRootSource> {
    /// The name of the ledger.
    let ledger: String
    let keys: KeyRing
    let roots: Roots

    /// The finding about one signature.
    enum Verdict {
        case genuine
        /// It does not verify, and was refused for it.
        case wrong
        /// Nobody can tell: what was signed, or by which key, is not on record.
        case untold
        case broken(AuditFinding)
    }

    /// Judges a signed command. Some 50 to 150 microseconds.
    ///
    /// - Parameters:
    ///   - group: what the command led to; the first event carries the signature.
    ///   - commands: what the command can have been; nothing where its events do not tell.
    func judge(_ group: CommandGroup, as commands: [Command]) throws(Roots.Failure) -> Verdict {
        guard let origin = group.origin, let signature = origin.signature else { return .untold }
        let (first, refusal) = (group.first, group.rejection)
        // Its id was looked at before its signature.
        if refusal?.code == .duplicateCommand { return .untold }
        let standing = keys.standing(
            of: signature.key, for: origin.actor, sending: commands, refusal?.command ?? commands.first?.kind,
            before: first.position)
        guard case .valid(let key) = standing else {
            if let refusal { return refusal.code == .badSignature ? .wrong : .untold }
            return .broken(foreign(signature.key, of: origin.actor, standing, first))
        }
        guard signature.anchor <= first.position, let root = try roots.root(at: signature.anchor) else {
            if refusal?.code == .badSignature { return .wrong }
            return .broken(
                finding(
                    first, expected: "a checkpoint of at most \(first.position) events",
                    actual: "one of \(signature.anchor)",
                    "The command of \(origin.actor.words) is signed over events that the ledger did not contain yet."))
        }
        if commands.isEmpty { return .untold }
        let seal = CommandSeal(
            key: key, sight: CommandSight(anchor: signature.anchor, root: root, seenVersion: signature.seenVersion),
            signature: signature.bytes)
        let isGenuine = commands.contains { command in
            seal.isGenuine(
                for: SignableCommand(
                    command, id: origin.commandID, actor: origin.actor, dispute: origin.dispute, ledger: ledger))
        }
        if refusal?.code == .badSignature { return isGenuine ? .broken(refusedWrongly(origin.actor, first)) : .wrong }
        if isGenuine { return .genuine }
        return group.tellsAll ? .broken(forged(signature, under: commands[0], of: origin.actor, first)) : .untold
    }

    // MARK: Findings

    private func foreign(
        _ key: KeyID, of sender: Sender, _ standing: KeyRing.Standing, _ first: RecordedEvent
    ) -> AuditFinding {
        let actual: String
        var isOfUnknownKey = false
        if case .former(_, let position) = standing {
            actual = "\(key), valid until position \(position.map { "\($0)" } ?? "unknown")"
        } else {
            let owner = keys.owner(of: key)
            actual = "\(key), which is \(owner.map { "\($0.text)'s" } ?? "not a known key")"
            isOfUnknownKey = owner == nil
        }
        var foreign = finding(
            first, expected: "a key that was \(sender.text)'s here", actual: actual,
            "The command of \(sender.words) is signed by a key that was not the sender's at that time.")
        foreign.isOfUnknownKey = isOfUnknownKey
        return foreign
    }

    private func forged(
        _ signature: CommandSignature, under command: Command, of sender: Sender, _ first: RecordedEvent
    ) -> AuditFinding {
        finding(
            first, expected: "a command signed by the key \(signature.key)",
            actual: "\(command.kind.name.withArticle) that it did not sign",
            "The signature of \(sender.words) does not match this command: its content or the "
                + "history of the first \(signature.anchor) events differs.")
    }

    private func refusedWrongly(_ sender: Sender, _ first: RecordedEvent) -> AuditFinding {
        finding(
            first, expected: "a signature that does not verify", actual: "one that does",
            "The command of \(sender.words) was refused because of its signature, which is valid.")
    }

    private func finding(
        _ recorded: RecordedEvent, expected: String, actual: String, _ message: String
    ) -> AuditFinding {
        AuditFinding(
            position: recorded.position, stream: recorded.stream, rule: .signature, expected: expected, actual: actual,
            message: message)
    }
}

/// A source of the roots that anchors name.
protocol AnchorRootSource: Sendable {
    associatedtype Failure: Error

    /// The root of a number of first events; nil if unknown.
    func root(at size: UInt64) throws(Failure) -> Digest256?
}

extension CommandGroup {
    /// Whether the events of a command say all that it said: of standings, they say who was paid.
    fileprivate var tellsAll: Bool { !events.contains { $0.event.type == .prizesAwarded } }
}
