/// Why a bundle of evidence cannot be made or not be read at all. What a readable one proves, its report says.
public enum EvidenceError: Error, Hashable, Sendable {
    /// Not a bundle's archive, with what is wrong.
    case notAnArchive(String)
    /// A file of a bundle that is missing or not what it should be.
    case badFile(String, String)
    /// The checkpoint does not cover all events that the evidence consists of.
    case notCovered(size: UInt64, needed: UInt64)
    /// A seat with nobody on it.
    case noClaimant
}

extension EvidenceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnArchive(let reason): "This is not a bundle of evidence: \(reason)."
        case .badFile(let name, let reason): "\(name) of the bundle is not what it should be: \(reason)."
        case .notCovered(let size, let needed):
            "The published checkpoint covers \(size) events, the evidence needs \(needed). "
                + "Publish a newer one with `checkpoint`."
        case .noClaimant: "Nobody holds the seat, so there is no claim to prove."
        }
    }
}
