import Crypto
import CryptoExtras
import TestSupport
import Testing

import Tokens

/// Key sets: which keys are used, which are left out and why, and what is not a set at all.
@Suite(.seeded) struct KeySetTests {
    private static let modulus = number(ofBytes: 256)

    private static func number(ofBytes count: Int, afterZeros zeros: Int = 0) -> String {
        Base64URL.encode(
            [UInt8](repeating: 0, count: zeros)
                + (0..<count).map { UInt8(truncatingIfNeeded: $0 == 0 ? 0xC1 : $0 * 7 | 1) })
    }

    private static let zeros = Base64URL.encode([UInt8](repeating: 0, count: 32))
    private static let rsa = #""kty":"RSA","n":"\#(modulus)","e":"AQAB""#

    private static func set(_ keys: String...) throws -> KeySet {
        try KeySet(Array("{\"keys\":[\(keys.joined(separator: ","))]}".utf8), at: 0)
    }

    private static func point(_ size: Int) -> String {
        let bytes: [UInt8] =
            switch size {
            case 32: Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
            case 48: Array(P384.Signing.PrivateKey().publicKey.rawRepresentation)
            default: Array(P521.Signing.PrivateKey().publicKey.rawRepresentation)
            }
        return #""x":"\#(Base64URL.encode(bytes.prefix(size)))","y":"\#(Base64URL.encode(bytes.suffix(size)))""#
    }

