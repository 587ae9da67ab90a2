import Crypto
import Foundation
import Logging
import Platform
import TestSupport
import Testing
import Tokens

@testable import Server  // clocks and readings are made by hand

/// An issuer in this process, which rotates, removes, mixes and breaks its keys.
private final class KeyHouse: Sendable {
    struct State {
        var now = 1_000.0
        var keys: [String: P256.Signing.PrivateKey] = [:]
        var others: [String] = []
        var lifetime: Double? = 60
        var isBroken = false
        var readings = 0
        var lines: [String] = []
        var changes = 0
    }

    let state = Guarded(State())

    var readings: Int { state.withLock { $0.readings } }
    var lines: [String] { state.withLock { $0.lines } }

    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    func publish(_ names: String...) {
        state.withLock { state in
            state.keys = names.reduce(into: [:]) { $0[$1] = state.keys[$1] ?? P256.Signing.PrivateKey() }
        }
    }

    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }

    /// No two looks at a clock are at the same moment.
    var clock: SecondsClock {
        SecondsClock(
            now: { self.state.withLock { $0.now } },
            uptime: {
                self.state.withLock { state in
                    state.now += 1e-6
                    return state.now
                }
            })
    }

    @Sendable
    func read(_ place: String) async throws(KeyFault) -> KeyDocument {
        let (text, lifetime) = state.withLock { state -> (String?, Double?) in
            state.readings += 1
            guard !state.isBroken else { return (nil, nil) }
            let keys = state.keys.map { name, key in
                let point = key.publicKey.rawRepresentation
                return
                    "{\"kid\":\"\(name)\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(Base64URL.encode(point.prefix(32)))\","
                    + "\"y\":\"\(Base64URL.encode(point.suffix(32)))\"}"
            }
            return ("{\"keys\":[\((keys + state.others).joined(separator: ","))]}", state.lifetime)
        }
        guard let text else { throw KeyFault("the answer has status 500") }
        return KeyDocument(bytes: Array(text.utf8), lifetime: lifetime)
    }

    func verifier() -> TokenVerifier {
        var issuer = TokenIssuer(
            issuer: "https://issuer.example", audiences: ["drafts"], algorithms: [.es256],
            maximumLifetimeSeconds: 86_400,
            keys: "https://issuer.example/keys")
        issuer.maximumKeyAgeSeconds = 3_600
        let logger = Logger(label: "keys") { _ in KeyLog(house: self) }
        let verifier = TokenVerifier(
            issuers: [issuer], isDev: false, clock: clock, logger: logger, read: read, sleep: { self.pass($0) })
        verifier.whenKeysChange { self.change { $0.changes += 1 } }
        return verifier
    }

    func token(_ kid: String, by key: P256.Signing.PrivateKey? = nil, subject: String = "s") throws -> String {
        let (now, known) = state.withLock { ($0.now, $0.keys[kid]) }
        let head = "{\"alg\":\"ES256\",\"kid\":\"\(kid)\"}"
        let claims =
            "{\"iss\":\"https://issuer.example\",\"aud\":\"drafts\",\"sub\":\"\(subject)\",\"iat\":\(Int(now)),"
            + "\"exp\":\(Int(now) + 86_400)}"
        let input = "\(Base64URL.encode(head.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try (key ?? known ?? P256.Signing.PrivateKey()).signature(for: Array(input.utf8))
            .rawRepresentation
        return "\(input).\(Base64URL.encode(signature))"
    }
}

private struct KeyLog: LogHandler {
    let house: KeyHouse
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { house.change { $0.lines.append("\(event.message)") } }
}

/// For how long the keys of an issuer are trusted, and what becomes of tokens meanwhile.
@Suite struct KeyCacheTests {
    private enum Answer: Equatable {
        case accepted
        case refused(TokenRejection.Cause)
        case unavailable
    }

    private func answer(_ verifier: TokenVerifier, _ token: String) async throws -> Answer {
        do {
            _ = try await verifier.identity(in: token)
            return .accepted
        } catch let rejection as TokenRejection {
            return .refused(rejection.cause)
        } catch is KeysUnavailable {
            return .unavailable
        }
    }

    @Test func aRemovedKeyEndsWithTheTimeOfItsSet() async throws {
        let house = KeyHouse()
        house.publish("k1")
        let verifier = house.verifier()
        let (old, stolen) = (try house.token("k1"), try house.token("k1", subject: "victim"))
        let proof = try await verifier.identity(in: old).proof
        house.publish("k2")
        house.pass(59)
        #expect(try await answer(verifier, old) == .accepted)
        house.pass(2)
        #expect(try await answer(verifier, old) == .refused(.unknownKey))
        #expect(try await answer(verifier, stolen) == .refused(.unknownKey))
        #expect(try verifier.stillAccepts(proof) == false)
        #expect(house.state.withLock { $0.changes } == 1)
    }

    @Test func aSetIsRereadInTheBackgroundBeforeItsTimeEnds() async throws {
        let house = KeyHouse()
        house.publish("k1", "k2")
        let verifier = house.verifier()
        await verifier.keepFresh()
        let token = try house.token("k1")
        #expect(try await answer(verifier, token) == .accepted && house.readings == 1)
        house.publish("k2")
        for _ in 0..<43 {
            house.pass(1)
            await verifier.keepFresh()
        }
        #expect(house.readings == 2)
        #expect(try await answer(verifier, token) == .refused(.unknownKey))
    }

