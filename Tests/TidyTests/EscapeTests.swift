import Testing

/// What switches a check of the compiler off says why: on its line, or in a comment right above.
@Suite struct EscapeTests {
    @Test func everyEscapeHasItsReason() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Tools", "Tests/DraftTesting") {
            for escape in file.escapesWithoutReason { Issue.record("\(escape)") }
        }
    }

    /// `@testable` passes the door that everybody else has to use, so it says what it is after.
    @Test func everyTestableImportHasItsReason() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Tests", "Tools") {
            for place in file.testableImportsWithoutReason {
                Issue.record("\(place) imports @testable and does not say what it is after")
            }
        }
    }

    /// What is no test target is built in release too, where no module is compiled for testing.
    @Test func whatAReleaseBuildsImportsNothingTestable() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Tools", "Tests/DraftTesting", "Tests/Fuzz") {
            for index in file.lines.indices where file.lines[index].has("@testable") {
                Issue.record("\(file.place(index)) does not build in release")
            }
        }
    }

    // MARK: The rules themselves

    @Test(arguments: [
        "let first = list.first!", "let room = try! open()", "let room = value as! Room", "f(x!, y)", "a[1]!.b()",
        "var label: UILabel!", "try? remove()", "final class Box: @unchecked Sendable {", #"print("\(name!)")"#,
        "let both = (one)! + two",
    ])
    func anEscapeWithoutAReasonIsFound(line: String) {
        #expect(SourceFile(path: "A.swift", text: line).escapesWithoutReason.count == 1)
        #expect(
            SourceFile(path: "A.swift", text: "// It is there.\nlet a = 1\n\n\(line)").escapesWithoutReason.count == 1)
        #expect(SourceFile(path: "A.swift", text: line + "  // It is there.").escapesWithoutReason.isEmpty)
        #expect(SourceFile(path: "A.swift", text: "// It is there.\n\(line)").escapesWithoutReason.isEmpty)
    }

    /// A reason may stand above the statement or the declaration that the line is part of.
    @Test func aReasonAboveTheStatementCounts() {
        let text = "/// Gone when it goes; what cannot be removed stays.\ndeinit {\n    try? remove(path)\n}\n"
        #expect(SourceFile(path: "A.swift", text: text).escapesWithoutReason.isEmpty)
    }

    @Test(arguments: [
        "if a != b {", "guard !list.isEmpty else { return }", "let text = \"never!\"", "// list.first!", "a ^= !b",
        "func f(_ body: () throws -> Void) rethrows", "x = y ? !z : w", "let not = (!)",
    ])
    func whatIsNoEscapeIsNotFound(line: String) {
        #expect(SourceFile(path: "A.swift", text: line).escapesWithoutReason.isEmpty)
    }

    @Test func aTestableImportWithoutAReasonIsFound() {
        let bare = SourceFile(path: "T.swift", text: "import Draft\n@testable import Replay\n")
        #expect(bare.testableImportsWithoutReason == ["T.swift:2"])
        let argued = SourceFile(path: "T.swift", text: "@testable import Replay  // Rerun is internal\n")
        #expect(argued.testableImportsWithoutReason.isEmpty)
    }
}

extension SourceFile {
    /// Forced unwraps and casts, swallowed errors and promises about threads whose reason nobody gives.
    var escapesWithoutReason: [String] {
        let escape = #/[\w)\]}"]!(?![=\w])|\b(?:try|as)!|\btry\?|@unchecked\b/#
        let marks = Set("!?@".utf8)
        return lines.indices
            .filter { lines[$0].code.utf8.contains(where: marks.contains) }
            .filter { lines[$0].code.contains(escape) && !hasReason($0) }
            .map { "\(place($0)): \(lines[$0].code.drop { $0 == " " })" }
    }

    var testableImportsWithoutReason: [String] {
        lines.indices.filter { lines[$0].has("@testable") && lines[$0].comment.isEmpty }.map(place)
    }

    /// Whether a comment stands on a line, right above it, or right above the statement or declaration that it is in:
    /// one that begins at most three lines before, with no empty line in between.
    private func hasReason(_ index: Int) -> Bool {
        for above in stride(from: index, through: max(0, index - 4), by: -1) {
            let line = lines[above]
            if !line.comment.isEmpty { return true }
            if line.code.allSatisfy(\.isWhitespace) { return false }
        }
        return false
    }
}
