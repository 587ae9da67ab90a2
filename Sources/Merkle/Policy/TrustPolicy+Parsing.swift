extension TrustPolicy {
    /// The most logs, witnesses, and groups, each. The standard asks for at least 32.
    public static let definitionLimit = 256

    /// Reads a policy file.
    ///
    /// - Throws: `FormatError` with the line that breaks the format.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        var parser = PolicyParser()
        var reader = LineReader(bytes[...], format: .policy)
        while !reader.isAtEnd {
            let line = try reader.next(expecting: "a definition")
            if let octet = line.first(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
                throw reader.refusal(of: [octet], expected: "no control characters except tab and newline")
            }
            let items = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let keyword = items.first, keyword.first != UInt8(ascii: "#") else { continue }
            try parser.define(String(decoding: keyword, as: UTF8.self), items.dropFirst(), at: reader)
        }
        guard let quorum = parser.quorum else {
            // An empty file has no line to name.
            throw FormatError(
                .policy, line: reader.line > 0 ? reader.line : nil, found: "the end",
                expected: "a quorum line; \"quorum none\" requires no cosignatures")
        }
        guard [0, 3].contains(parser.founders.count) else {
            throw FormatError(
                .policy, line: reader.line, found: "\(parser.founders.count) of the founders",
                expected: "a founder line for each of the three, or no founder lines")
        }
        self.init(
            logs: parser.logs, witnesses: parser.witnesses, quorum: quorum, founders: parser.founders,
            leastRules: parser.leastRules)
    }
}

/// The definitions so far. Lines can use only names from lines above, which also rules out cycles.
private struct PolicyParser {
    private(set) var logs: [TrustPolicy.Log] = []
    private(set) var witnesses: [TrustPolicy.Witness] = []
    private(set) var quorum: TrustPolicy.Rule?
    private(set) var founders: Set<[UInt8]> = []
    private(set) var leastRules: UInt16?
    private var rules: [TrustPolicy.Name: TrustPolicy.Rule] = [:]
    private var members: Set<TrustPolicy.Name> = []
    private var groupCount = 0

    private static let none = TrustPolicy.Name(octets: Array("none".utf8))

    private typealias Items = ArraySlice<ArraySlice<UInt8>>

    mutating func define(
        _ keyword: String, _ items: ArraySlice<ArraySlice<UInt8>>, at place: LineReader
    ) throws(FormatError) {
        let items = Array(items)[...]
        switch keyword {
        case "log": try defineLog(items, at: place)
        case "witness": try defineWitness(items, at: place)
        case "group": try defineGroup(items, at: place)
        case "quorum": try defineQuorum(items, at: place)
        case "founder": try defineFounder(items, at: place)
        case "rules": try defineRules(items, at: place)
        default:
            throw place.refusal(
                of: keyword.utf8, expected: "log, witness, group, quorum, founder, rules, or a comment after #")
        }
    }

