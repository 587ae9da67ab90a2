import Crypto
import Tokens

/// Tokens for tests, of parts that are written as they are.
struct TokenText {
    static let key = P256.Signing.PrivateKey()

    /// The keys by which these tokens are signed, under the name `k1`.
    static func keys() throws -> KeySet {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
        let set =
            "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"ES256\",\"kid\":\"k1\",\"x\":\"\(x)\",\"y\":\"\(y)\"}]}"
        return try KeySet(Array(set.utf8), at: 0)
    }

    static let head = #"{"alg":"ES256","kid":"k1","typ":"JWT"}"#
    static let claims = #"{"iss":"https://issuer.example","sub":"s-1","aud":"drafts","iat":1000,"exp":1600}"#

    static func bytes(_ head: String = head, _ claims: String = claims) throws -> [UInt8] {
        let input = "\(Base64URL.encode(head.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
        return Array("\(input).\(Base64URL.encode(signature))".utf8)
    }

    /// The cause for which a token is refused at a moment; nil where it is accepted.
    static func cause(of bytes: [UInt8], at now: Double = 1_100) -> TokenRejection.Cause? {
        do throws(TokenRejection) {
            let claims = try TokenClaims(try SignedToken(bytes))
            try claims.checkTimes(at: now, leeway: 60, lifetime: 3_600)
            _ = try claims.subject(in: "sub")
            return nil
        } catch {
            return error.cause
        }
    }
}