    @Test func withoutATrustedSetNothingIsAcceptedAndTheClientComesBack() async throws {
        let house = KeyHouse()
        house.publish("k1")
        let verifier = house.verifier()
        let token = try house.token("k1")
        #expect(try await answer(verifier, token) == .accepted)
        house.change { $0.isBroken = true }
        for _ in 0..<59 {
            house.pass(1)
            await verifier.keepFresh()
            #expect(try await answer(verifier, token) == .accepted)
        }
        let readings = house.readings
        #expect((3...8).contains(readings), "with a backoff: \(readings)")
        for _ in 0..<5 {
            house.pass(1)
            await verifier.keepFresh()
        }
        for _ in 0..<100 { #expect(try await answer(verifier, token) == .unavailable) }
        #expect(house.readings <= readings + 2)
        #expect(house.lines.filter { $0.contains("cannot be read") }.count == 1)
        #expect(house.lines.filter { $0.contains("no keys of") }.count == 1)
        house.change { $0.isBroken = false }
        house.pass(31)
        #expect(try await answer(verifier, token) == .accepted)
        #expect(house.lines.last?.contains("can be read again") == true)
    }

    @Test func aNewKeyIsFoundWhateverStrangersAsk() async throws {
        let house = KeyHouse()
        house.publish("k1")
        let verifier = house.verifier()
        #expect(try await answer(verifier, try house.token("k1")) == .accepted)
        var (asked, start) = (0, house.clock.uptime())
        for round in 0..<40 {
            for stranger in 0..<5 {
                #expect(try await answer(verifier, try house.token("x\(round).\(stranger)")) == .refused(.unknownKey))
                asked += 1
            }
            house.publish("k\(round)")
            let before = house.clock.uptime()
            #expect(try await answer(verifier, try house.token("k\(round)")) == .accepted)
            #expect(house.clock.uptime() - before <= 6)
        }
        let time = house.clock.uptime() - start
        #expect(
            Double(house.readings) <= time / 5 + 6, "\(house.readings) readings in \(time) s for \(asked) strangers")
        // A quiet minute restores the allowance: the next new key is there at once.
        house.pass(59)
        house.publish("last")
        start = house.clock.uptime()
        #expect(try await answer(verifier, try house.token("last")) == .accepted)
        #expect(house.clock.uptime() - start < 0.5)
    }

    @Test func manyRequestsOfANewKeyAreOneReading() async throws {
        let house = KeyHouse()
        house.publish("k1")
        let verifier = house.verifier()
        let token = try house.token("k1")
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<64 { group.addTask { try await self.answer(verifier, token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0 == .accepted } && house.readings == 1)
    }

    @Test func aNameThatIsGivenToAnotherKeyIsFollowed() async throws {
        let house = KeyHouse()
        house.publish("k1")
        let verifier = house.verifier()
        let before = try house.token("k1")
        #expect(try await answer(verifier, before) == .accepted)
        house.publish()
        house.publish("k1")
        house.pass(10)
        #expect(try await answer(verifier, try house.token("k1")) == .accepted)
        #expect(try await answer(verifier, before) == .refused(.signature))
        #expect(
            try await answer(verifier, try house.token("k1", by: P256.Signing.PrivateKey())) == .refused(.signature))
    }

    @Test func aMemberThatIsNotUnderstoodIsLoggedOnce() async throws {
        let house = KeyHouse()
        house.publish("k1")
        house.change { $0.others = [#"{"kid":"enc","kty":"RSA","use":"enc"}"#, #"{"kid":"oct","kty":"oct"}"#] }
        let verifier = house.verifier()
        for _ in 0..<5 {
            #expect(try await answer(verifier, try house.token("k1")) == .accepted)
            house.pass(61)
        }
        #expect(house.readings == 5)
        #expect(
            house.lines.filter { $0.contains("'enc'") }.count == 1
                && house.lines.filter { $0.contains("'oct'") }.count == 1)
    }

    @Test(
        arguments: [
            (nil, 300.0), (5, 5), (0, 5), (1e9, 3_600), (-5, 5), (100, 100),
        ] as [(Double?, Double)])
    func aSetIsTrustedWithinBounds(said: Double?, held: Double) async throws {
        let house = KeyHouse()
        house.publish("k1")
        house.change { $0.lifetime = said }
        let verifier = house.verifier()
        let token = try house.token("k1")
        #expect(try await answer(verifier, token) == .accepted)
        house.change { $0.isBroken = true }
        house.pass(held - 0.5)
        #expect(try await answer(verifier, token) == .accepted)
        house.pass(1)
        #expect(try await answer(verifier, token) == .unavailable)
    }

    @Test func theTimeOfASetIsReadFromItsAnswer() {
        func lifetime(_ cache: [String], age: String? = nil, expires: String? = nil) -> Double? {
            KeyPlace.lifetime(cacheControl: cache, age: age, expires: expires, date: "Sun, 06 Nov 1994 08:49:37 GMT")
        }
        #expect(lifetime([]) == nil && lifetime(["public"]) == nil)
        #expect(lifetime(["public, max-age=19204, must-revalidate, no-transform"]) == 19_204)
        #expect(lifetime(["Max-Age=\"60\""], age: "20") == 40 && lifetime(["max-age=60"], age: "90") == 0)
        #expect(lifetime(["max-age=60", "max-age=30"]) == 30 && lifetime(["max-age=x"]) == 0)
        #expect(
            lifetime(["max-age=1e999"]) == 0 && lifetime(["max-age=-1"]) == 0
                && lifetime(["max-age=60"], age: "x") == 60)
        #expect(lifetime(["no-store, max-age=60"]) == 0 && lifetime(["no-cache"]) == 0)
        #expect(lifetime([], expires: "Sun, 06 Nov 1994 08:50:37 GMT") == 60)
        #expect(lifetime([], expires: "0") == 0 && lifetime([], expires: "Sun, 06 Nov 1994 08:49:37 GMT") == 0)
        #expect(lifetime(["max-age=5"], expires: "Sun, 06 Nov 1999 08:50:37 GMT") == 5)
    }
}
