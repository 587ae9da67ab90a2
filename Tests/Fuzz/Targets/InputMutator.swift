import Platform

/// Makes inputs out of inputs: bits flipped, pieces removed, repeated and mixed, numbers made extreme.
///
/// For builds without libFuzzer, and for tests: the same seed makes the same inputs.
package struct InputMutator {
    private let corpus: [[UInt8]]
    private var numbers: SplitMix64

    /// Longer inputs are cut.
    package static let mostBytes = 65_536

    /// Texts at which readers of numbers, texts and formats go wrong.
    private static let words: [[UInt8]] = [
        "-1", "0", "1", "255", "256", "65535", "65536", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "1e999",
        "1e-999",
        "1.5", "NaN", "null", "true", "[]", "{}", "\"\"", "\\u0000", "\\ud800", "%00", "%ff", "%", "\u{0}", "\r\n",
        "\n",
        "\r\n\r\n", "é", "\u{301}", "\u{FEFF}", "\u{10FFFF}", "[[[[[[[[", "{\"a\":{\"a\":", ",", ":", "=", "&", ";",
        " ", "\"",
        "9999-12-31T23:59:59.999999Z", "0000-01-01", "pos:18446744073709551615", "pick:65535", "seq:4294967295",
        "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Host: \r\n",
        "Range: bytes=5-1\r\n", "If-None-Match: *\r\n", "Last-Event-ID: -1\r\n", "http://a/", "//", "/../", "?", "#",
    ].map { Array($0.utf8) }

    /// - Parameters:
    ///   - corpus: the inputs to begin with; an empty one is always among them.
    ///   - seed: the same for the same inputs.
    package init(_ corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        numbers = SplitMix64(state: seed)
    }

    private mutating func random(below bound: Int) -> Int {
        Int(numbers.next() % UInt64(max(bound, 1)))
    }

    /// Returns the next input.
    package mutating func next() -> [UInt8] {
        var input = corpus[random(below: corpus.count)]
        for _ in 0...random(below: 5) { change(&input) }
        return Array(input.prefix(Self.mostBytes))
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = random(below: input.count + 1)
        let end = min(input.count, place + 1 + random(below: random(below: 2) == 0 ? 8 : 256))
        switch random(below: 8) {
        case 0 where place < input.count: input[place] ^= 1 << UInt8(random(below: 8))
        case 1 where place < input.count: input[place] = UInt8(random(below: 256))
        case 2: input.removeSubrange(place..<end)
        case 3: input.insert(contentsOf: input[place..<end], at: random(below: input.count + 1))
        case 4, 5: input.insert(contentsOf: Self.words[random(below: Self.words.count)], at: place)
        case 6:
            // A number in the place of another one.
            guard let first = input[place...].firstIndex(where: Self.isDigit) else { return }
            let last = input[first...].firstIndex { !Self.isDigit($0) } ?? input.count
            input.replaceSubrange(first..<last, with: Self.words[random(below: 18)])
        default:
            let other = corpus[random(below: corpus.count)]
            let from = random(below: other.count + 1)
            input.replaceSubrange(place..., with: other[from...])
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
