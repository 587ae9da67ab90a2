import Foundation
import Testing

/// Words that stand nowhere, and words that the game cannot use.
@Suite struct WordTests {
    /// Places on somebody's machine, and what somebody meant to do later.
    static let nowhere = [
        #"/home/\w"#, #"/Users/\w"#, #"/root/\w"#, #"/work/\w"#, #"\bTODO\b"#, #"\bFIXME\b"#, #"\bXXX\b"#,
    ]

    /// What could come out otherwise on another machine or at another time.
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

    @Test func theGameUsesNothingThatCouldDiffer() throws {
        for file in try Repository.swiftFiles(in: "Sources/Draft", "Sources/Projections")
        where !file.path.hasSuffix("/CommandID.swift") {
            let code = file.lines.map(\.code).joined(separator: "\n")
            for (line, word) in try Self.found(Self.different, in: code) {
                Issue.record("\(file.path):\(line) uses \(word)")
            }
        }
    }

    /// The lines, from 1, on which one of the patterns is found, and what was found there. By Foundation's expressions: the
    /// standard library's take minutes for the whole repository.
    private static func found(_ patterns: [String], in text: String) throws -> [(line: Int, word: String)] {
        let expression = try NSRegularExpression(pattern: patterns.joined(separator: "|"))
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

    @Test(arguments: ["let adp: Double = 1", "Date()", "seats.shuffled(using: &random)", "UUID().uuidString"])
    func whatCouldDifferIsFound(line: String) throws {
        #expect(try Self.found(Self.different, in: line).count == 1)
    }
}
