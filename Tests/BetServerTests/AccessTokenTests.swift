import Crypto
import Foundation
import TestSupport
import Testing
import TextFormats
import Tokens
import Values

@testable import BetServer  // tokens are the module's own

/// Access tokens are taken for a quarter of an hour, by their signature, and by nothing that they say of themselves.
@Suite struct AccessTokenTests {
    private let tokens = AccessTokens(key: SymmetricKey(size: .bits256))
    private let family = RefreshFamily(of: 7)
    private let now = 1_764_518_400.0

    @Test func aTokenNamesItsUserAndSignIn() throws {
        // when
        let claims = try tokens.claims(of: tokens.token(for: 7, in: family, at: now), at: now + 1)
        // then
        #expect(claims.user == 7 && claims.family == family && claims.expiresAt == now + 900)
    }

    @Test func aTokenExpiresAfterAQuarterOfAnHour() throws {
        let token = tokens.token(for: 7, in: family, at: now)
        #expect(throws: Never.self) { try tokens.claims(of: token, at: now + 899) }
        #expect(throws: AccessTokens.Rejection.expired) { try tokens.claims(of: token, at: now + 900) }
    }

    @Test func aTokenOfTheFutureIsInvalid() {
        let token = tokens.token(for: 7, in: family, at: now + 3_600)
        #expect(throws: AccessTokens.Rejection.self) { try tokens.claims(of: token, at: now) }
    }

    @Test func aTokenOfAnotherKeyIsInvalid() {
        let other = AccessTokens(key: SymmetricKey(size: .bits256))
        let token = other.token(for: 7, in: family, at: now)
        #expect(throws: AccessTokens.Rejection.self) { try tokens.claims(of: token, at: now) }
    }

    /// Tokens whose header or claims were changed, with the signature of the original, none, or one of another algorithm.
    @Test(arguments: ["none", "None", "RS256", "HS512", ""])
    func aTokenOfAnotherAlgorithmIsInvalid(algorithm: String) {
        // given
        let parts = tokens.token(for: 7, in: family, at: now).split(separator: ".").map(String.init)
        let head: JSON = ["alg": .of(algorithm), "typ": "JWT"]
        let changed = Base64URL.encode(head.compact.utf8)
        // then
        for signature in [parts[2], ""] {
            #expect(throws: AccessTokens.Rejection.self) {
                try tokens.claims(of: "\(changed).\(parts[1]).\(signature)", at: now)
            }
        }
    }

    @Test func aChangedUserIsInvalid() throws {
        // given
        let parts = tokens.token(for: 7, in: family, at: now).split(separator: ".").map(String.init)
        let payload = try #require(Base64URL.decode(Array(parts[1].utf8)[...]))
        let text = String(decoding: payload, as: UTF8.self).replacing("\"sub\":\"7\"", with: "\"sub\":\"8\"")
        // then
        #expect(text.contains("\"sub\":\"8\""))
        let changed = "\(parts[0]).\(Base64URL.encode(text.utf8)).\(parts[2])"
        #expect(throws: AccessTokens.Rejection.self) { try tokens.claims(of: changed, at: now) }
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "e30.e30.e30", "Bearer", String(repeating: "a", count: 9_000)])
    func whatIsNotATokenIsInvalid(text: String) {
        #expect(throws: AccessTokens.Rejection.self) { try tokens.claims(of: text, at: now) }
    }

    @Test func theKeyStaysInItsFile() throws {
        // given
        let directory = TemporaryDirectory()
        let first = try AccessTokens(keyIn: directory("key"))
        // when
        let second = try AccessTokens(keyIn: directory("key"))
        // then
        #expect(throws: Never.self) { try second.claims(of: first.token(for: 7, in: family, at: now), at: now) }
        let mode = try FileManager.default.attributesOfItem(atPath: directory("key"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aShortKeyIsRefused() throws {
        let directory = TemporaryDirectory()
        try directory.write("short", to: "key")
        #expect(throws: (any Error).self) { try AccessTokens(keyIn: directory("key")) }
    }
}
