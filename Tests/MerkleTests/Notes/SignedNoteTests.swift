import Merkle
import Testing

@Suite struct SignedNoteTests {
    private let key: SignerKey
    private let other: SignerKey
    private let note: SignedNote

    init() throws {
        key = try SignerKey(name: KeyName("a.example")!, seed: [UInt8](repeating: 1, count: 32))
        other = try SignerKey(name: KeyName("b.example")!, seed: [UInt8](repeating: 2, count: 32))
        note = try SignedNote("first\n\nthird\n", signedBy: key).adding(other.sign("first\n\nthird\n"))
    }

    private func read(_ text: String) throws -> SignedNote { try SignedNote(Array(text.utf8)) }

    @Test func gosExampleNoteIsWrittenByteForByte() throws {
        let text = """
            If you think cryptography is the answer to your problem,
            then you don't know what your problem is.

            """
        let key = try SignerKey("PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")
        let published =
            text
            + "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8p"
            + "AcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
        #expect(try read(published).verified(by: [key.verifierKey]).text == text)
        if signsDeterministically {
            #expect(try SignedNote(text, signedBy: key).description == published)
        }
    }

    @Test func theLastBlankLineSeparatesTextAndSignatures() throws {
        let again = try read(note.description)
        #expect(again == note)
        #expect(again.text == "first\n\nthird\n")
        #expect(again.signatures.map(\.name.text) == ["a.example", "b.example"])
    }

    @Test func unknownSignersAreIgnoredEvenUnderAKnownName() throws {
        let impostor = try SignerKey(name: KeyName("a.example")!, seed: [UInt8](repeating: 3, count: 32))
        let more = try note.adding(impostor.sign(note.text))
        let verified = try more.verified(by: [key.verifierKey])
        #expect(verified.signatures.map(\.key) == [key.verifierKey])
        #expect(verified.unknown.map(\.name.text) == ["b.example", "a.example"])
        #expect(throws: TrustError.noKnownSigner(found: note.signatures.map(\.name))) {
            try note.verified(by: [impostor.verifierKey])
        }
        #expect(throws: TrustError.self) { try note.verified(by: []) }
    }

    @Test func everyLineOfAKnownKeyMustVerify() throws {
        let forged = try SignedNote("another\n", signedBy: other).signatures[0]
        let lines = note.signatures.map(\.line).joined()
        let second = try read(note.text + "\n" + lines + forged.line)
        let error = TrustError.badSignature(name: other.verifierKey.name, id: other.verifierKey.id)
        #expect(throws: error) { try second.verified(by: [key.verifierKey, other.verifierKey]) }
        #expect(try second.verified(by: [key.verifierKey]).signatures.count == 1)
    }

    @Test func repeatedLinesCountOnce() throws {
        let line = note.signatures[0].line
        let repeated = try read(note.text + "\n" + line + line + note.signatures[1].line + note.signatures[1].line)
        let verified = try repeated.verified(by: [key.verifierKey])
        #expect(verified.signatures.count == 1)
        #expect(verified.unknown.count == 1)
    }

    @Test func aNewSignatureReplacesTheSameKeysOlderOne() throws {
        let again = try note.adding(note.signatures[0])
        #expect(again.signatures.map(\.name.text) == ["b.example", "a.example"])
    }

    @Test func aTextThatNoNoteCanHaveIsNotSigned() {
        for text in ["", "no newline", "tab\there\n", "carriage\r\nreturn\n"] {
            #expect(throws: FormatError.self, "\(text)") { try SignedNote(text, signedBy: key) }
        }
    }

    @Test func flippingAnyBitOfANoteIsNoticed() throws {
        let bytes = Array(note.description.utf8)
        let keys = [key.verifierKey, other.verifierKey]
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8(index % 8)
            let read = (try? SignedNote(flipped)).flatMap { try? $0.verified(by: keys) }
            // A line may end up as an unknown signer's; what remains is then still signed by the other key.
            #expect(read == nil || (read?.text == note.text && read?.signatures.count == 1), "byte \(index)")
        }
    }

    /// A broken note, the line that is to blame, and a part of what the error says about it.
    @Test(
        arguments: [
            ("", nil, "blank line"),
            ("text\n", nil, "blank line"),
            ("text\n\n", 3, "the end"),
            ("text\n\n— a x08go/ZJkg==", 3, "newline"),
            ("text\n\n- a x08go/ZJkg==\n", 3, "— "),
            ("text\n\n— a+b x08go/ZJkg==\n", 3, "a+b"),
            ("text\n\n—  x08go/ZJkg==\n", 3, "key name"),
            ("text\n\n— a x08go/ZJkg=\n", 3, "base64"),
            ("text\n\n— a x08go/ZJkh==\n", 3, "canonical"),
            ("text\n\n— a x08go/ZJkg== \n", 3, "base64"),
            ("text\n\n— a x08goA==\n", 3, "4 bytes"),
            ("text\n\n— a x08go/ZJkg==\nmore\n", 4, "more"),
            ("te\u{7}xt\n\n— a x08go/ZJkg==\n", 1, "control"),
            ("text\nof two\r\n\n— a x08go/ZJkg==\n", 2, "control"),
        ] as [(String, Int?, String)])
    func aMalformedNoteIsRefusedWithItsLine(text: String, line: Int?, says: String) throws {
        let error = try #require(throws: FormatError.self) { try read(text) }
        #expect(error.line == line)
        #expect(error.description.contains(says), "\(error)")
    }

    @Test func bytesThatAreNoUTF8AreRefusedWithTheirLine() throws {
        let error = try #require(throws: FormatError.self) {
            try SignedNote(Array("a\nb".utf8) + [0xFF] + Array("c\n\n— a x08go/ZJkg==\n".utf8))
        }
        #expect(error.line == 2)
    }

    /// 100 signatures, a million bytes.
    @Test func theLimitsHold() throws {
        let line = "— a x08go/ZJkg==\n"
        #expect(try read("text\n\n" + String(repeating: line, count: 100)).signatures.count == 100)
        #expect(throws: FormatError.self) { try read("text\n\n" + String(repeating: line, count: 101)) }
        #expect(throws: FormatError.self) { try read(String(repeating: "x", count: 1_000_000) + "\n\n" + line) }
    }

    @Test func twoTrustedKeysUnderOneNameAndIdAreRefused() throws {
        // Ids are four bytes, so a collision can be made: these were found among the first 68 361 seeds.
        let name = try #require(KeyName("c.example"))
        func key(_ seed: UInt32) throws -> SignerKey {
            let bytes = withUnsafeBytes(of: seed.bigEndian) { Array($0) }
            return try SignerKey(name: name, seed: bytes + [UInt8](repeating: 0, count: 28))
        }
        let (one, two) = (try key(28_840).verifierKey, try key(68_361).verifierKey)
        #expect(one != two)
        #expect(one.id == two.id)
        let note = try SignedNote("text\n", signedBy: key(28_840))
        #expect(throws: TrustError.ambiguousKey(name: name, id: one.id)) { try note.verified(by: [one, two]) }
        #expect(try note.verified(by: [one]).signatures.count == 1)
    }

    @Test func aKeyThatIsTrustedTwiceIsOneKey() throws {
        #expect(try note.verified(by: [key.verifierKey, key.verifierKey]).signatures.count == 1)
    }
}
