/// Why a signed statement about the ledger is not to be believed.
public enum AttestationError: Error, Hashable, Sendable {
    /// The file is not what it claims to be: what of it, and what is wrong there.
    case malformed(String, String)
    /// Well formed, but what it says does not hold: where, and why.
    case notProven(String, String)
    /// It cannot be checked without this key.
    case keyMissing(String)
}

extension AttestationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let what, let why): "\(what): \(why)"
        case .notProven(let what, let why): "\(what): \(why)"
        case .keyMissing(let name):
            "the key of \(name) is not known here: give the verifier key that you have from its owner"
        }
    }
}
