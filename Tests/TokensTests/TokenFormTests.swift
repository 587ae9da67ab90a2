import TestSupport
import Testing

import Tokens

/// The form of tokens, and the one cause for which anything else is refused.
@Suite(.seeded) struct TokenFormTests {
    @Test func aGoodTokenIsReadAndItsSignatureHolds() throws {
        let token = try SignedToken(try TokenText.bytes())
        #expect(token.header == .init(algorithm: "ES256", keyID: "k1", thumbprint: nil, type: "JWT"))
        let key = try #require(try TokenText.keys().candidates(for: token.header, by: .es256).first)
        #expect(key.verifies(token, by: .es256))
        #expect(!key.verifies(token, by: .rs256) && !key.verifies(token, by: .es384))
        let claims = try TokenClaims(token)
        #expect(claims.issuer == "https://issuer.example" && claims.audiences == ["drafts"])
        #expect(TokenText.cause(of: try TokenText.bytes()) == nil)
    }

    @Test(arguments: [
        (#"{"alg":"ES256","kid":"k1","crit":["exp"]}"#, TokenRejection.Cause.criticalExtension),
        (#"{"alg":"ES256","kid":"k1","crit":[]}"#, .criticalExtension),
        (#"{"alg":"ES256","kid":"k1","crit":null}"#, .criticalExtension),
        (#"{"alg":"ES256","kid":"k1","b64":false,"crit":["b64"]}"#, .criticalExtension),
        (#"{"alg":"ES256","kid":"k1","b64":false}"#, .criticalExtension),
        (#"{"alg":"ES256","kid":"k1","zip":"DEF"}"#, .criticalExtension),
        (#"{"alg":"ES256","\u0063rit":[]}"#, .criticalExtension),
        (#"{"alg":"ES256","kid":"k1","typ":"logout+jwt"}"#, .type),
        (#"{"alg":"ES256","alg":"none"}"#, .malformed), (#"{"alg":"ES256","\u0061lg":"none"}"#, .malformed),
        (#"{"kid":"k1"}"#, .malformed), (#"{"alg":1}"#, .malformed), (#"{"alg":null}"#, .malformed),
        (#"{"alg":""}"#, .malformed), (#"{"alg":"ES256","kid":7}"#, .malformed),
        (#"{"alg":"ES256","kid":["k1"]}"#, .malformed), (#"{"alg":"ES256","kid":"k1\u0000"}"#, .malformed),
        ("{\"alg\":\"ES256\",\"kid\":\"\(String(repeating: "k", count: 257))\"}", .malformed),
        ("[]", .malformed), ("\"ES256\"", .malformed), ("", .malformed), ("{", .malformed), ("{}{}", .malformed),
        ("null", .malformed), ("1e999", .malformed), (#"{"alg":"\uD800"}"#, .malformed),
        (
            "{\"alg\":\"ES256\",\"x\":\(String(repeating: "[", count: 20))\(String(repeating: "]", count: 20))}",
            .malformed
        ),
        (String(repeating: "[", count: 2_000), .malformed),
        (#"{"alg":{"a":"ES256"}}"#, .malformed), (#"{"alg":["ES256"]}"#, .malformed), (#"{"alg":1e999}"#, .malformed),
        (#"{"alg":"ES256","kid":"k1","kid":"k1"}"#, .malformed), (#"{"alg":"ES256","x":{"a":1,"a":1}}"#, .malformed),
        (#"{"alg":"ES256","kid":"k1\uDC00"}"#, .malformed), (#"{"alg":"ES256","kid":"k1\uFE0F"}"#, .malformed),
        (#"{"alg":"ES256","kid":""}"#, .malformed), ("\u{FEFF}{\"alg\":\"ES256\"}", .malformed),
        (#"{"alg":"ES256","typ":"JWT "}"#, .type), (#"{"alg":"ES256","typ":"JWE"}"#, .type),
        (#"{"alg":"ES256","typ":"secevent+jwt"}"#, .type), (#"{"alg":"ES256","typ":7}"#, .malformed),
        (#"{"alg":"ES256","x5t":7}"#, .malformed), (#"{"alg":"ES256","enc":"A128GCM"}"#, .criticalExtension),
        (#"{"alg":"ES256","crit":{}}"#, .criticalExtension), (#"{'alg':'ES256'}"#, .malformed),
        (#"{"alg":"ES256",}"#, .malformed), (#"{"alg":"ES256"}/**/"#, .malformed),
        (#"{"alg":"ES\u0000256"}"#, .malformed),
    ])
    func aHostileHeaderIsRefused(head: String, cause: TokenRejection.Cause) throws {
        #expect(TokenText.cause(of: try TokenText.bytes(head)) == cause)
    }

    /// Such members never reach a library.
    @Test(arguments: [
        #""jwk":{"kty":"RSA"}"#, #""x5c":[]"#, #""x5c":["MIIB"]"#, #""jku":"http://evil.example""#, #""x5u":"""#,
    ])
    func aKeyInTheHeaderIsNotLookedAt(member: String) throws {
        #expect(TokenText.cause(of: try TokenText.bytes("{\"alg\":\"ES256\",\"kid\":\"k1\",\(member)}")) == nil)
    }

    @Test(arguments: [
        (#""aud":[]"#, TokenRejection.Cause.audience), (#""aud":["drafts",1]"#, .audience), (#""aud":null"#, .audience),
        (#""aud":{}"#, .audience), (#""aud":[["drafts"]]"#, .audience), (#""aud":7"#, .audience),
        (#""exp":"1600""#, .claim), (#""exp":null"#, .claim), (#""exp":1e999"#, .claim), (#""exp":-1e999"#, .claim),
        (#""exp":-5"#, .claim), (#""exp":1e300"#, .claim), (#""exp":[1600]"#, .claim), (#""exp":true"#, .claim),
        (#""exp":99999999999999999999999999999999999999"#, .claim), (#""exp":9223372036854775808"#, .claim),
        (#""exp":1100"#, .expired), (#""exp":1099.999"#, .expired), (#""exp":0"#, .expired),
        (#""exp":253402300799"#, .lifetime), (#""exp":4601"#, .lifetime),
        (#""iat":"now""#, .claim), (#""iat":1e400"#, .claim), (#""iat":1160.5"#, .issuedInFuture),
        (#""iat":1600"#, .issuedInFuture),
        (#""nbf":"x""#, .claim), (#""nbf":-1"#, .claim), (#""nbf":1161"#, .notYetValid), (#""nbf":1e18"#, .claim),
        (#""iss":7"#, .claim), (#""iss":"""#, .claim), (#""iss":["https://issuer.example"]"#, .claim),
        (#""sub":"""#, .subject), (#""sub":7"#, .subject), (#""sub":null"#, .subject), (#""sub":"a\u0000b""#, .subject),
        (#""sub":"a\nb""#, .subject), (#""sub":"a\u202Eb""#, .subject), (#""sub":"a\u200Bb""#, .subject),
        (#""sub":"e\u0301""#, .subject), ("\"sub\":\"\(String(repeating: "s", count: 256))\"", .subject),
        (#""sub":" ""#, .subject), (#""sub":" a""#, .subject), (#""sub":"a ""#, .subject),
        (#""sub":"a\u00A0""#, .subject),
        (#""sub":"a\u3164""#, .subject), (#""sub":"a\uFE0F""#, .subject), (#""sub":"a\u034F""#, .subject),
        (#""sub":"a\uDB40\uDC41""#, .subject), (#""sub":"\uFEFFa""#, .subject), (#""sub":"a\u2028""#, .subject),
        (#""sub":{"a":"b"}"#, .subject), (#""sub":["s-1"]"#, .subject), (#""sub":"a\uD800""#, .malformed),
        (#""sub":"a","sub":"b""#, .malformed), (#""sub":"a","\u0073ub":"b""#, .malformed),
        (#""aud":[{"drafts":1}]"#, .audience), (#""aud":{"0":"drafts"}"#, .audience), (#""aud":[null]"#, .audience),
        (#""aud":["drafts",["x"]]"#, .audience), (#""aud":true"#, .audience), (#""aud":1e999"#, .audience),
        ("\"aud\":[\(Array(repeating: "\"x\"", count: 65).joined(separator: ","))]", .audience),
        ("\"aud\":\(String(repeating: "[", count: 40))\(String(repeating: "]", count: 40))", .malformed),
        ("\"deep\":\(String(repeating: "{\"a\":", count: 30))1\(String(repeating: "}", count: 30))", .malformed),
        (#""exp":NaN"#, .malformed), (#""exp":Infinity"#, .malformed), (#""exp":+1600"#, .malformed),
        (#""exp":01600"#, .malformed), (#""exp":0x640"#, .malformed), (#""exp":.16e4"#, .malformed),
        (#""exp":{"$numberLong":"1600"}"#, .claim), (#""exp":"1e3""#, .claim), (#""exp":-0"#, .expired),
        ("\"exp\":1\(String(repeating: "0", count: 400))", .claim), (#""exp":1e-999"#, .expired),
        (#""iat":-1"#, .claim), (#""iat":null"#, .claim), (#""iat":[1000]"#, .claim), (#""iat":"1000""#, .claim),
        (#""nbf":null"#, .claim), (#""nbf":"1000""#, .claim), (#""nbf":{}"#, .claim), (#""nbf":1e999"#, .claim),
        (#""nbf":253402300800"#, .claim), (#""nbf":253402300799"#, .notYetValid),
        (#""iss":null"#, .claim), (#""iss":{"a":1}"#, .claim),
    ])
    func aHostileClaimIsRefused(member: String, cause: TokenRejection.Cause) throws {
        let name = try #require(member.split(separator: "\"").first.map(String.init))
        let others = [
            "iss": #""iss":"https://issuer.example""#, "sub": #""sub":"s-1""#, "aud": #""aud":"drafts""#,
            "iat": #""iat":1000"#, "exp": #""exp":1600"#,
        ]
        let members = others.filter { $0.key != name }.values + [member]
        #expect(
            TokenText.cause(of: try TokenText.bytes(TokenText.head, "{\(members.joined(separator: ","))}")) == cause)
    }

    @Test(arguments: [
        #""exp":1600.75"#, #""exp":1.6e3"#, #""nbf":1160"#, #""nbf":0"#, #""aud":["other","drafts"]"#,
        #""deep":{"a":{"b":{"c":["d"]}}}"#, #""iat":-0"#, #""sub":"CN=Anna Fox,OU=Drafts""#, #""sub":"auth0|5f7c""#,
        #""aud":["drafts","drafts"]"#, #""exp":1600.000000000001"#, #""other":1e999"#, #""name":null"#,
        "\"sub\":\"\(String(repeating: "s", count: 255))\"", #""sub":"é|x""#,
    ])
    func anUnusualClaimIsTaken(member: String) throws {
        let name = try #require(member.split(separator: "\"").first.map(String.init))
        let others = ["iss": #""iss":"i""#, "sub": #""sub":"s""#, "iat": #""iat":1000"#, "exp": #""exp":1600"#]
        let members = others.filter { $0.key != name }.values + [member]
        #expect(TokenText.cause(of: try TokenText.bytes(TokenText.head, "{\(members.joined(separator: ","))}")) == nil)
    }

    @Test func aTokenHasThreePartsOfStrictBase64() throws {
        let good = String(decoding: try TokenText.bytes(), as: UTF8.self)
        let parts = good.split(separator: ".").map(String.init)
        let wrong = [
            "", ".", "..", "...", "a", "a.b", good + ".", good + ".e30", "." + good, good + "=", good + "\n",
            " " + good,
            parts[0] + "=." + parts[1] + "." + parts[2], parts[0] + "." + parts[1] + ".", parts[0] + ".." + parts[2],
            parts[0] + "." + parts[1] + "." + parts[2].replacing("-", with: "+") + "+/",
            parts[0] + "\u{0}." + parts[1] + "." + parts[2],
            [parts[0], "", "", parts[1], parts[2]].joined(separator: "."),
        ]
        for text in wrong where text != "\(parts[0]).\(parts[1])." {
            #expect(TokenText.cause(of: Array(text.utf8)) == .malformed, "\(text)")
        }
        // An empty signature is a form that never verifies.
        let unsigned = try SignedToken(Array("\(parts[0]).\(parts[1]).".utf8))
        #expect(
            try TokenText.keys().candidates(for: unsigned.header, by: .es256).allSatisfy {
                !$0.verifies(unsigned, by: .es256)
            })
        #expect(TokenText.cause(of: [UInt8](repeating: 0x61, count: 8_193)) == .tooLong)
        // Bits after the last byte would let two texts be one token.
        #expect(Base64URL.decode(Array("QQ".utf8)) == [0x41] && Base64URL.decode(Array("QR".utf8)) == nil)
        #expect(Base64URL.decode(Array("QUI".utf8)) == [0x41, 0x42] && Base64URL.decode(Array("QUJ".utf8)) == nil)
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8($0 * 37 & 0xFF) }
            #expect(Base64URL.decode(Array(Base64URL.encode(bytes).utf8)) == bytes)
        }
    }

    /// Whatever the bytes, they end in a value or a cause, and nothing that was changed keeps its signature.
    @Test func mutatedTokensAreRefusedOrUnchanged() throws {
        var random = SeededGenerator(seed: UInt64.random(in: 0 ... .max))
        let keys = try TokenText.keys()
        let good = try TokenText.bytes()
        let claims = [
            TokenText.claims, #"{"iss":"i","sub":"s","aud":["a","b"],"iat":1e3,"exp":1600.5,"azp":"x","nbf":0}"#,
        ]
        var accepted = 0
        for round in 0..<50_000 {
            var bytes: [UInt8]
            if round % 2 == 0 {
                bytes = Self.mutated(good, &random)
            } else {
                // Behind the encoding, where most bytes of a stranger would not come.
                let head = Self.mutated(Array(TokenText.head.utf8), &random)
                let body = Self.mutated(Array(claims[round / 2 % 2].utf8), &random)
                bytes = Array("\(Base64URL.encode(head)).\(Base64URL.encode(body)).AAAA".utf8)
            }
            guard let token = try? SignedToken(bytes) else { continue }  // refused, as most are
            _ = TokenText.cause(of: bytes, at: 1_100)
            let isSigned = keys.candidates(for: token.header, by: .es256).contains { $0.verifies(token, by: .es256) }
            if isSigned { accepted += 1 }
            #expect(!isSigned || bytes == good)
        }
        #expect(accepted < 25_000)
    }

    static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let pieces = ["[]", "{}", "null", "1e999", "\"crit\":[\"b64\"],", "\\u0000", ".", "-", "=", "\"aud\":[]", ","]
            .map { Array($0.utf8) }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &random)))
            default: bytes += bytes[place...].prefix(16)
            }
        }
        return bytes
    }
}
