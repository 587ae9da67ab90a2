import TestSupport
import Testing
import TextFormats

@Suite struct JSONDocumentTests {
    @Test func readsEveryKindOfValue() throws {
        let text = #" { "a" : [ null , true , false , -12 , 1.5e3 , "x" ] , "é" : { } } "#
        let root = try JSONDocument(Array(text.utf8)).root
        let elements = try #require(root["a"]?.elements)
        #expect(elements.map(\.kind) == [.null, .boolean, .boolean, .number, .number, .string])
        #expect(elements[1].boolean == true && elements[2].boolean == false)
        #expect(elements[3].integer(as: Int8.self) == -12)
        #expect(elements[4].integer(as: Int.self) == nil)
        #expect(elements[5].string == "x")
        #expect(root["é"]?.members.isEmpty == true)
        #expect(root["b"] == nil)
        #expect(elements[5].place == TextPlace(line: 1, column: 48))
    }

    @Test func resolvesEscapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83c\udfc8!""#
        #expect(try JSONDocument(Array(text.utf8)).root.string == "\"\\/\u{8}\u{c}\n\r\tAé🏈!")
        #expect(try JSONDocument(Array(#"{"\u0061b":1}"#.utf8)).root["ab"]?.integer(as: Int.self) == 1)
    }

    @Test(
        arguments: [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0), ("9223372036854775808", nil),
            ("1e2", nil), ("1.0", nil),
        ] as [(String, Int64?)])
    func integersAreExactOrNothing(text: String, value: Int64?) throws {
        #expect(try JSONDocument(Array(text.utf8)).root.integer() == value)
    }

    /// What is not JSON, and the line and column of the first byte that does not belong.
    @Test(arguments: [
        ("", 1, 1), (" ", 1, 2), ("nul", 1, 1), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8), ("{a:1}", 1, 2), ("[1 2]", 1, 4),
        ("01", 1, 2), ("-", 1, 2), ("1.", 1, 3), ("1e+", 1, 4), ("\"a", 1, 3), ("\"\\x\"", 1, 3), ("1 1", 1, 3),
        ("\"\\u12g4\"", 1, 6), ("\"\\ud800\"", 1, 2), ("\"\\udc00\"", 1, 2), ("[\n  \"é\u{1}\"]", 2, 5),
        ("{\"a\" 1}", 1, 6), ("[", 1, 2), ("\u{FEFF}1", 1, 1),
    ])
    func refusesWhatIsNotJSON(text: String, line: Int, column: Int) throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error?.place == TextPlace(line: line, column: column), "\(text): \(String(describing: error))")
    }

    @Test func refusesTooManyLevels() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONDocument(nested(128)) }
        #expect(throws: JSONError.self) { try JSONDocument(nested(129)) }
    }

    /// Ill-formed sequences of each kind, and where the first bad one begins.
    @Test(
        arguments: [
            ([0x61, 0x80], 1), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0),
            ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
            ([0xE2, 0x82], 0),
            ([0xC3, 0xA9, 0xFF], 2), ([0xE2, 0x82, 0x41], 0), ([0xF0, 0x9F, 0x8F, 0x88], nil), ([0xC3, 0xA9], nil),
        ] as [([UInt8], Int?)])
    func findsTheFirstByteThatIsNotUTF8(bytes: [UInt8], index: Int?) {
        #expect(bytes.firstInvalidUTF8 == index)
    }

    /// The check agrees with the standard library on bytes drawn from a seed.
    @Test func agreesWithTheStandardLibraryOnUTF8() {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<20_000 {
            let pieces: [UInt8] = [0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F, 0xFF]
            let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? 0
            }
            let valid = String(validating: bytes, as: UTF8.self) != nil
            #expect((bytes.firstInvalidUTF8 == nil) == valid, "round \(round): \(bytes)")
        }
    }
}
