import Foundation
import Testing

/// Expressions of an earlier private style, counted by module. A count may only fall: lower it with each change that removes
/// some.
@Suite struct PlainWordTests {
    /// Old-fashioned adverbs, private terms, relative clauses without a noun, and negations by "no".
    static let expressions = [
        #"\b(?:for ever|anew|once more|beside|at the most|so many|of the own|the own)\b"#,
        #"\b(?:the house|house's|warrants?|turnstile|errand|farewell|patience|outside id)\b"#,
        #"^\s*///? (?:Who|Whom|Whoever|Whose)\b|^\s*///? What (?!is|are|does|do|happens)\b"#,
        #"\b(?:(?<!here )is no (?!longer\b|more\b)\w+|is none\b|that there (?:is|are) not)\b"#,
    ]

    /// The Swift files and web files below a folder of `Sources`, and the highest allowed count.
    static let ceilings: [(folder: String, ceiling: Int)] = [
        ("Server/Web", 0),
        ("Pages", 4),
        ("Replay", 12),
        ("Draft", 9),
        ("Reports", 2),
        ("DraftLedger", 0),
        ("Records", 46),
        ("Ledger", 8),
        ("Merkle", 7),
        ("Statements", 2),
        ("Timekeeping", 5),
    ]

    @Test(arguments: Self.ceilings)
    func aCountOnlyFalls(folder: String, ceiling: Int) throws {
        let paths = Repository.paths(in: "Sources/\(folder)").filter { path in
            [".swift", ".js", ".html", ".css", ".py"].contains { path.hasSuffix($0) }
        }
        #expect(!paths.isEmpty)
        let expression = try NSRegularExpression(
            pattern: Self.expressions.joined(separator: "|"), options: .anchorsMatchLines)
        var found: [String] = []
        for path in paths {
            let text = try Repository.text(of: path)
            let matches = expression.matches(in: text, range: NSRange(location: 0, length: text.utf16.count))
            found += matches.compactMap { Range($0.range, in: text) }.map { range in
                "\(path):\(text[..<range.lowerBound].count { $0 == "\n" } + 1) has '\(text[range])'"
            }
        }
        #expect(found.count <= ceiling, "\(found.joined(separator: "\n"))")
    }
}