    private mutating func defineLog(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 1...2, form: "log <vkey> [<url>]", at: place)
        let key = try key(items[0], at: place)
        guard key.type == .ed25519 else {
            throw place.refusal(of: "a witness's key", expected: "a log's key, of type 1 (Ed25519)")
        }
        guard !logs.contains(where: { $0.key.publicKey == key.publicKey }) else {
            throw place.refusal(of: "a log's key for the second time", expected: "each public key once")
        }
        try check(count: logs.count, at: place)
        logs.append(TrustPolicy.Log(key: key, url: url(items, at: 1)))
    }

    private mutating func defineWitness(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 2...3, form: "witness <name> <vkey> [<url>]", at: place)
        let key = try key(items[1], at: place)
        guard key.type == .cosignature else {
            throw place.refusal(of: "a log's key", expected: "a witness's key, of type 4 (cosignature/v1)")
        }
        guard !witnesses.contains(where: { $0.key.publicKey == key.publicKey }) else {
            throw place.refusal(of: "a witness's key for the second time", expected: "each public key once")
        }
        try check(count: witnesses.count, at: place)
        let name = try newName(items[0], at: place)
        let witness = TrustPolicy.Witness(name: name, key: key, url: url(items, at: 2))
        witnesses.append(witness)
        rules[name] = .witness(witness)
    }

    private mutating func defineGroup(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 3...Int.max, form: "group <name> all|any|<k> <member>...", at: place)
        try check(count: groupCount, at: place)
        let name = try newName(items[0], at: place)
        var rules: [TrustPolicy.Rule] = []
        for item in items.dropFirst(2) {
            let member = TrustPolicy.Name(octets: Array(item))
            guard let rule = self.rules[member] else {
                throw place.refusal(of: item, expected: "a witness or group that is defined above")
            }
            guard members.insert(member).inserted else {
                throw place.refusal(of: item, expected: "each name in one group only, so that it counts once")
            }
            rules.append(rule)
        }
        let threshold = try threshold(items[1], of: rules.count, at: place)
        self.rules[name] = .group(name, threshold: threshold, members: rules)
        groupCount += 1
    }

    private mutating func defineQuorum(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 1...1, form: "quorum <name>|none", at: place)
        guard quorum == nil else { throw place.refusal(of: "a second quorum", expected: "exactly one") }
        let name = TrustPolicy.Name(octets: Array(items[0]))
        guard let rule = name == PolicyParser.none ? TrustPolicy.Rule.none : rules[name] else {
            throw place.refusal(of: items[0], expected: "none, or a witness or group that is defined above")
        }
        quorum = rule
    }

    private mutating func defineFounder(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 1...1, form: "founder <key>", at: place)
        let expected = "a public key of 66 hexadecimal digits"
        guard let key = Self.bytes(items[0]), key.count == 33, (1...3).contains(key[0]) else {
            throw place.refusal(of: items[0], expected: expected)
        }
        guard founders.insert(key).inserted else {
            throw place.refusal(of: "a founder's key for the second time", expected: "each key once")
        }
    }

    private mutating func defineRules(_ items: Items, at place: LineReader) throws(FormatError) {
        try check(items, count: 1...1, form: "rules <version>", at: place)
        guard leastRules == nil else {
            throw place.refusal(of: "a second line of rules", expected: "at most one")
        }
        guard let version = UInt16(String(decoding: items[0], as: UTF8.self)), version > 0 else {
            throw place.refusal(of: items[0], expected: "a version of the rules, from 1")
        }
        leastRules = version
    }

    /// - Returns: nil for text that is not pairs of hexadecimal digits.
    private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
            let values = digits[index...(index + 1)].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard values.count == 2 else { return nil }
            bytes.append(UInt8(values[0] << 4 | values[1]))
        }
        return bytes
    }

    private func key(_ item: ArraySlice<UInt8>, at place: LineReader) throws(FormatError) -> VerifierKey {
        do {
            return try VerifierKey(item)
        } catch {
            throw place.refusal(of: "a key with \(error.found)", expected: error.expected)
        }
    }

    private func threshold(_ item: ArraySlice<UInt8>, of count: Int, at place: LineReader) throws(FormatError) -> Int {
        if item.elementsEqual("all".utf8) { return count }
        if item.elementsEqual("any".utf8) { return 1 }
        guard let number = UInt64(decimal: item), number >= 1, number <= UInt64(count) else {
            throw place.refusal(of: item, expected: "all, any, or a number from 1 to \(count)")
        }
        return Int(number)
    }

    private func newName(_ item: ArraySlice<UInt8>, at place: LineReader) throws(FormatError) -> TrustPolicy.Name {
        let name = TrustPolicy.Name(octets: Array(item))
        guard name != PolicyParser.none, rules[name] == nil else {
            throw place.refusal(of: item, expected: "a name that is not yet taken (\"none\" always is)")
        }
        return name
    }

    private func check(
        _ items: Items, count: ClosedRange<Int>, form: String, at place: LineReader
    ) throws(FormatError) {
        guard count.contains(items.count) else { throw place.refusal(of: "\(items.count) items", expected: form) }
    }

    private func check(count: Int, at place: LineReader) throws(FormatError) {
        let limit = TrustPolicy.definitionLimit
        guard count < limit else { throw place.refusal(of: "one more", expected: "at most \(limit) of a kind") }
    }

    private func url(_ items: Items, at index: Int) -> String? {
        index < items.count ? String(decoding: items[index], as: UTF8.self) : nil
    }
}
