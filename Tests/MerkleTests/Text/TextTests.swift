import Testing

@testable import Merkle  // how text is read, and quoted in errors

@Suite struct TextTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64OfRFC4648Section10(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test func base64OfEveryByteInEveryPlaceOfAGroupComesBack() {
        for byte in UInt8.min...UInt8.max {
            for bytes in [[byte], [byte, 7], [7, byte], [byte, 8, 9], [8, byte, 9], [8, 9, byte]] {
                #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
            }
        }
    }

    @Test(arguments: [
        "Zh==", "Zm9=", "Zg=", "Zg", "Z===", "====", "Zg==Zg==", "=Zg=", "Zm9v\n", "Zm9-", "Zm9_", " Zm9", "Zm=v",
    ])
    func base64ThatIsNotCanonicalIsRefused(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test func aDecimalHasOneText() {
        #expect(UInt64(decimal: "0".utf8) == 0)
        #expect(UInt64(decimal: "18446744073709551615".utf8) == UInt64.max)
        for text in [
            "", "00", "01", "+1", "-0", " 1", "1 ", "0x1", "١", "18446744073709551616", "99999999999999999999",
        ] {
            #expect(UInt64(decimal: text.utf8) == nil, "\(text)")
        }
    }

    @Test func anExcerptCanNeitherFloodNorSteerATerminal() {
        let excerpt = FormatError.excerpt(Array("\u{1B}[31m".utf8) + [0x07, 0xFF] + Array(repeating: 0x41, count: 200))
        #expect(excerpt.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(excerpt.count < 160)
        #expect(excerpt.hasSuffix("(207 bytes)"))
    }
}
