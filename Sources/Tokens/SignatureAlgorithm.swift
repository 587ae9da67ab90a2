/// The algorithms of RFC 7518 and RFC 8037 that a token may be signed by. Symmetric ones and `none` are not among them.
package enum SignatureAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    case edDSA = "EdDSA"

    static let rsa: Set<Self> = [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
}
