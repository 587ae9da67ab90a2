/// A trust policy: the trusted logs and witnesses, and the required number of witnesses. C2SP tlog-policy.
///
///     log <vkey> [<url>]
///     witness <name> <vkey> [<url>]
///     group <name> all|any|<k> <member>...
///     quorum <name>|none
///     founder <key>
///     rules <version>
///
/// The last two are this software's own. Founders are three or none: the keys of the founders who appointed all staff, each
/// as 66 hexadecimal digits. If they are named, a ledger with other founders is not trusted. `rules` is the least version
/// of the rules to which a history must be held.
///
/// Third parties need only this file and the evidence to check it. It must come from them or from
/// somebody they trust, never with the evidence.
public struct TrustPolicy: Sendable {
    /// A log whose checkpoints are accepted; its key's name is the origin.
    public struct Log: Hashable, Sendable {
        /// The key that signs the log's checkpoints.
        public let key: VerifierKey
        /// The address of the log, if the policy states it.
        public let url: String?
    }

    /// A witness whose cosignatures count.
    public struct Witness: Hashable, Sendable {
        /// The name in the policy; it has no meaning elsewhere.
        public let name: Name
        /// The key that cosigns.
        public let key: VerifierKey
        /// The address of the witness, if the policy states it.
        public let url: String?
    }

    /// Which cosignatures make a checkpoint valid.
    public indirect enum Rule: Hashable, Sendable {
        /// No cosignature is asked for.
        case none
        /// This witness has cosigned.
        case witness(Witness)
        /// At least `threshold` of the members are met; 1 ≤ threshold ≤ the number of members.
        case group(Name, threshold: Int, members: [Rule])
    }

    /// The name of a witness or group: octets, compared as they are, whatever their encoding.
    public struct Name: Hashable, Sendable, CustomStringConvertible {
        let octets: [UInt8]

        /// The name for people, read as UTF-8.
        public var description: String { String(decoding: octets, as: UTF8.self) }
    }

    /// The logs in the policy's order; empty if the log is known from elsewhere.
    public let logs: [Log]
    /// The witnesses in the policy's order.
    public let witnesses: [Witness]
    /// Which cosignatures a checkpoint needs.
    public let quorum: Rule
    /// The public keys of the founders, 33 bytes each; empty if the policy names no founders.
    public let founders: Set<[UInt8]>
    /// The least version of the rules to which a history must be held; nil for any.
    public let leastRules: UInt16?
}

extension TrustPolicy {
    /// Trusts one log by its key, and asks for no cosignature.
    public init(log key: VerifierKey) {
        self.init(logs: [Log(key: key, url: nil)], witnesses: [], quorum: .none, founders: [], leastRules: nil)
    }
}

extension TrustPolicy.Rule {
    /// Whether the witnesses with these keys are enough.
    public func isMet(by cosigners: Set<VerifierKey>) -> Bool {
        switch self {
        case .none: true
        case .witness(let witness): cosigners.contains(witness.key)
        case .group(_, let threshold, let members):
            members.count { $0.isMet(by: cosigners) } >= threshold
        }
    }
}

extension TrustPolicy.Rule: CustomStringConvertible {
    /// The rule in words: `2 of (a, b, c)`.
    public var description: String {
        switch self {
        case .none: "no cosignature"
        case .witness(let witness): "\(witness.name)"
        case .group(_, let threshold, let members):
            "\(threshold) of (\(members.map(\.description).joined(separator: ", ")))"
        }
    }
}

extension TrustPolicy {
    /// Verifies a checkpoint: signed by one of the policy's logs, cosigned by a quorum of its witnesses.
    ///
    /// Cosignatures beyond the quorum are verified too: one that is wrong is a sign of tampering and refuses the whole.
    ///
    /// - Parameters:
    ///   - checkpoint: the checkpoint, as it came.
    ///   - log: the log's key if it is known from elsewhere; it then stands in for the policy's logs.
    /// - Throws: `TrustError`.
    public func verify(
        _ checkpoint: SignedCheckpoint, log: VerifierKey? = nil
    ) throws(TrustError) -> VerifiedCheckpoint {
        let trusted = log.map { [$0] } ?? logs.map(\.key)
        let origin = checkpoint.unverified.origin
        let candidates = trusted.filter { $0.name.text.utf8.elementsEqual(origin.utf8) }
        guard !candidates.isEmpty else { throw .wrongOrigin(found: origin, expected: trusted.map(\.name)) }
        // A log that changes its key has two of them for a while; the one that has signed is the one to verify.
        let key = candidates.first { key in checkpoint.note.signatures.contains { $0.names(key) } } ?? candidates[0]

        let verified = try checkpoint.verified(by: key, witnesses: witnesses.map(\.key))
        let cosigners = Set(verified.cosignatures.map(\.key))
        guard quorum.isMet(by: cosigners) else {
            let names = witnesses.filter { cosigners.contains($0.key) }.map(\.name.description)
            throw .quorumNotMet(rule: quorum.description, cosignedBy: names)
        }
        return verified
    }
}
