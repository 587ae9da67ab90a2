import Crypto
import CryptoExtras
import Draft
import TextFormats

/// A service account of Google Cloud, as the JSON file of its key describes it.
struct ServiceAccount: Sendable {
    let project: String
    let tokenService: ServiceURL
    private let email: String
    private let keyID: String?
    private let key: _RSA.Signing.PrivateKey

    /// The right to send messages, and nothing else.
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    init(contentsOf path: String) throws(DeliverySettingsError) {
        let file = try SettingsFile.object(in: path)
        project = try file.text("project_id")
        email = try file.text("client_email")
        keyID = file.value["private_key_id"]?.string
        tokenService = try ServiceURL(try file.text("token_uri"), in: path)
        guard
            project.utf8.allSatisfy({
                $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            })
        else {
            throw DeliverySettingsError(
                .badValue, in: path, "The member \"project_id\" is \"\(project)\", which is not the ID of a project.")
        }
        do {
            key = try _RSA.Signing.PrivateKey(pemRepresentation: try file.text("private_key"))
        } catch let error as DeliverySettingsError {
            throw error
        } catch {
            throw DeliverySettingsError(
                .badKey, in: path,
                "The member \"private_key\" is not an RSA key in PEM form. Download the key of the service account again."
            )
        }
    }

    /// Returns the request for an access token (RFC 7523), signed by RS256.
    func grant(at now: Timestamp) throws -> BoundedRequest {
        let issued = now.microseconds / 1_000_000
        let header: JSON = ["alg": "RS256", "typ": "JWT", "kid": .of(keyID)]
        let claims: JSON = [
            "iss": .string(email), "scope": .string(Self.scope), "aud": .string(tokenService.text), "iat": .of(issued),
            "exp": .of(issued + 3_600),
        ]
        let assertion = try SigningToken.compact(header: header, claims: claims) { signed in
            Array(try key.signature(for: SHA256.hash(data: signed), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
        // The letters of base64url need no escapes in a form.
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
        return BoundedRequest(
            tokenService.text, headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8))
    }
}

extension UInt8 {
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
