import Crypto
import Draft
import Records
import Testing

/// A sender's signature under a command: what it covers, and that nothing of it can be changed unnoticed.
@Suite struct SealTests {
    private static let sight = CommandSight(
        anchor: 512, root: Digest256(words: (1, 2, 3, 4)), seenVersion: 89)

    private static func signable(
        _ command: Command = .room(12, .makePick(MakePick(pick: 17, player: 42))),
        id: CommandID = CommandID(high: 1, low: 2), actor: Sender = .user(7), dispute: CaseID? = nil,
        ledger: String = "example.com/drafts"
    ) -> SignableCommand {
        SignableCommand(command, id: id, actor: actor, dispute: dispute, ledger: ledger)
    }

    private static let key = SealingKey(seed: Array(1...32))!

    @Test func theSameKeySignsTheSameCommandInTheSameWay() throws {
        let seal = try Self.key.seal(Self.signable(), at: Self.sight)
        #expect(seal.isGenuine(for: Self.signable()))
        #expect(seal.signature.count == CommandSignature.length)
        #expect(try Self.key.seal(Self.signable(), at: Self.sight) == seal)
        #expect(SealingKey(seed: Self.key.seed)?.publicKey == seal.key)
        #expect(SealingKey(seed: [1]) == nil)
        #expect(SealingKey().publicKey != SealingKey().publicKey)
    }

    @Test func whateverIsChangedBreaksIt() throws {
        let seal = try Self.key.seal(Self.signable(), at: Self.sight)
        let others = [
            Self.signable(.room(12, .makePick(MakePick(pick: 17, player: 43)))),
            Self.signable(.room(13, .makePick(MakePick(pick: 17, player: 42)))),
            Self.signable(.room(12, .setAutodraft(seat: 17, on: true))),
            Self.signable(id: CommandID(high: 2, low: 1)), Self.signable(actor: .user(8)),
            Self.signable(actor: .admin(7)), Self.signable(dispute: 1), Self.signable(ledger: "example.com/draft"),
        ]
        for other in others { #expect(!seal.isGenuine(for: other)) }
        let sights = [
            CommandSight(anchor: 513, root: Self.sight.root, seenVersion: 89),
            CommandSight(anchor: 512, root: .zero, seenVersion: 89),
            CommandSight(anchor: 512, root: Self.sight.root, seenVersion: 90),
        ]
        for sight in sights {
            var forged = seal
            forged.sight = sight
            #expect(!forged.isGenuine(for: Self.signable()))
        }
        for bit in 0..<512 {
            var forged = seal
            forged.signature[bit / 8] ^= 1 << (bit % 8)
            #expect(!forged.isGenuine(for: Self.signable()))
        }
        for wrong in [[], [1], Array(repeating: 0, count: 64), Array(repeating: 255, count: 65)] as [[UInt8]] {
            var forged = seal
            forged.signature = wrong
            #expect(!forged.isGenuine(for: Self.signable()))
        }
        var forged = seal
        forged.key = SealingKey(seed: Array(2...33))!.publicKey
        #expect(!forged.isGenuine(for: Self.signable()))
    }

    /// As phones and browsers sign: ECDSA over P-256, with points of both parities.
    @Test func aKeyOfP256SignsAsWell() throws {
        var forms: Set<PublicKey.Form> = []
        while forms.count < 2 {
            let secret = P256.Signing.PrivateKey()
            let key = try #require(PublicKey(bytes: Array(secret.publicKey.compressedRepresentation)))
            forms.insert(key.form)
            let signature = try secret.signature(for: Self.signable().message(for: key, at: Self.sight))
            var seal = CommandSeal(key: key, sight: Self.sight, signature: Array(signature.rawRepresentation))
            #expect(seal.isGenuine(for: Self.signable()))
            #expect(!seal.isGenuine(for: Self.signable(actor: .user(8))))
            seal.key.form = key.form == .p256Even ? .p256Odd : .p256Even
            #expect(!seal.isGenuine(for: Self.signable()))
        }
        #expect(forms == [.p256Even, .p256Odd])
    }

    /// The layout is written down for clients in other languages.
    @Test func theMessageIsLaidOutAsItIsToldToBe() throws {
        let signable = Self.signable(.room(12, .startDraft), dispute: 5)
        let message = signable.message(for: .init(.ed25519, .zero), at: Self.sight)
        func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        var expected = Array("draft-ledger/command@v1\n".utf8)
        expected += number(18) + Array("example.com/drafts".utf8)
        expected += number(1 << 60 | 7 << 30) + number(5)
        expected += SHA256.hash(data: [1] + Array(repeating: 0, count: 32))
        expected += number(512) + Self.sight.root.bytes
        expected += number(16) + number(42) + number(3 << 56 | 12 << 8)
        expected += [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2] + [89, 0, 0, 0]
        #expect(message == expected)
    }

    @Test func aSealIsReadFromTheJSONThatItIsWrittenAs() throws {
        let seal = try Self.key.seal(Self.signable(dispute: 5), at: Self.sight)
        let request = CommandRequest(
            .room(12, .makePick(MakePick(pick: 17, player: 42))), id: CommandID(high: 1, low: 2), actor: .user(7),
            dispute: 5, seal: seal)
        #expect(try CommandRequest(json: request.json) == request)
        #expect(throws: JSONLineError.self) {
            try CommandRequest(json: #"{"kind":"startDraft","room":12,"seal":{"key":"01"}}"#)
        }
        #expect(throws: JSONLineError.self) {
            try CommandRequest(json: #"{"kind":"startDraft","room":12,"case":"5"}"#)
        }
    }
}
