import Bets
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import Platform
import Records
import Server
import TextFormats
import Tokens
import Values

/// Identifies callers: identity tokens of issuers begin a sign-in, and the server's own tokens prove it.
final class BetIdentity: Sendable {
    /// The tokens of one sign-in.
    struct SignedIn: Sendable {
        var accessToken: String
        var refreshToken: String
        var user: UserID
    }

    let verifier: TokenVerifier
    private let source: any BetSource
    private let access: AccessTokens
    private let refresh: RefreshTokens
    private let clock: SecondsClock
    private let logger: Logger

    /// Opens the tables of accounts.
    ///
    /// - Throws: a fault of the disk.
    init(_ source: any BetSource, _ options: BetServerOptions, _ logger: Logger) throws {
        (self.source, self.logger) = (source, logger)
        clock = options.secondsClock
        try FileManager.default.createDirectory(
            atPath: options.accounts + "/tables", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        access = try AccessTokens(keyIn: options.accounts + "/access-tokens.key")
        refresh = try RefreshTokens(at: options.accounts + "/tables")
        verifier = TokenVerifier(
            issuers: options.issuers, isDev: options.isDev, clock: options.secondsClock, logger: logger)
    }

    func close() { refresh.close() }

    private var now: Int64 { Int64(clock.now()) }

    // MARK: Signing in

    /// Begins a sign-in by the identity token of an issuer. The first token of a subject registers a user.
    ///
    /// - Parameter nonce: the text whose SHA-256 the app has asked the issuer for; nil if it has asked for none.
    /// - Throws: `AUTH_INVALID` and `AUTH_EXPIRED` for a token that is not accepted, or was taken before; `SERVER_ERROR` with
    ///   503 while the issuer's keys cannot be read.
    func signIn(_ token: String, nonce: String?) async throws -> SignedIn {
        let identity: Identity
        let used: RefreshTokens.UsedToken
        do {
            identity = try await verifier.identity(in: token)
            // Its signature is checked.
            let signed = try SignedToken(Array(token.utf8))
            let claims = try TokenClaims(signed)
            try Self.check(nonce, in: claims)
            used = RefreshTokens.UsedToken(Array(signed.signingInput), expiresAt: Int64(claims.expiresAt.rounded(.up)))
        } catch let rejection as TokenRejection {
            throw Self.problem(rejection)
        } catch let fault as KeysUnavailable {
            throw Problem(fault)
        }
        let floor = try source.snapshot().state.betsByUser.keys.max()
        do {
            return signedIn(try refresh.signIn(identity.account, by: used, above: floor, at: now))
        } catch is RefreshTokens.Rejection {
            throw BetProblem(
                .authInvalid, "The identity token was used before. Sign in at the issuer again.",
                details: ["reason": "tokenReused"])
        }
    }

    /// Checks that a token was made for the request of this app: a copy of it is of no use without the nonce.
    private static func check(_ nonce: String?, in claims: TokenClaims) throws(TokenRejection) {
        let expected = nonce.map { Digest256(hashing: Array($0.utf8)).hexadecimal }
        guard claims.texts["nonce"] == expected else {
            throw TokenRejection(
                .claim,
                "Its claim 'nonce' is not the SHA-256 of 'nonce' in hexadecimal. Send the text that the app has made for this "
                    + "sign-in.")
        }
    }

    private static func problem(_ rejection: TokenRejection) -> BetProblem {
        let code = BetProblem.Code.self
        return BetProblem(
            rejection.cause == .expired ? code.authExpired : code.authInvalid,
            "The identity token is not accepted. \(rejection.detail)",
            details: ["reason": .of(rejection.cause.rawValue)])
    }

    /// Gives new tokens for a refresh token, which is used up then.
    ///
    /// - Throws: `AUTH_INVALID` for one that is unknown or was used before, `AUTH_EXPIRED` for one that has expired.
    func rotate(_ token: String) throws -> SignedIn {
        do {
            return signedIn(try refresh.rotate(token, at: now))
        } catch let rejection as RefreshTokens.Rejection {
            switch rejection {
            case .expired:
                throw BetProblem(.authExpired, "The refresh token has expired. Sign in again.")
            case .unknown:
                throw BetProblem(.authInvalid, "The refresh token is not known. Sign in again.")
            case .reused:
                throw BetProblem(
                    .authInvalid,
                    "The refresh token was used before, so that all tokens of this sign-in have ended. Sign in again.",
                    details: ["reason": "tokenReused"])
            }
        }
    }

    private func signedIn(_ issued: RefreshTokens.Issued) -> SignedIn {
        SignedIn(
            accessToken: access.token(for: issued.user, in: issued.family, at: clock.now()),
            refreshToken: issued.token, user: issued.user)
    }

    // MARK: Callers

    /// The claims of the access token of a request; nil without one.
    ///
    /// - Throws: `AUTH_INVALID` for a token that is not accepted or whose sign-in has ended, `AUTH_EXPIRED` for one that
    ///   has expired.
    func claims(of request: Request) throws -> AccessTokens.Claims? {
        let headers = request.headers[values: .authorization]
        guard let header = headers.first else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard headers.count == 1, parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw BetProblem(.authInvalid, "The Authorization header is not 'Bearer' and a token.")
        }
        let claims: AccessTokens.Claims
        do throws(AccessTokens.Rejection) {
            claims = try access.claims(of: String(parts[1].drop { $0 == " " }), at: clock.now())
        } catch {
            switch error {
            case .expired: throw BetProblem(.authExpired, "The access token has expired. Refresh it.")
            case .invalid(let detail): throw BetProblem(.authInvalid, "The access token is not accepted. \(detail)")
            }
        }
        guard claims.family.user == claims.user, try refresh.isActive(claims.family, at: now) else {
            throw BetProblem(.authInvalid, "The sign-in of this access token has ended. Sign in again.")
        }
        return claims
    }

    /// Ends the sign-in of a request.
    func signOut(_ claims: AccessTokens.Claims) throws { try refresh.end(claims.family) }

    /// Erases a user's account: the subject, all tokens, and the words of bets. The bets stay, without a name.
    func erase(_ user: UserID) throws {
        try source.eraseNotes(of: user)
        try refresh.erase(user)
        // Of a bet that was on its way.
        try source.eraseNotes(of: user)
    }

    /// Removes tokens that have expired every hour, until the task is cancelled.
    func run() async throws {
        while true {
            do {
                try refresh.removeExpired(at: now)
            } catch {
                // The next hour tries again: expired tokens are refused in any case.
                logger.error("expired tokens cannot be removed: \(error)")
            }
            try await Task.sleep(for: .seconds(3_600))
        }
    }
}
