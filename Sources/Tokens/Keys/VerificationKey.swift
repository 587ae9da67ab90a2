import Crypto
import CryptoExtras
import Foundation

/// A public key that checks signatures, and the algorithms that it may check.
///
/// All lengths are checked before a library sees a byte: its own checks include preconditions.
package struct VerificationKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey, bytes: Int)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    /// SHA-256 of the key's kind and numbers, in hexadecimal digits: the same key has the same under every name.
    package let thumbprint: String
    package private(set) var algorithms: Set<SignatureAlgorithm>
    private let material: Material

    private static let rsaBits = 2_048...8_192

    private init(_ material: Material, _ algorithms: Set<SignatureAlgorithm>, kind: String, numbers: [UInt8]) {
        (self.material, self.algorithms) = (material, algorithms)
        thumbprint = SHA256.hash(data: Array("\(kind) ".utf8) + numbers).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// - Throws: `KeyFault` for a modulus below 2,048 or above 8,192 bits, and for an exponent that is not one.
    package static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(KeyFault) -> Self {
        let (modulus, exponent) = (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
        let bits = modulus.first.map { modulus.count * 8 - $0.leadingZeroBitCount } ?? 0
        guard rsaBits.contains(bits) else {
            throw KeyFault("its modulus has \(bits) bits, expected \(rsaBits.lowerBound) to \(rsaBits.upperBound)")
        }
        guard (1...4).contains(exponent.count), exponent != [1], let last = exponent.last, last & 1 == 1 else {
            throw KeyFault("its exponent is not an odd number from 3 to 2^32")
        }
        do {
            let key = try _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent))
            return Self(
                .rsa(key, bytes: modulus.count), SignatureAlgorithm.rsa, kind: "RSA",
                numbers: modulus + [UInt8](repeating: 0, count: 1) + exponent)
        } catch {
            throw KeyFault("its numbers are not those of an RSA key")
        }
    }

    /// - Parameter point: both coordinates, one after the other.
    package static func elliptic(_ curve: String, point: [UInt8]) throws(KeyFault) -> Self {
        let sizes = ["P-256": 64, "P-384": 96, "P-521": 132]
        guard let size = sizes[curve] else { throw KeyFault("the curve is not P-256, P-384 or P-521") }
        guard point.count == size else { throw KeyFault("its coordinates do not have \(size / 2) bytes each") }
        let bytes = [0x04] + point
        do {
            switch curve {
            case "P-256":
                return Self(.p256(try .init(x963Representation: bytes)), [.es256], kind: curve, numbers: point)
            case "P-384":
                return Self(.p384(try .init(x963Representation: bytes)), [.es384], kind: curve, numbers: point)
            default: return Self(.p521(try .init(x963Representation: bytes)), [.es512], kind: curve, numbers: point)
            }
        } catch {
            throw KeyFault("its point is not on the curve")
        }
    }

    package static func ed25519(_ bytes: [UInt8]) throws(KeyFault) -> Self {
        guard bytes.count == 32 else { throw KeyFault("it does not have 32 bytes") }
        do {
            return Self(.ed25519(try .init(rawRepresentation: bytes)), [.edDSA], kind: "Ed25519", numbers: bytes)
        } catch {
            throw KeyFault("its point is not on the curve")
        }
    }

    /// Leaves only one algorithm to the key, the one that its set names.
    mutating func restrict(to algorithm: String) throws(KeyFault) {
        // RFC 9864 writes the curve in place of the family.
        let name = algorithm == "Ed25519" ? "EdDSA" : algorithm
        guard let one = SignatureAlgorithm(rawValue: name) else {
            throw KeyFault("its algorithm does not sign tokens")
        }
        guard algorithms.contains(one) else { throw KeyFault("its algorithm is not one of its kind of key") }
        algorithms = [one]
    }

    /// Whether a token was signed by this key.
    ///
    /// - Parameter algorithm: one that the issuer's configuration has, never the token's own word alone.
    package func verifies(_ token: SignedToken, by algorithm: SignatureAlgorithm) -> Bool {
        verifies(token.signature, of: Array(token.signingInput), by: algorithm)
    }

    func verifies(_ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        switch material {
        case .rsa(let key, let bytes):
            guard signature.count == bytes else { return false }
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            let isPSS = [.ps256, .ps384, .ps512].contains(algorithm)
            let padding = isPSS ? _RSA.Signing.Padding.PSS : .insecurePKCS1v1_5
            switch algorithm {
            case .rs256, .ps256:
                return key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
            case .rs384, .ps384:
                return key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
            default: return key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
            }
        case .p256(let key):
            guard signature.count == 64 else { return false }
            return (try? P256.Signing.ECDSASignature(rawRepresentation: signature))  // nil: of another length
                .map { key.isValidSignature($0, for: SHA256.hash(data: message)) } ?? false
        case .p384(let key):
            guard signature.count == 96 else { return false }
            return (try? P384.Signing.ECDSASignature(rawRepresentation: signature))  // nil: of another length
                .map { key.isValidSignature($0, for: SHA384.hash(data: message)) } ?? false
        case .p521(let key):
            guard signature.count == 132 else { return false }
            return (try? P521.Signing.ECDSASignature(rawRepresentation: signature))  // nil: of another length
                .map { key.isValidSignature($0, for: SHA512.hash(data: message)) } ?? false
        case .ed25519(let key):
            return signature.count == 64 && key.isValidSignature(signature, for: message)
        }
    }
}

/// The reason for which a key cannot be used.
package struct KeyFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

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
