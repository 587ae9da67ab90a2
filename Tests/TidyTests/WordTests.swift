import Foundation
import Testing

/// Words that stand nowhere, and words that the game cannot use.
@Suite struct WordTests {
    /// Places on somebody's machine, and what somebody meant to do later.
    static let nowhere = [
        #"/home/\w"#, #"/Users/\w"#, #"/root/\w"#, #"/work/\w"#, #"\bTODO\b"#, #"\bFIXME\b"#, #"\bXXX\b"#,
    ]

    /// Expressions that no document has, outside of code and of quoted output.
    static let foreign = [
        #"(?:^|[.:;!?] )(?-i:Who|Whom|Whose)\b(?![^.?]*\?)"#,
        #"\bfor ever\b|\banew\b|\bonce more\b|\bbeside\b|\bat the most\b|\bso many\b|\bof the own\b|\bwhoever\b"#,
        #"\bthe house\b|\bhouse's\b|\bturnstile\b|\berrand\b|\bfarewell\b|\boutside id\b|\bstrangers?\b"#,
        #"\bgoes on\b|\bgo on\b|\bnobody\b|\bis none\b"#,
    ]

    /// Expressions that code loses little by little: clauses without a noun, old adverbs, private terms.
    static let old = [
        #"^\s*///? (?:Who|Whom|Whoever|Whose|Where|What (?!is |are |does |do |happens ))\b"#,
        #"[.:;!?] (?:Who|Whom|Whoever|Whose)\b(?![^.?\n]*\?)"#,
        #"\bfor ever\b|\banew\b|\bonce more\b|\bbeside\b|\bat the most\b|\bso many\b|\bthe own\b|\bwhoever\b|\bnobody\b"#,
        #"(?<!here )\bis no (?!longer|more)\w+|\bis none\b|\bthat there (?:is|are) not\b|\bgoes on\b|\bgo on\b"#,
        #"\bthe house\b|\bhouse's\b|\bturnstile\b|\berrand\b|\bfarewell\b|\bpatience\b|\boutside id\b|\bstrangers?\b"#,
    ]

    /// The highest allowed number of them in each module, and in the pages of the server. The numbers only fall.
    static let oldByModule: [String: Int] = [
        "CommandLineTool": 1, "Reports": 1,
    ]

    /// Results that could differ on another machine or at another time.
    static let different = [
        #"\bDouble\b"#, #"\bFloat\b"#, #"\bDate\("#, #"\bSystemRandomNumberGenerator\b"#, #"\.shuffled\b"#,
        #"\bUUID\b"#,
    ]

    @Test func noPathOfAMachineAndNothingForLater() throws {
        let files = ["Sources", "Tests", "Tools", ".github"].flatMap { Repository.paths(in: $0) }
        for path in files + ["README.md", "Package.swift"] where !path.hasSuffix("WordTests.swift") {
            // What is not text, such as a fixture of bytes, has no words.
            guard let text = try? Repository.text(of: path) else { continue }
            for (line, word) in try Self.found(Self.nowhere, in: text) { Issue.record("\(path):\(line) has \(word)") }
        }
    }

    @Test func documentsHavePlainWords() throws {
        let articles = ["Sources", ".github"].flatMap { Repository.paths(in: $0) }.filter { $0.hasSuffix(".md") }
        #expect(articles.count > 40)
        for path in articles + ["README.md"] {
            let text = Self.prose(of: try Repository.text(of: path))
            for (line, word) in try Self.found(Self.foreign, in: text, ignoringCase: true) {
                Issue.record("\(path):\(line) has '\(word)'")
            }
        }
    }

    @Test func codeOnlyLosesOldExpressions() throws {
        var found: [String: Int] = [:]
        let expression = try NSRegularExpression(
            pattern: Self.old.joined(separator: "|"), options: .anchorsMatchLines)
        for path in Repository.paths(in: "Sources") {
            let isPage = path.hasPrefix("Sources/Server/Web/")
            guard path.hasSuffix(".swift") || isPage && [".js", ".html", ".css"].contains(where: path.hasSuffix)
            else { continue }
            let text = try Repository.text(of: path)
            let count = expression.numberOfMatches(
                in: text, range: NSRange(location: 0, length: text.utf16.count))
            found[isPage ? "Server/Web" : String(path.split(separator: "/")[1]), default: 0] += count
        }
        #expect(found.count > 20)
        for (module, count) in found.sorted(by: { $0.key < $1.key }) {
            let ceiling = Self.oldByModule[module] ?? 0
            #expect(count <= ceiling, "\(module) has \(count) old expressions, at most \(ceiling) before")
        }
    }

    /// A document without its code, with as many lines.
    private static func prose(of text: String) -> String {
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return isCode ? "" : String(line.replacing(#/`+[^`]*`+/#, with: "``"))
        }.joined(separator: "\n")
    }

    @Test func theGameUsesNothingThatCouldDiffer() throws {
        for file in try Repository.swiftFiles(
            in: "Sources/Values", "Sources/Bets", "Sources/Draft", "Sources/Projections",
            "Sources/Forecast/Numbers", "Sources/Forecast/Totals", "Sources/Forecast/Market")
        where !file.path.hasSuffix("/CommandID.swift") {
            let code = file.lines.map(\.code).joined(separator: "\n")
            for (line, word) in try Self.found(Self.different, in: code) {
                Issue.record("\(file.path):\(line) uses \(word)")
            }
        }
    }

    /// The lines, from 1, on which one of the patterns is found, and what was found there. By Foundation's expressions: the
    /// standard library's take minutes for the whole repository.
    private static func found(
        _ patterns: [String], in text: String, ignoringCase: Bool = false
    ) throws -> [(line: Int, word: String)] {
        let expression = try NSRegularExpression(
            pattern: patterns.joined(separator: "|"),
            options: ignoringCase ? [.anchorsMatchLines, .caseInsensitive] : [])
        let all = NSRange(location: 0, length: text.utf16.count)
        return expression.matches(in: text, range: all).compactMap { Range($0.range, in: text) }.map { range in
            (text[..<range.lowerBound].count { $0 == "\n" } + 1, String(text[range]))
        }
    }

    // MARK: The rules themselves

    @Test func aWordIsFoundOnItsLine() throws {
        let text = "fine\nsee /home/someone/notes\n// TODO: later\n"
        #expect(try Self.found(Self.nowhere, in: text).map(\.line) == [2, 3])
        #expect(try Self.found(Self.nowhere, in: "at home/away, TODOS, work/life\n").isEmpty)
    }

    @Test func codeIsNoProse() throws {
        let text = "Whoever reads\n`whoever` and ``nobody``\n```console\n$ once more\n```\nAs long as nobody asks.\n"
        let found = try Self.found(Self.foreign, in: Self.prose(of: text), ignoringCase: true)
        #expect(found.map(\.line) == [1, 6] && found.map(\.word) == ["Whoever", "nobody"])
    }

    @Test(arguments: ["let adp: Double = 1", "Date()", "seats.shuffled(using: &random)", "UUID().uuidString"])
    func whatCouldDifferIsFound(line: String) throws {
        #expect(try Self.found(Self.different, in: line).count == 1)
    }
}
