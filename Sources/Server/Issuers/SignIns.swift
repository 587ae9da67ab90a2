import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Platform
import TextFormats
import Tokens

/// Signing browsers in at issuers, by an authorization code with PKCE (RFC 6749, RFC 7636, RFC 9700).
///
/// Nothing is remembered of sign-ins under way: the state that an issuer gives back is sealed with a key of this process and
/// a secret of the browser, and PKCE's verifier and the nonce follow from it.
final class SignIns: Sendable {
    /// The failure of a sign-in, as it is reported to the page.
    enum Failure: String, Error {
        /// The person has not agreed.
        case denied
        /// It took too long, or another browser began it, or the server has started again.
        case expired
        /// The issuer or its token was not accepted.
        case refused
        /// The issuer does not answer.
        case unavailable
    }

    /// Something that an operator can act on.
    struct Fault: Error, CustomStringConvertible {
        var failure: Failure
        let description: String
    }

    /// A sign-in that has come back.
    struct Finished: Sendable {
        var identity: Identity
        /// The path of the page that the browser wants.
        var destination: String
    }

    private struct Endpoints: Sendable {
        var authorization: String
        var token: String
        /// Whether the secret goes into the form, not into a header.
        var takesSecretInForm = false
    }

    /// The timeout from the start of a sign-in to the return.
    static let timeSeconds = 600.0
    /// Longest path to go to afterwards.
    static let maximumDestinationBytes = 512
    private static let maximumAnswerBytes = 64 << 10
    private static let endpointSeconds = 3_600.0
    private static let mostWaiting = 64

    let issuers: [(issuer: TokenIssuer, terms: BrowserSignIn)]
    private let verifier: TokenVerifier
    private let key = SymmetricKey(size: .bits256)
    private let known = Guarded<[String: (endpoints: Endpoints, until: Double)]>([:])
    /// Requests to issuers at a time.
    private let semaphore = FairSemaphore(count: 8)

    init(_ issuers: [TokenIssuer], _ verifier: TokenVerifier) {
        self.issuers = issuers.compactMap { issuer in issuer.signIn.map { (issuer, $0) } }
        self.verifier = verifier
    }

    private func issuer(_ name: String) -> (issuer: TokenIssuer, terms: BrowserSignIn)? {
        issuers.first { $0.terms.name == name }
    }

    // MARK: Beginning

    /// Returns the address at the issuer to which a browser goes.
    ///
    /// - Parameters:
    ///   - name: of an issuer's terms; nil is returned for an unknown one.
    ///   - destination: a path of this server, for afterwards.
    ///   - secret: in the browser's cookie.
    ///   - callback: the address to which the issuer leads back.
    /// - Throws: `Fault` while the issuer's endpoints cannot be read.
    func begin(
        at name: String, to destination: String, for secret: String, backTo callback: String
    ) async throws -> String? {
        guard let (issuer, terms) = issuer(name) else { return nil }
        let endpoints = try await endpoints(of: issuer, terms)
        let state = try seal(name, destination, for: secret)
        let challenge = Base64URL.encode(SHA256.hash(data: Data(derived("verifier", of: state).utf8)))
        let query = Self.form([
            ("response_type", "code"), ("client_id", terms.client), ("redirect_uri", callback),
            ("scope", terms.scope), ("state", state), ("nonce", derived("nonce", of: state)),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ])
        return endpoints.authorization + (endpoints.authorization.contains("?") ? "&" : "?") + query
    }

    /// Returns a path of this server for what a browser names as one; the lobby for everything else.
    static func destination(_ wanted: String?) -> String {
        guard let wanted, wanted.utf8.count <= maximumDestinationBytes, wanted.isPrintable,
            wanted.hasPrefix("/"), !wanted.hasPrefix("//"), !wanted.contains("\\")
        else { return "/" }
        return wanted
    }

    // MARK: Finishing

