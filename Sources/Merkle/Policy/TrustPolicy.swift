/// Whom somebody trusts: the logs, the witnesses, and how many of which witnesses are enough. C2SP tlog-policy.
///
///     log <vkey> [<url>]
///     witness <name> <vkey> [<url>]
///     group <name> all|any|<k> <member>...
///     quorum <name>|none
///
/// This one file is all that a stranger needs, besides the evidence, to check it. It must come from them or from
/// somebody they trust, never with the evidence.
public struct TrustPolicy: Sendable {
    /// A log whose checkpoints are accepted; its key's name is the origin.
    public struct Log: Hashable, Sendable {
        /// The key that signs the log's checkpoints.
        public let key: VerifierKey
        /// Where the log can be reached, if the policy says so.
        public let url: String?
    }

    /// A witness whose cosignatures count.
    public struct Witness: Hashable, Sendable {
        /// What the policy calls it; means nothing outside.
        public let name: Name
        /// The key that cosigns.
        public let key: VerifierKey
        /// Where the witness can be reached, if the policy says so.
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
