public import Draft
public import Merkle
import Records

/// The fault that a ledger's founders differ from the verifier's policy: then the appointed staff are not trusted.
public struct FoundersFault: Hashable, CustomStringConvertible {
    public let description: String

    /// - Parameters:
    ///   - began: with which authority began; nil where it has not.
    ///   - policy: the verifier's.
    /// - Returns: nil where they are the same, and where the policy names none.
    public init?(of began: AuthorityBegan?, under policy: TrustPolicy) {
        guard !policy.founders.isEmpty else { return nil }
        guard let began else {
            description = "The policy names founders, but staff roles are not enabled in this ledger."
            return
        }
        let others = began.founders.filter { !policy.founders.contains($0.key.bytes) }
        guard !others.isEmpty else { return nil }
        let names = others.map { "\($0.person) (\($0.key.bytes.hexadecimal))" }.joined(separator: ", ")
        description = "The ledger's founders differ from those of the policy: \(names)."
    }
}