    /// Redeems the code with which a browser has come back.
    ///
    /// - Parameters:
    ///   - answer: the parameters of the address, as the issuer has set them.
    ///   - secret: in the browser's cookie; nil without one.
    /// - Throws: `Fault`; `TokenRejection` and `KeysUnavailable` for the ID token.
    func finish(
        at name: String, with answer: (String) -> String?, for secret: String?, backTo callback: String
    ) async throws -> (sign: Finished, terms: BrowserSignIn) {
        guard let (issuer, terms) = issuer(name) else {
            throw Fault(failure: .refused, description: "There is no sign-in '\(name)'.")
        }
        guard let secret, let state = answer("state"), let destination = open(state, name, for: secret) else {
            throw Fault(failure: .expired, description: "The state is not one that this browser was given.")
        }
        if let named = answer("iss"), named != issuer.issuer {
            throw Fault(failure: .refused, description: "Another issuer has answered (iss).")
        }
        if let error = answer("error") {
            let isDenial = error == "access_denied"
            throw Fault(
                failure: isDenial ? .denied : .refused, description: "The issuer answers '\(Self.excerpt(error))'.")
        }
        guard let code = answer("code"), !code.isEmpty, code.utf8.count <= 4_096, code.isPrintable else {
            throw Fault(failure: .refused, description: "The issuer has sent no code.")
        }
        let text = try await redeem(
            code, of: issuer, terms, verifiedBy: derived("verifier", of: state), for: callback)
        let identity = try await verifier.identity(in: text)
        let claims = try TokenClaims(SignedToken(Array(text.utf8)))
        guard claims.issuer == issuer.issuer else {
            throw Fault(failure: .refused, description: "The ID token is of another issuer.")
        }
        guard claims.texts["nonce"] == derived("nonce", of: state) else {
            throw TokenRejection(.claim, "Its claim 'nonce' is not the one that was asked for.")
        }
        let isForClient = claims.audiences?.contains(terms.client) ?? (claims.texts["client_id"] == terms.client)
        guard isForClient, claims.texts["azp"].map({ $0 == terms.client }) ?? true else {
            throw TokenRejection(.audience, "It is not for this server's client.")
        }
        return (Finished(identity: identity, destination: destination), terms)
    }