    @Test(arguments: [
        (#"{"kid":"o","kty":"RSA","alg":"RSA-OAEP-256","use":"enc","n":"\#(modulus)","e":"AQAB"}"#, "use"),
        (#"{"kid":"o","kty":"RSA","alg":"RSA-OAEP","n":"\#(modulus)","e":"AQAB"}"#, "does not sign"),
        (#"{"kid":"o","kty":"RSA","alg":"HS256","n":"\#(modulus)","e":"AQAB"}"#, "does not sign"),
        (#"{"kid":"o","kty":"RSA","alg":"ES256","n":"\#(modulus)","e":"AQAB"}"#, "kind of key"),
        (#"{"kid":"o","kty":"RSA","alg":7,"n":"\#(modulus)","e":"AQAB"}"#, "does not sign"),
        (#"{"kid":"o","kty":"RSA","key_ops":["encrypt"],"n":"\#(modulus)","e":"AQAB"}"#, "key_ops"),
        (#"{"kid":"o","kty":"RSA","key_ops":"verify","n":"\#(modulus)","e":"AQAB"}"#, "key_ops"),
        (#"{"kid":"o","kty":"RSA","n":"wQ","e":"AQAB"}"#, "8 bits"),
        (#"{"kid":"o","kty":"RSA","n":"","e":"AQAB"}"#, "base64url"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":"AQ"}"#, "exponent"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":"Ag"}"#, "exponent"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":"AQABAQAB"}"#, "exponent"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)"}"#, "'e'"),
        (#"{"kid":"o","kty":"RSA","n":"a+/=","e":"AQAB"}"#, "base64url"),
        (#"{"kid":"o","kty":"oct","k":"AAAA"}"#, "kty"),
        (#"{"kid":"o","kty":"AKP","alg":"ML-DSA-65","pub":"AAAA"}"#, "kty"),
        (#"{"kid":"o"}"#, "kty"), (#"{"kid":"o","kty":7}"#, "kty"),
        (#"{"kid":"o","kty":"OKP","crv":"X25519","x":"AAAA"}"#, "Ed25519"),
        (#"{"kid":"o","kty":"OKP","crv":"Ed25519","x":"AAAA"}"#, "32 bytes"),
        (#"{"kid":"o","kty":"EC","crv":"secp256k1","x":"AAAA","y":"AAAA"}"#, "curve"),
        (#"{"kid":"o","kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#, "32 bytes"),
        (#"{"kid":"o","kty":"EC","crv":"P-256","x":"AAAA"}"#, "'y'"),
        (#"{"kid":"o","kty":"RSA","kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#, "twice"),
        (#"{"kid":"","kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#, "kid"), ("7", "object"), ("null", "object"),
        (#"{"kid":"o","kty":"RSA","n":"\#(number(ofBytes: 64))","e":"AQAB"}"#, "512 bits"),
        (#"{"kid":"o","kty":"RSA","n":"\#(number(ofBytes: 128))","e":"AQAB"}"#, "1024 bits"),
        (#"{"kid":"o","kty":"RSA","n":"\#(number(ofBytes: 64, afterZeros: 192))","e":"AQAB"}"#, "512 bits"),
        (#"{"kid":"o","kty":"RSA","n":"\#(String(repeating: "_", count: 8_000))","e":"AQAB"}"#, "48000 bits"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":"AAAB"}"#, "exponent"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":"AAAA"}"#, "exponent"),
        (#"{"kid":"o","kty":"RSA","n":"\#(modulus)","e":65537}"#, "'e'"),
        (#"{"kid":"o","kty":"RSA","x5c":["MIIBkjCCATmg"],"x5t":"t"}"#, "'n'"),
        (#"{"kid":"o","kty":"rsa","n":"\#(modulus)","e":"AQAB"}"#, "kty"),
        (#"{"kid":"o","kty":"RSA","use":["sig"],"n":"\#(modulus)","e":"AQAB"}"#, "use"),
        (#"{"kid":"o","kty":"RSA","use":null,"n":"\#(modulus)","e":"AQAB"}"#, "use"),
        (#"{"kid":"o","kty":"RSA","key_ops":[],"n":"\#(modulus)","e":"AQAB"}"#, "key_ops"),
        (#"{"kid":"o","kty":"RSA","alg":"none","n":"\#(modulus)","e":"AQAB"}"#, "does not sign"),
        (#"{"kid":"o","kty":"RSA","alg":"EdDSA","n":"\#(modulus)","e":"AQAB"}"#, "kind of key"),
        (#"{"kid":"o","kty":"EC","crv":"P-256","alg":"ES384",\#(point(32))}"#, "kind of key"),
        (#"{"kid":"o","kty":"EC","crv":"P-256","alg":"RS256",\#(point(32))}"#, "kind of key"),
        (#"{"kid":"o","kty":"EC","crv":"P-384",\#(point(32))}"#, "48 bytes"),
        (#"{"kid":"o","kty":"EC","crv":"p-256",\#(point(32))}"#, "curve"),
        ("{\"kid\":\"o\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"\(zeros)\",\"y\":\"\(zeros)\"}", "on the curve"),
        ("{\"kid\":\"o\",\"kty\":\"OKP\",\"crv\":\"Ed448\",\"x\":\"\(zeros)\"}", "Ed25519"),
        ("{\"kid\":\"o\",\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"alg\":\"ES256\",\"x\":\"\(zeros)\"}", "kind of key"),
        ("{\"kid\":\"\(String(repeating: "k", count: 257))\",\"kty\":\"RSA\"}", "kid"), ("\"k1\"", "object"),
        ("[]", "object"),
    ])
    func aMemberThatIsNotUnderstoodIsLeftOutAlone(member: String, reason: String) throws {
        for keys in [[member, "{\"kid\":\"k1\",\(Self.rsa)}"], ["{\"kid\":\"k1\",\(Self.rsa)}", member]] {
            let set = try Self.set(keys[0], keys[1])
            #expect(set.names == ["k1"])
            #expect(set.leftOut.count == 1 && set.leftOut.first?.reason.contains(reason) == true, "\(set.leftOut)")
        }
    }

    @Test func everyKindOfKeyThatSignsIsUsed() throws {
        let edwards = Base64URL.encode(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
        let set = try Self.set(
            #"{"kid":"rs","alg":"RS256","use":"sig",\#(Self.rsa)}"#,
            #"{"kid":"azure","use":"sig","x5t":"t1","x5c":["MIIB"],\#(Self.rsa)}"#,
            #"{"kid":"p256","kty":"EC","crv":"P-256",\#(Self.point(32))}"#,
            #"{"kid":"p384","kty":"EC","crv":"P-384",\#(Self.point(48))}"#,
            #"{"kid":"p521","kty":"EC","crv":"P-521",\#(Self.point(66))}"#,
            #"{"kid":"ed","kty":"OKP","crv":"Ed25519","alg":"EdDSA","x":"\#(edwards)"}"#,
            #"{"kid":"ed2","kty":"OKP","crv":"Ed25519","alg":"Ed25519","x":"\#(edwards)"}"#, "{\(Self.rsa)}")
        #expect(set.leftOut.isEmpty && set.names == ["rs", "azure", "p256", "p384", "p521", "ed", "ed2"])
        func count(_ id: String?, _ algorithm: SignatureAlgorithm, thumbprint: String? = nil) -> Int {
            set.candidates(
                for: .init(algorithm: "", keyID: id, thumbprint: thumbprint, type: nil), by: algorithm
            ).count
        }
        #expect(count("rs", .rs256) == 1 && count("rs", .rs384) == 0 && count("rs", .es256) == 0)
        #expect(count("azure", .rs256) == 1 && count("azure", .ps512) == 1)
        #expect(count("p256", .es256) == 1 && count("p256", .es384) == 0 && count("p384", .es384) == 1)
        #expect(count("p521", .es512) == 1 && count("ed", .edDSA) == 1 && count("ed2", .edDSA) == 1)
        #expect(count("unknown", .rs256) == 0)
        // Without a name: by the thumbprint, or all that could be it.
        #expect(count(nil, .rs256, thumbprint: "t1") == 1 && count(nil, .rs256, thumbprint: "t2") == 0)
        #expect(count(nil, .rs256) == 3 && count(nil, .edDSA) == 2)
    }

    @Test func aNameOfTwoKeysIsEither() throws {
        let set = try Self.set(
            #"{"kid":"k",\#(Self.rsa)}"#, #"{"kid":"k","kty":"EC","crv":"P-256",\#(Self.point(32))}"#)
        let header = SignedToken.Header(algorithm: "", keyID: "k", thumbprint: nil, type: nil)
        #expect(
            set.candidates(for: header, by: .rs256).count == 1 && set.candidates(for: header, by: .es256).count == 1)
    }

    @Test(arguments: [
        "", "[]", "7", "{", "{}", #"{"keys":{}}"#, #"{"keys":null}"#, #"{"error":"down","code":500}"#, "<html></html>",
        "{\"keys\":[\((0..<257).map { _ in "{}" }.joined(separator: ","))]}",
    ])
    func whatIsNotASetIsRefused(text: String) {
        #expect(throws: KeyFault.self) { try KeySet(Array(text.utf8), at: 0) }
    }

    @Test func aByteOrderMarkIsNoPartOfASet() throws {
        for text in ["\u{FEFF}{\"keys\":[{\"kid\":\"k1\",\(Self.rsa)}]}", "{\"keys\":[{\"kid\":\"k1\",\(Self.rsa)}]}"] {
            #expect(try KeySet(Array(text.utf8), at: 0).names == ["k1"])
        }
        #expect(throws: KeyFault.self) { try KeySet(Array("\u{FEFF}\u{FEFF}{\"keys\":[]}".utf8), at: 0) }
    }

    @Test func aSetWithoutAnyKeyIsOne() throws { #expect(try Self.set().names.isEmpty) }

    // MARK: Certificates

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBkjCCATmgAwIBAgIULF8StYPPK8Cm7vYxRP9Oqu+otFAwCgYIKoZIzj0EAwIw
        HjEcMBoGA1UEAwwTc2VjdXJldG9rZW4uZXhhbXBsZTAgFw0yNjExMjUxODUwMjda
        GA8yMTI2MTEwMTE4NTAyN1owHjEcMBoGA1UEAwwTc2VjdXJldG9rZW4uZXhhbXBs
        ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCPtHQp8qqfilerYn0wNuHswYnW4
        4VYPFAvt3BmZZLb9xVVjWOPX+QWG/CZBGL9xuNZu3EM5MiA8LQm34h8aEdOjUzBR
        MB0GA1UdDgQWBBQBfGCno0hYIDf7yiKXXvwNPZRKozAfBgNVHSMEGDAWgBQBfGCn
        o0hYIDf7yiKXXvwNPZRKozAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cA
        MEQCIGaXRcVXVh7lDGcIxhmr35wMaYVxeu7AS1njQFCNPOM8AiAiBF33GSx8UFRt
        pqdr0maZIVGKRb+Ib4wDN7hSwDfMgA==
        -----END CERTIFICATE-----

        """

    private static func map(_ certificate: String, at now: Double) throws -> KeySet {
        let escaped = certificate.replacing("\n", with: "\\n")
        return try KeySet(Array("{\"c1\":\"\(escaped)\",\"c2\":\"nonsense\"}".utf8), at: now)
    }

    @Test func certificatesByNameAreKeysWhileTheyAreValid() throws {
        // From 2026-11-25 18:50:27 to 2126-11-01 18:50:27.
        let (start, end) = (1_795_632_627.0, 4_949_232_627.0)
        for now in [start, (start + end) / 2, end] {
            let set = try Self.map(Self.certificate, at: now)
            #expect(set.names == ["c1"] && set.leftOut.map(\.name) == ["c2"])
            let header = SignedToken.Header(algorithm: "", keyID: "c1", thumbprint: nil, type: nil)
            #expect(set.candidates(for: header, by: .es256).count == 1)
        }
        for now in [start - 1, end + 1] {
            let set = try Self.map(Self.certificate, at: now)
            #expect(set.names.isEmpty && set.leftOut.first?.reason.contains("not valid now") == true)
        }
    }

    // MARK: Any bytes

    @Test func mutatedSetsEndInKeysOrAFault() throws {
        var random = SeededGenerator(seed: UInt64.random(in: 0 ... .max))
        let set =
            #"{"keys":[{"kid":"a","kty":"EC","crv":"P-256",\#(Self.point(32))},{"kid":"b","alg":"RS256","use":"sig",\#(Self.rsa)}]}"#
        let map = "{\"c1\":\"\(Self.certificate.replacing("\n", with: "\\n"))\"}"
        for round in 0..<20_000 {
            let bytes = TokenFormTests.mutated(Array((round % 2 == 0 ? set : map).utf8), &random)
            do throws(KeyFault) {
                let keys = try KeySet(bytes, at: 1_800_000_000)
                #expect(keys.leftOut.allSatisfy { !$0.reason.isEmpty })
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func rsaSignaturesHoldByTheirAlgorithmAlone() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try key.publicKey.getKeyPrimitives()
        let set = try Self.set(
            #"{"kid":"k1","kty":"RSA","n":"\#(Base64URL.encode(numbers.modulus))","e":"\#(Base64URL.encode(numbers.publicExponent))"}"#
        )
        let input =
            "\(Base64URL.encode(#"{"alg":"RS256","kid":"k1"}"#.utf8)).\(Base64URL.encode(TokenText.claims.utf8))"
        let digest = SHA256.hash(data: Array(input.utf8))
        for (algorithm, padding) in [
            (SignatureAlgorithm.rs256, _RSA.Signing.Padding.insecurePKCS1v1_5), (.ps256, .PSS),
        ] {
            let signature = try key.signature(for: digest, padding: padding).rawRepresentation
            let token = try SignedToken(Array("\(input).\(Base64URL.encode(signature))".utf8))
            let keys = set.candidates(for: token.header, by: algorithm)
            #expect(
                SignatureAlgorithm.allCases.filter { one in keys.contains { $0.verifies(token, by: one) } } == [
                    algorithm
                ])
            for size in [0, 1, 255, 257, 512] {
                let wrong = try SignedToken(
                    Array("\(input).\(Base64URL.encode([UInt8](repeating: 1, count: size)))".utf8))
                #expect(!keys.contains { $0.verifies(wrong, by: algorithm) })
            }
        }
    }
}
