import Crypto
import Foundation
import Platform
import TextFormats
import Tokens
import Values

/// The server's own access tokens: signed by a key of this server, for a quarter of an hour.
struct AccessTokens: Sendable {
    /// The claims of an accepted token.
    struct Claims: Hashable, Sendable {
        var user: UserID
        /// The sign-in that the token belongs to.
        var family: RefreshFamily
        /// Seconds since 1970.
        var expiresAt: Double
    }

    /// The reason why a token is not accepted, as the app tells them apart.
    enum Rejection: Error, Hashable {
        case expired
        case invalid(String)
    }

    /// Seconds from issue to expiry.
    static let lifetime = 15 * 60.0
    private static let issuer = "statdiscute"
    private static let algorithm = "HS256"
    private static let keyBytes = 32
    /// By how many seconds a token may be from the future.
    private static let leeway = 60.0

    private let key: SymmetricKey

    /// - Parameter key: signs the tokens; at least 32 bytes.
    init(key: SymmetricKey) { self.key = key }

    /// Reads the key from a file, and creates it if it is missing: only its owner can read it.
    ///
    /// - Throws: an error if the file cannot be read or written, or has too few bytes.
    init(keyIn path: String) throws {
        let url = URL(fileURLWithPath: path)
        if !FileManager.default.fileExists(atPath: path) {
            let key = SymmetricKey(size: .bits256)
            let bytes = key.withUnsafeBytes { Data($0) }
            guard
                FileManager.default.createFile(
                    atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
        }
        let bytes = try Data(contentsOf: url)
        guard bytes.count >= Self.keyBytes else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
        }
        key = SymmetricKey(data: bytes)
    }

    /// Makes a token.
    ///
    /// - Parameter now: seconds since 1970.
    func token(for user: UserID, in family: RefreshFamily, at now: Double) -> String {
        let head: JSON = ["alg": .of(Self.algorithm), "typ": "JWT"]
        let claims: JSON = [
            "iss": .of(Self.issuer), "aud": .of(Self.issuer), "sub": .of("\(user)"), "sid": .of(family.text),
            "iat": .number(now.rounded(.down)), "exp": .number(now.rounded(.down) + Self.lifetime),
        ]
        let input = [head, claims].map { Base64URL.encode($0.compact.utf8) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: key)
        return "\(input).\(Base64URL.encode(code))"
    }

    /// Checks a token: its algorithm and its signature first, then what it says.
    ///
    /// - Parameter now: seconds since 1970.
    func claims(of text: String, at now: Double) throws(Rejection) -> Claims {
        do throws(TokenRejection) {
            let token = try SignedToken(Array(text.utf8))
            guard token.header.algorithm == Self.algorithm else {
                throw TokenRejection(.algorithm, "Its algorithm (alg) is not this server's.")
            }
            guard
                HMAC<SHA256>.isValidAuthenticationCode(
                    token.signature, authenticating: token.signingInput, using: key)
            else { throw TokenRejection(.signature, "Its signature is not this server's.") }
            let claims = try TokenClaims(token)
            guard claims.issuer == Self.issuer, claims.audiences == [Self.issuer],
                let user = claims.texts["sub"].flatMap({ UInt64($0) }), user > 0,
                let family = claims.texts["sid"].flatMap(RefreshFamily.init)
            else { throw TokenRejection(.claim, "It is not an access token of this server.") }
            try claims.checkTimes(at: now, leeway: Self.leeway, lifetime: Self.lifetime)
            return Claims(user: UserID(user), family: family, expiresAt: claims.expiresAt)
        } catch {
            throw error.cause == .expired ? .expired : .invalid(error.detail)
        }
    }
}
