import Merkle
import Testing

@Suite struct KeyTests {
    private let name = KeyName("example.com/ledger")!

    @Test func gosExampleKeyPairReadsAndIsWrittenTheSame() throws {
        let secret = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
        let published = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
        let key = try SignerKey(secret)
        #expect(key.verifierKey.text == published)
        #expect(key.secretText == secret)
        #expect(try VerifierKey(published) == key.verifierKey)
        #expect(key.verifierKey.id.description == "c74f20a3")
    }

    @Test func aNewKeyComesBackFromItsTextAndSignsTheSameNotes() throws {
        let key = SignerKey(name: name)
        let again = try SignerKey(key.secretText)
        #expect(again.verifierKey == key.verifierKey)
        let note = try SignedNote("hello\n", signedBy: again)
        #expect(try note.verified(by: [key.verifierKey]).signatures.map(\.key) == [key.verifierKey])

        let witness = CosignerKey(name: name)
        #expect(try CosignerKey(witness.secretText).verifierKey == witness.verifierKey)
        #expect(witness.verifierKey.type == .cosignature)
    }

    @Test func oneSecretHasDifferentIdsAsALogAndAsAWitness() throws {
        let seed = [UInt8](repeating: 7, count: 32)
        let log = try SignerKey(name: name, seed: seed)
        let witness = try CosignerKey(name: name, seed: seed)
        #expect(log.verifierKey.publicKey == witness.verifierKey.publicKey)
        #expect(log.verifierKey.id != witness.verifierKey.id)
        #expect(throws: FormatError.self) { try CosignerKey(log.secretText) }
        #expect(throws: FormatError.self) { try SignerKey(witness.secretText) }
    }

    @Test func nothingButItsTextShowsASecret() throws {
        let key = try SignerKey(name: name, seed: [UInt8](repeating: 0x5A, count: 32))
        let secret = try #require(key.secretText.split(separator: "+").last)
        var dumped = "\(key) \(String(reflecting: key))"
        dump(key, to: &dumped)
        #expect(!dumped.contains(secret) && !dumped.contains("WlpaWlpa"))

        let cut = String(key.secretText.dropLast(2))
        let error = try #require(throws: FormatError.self) { try SignerKey(cut) }
        #expect(!error.description.contains("WlpaWlpa"))
    }

    /// The first two are Go's, with the ids adjusted to fit.
    @Test(arguments: [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        "PeterNeumann+c74f20a3+",
        "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "Peter\u{3000}Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TX",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10Q=",
        "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
    ])
    func aMalformedKeyIsRefused(text: String) {
        #expect(throws: FormatError.self) { try VerifierKey(text) }
    }

    @Test func aDamagedSecretIsRefusedByTheIdOfItsPublicKey() {
        #expect(throws: FormatError.self) {
            try SignerKey("PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFw")
        }
    }

    @Test func namesAreComparedByteByByte() throws {
        let kelvin = try #require(KeyName("\u{212A}"))
        #expect(kelvin != KeyName("K"))
        #expect(KeyName("e\u{301}") != KeyName("\u{E9}"))
        for refused in ["", "a b", "a+b", "a\tb", "a\nb", "a\u{A0}b", "a\u{2003}b", "\u{1}"] {
            #expect(KeyName(refused) == nil, "\(refused)")
        }
    }
}
