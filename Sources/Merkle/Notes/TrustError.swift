/// Why a well-formed note is not to be believed.
public enum TrustError: Error, Hashable, Sendable {
    /// A line that names a trusted key was not made by it: the text or the line has been altered.
    case badSignature(name: KeyName, id: KeyID)
    /// None of the signers is trusted.
    case noKnownSigner(found: [KeyName])
    /// Two different trusted keys have the same name and id.
    case ambiguousKey(name: KeyName, id: KeyID)
    /// The log's own signature is missing; there are others.
    case notSignedByLog(KeyName)
    /// The checkpoint is another log's.
    case wrongOrigin(found: String, expected: [KeyName])
    /// A witness states a time, in seconds since 1970 UTC, at which it cannot have cosigned.
    case cosignatureTime(name: KeyName, found: UInt64, latest: UInt64)
    /// Too few witnesses have cosigned.
    case quorumNotMet(rule: String, cosignedBy: [String])
}

extension TrustError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badSignature(let name, let id):
            "the signature of \(shown(name))+\(id) does not match this text: the text was altered"
        case .noKnownSigner(let found):
            "not signed by a trusted key, but by \(list(found.map(\.text))). Check that you trust the right key"
        case .ambiguousKey(let name, let id):
            "two trusted keys are called \(shown(name))+\(id): remove the wrong one"
        case .notSignedByLog(let name):
            "the log \(shown(name)) has not signed this checkpoint"
        case .wrongOrigin(let found, let expected):
            "found a checkpoint of \(FormatError.excerpt(found.asciiEscaped.utf8)), expected one of "
                + list(expected.map(\.text))
        case .cosignatureTime(let name, let found, let latest):
            "the cosignature of \(shown(name)) states the time \(found), expected one from 1 to \(latest), "
                + "in seconds since 1970: check the clocks of both"
        case .quorumNotMet(let rule, let cosignedBy):
            "cosigned by \(list(cosignedBy)), expected \(rule): ask more witnesses for their cosignature"
        }
    }

    private func list(_ names: [String]) -> String {
        names.isEmpty ? "no signer" : names.map(\.asciiEscaped).joined(separator: ", ")
    }

    /// Names are compared byte by byte, so none may look like another one.
    private func shown(_ name: KeyName) -> String { name.text.asciiEscaped }
}