    /// Returns the ID token for a code.
    private func redeem(
        _ code: String, of issuer: TokenIssuer, _ terms: BrowserSignIn, verifiedBy verifier: String,
        for callback: String
    ) async throws -> String {
        let endpoints = try await endpoints(of: issuer, terms)
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
            ("client_id", terms.client), ("code_verifier", verifier),
        ]
        var request = HTTPClientRequest(url: endpoints.token)
        request.method = .POST
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        if let secret = try terms.secret() {
            if endpoints.takesSecretInForm {
                fields.append(("client_secret", secret))
            } else {
                let pair = Self.encoded(terms.client) + ":" + Self.encoded(secret)
                request.headers.add(name: "Authorization", value: "Basic " + Data(pair.utf8).base64EncodedString())
            }
        }
        request.body = .bytes(ByteBuffer(string: Self.form(fields)))
        let answer = try await exchange(request)
        guard let token = answer["id_token"]?.string else {
            let error = answer["error"]?.string.map { "'\(Self.excerpt($0))'" } ?? "no ID token"
            throw Fault(failure: .refused, description: "\(endpoints.token) answers \(error).")
        }
        return token
    }

    private func exchange(_ request: HTTPClientRequest) async throws -> JSONValue {
        guard semaphore.length < Self.mostWaiting else {
            throw Fault(failure: .unavailable, description: "Too many sign-ins wait for their issuer.")
        }
        let bytes: [UInt8]
        do {
            bytes = try await semaphore.withPlace {
                let response = try await KeyPlace.client.execute(request, timeout: KeyPlace.timeout)
                let body = try await response.body.collect(upTo: Self.maximumAnswerBytes)
                guard response.status.code < 500 else {
                    throw Fault(
                        failure: .unavailable, description: "\(request.url) has status \(response.status.code).")
                }
                return Array(body.readableBytesView)
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(failure: .unavailable, description: "\(request.url) does not answer: \(error)")
        }
        do throws(JSONError) {
            return try JSONDocument(bytes).root
        } catch {
            throw Fault(failure: .refused, description: "\(request.url) does not answer with JSON: \(error)")
        }
    }

    // MARK: Endpoints

    /// Returns the endpoints that are configured, else those of the issuer's document (OpenID Connect Discovery, section 4).
    private func endpoints(of issuer: TokenIssuer, _ terms: BrowserSignIn) async throws -> Endpoints {
        if let authorization = terms.authorization, let token = terms.token {
            return Endpoints(authorization: authorization, token: token)
        }
        if let known = known.withLock({ $0[terms.name] }), verifier.now < known.until { return known.endpoints }
        let base = issuer.issuer.hasSuffix("/") ? String(issuer.issuer.dropLast()) : issuer.issuer
        let address = base + "/.well-known/openid-configuration"
        let document = try await exchange(HTTPClientRequest(url: address))
        guard document["issuer"]?.string == issuer.issuer,
            let authorization = document["authorization_endpoint"]?.string, KeyPlace.isSecure(authorization),
            let token = document["token_endpoint"]?.string, KeyPlace.isSecure(token)
        else {
            throw Fault(
                failure: .refused,
                description: "\(address) does not name this issuer and two https endpoints. "
                    + "Give 'authorization' and 'token' in the configuration.")
        }
        let methods = document["token_endpoint_auth_methods_supported"]?.elements.compactMap(\.string) ?? []
        let endpoints = Endpoints(
            authorization: authorization, token: token,
            takesSecretInForm: methods.contains("client_secret_post") && !methods.contains("client_secret_basic"))
        known.withLock { $0[terms.name] = (endpoints, verifier.now + Self.endpointSeconds) }
        return endpoints
    }

    // MARK: State

    private func seal(_ name: String, _ destination: String, for secret: String) throws -> String {
        let ends = UInt64(verifier.now + Self.timeSeconds)
        let content = Data("\(ends) \(name) \(destination)".utf8)
        let box = try AES.GCM.seal(content, using: key, authenticating: Data(secret.utf8))
        return Base64URL.encode(box.combined ?? Data())
    }

    /// Returns the destination in a state; nil for one that is not of this issuer and browser, or is too old.
    private func open(_ state: String, _ name: String, for secret: String) -> String? {
        guard state.utf8.count <= 2 * Self.maximumDestinationBytes, let sealed = Base64URL.decode(Array(state.utf8)),
            let box = try? AES.GCM.SealedBox(combined: sealed),
            let content = try? AES.GCM.open(box, using: key, authenticating: Data(secret.utf8))
        else { return nil }
        let parts = String(decoding: content, as: UTF8.self).split(
            separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let ends = Double(parts[0]), verifier.now < ends, parts[1] == name else { return nil }
        return String(parts[2])
    }

    /// Returns a secret of a sign-in, as 43 characters.
    private func derived(_ purpose: String, of state: String) -> String {
        Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Data("\(purpose) \(state)".utf8), using: key))
    }

    // MARK: Texts

    /// Returns fields as a query or a form.
    private static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// An issuer's word for the log, in which a line is a line.
    private static func excerpt(_ text: String) -> String { text.isPrintable ? String(text.prefix(64)) : "an error" }
}

extension BrowserSignIn {
    private static let maximumSecretBytes = 4_096

    /// Reads the secret, which may be replaced at any time; nil if no file is configured.
    fileprivate func secret() throws -> String? {
        guard let secretFile else { return nil }
        guard let bytes = FileManager.default.contents(atPath: secretFile), bytes.count <= Self.maximumSecretBytes
        else {
            throw SignIns.Fault(failure: .unavailable, description: "\(secretFile) cannot be read.")
        }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
