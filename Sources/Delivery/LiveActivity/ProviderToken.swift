import Crypto
import Draft
import Platform
import TextFormats

/// The token that APNs wants with each request, signed by ES256.
///
/// APNs refuses a token that is older than an hour, and one that replaces another within 20 minutes.
final class ProviderToken: Sendable {
    /// When a token is replaced.
    private static let renewal = Interval.seconds(40 * 60)
    /// No token is replaced earlier.
    private static let shortest = Interval.seconds(20 * 60)

    private let keyID: String
    private let team: String
    private let key: P256.Signing.PrivateKey
    private let current = Guarded<(text: String, issuedAt: Timestamp)?>(nil)

    /// - Throws: `DeliverySettingsError` for a file that is not the key of APNs, and for IDs that are none.
    init(keyFile: String, keyID: String, team: String) throws(DeliverySettingsError) {
        for (name, id) in [("key ID", keyID), ("team ID", team)] {
            guard id.utf8.count == 10, id.utf8.allSatisfy(\.isLetterOrDigit) else {
                throw DeliverySettingsError(
                    .badValue, in: "the settings of APNs",
                    "The \(name) is \"\(id)\". Use the ten letters and digits from the developer account.")
            }
        }
        let text = String(decoding: try SettingsFile.bytes(of: keyFile), as: UTF8.self)
        // Whatever is wrong with it, the advice is the same.
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            throw DeliverySettingsError(
                .badKey, in: keyFile,
                "The file is not a P-256 key in PEM form. Use the .p8 file of the developer account.")
        }
        self.keyID = keyID
        self.team = team
        self.key = key
    }

    /// Returns the token to use.
    ///
    /// - Parameter refused: a token that APNs calls expired. It is replaced if that is allowed already.
    func token(at now: Timestamp, replacing refused: String? = nil) throws -> String {
        try current.withLock { current in
            if let current, now >= current.issuedAt {
                let age = now - current.issuedAt
                if age < (current.text == refused ? Self.shortest : Self.renewal) { return current.text }
            }
            let header: JSON = ["alg": "ES256", "kid": .string(keyID)]
            let claims: JSON = ["iss": .string(team), "iat": .of(now.microseconds / 1_000_000)]
            let text = try SigningToken.compact(header: header, claims: claims) { signed in
                Array(try key.signature(for: SHA256.hash(data: signed)).rawRepresentation)
            }
            current = (text, now)
            return text
        }
    }
}
