import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Pages
import TextFormats
import Tokens

/// `/v1/sign-in`: how a browser signs in at an issuer, and comes back with a session.
struct SignInRoutes: RouteGroup {
    let options: ServerOptions
    let authentication: Authentication
    let operations: Operations

    init(_ server: ServerServices) {
        (options, authentication, operations) = (server.options, server.authentication, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/sign-in", id: "listIssuers", tag: .sessions, "List the issuers for sign-in.", cost: .read,
                access: .anyone, privacy: .open, answers: .json("Issuers")
            ) { $0.list($1) },
            route(
                .get, "/v1/sign-in/{provider}", id: "beginSignIn", tag: .sessions, "Redirect a browser to an issuer.",
                details: "Authorization code with PKCE. The sign-in expires after ten minutes.", cost: .read,
                access: .anyone, privacy: .open,
                query: [.text("to", "The path of this server to return to, up to 512 bytes.")], answers: .redirect
            ) { try await $0.begin($1) },
            route(
                .get, "/v1/sign-in/{provider}/return", id: "finishSignIn", tag: .sessions,
                "Finish a sign-in at an issuer.",
                details:
                    "If the sign-in fails, the browser is sent to /login with `problem`: denied, expired, refused or unavailable.",
                cost: .read, access: .anyone, privacy: .open,
                query: [
                    .text("code", "The code of the issuer."), .text("state", "The state that was sent to the issuer."),
                    .text("error", "The error of the issuer."), .text("iss", "The issuer (RFC 9207)."),
                ], answers: .redirect
            ) { try await $0.finish($1) },
        ]
    }

    /// The issuers that browsers can choose among, in the order of `issuers.json`.
    @Sendable
    private func list(_ exchange: Exchange) -> Response {
        Response(json: Self.issuers.json(of: authentication.signIns.issuers.map(\.terms)))
    }

    static let issuers = Members<[BrowserSignIn]>("Issuers", [.init("providers", each: issuer) { $0 }])

    private static let issuer: Members<BrowserSignIn> = [
        .init("name") { $0.name }, .init("title") { $0.title }, .init("path") { "/v1/sign-in/\($0.name)" },
    ]

    /// Leads to the issuer.
    @Sendable
    private func begin(_ exchange: Exchange) async throws -> Response {
        let destination = SignIns.destination(exchange.query("to"))
        // Several tabs of a browser share the secret.
        let secret = authentication.cookie.signInSecret(in: exchange.request) ?? Sessions.secret()
        do {
            let address = try await authentication.signIns.begin(
                at: exchange.parameters["provider"] ?? "", to: destination, for: secret, backTo: callback(of: exchange))
            guard let address else { throw Problem(.notFound, "There is no such sign-in. See /v1/sign-in.") }
            return Self.redirect(to: address, setting: authentication.cookie.settingSignIn(secret))
        } catch let fault as SignIns.Fault {
            return failed(fault.failure, "\(fault)", to: destination)
        }
    }

    /// Takes a browser back, begins its session and leads to the page that it wanted.
    ///
    /// The next page is the sign-in page: browsers send the cookie of a session with what that page asks for, but not with a
    /// redirect that another site has begun (`SameSite=Strict`).
    @Sendable
    private func finish(_ exchange: Exchange) async throws -> Response {
        do {
            let (signed, terms) = try await authentication.signIns.finish(
                at: exchange.parameters["provider"] ?? "", with: exchange.query,
                for: authentication.cookie.signInSecret(in: exchange.request), backTo: callback(of: exchange))
            let identity = signed.identity
            let user = try await authentication.user(of: identity)
            let end = Date(timeIntervalSince1970: authentication.verifier.now + Double(terms.sessionSeconds))
            let begun = try authentication.sessions.begin(user, [], machine: nil, key: identity.proof.key, until: end)
            exchange.record.note(user: user)
            return Self.redirect(
                to: Self.page(to: signed.destination),
                setting: authentication.cookie.setting(begun.secret, for: begun.session))
        } catch let fault as SignIns.Fault {
            return failed(fault.failure, "\(fault)")
        } catch let rejection as TokenRejection {
            operations.refusedTokens.count(rejection.cause)
            return failed(.refused, "the ID token is not accepted: \(rejection.description)")
        } catch let fault as KeysUnavailable {
            return failed(.unavailable, "\(Problem(fault).detail)")
        } catch let problem as Problem where problem.status == .forbidden {
            // An account that is closed.
            return failed(.refused, problem.detail)
        }
    }

    private func callback(of exchange: Exchange) -> String {
        let origin =
            options.publicOrigin ?? exchange.record.origin
            ?? "\(options.scheme)://\(exchange.request.head.authority ?? "")"
        return "\(origin)/v1/sign-in/\(exchange.parameters["provider"] ?? "")/return"
    }

    private func failed(_ failure: SignIns.Failure, _ detail: String, to destination: String = "/") -> Response {
        operations.logger.log(
            level: failure == .denied || failure == .expired ? .info : .warning, "sign-in: \(detail)")
        return Self.redirect(to: Self.page(to: destination, problem: failure))
    }

    private static func page(to destination: String, problem: SignIns.Failure? = nil) -> String {
        var unreserved = CharacterSet.alphanumerics
        unreserved.insert(charactersIn: "-._~/")
        let path = destination.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "/"
        return "/login?to=\(path)" + (problem.map { "&problem=\($0.rawValue)" } ?? "")
    }

    private static func redirect(to address: String, setting cookie: String? = nil) -> Response {
        var headers: HTTPFields = [.location: address, .cacheControl: "no-store"]
        headers[.setCookie] = cookie
        // The referrer must not disclose a code or a state.
        headers[.referrerPolicy] = "no-referrer"
        return Response(status: .seeOther, headers: headers)
    }
}
