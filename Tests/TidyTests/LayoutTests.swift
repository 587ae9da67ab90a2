import Foundation
import Testing

/// What stands at the top of the repository, and how tests are named.
@Suite struct LayoutTests {
    /// Files of the repository, folders and dotfiles included.
    static let atTheTop: Set = [
        "Package.swift", "Sources", "Tests", "Fixtures", "Tools", "README.md", ".ci", ".github", ".gitignore",
        ".swift-format", ".spi.yml",
    ]

    /// What git keeps for itself, and what `.gitignore` leaves to each machine.
    static let left = [".git", ".swiftpm", "Package.resolved", ".build*", ".venv*", "*.ledger", "demo"]

    @Test func onlyTheLayoutStandsAtTheTop() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
        #expect(Self.foreign(in: names) == [])
    }

    private static func foreign(in names: [String]) -> [String] {
        names.filter { name in !atTheTop.contains(name) && !left.contains { fits(name, $0) } }.sorted()
    }

    /// Whether a name is a pattern's, where a star at its beginning or end stands for anything.
    private static func fits(_ name: String, _ pattern: String) -> Bool {
        if pattern.hasSuffix("*") { return name.hasPrefix(pattern.dropLast()) }
        if pattern.hasPrefix("*") { return name.hasSuffix(pattern.dropFirst()) }
        return name == pattern
    }

    /// By a sentence in camel case, which is shown and searched for as it stands.
    @Test func testsAreNamedOneWay() throws {
        for file in try Repository.swiftFiles(in: "Tests") {
            for place in file.otherNames { Issue.record("\(place) is named another way") }
        }
    }

    /// Whoever draws numbers from a seed says the seed where a test fails.
    @Test func whatDrawsNumbersSaysItsSeeds() throws {
        for file in try Repository.swiftFiles(in: "Tests") where file.keepsItsSeeds {
            Issue.record("\(file.path) draws numbers in a suite that is not `.seeded`")
        }
    }

    /// The server hands its pages out of the binary: a file that C does not embed is on no page.
    @Test func everyFileOfThePagesIsPartOfTheBinary() throws {
        let lines = try Repository.text(of: "Sources/CWebFiles/files.c").split(separator: "\n")
        let embedded = lines.compactMap { $0.firstMatch(of: #/#embed "\.\.\/Server\/Web\/(.+?)"/#)?.output.1 }
        let named = lines.compactMap { $0.firstMatch(of: #/^ {4}\{"(.+?)"/#)?.output.1 }
        #expect(embedded.map { "Sources/Server/Web/\($0)" } == Repository.paths(in: "Sources/Server/Web"))
        #expect(named == ["examples.json"] + embedded)
    }

    /// An article that names a source file, as `Module/Folder/File.swift`, leads to one.
    @Test func articlesNameFilesThatExist() throws {
        let articles = Repository.paths(in: "Sources").filter { $0.hasSuffix(".md") }
        for article in articles {
            for match in try Repository.text(of: article).matches(of: #/`([A-Z]\w+/[\w+/]+\.swift)`/#) {
                let path = Repository.root.appending(path: "Sources/\(match.output.1)").path
                #expect(FileManager.default.fileExists(atPath: path), "\(article) names \(match.output.1)")
            }
        }
    }

    /// The pictures of documents are small, and links between files of the repository lead to one.
    @Test func linksOfDocumentsLeadToFiles() throws {
        let documents = ["README.md"] + Repository.paths(in: ".github") + Repository.paths(in: "Sources")
        for document in documents where document.hasSuffix(".md") {
            let folder = Repository.root.appending(path: document).deletingLastPathComponent()
            for match in try Repository.text(of: document).matches(of: #/\]\((?<target>[^)\s]+)\)/#) {
                let target = String(match.output.target)
                guard !target.hasPrefix("http"), !target.hasPrefix("#") else { continue }
                // An article names a picture without its folder and its ending.
                let isPicture = document.contains(".docc/") && !target.contains(".")
                let path = folder.appending(path: isPicture ? "Resources/\(target).png" : target).path
                #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(target)")
            }
        }
        for picture in Repository.paths(in: "Sources") where picture.hasSuffix(".png") {
            let bytes = try Data(contentsOf: Repository.root.appending(path: picture)).count
            #expect(bytes < 100_000, "\(picture) has \(bytes) bytes")
        }
    }

    @Test func theReadmeIsShort() throws {
        let text = try Repository.text(of: "README.md")
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
        #expect(text.contains("\nNo licence yet: all rights reserved.\n"))
    }

    /// The glossary says in which module a type is.
    @Test func theGlossaryNamesTypesAndTheirModules() throws {
        let glossary = try Repository.text(of: "Sources/DraftLedger/DraftLedger.docc/Glossary.md")
        var (count, code) = (0, [String: [String]]())
        for row in glossary.split(separator: "\n") where row.hasPrefix("| `") {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            if code[cells[2]] == nil {
                let files = try Repository.swiftFiles(in: "Sources/\(cells[2])")
                code[cells[2]] = files.flatMap { $0.lines.map(\.code) }.filter { $0.contains("{") }
            }
            for name in cells[0].matches(of: #/`(\w+)`/#).map({ String($0.output.1) }) {
                count += 1
                let kinds = ["struct", "class", "enum", "protocol", "actor"]
                let isThere = code[cells[2], default: []].contains { line in
                    kinds.contains { line.contains("\($0) \(name)") }
                }
                #expect(isThere, "\(name) is not a type of \(cells[2])")
            }
        }
        #expect(count > 30)
    }

    /// Each module with code of ours has a page, under the module's name.
    @Test func eachModuleHasALandingPage() throws {
        let modules = Set(
            Repository.paths(in: "Sources").filter { $0.hasSuffix(".swift") }.map { $0.split(separator: "/")[1] })
        #expect(modules.count > 20)
        for module in modules {
            let page = try? Repository.text(of: "Sources/\(module)/\(module).docc/\(module).md")
            #expect(page?.hasPrefix("# ") == true, "\(module) has no landing page")
        }
    }

    // MARK: The rules themselves

    @Test func whatDoesNotBelongAtTheTopIsFound() {
        #expect(
            Self.foreign(in: ["Sources", "notes.txt", ".build", ".build-release", ".idea"]) == [".idea", "notes.txt"])
    }

    @Test(arguments: [
        ("@Test func `a room fills`() {}", 1), ("@Test(\"A room fills\") func fills() {}", 1),
        ("@Suite(\"Rooms\") struct RoomTests {}", 1), ("@Test(\n    \"A room fills\",\n    arguments: [1])", 1),
        ("@Test func Fills() {}", 1), ("@Test func aRoomFills() {}", 0), ("@Test(arguments: [1]) func fills() {}", 0),
        ("@Test(.bug(\"1\")) func fills() {}", 0), ("let `default` = 1", 0),
    ])
    func anotherNameIsFound(text: String, count: Int) {
        #expect(SourceFile(path: "T.swift", text: text).otherNames.count == count)
    }

    @Test(arguments: [
        ("@Suite struct A {\n@Test func a() { var random = SeededGenerator(seed: 1) } }", true),
        ("@Suite(.seeded) struct A {\n@Test func a() { var random = SeededGenerator(seed: 1) } }", false),
        ("struct Play { var random = SeededGenerator(seed: 1) }", false),
    ])
    func aSuiteThatKeepsItsSeedsIsFound(text: String, keeps: Bool) {
        #expect(SourceFile(path: "T.swift", text: text).keepsItsSeeds == keeps)
    }
}

extension SourceFile {
    /// Whether tests draw numbers here without saying from which seed.
    var keepsItsSeeds: Bool {
        let code = lines.map(\.code)
        // One with a purpose is the simulation's own, which is what is tested then.
        let draws = code.contains { $0.contains("SeededGenerator(seed:") && !$0.contains("purpose:") }
        return draws && code.contains { $0.contains("@Test") }
            && !code.contains { $0.contains(".seeded") }
    }

    /// Where a test or suite has a name in quotes, in backticks, or one that begins with a capital.
    var otherNames: [String] {
        let names = #/@(?:Test|Suite)\s*\(\s*"|\bfunc\s+`|@Test(?:\([^)]*\))?\s+func\s+[A-Z]/#
        let code = lines.map(\.code).joined(separator: "\n")
        return code.matches(of: names).map { match in
            place(code[..<match.range.lowerBound].count { $0 == "\n" })
        }
    }
}
