import Foundation
import TestSupport
import Testing
import Values

@testable import BetServer  // tokens are the module's own

/// Refresh tokens are valid once. One that is used twice ends its sign-in, and no secret is stored.
@Suite struct RefreshTokenTests {
    private let directory = TemporaryDirectory()
    private let now: Int64 = 1_764_518_400
    private let tokens: RefreshTokens

    init() throws {
        try FileManager.default.createDirectory(atPath: directory("tables"), withIntermediateDirectories: true)
        tokens = try RefreshTokens(at: directory("tables"))
    }

    /// Signs in with a new identity token.
    private func signIn(_ account: String, above floor: UserID?, at now: Int64) throws -> RefreshTokens.Issued {
        let token = (0..<16).map { _ in UInt8.random(in: 0...255) }
        return try tokens.signIn(
            account, by: RefreshTokens.UsedToken(token, expiresAt: now + 600), above: floor, at: now)
    }

    @Test func anIdentityTokenIsTakenOnceAlsoAfterARestart() throws {
        // given
        let token = RefreshTokens.UsedToken([1, 2, 3], expiresAt: now + 600)
        _ = try tokens.signIn("apple anna", by: token, above: nil, at: now)
        // then
        #expect(throws: RefreshTokens.Rejection.reused) {
            try tokens.signIn("apple anna", by: token, above: nil, at: now + 1)
        }
        // and when: the server starts again, and removes what has expired
        tokens.close()
        let again = try RefreshTokens(at: directory("tables"))
        try again.removeExpired(at: now + 599)
        #expect(throws: RefreshTokens.Rejection.reused) {
            try again.signIn("apple anna", by: token, above: nil, at: now + 599)
        }
        // The verifier refuses it from then on.
        try again.removeExpired(at: now + 600)
        _ = try again.signIn("apple anna", by: token, above: nil, at: now + 600)
        again.close()
    }

    @Test func eachUseGivesTheNextToken() throws {
        // given
        var issued = try signIn("apple anna", above: nil, at: now)
        // then
        for day in 1...100 {
            let next = try tokens.rotate(issued.token, at: now + Int64(day) * 86_400)
            #expect(next.user == issued.user && next.family == issued.family && next.token != issued.token)
            issued = next
        }
    }

    @Test func aTokenThatIsUsedTwiceEndsItsSignIn() throws {
        // given
        let first = try signIn("apple anna", above: nil, at: now)
        let second = try tokens.rotate(first.token, at: now + 1)
        let elsewhere = try signIn("apple anna", above: nil, at: now + 2)
        // when
        #expect(throws: RefreshTokens.Rejection.reused) { try tokens.rotate(first.token, at: now + 3) }
        // then
        #expect(throws: RefreshTokens.Rejection.unknown) { try tokens.rotate(second.token, at: now + 4) }
        #expect(try !tokens.isActive(first.family, at: now + 4))
        #expect(throws: Never.self) { try tokens.rotate(elsewhere.token, at: now + 4) }
    }

    @Test func aTokenExpiresAfterThirtyDays() throws {
        let issued = try signIn("apple anna", above: nil, at: now)
        #expect(throws: RefreshTokens.Rejection.expired) { try tokens.rotate(issued.token, at: now + 30 * 86_400) }
        #expect(throws: Never.self) { try tokens.rotate(issued.token, at: now + 30 * 86_400 - 1) }
    }

    @Test func aSignInThatHasEndedGivesNothing() throws {
        // given
        let issued = try signIn("apple anna", above: nil, at: now)
        // when
        try tokens.end(issued.family)
        // then
        #expect(throws: RefreshTokens.Rejection.unknown) { try tokens.rotate(issued.token, at: now) }
        #expect(try !tokens.isActive(issued.family, at: now))
    }

    @Test func aSubjectKeepsItsUserAndNumbersAreNotGivenTwice() throws {
        // given
        let anna = try signIn("apple anna", above: nil, at: now)
        let ben = try signIn("apple ben", above: nil, at: now)
        #expect(anna.user == 1 && ben.user == 2)
        #expect(try signIn("apple anna", above: nil, at: now).user == anna.user)
        // when
        try tokens.erase(ben.user)
        // then
        #expect(throws: RefreshTokens.Rejection.unknown) { try tokens.rotate(ben.token, at: now) }
        #expect(try signIn("apple ben", above: nil, at: now).user == 3)
        #expect(try signIn("apple clara", above: 40, at: now).user == 41)
    }

    @Test func aUserHasSoManySignInsAndNoMore() throws {
        // given
        let all = try (0..<20).map { try signIn("apple anna", above: nil, at: now + $0) }
        // when
        let active = try all.map { try tokens.isActive($0.family, at: now + 20) }
        // then
        #expect(active == Array(repeating: false, count: 4) + Array(repeating: true, count: 16))
    }

    @Test func whatHasExpiredIsRemovedAndTheRestStays() throws {
        // given
        let old = try signIn("apple anna", above: nil, at: now)
        let new = try signIn("apple anna", above: nil, at: now + 86_400)
        // when
        try tokens.removeExpired(at: now + 30 * 86_400)
        // then
        #expect(throws: RefreshTokens.Rejection.unknown) { try tokens.rotate(old.token, at: now + 30 * 86_400) }
        #expect(throws: Never.self) { try tokens.rotate(new.token, at: now + 30 * 86_400) }
    }

    @Test func neitherTokensNorSubjectsAreStored() throws {
        // given
        let issued = try signIn("apple 001999.anna", above: nil, at: now)
        tokens.close()
        // when
        let names = try FileManager.default.contentsOfDirectory(atPath: directory("tables"))
        let bytes = try names.flatMap { Array(try Data(contentsOf: URL(filePath: directory("tables/\($0)")))) }
        // then
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(issued.token) && !text.contains("001999.anna"))
        #expect(!text.contains(issued.token.dropFirst(4)))
    }

    @Test func tokensSurviveARestart() throws {
        // given
        let issued = try signIn("apple anna", above: nil, at: now)
        tokens.close()
        // when
        let again = try RefreshTokens(at: directory("tables"))
        // then
        #expect(try again.rotate(issued.token, at: now + 1).user == issued.user)
    }
}
