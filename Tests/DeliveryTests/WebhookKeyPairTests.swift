import Draft
import Testing

@testable import Delivery  // signatures are checked on messages of the module's own

/// Asymmetric signatures of Standard Webhooks: `v1a`, Ed25519.
@Suite struct WebhookKeyPairTests {
    /// The first key of RFC 8032, section 7.1.
    private static let secret = "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A="

    @Test func theTextsOfKeysAreReadAgain() throws {
        // given
        let key = WebhookPrivateKey()
        // then
        #expect(WebhookPrivateKey(key.secretText)?.publicKey == key.publicKey)
        #expect(WebhookPublicKey(key.publicKey.text) == key.publicKey)
        #expect(!"\(key)".contains("whsk_"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(key.secretText))
    }

    @Test func aSignatureVerifiesOneTextByOneKey() throws {
        // given
        let (key, other) = (WebhookPrivateKey(), WebhookPrivateKey())
        let signature = try key.signature(of: [1, 2, 3])
        // then
        #expect(key.publicKey.verifies(signature, of: [1, 2, 3]))
        #expect(!key.publicKey.verifies(signature, of: [1, 2]))
        #expect(!other.publicKey.verifies(signature, of: [1, 2, 3]))
        #expect(!key.publicKey.verifies(signature.replacing("v1a,", with: "v1,"), of: [1, 2, 3]))
        #expect(!key.publicKey.verifies("v1a,", of: [1, 2, 3]))
        #expect(!key.publicKey.verifies(String(signature.dropLast(4)), of: [1, 2, 3]))
    }

    @Test(arguments: [
        "", "whpk_", "whsk_AAAA", "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=",
        // Of another pair: the public part is not that of the seed.
        "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2CdYbGd7/1aYLqESvSS7CzEREnFaXsyaRlwO6wDHK5/YA==",
    ])
    func anotherTextIsNoSecret(text: String) { #expect(WebhookPrivateKey(text) == nil) }

    @Test func aSeedAloneIsASecret() throws {
        let key = try #require(WebhookPrivateKey(Self.secret))
        #expect(key.publicKey.text == "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
    }

    @Test(arguments: [("1764530000", 0), ("1764529990", 10), ("1764530010", -10)])
    func theAgeOfATimeIsCounted(text: String, seconds: Int64) {
        let now = Timestamp(microseconds: 1_764_530_000_000_000)
        #expect(SignedWebhook.age(of: text, at: now)?.microseconds == seconds * 1_000_000)
    }

    @Test(arguments: ["", "-1", "1.5", " 1", "1e3", "99999999999999999999", "１"])
    func anotherTextIsNoTime(text: String) {
        #expect(SignedWebhook.age(of: text, at: Timestamp(microseconds: 0)) == nil)
    }
}
