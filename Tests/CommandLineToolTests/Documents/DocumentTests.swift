import ArgumentParser
import CommandTesting
import Foundation
import Merkle
import Testing
import TestSupport
import ToolSupport

@testable import CommandLineTool  // its commands, as the parser describes them

/// The documents show what a reader gets who pastes their commands.
@Suite struct DocumentTests {
    private static let documents = ConsoleDocument.paths.filter {
        (try? ConsoleDocument.text(of: $0))?.contains("```console") == true
    }

    @Test(arguments: documents)
    func theConsoleBlocksPrintWhatTheyShow(path: String) async throws {
        let document = try ConsoleDocument(path: path)
        for program in ["openssl", "curl", "python3"]
        where document.steps.contains(where: { $0.command.contains(program) }) {
            guard Programs.path(of: program) != nil else { try Test.cancel("\(program) is not here") }
        }
        let ran = try await document.run(in: TemporaryDirectory())
        for (index, step) in document.steps.enumerated() {
            let isAsked = index + 1 < ran.count && document.steps[index + 1].command == "echo $?"
            let place = "\(path), line \(step.line): $ \(step.command)"
            let printed = ran[index].printed
            #expect(ran[index].status == 0 || isAsked, "\(place)\nends with \(ran[index].status)")
            let difference = ConsoleDocument.difference(shown: step.shown, printed: printed)
            #expect(
                difference == nil,
                "\(place)\nshows\n\(difference ?? "")\n\nIt prints\n\(printed.joined(separator: "\n"))")
            let saysSomething = printed.isEmpty || step.shown.contains { !ConsoleDocument.isGap($0) }
            #expect(saysSomething, "\(place)\nshows nothing of what it prints")
        }
    }

    @Test func theDocumentsHaveConsoleBlocks() throws {
        #expect(
            Self.documents.contains("README.md") && Self.documents.contains("Sources/Replay/Replay.docc/OfficerTour.md")
        )
        #expect(try Self.documents.flatMap { try ConsoleDocument(path: $0).steps }.count >= 60)
    }

    // MARK: Commands that are not run

    /// Servers, other people's files and acts of two people are not at hand in a test; the words of their commands are.
    @Test(arguments: ConsoleDocument.paths)
    func everyCommandOfADocumentExists(path: String) throws {
        let tree = try #require(CommandTree.all)
        for (line, command) in Self.commands(in: try ConsoleDocument.text(of: path), tree) {
            let words = CommandWords.current(try ShellWords.commands(in: command).first ?? [])
            let fault = tree.unknownCommand(in: words) ?? tree.unknownOption(in: words)
            #expect(fault == nil, "\(path), line \(line): \(command)\n\(fault?.description ?? "")")
        }
    }

    /// A tool of the repository that a document names is there and can be run.
    @Test(arguments: ConsoleDocument.paths)
    func everyToolOfADocumentExists(path: String) throws {
        for match in try ConsoleDocument.text(of: path).matches(of: #/Tools\/[a-z]+(\/[a-z-]+)?/#) {
            let tool = String(match.output.0)
            let file = ConsoleDocument.root.appending(path: tool)
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            #expect(isThere, "\(path) names \(tool)")
            #expect(isFolder.boolValue || FileManager.default.isExecutableFile(atPath: file.path), "\(tool)")
        }
    }

    /// Returns the commands in `sh` blocks and in backticks, without the name of the program.
    private static func commands(in text: String, _ tree: CommandTree) -> [(line: Int, command: String)] {
        let names = Set((tree.subcommands ?? []).map(\.commandName)).subtracting(["help"])
        var found: [(Int, String)] = []
        var isShell = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isShell = line == "```sh"
            } else if isShell {
                if line.hasPrefix("draftledger ") { found.append((index + 1, String(line.dropFirst(12)))) }
            } else {
                for span in line.matches(of: /`([^`]+)`/).map({ String($0.output.1) }) {
                    let command = span.hasPrefix("draftledger ") ? String(span.dropFirst(12)) : span
                    guard command.contains(" "), !command.contains("|"), !command.contains(" = "),
                        names.contains(String(command.prefix { $0 != " " }))
                    else { continue }
                    found.append((index + 1, command))
                }
            }
        }
        return found
    }

    @Test func everyExampleOfTheHelpIsACommand() throws {
        let key = try #require(KeyName("example.com/log").map { SignerKey(name: $0).verifierKey.text })
        var count = 0
        for example in try Self.examples() {
            for words in try ShellWords.commands(in: example) where words.first == "draftledger" {
                count += 1
                let filled = words.dropFirst().map { word in
                    word.hasSuffix("01…")
                        ? String(word.dropLast(3)) + "01" + String(repeating: "2", count: 64)
                        : ["KEY", "OLDKEY"].contains(word) || word.hasPrefix("$(") || word.hasSuffix("BA...")
                            ? key : word
                }
                do {
                    _ = try DraftLedgerCommand.parseAsRoot(CommandWords.withNegativeValues(filled))
                } catch {
                    Issue.record("\(example)\n\(DraftLedgerCommand.message(for: error))")
                }
            }
        }
        #expect(count > 150)
    }

    /// The lines under EXAMPLE of every command's help.
    private static func examples() throws -> [String] {
        var found: [String] = []
        func gather(_ command: [String: Any]) {
            let help = (command["discussion"] as? String ?? "").components(separatedBy: "EXAMPLE:\n")
            if help.count == 2 { found += help[1].components(separatedBy: "\n").filter { $0.contains("draftledger") } }
            for subcommand in command["subcommands"] as? [[String: Any]] ?? [] { gather(subcommand) }
        }
        let tool = try JSONSerialization.jsonObject(with: Data(DraftLedgerCommand._dumpHelp().utf8)) as? [String: Any]
        gather(try #require(tool?["command"] as? [String: Any]))
        return found
    }

    // MARK: Swift

    /// The blocks of Swift that import a module are whole programs: they compile against the modules of this build.
    @Test(
        arguments: ConsoleDocument.paths.filter {
            (try? ConsoleDocument.text(of: $0))?.contains("```swift\nimport ") == true
        })
    func theSwiftBlocksCompile(path: String) throws {
        guard let compiler = Programs.path(of: "swiftc") else { try Test.cancel("swiftc is not here") }
        let built = Executables.draftledger.deletingLastPathComponent()
        let maps = try ChildProcess.run(ConsoleDocument.root.appending(path: "Tools/module-maps"), [built.path])
        let flags = maps.output.split(separator: "\n").map(String.init)
        let text = try ConsoleDocument.text(of: path)
        for match in text.matches(of: #/```swift\n(?<code>import [^`]+)```/#) {
            let scratch = TemporaryDirectory()
            try scratch.write(String(match.output.code), to: "main.swift")
            let (end, _, errors) = try ChildProcess.run(
                compiler,
                ["-typecheck", "-swift-version", "6", "-I", built.appending(path: "Modules").path] + flags
                    + [scratch("main.swift")])
            #expect(end == .exit(0), "\(path)\n\(errors)")
        }
    }

    // MARK: The demo

    @Test func theDemoKeepsWhatItSaysThatItWrote() throws {
        let scratch = TemporaryDirectory()
        let demo = ConsoleDocument.root.appending(path: "Tools/demo")
        let environment = ["DRAFTLEDGER": Executables.draftledger.path, "COLUMNS": "120"]
        // The second run takes the place of the first.
        for _ in 1...2 {
            let (end, output, errors) = try ChildProcess.run(demo, [scratch("demo")], environment: environment)
            #expect(end == .exit(0), "\(output.suffix(2_000))\(errors)")
            #expect(output.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
            #expect(output.contains("claimed by user 8") && output.contains(": rejected"))
            #expect(output.contains("The bundle is genuine, and the rules were followed."))
            for name in ["draft.html", "report.html", "pick-3.05.tar", "published.key", "demo.ledger/data.mdb"] {
                #expect(FileManager.default.fileExists(atPath: scratch("demo/\(name)")), "\(name)")
            }
        }
        try scratch.write("mine", to: "notes.txt")
        let (end, _, errors) = try ChildProcess.run(demo, [scratch.path], environment: environment)
        #expect(end == .exit(73) && errors.contains("exists and has no demo.ledger"), "\(errors)")
        #expect(FileManager.default.fileExists(atPath: scratch("notes.txt")))
    }

    // MARK: The rules themselves

    @Test(
        arguments: [
            (["a", "b"], ["a", "b"], true), (["a", "b"], ["a"], false), (["a"], ["a", "b"], false),
            (["…", "b"], ["a", "x", "b"], true), (["a", "…"], ["a"], true), (["a", "…"], ["b"], false),
            (["a", "     …", "c", "…"], ["a", "b", "c", "b", "c", "d"], true), (["a", "…", "e"], ["a", "b"], false),
            (["in … s"], ["in 0.1 s"], true), (["in … s"], ["in 0.1 s."], false), (["x … y … z"], ["x 1 y 2 z"], true),
            (["x … y … z"], ["x 1 z"], false), ([], ["a"], false), ([], [], true),
            (["a", "…", "b"], ["b", "a", "b"], false),
        ] as [([String], [String], Bool)])
    func whatIsShownIsComparedLineByLine(shown: [String], printed: [String], fits: Bool) {
        #expect((ConsoleDocument.difference(shown: shown, printed: printed) == nil) == fits)
    }

    @Test func commandsMayTakeSeveralLines() throws {
        let text = "```console\n$ a \\\n  b\nout\n\n$ cat > f <<'END'\n$ x\nEND\n$ echo $?\n1\n```\n"
        let steps = try ConsoleDocument(path: "x", text: text).steps
        #expect(steps.map(\.command) == ["a \\\n  b", "cat > f <<'END'\n$ x\nEND", "echo $?"])
        #expect(steps.map(\.shown) == [["out"], [], ["1"]])
        #expect(throws: ConsoleDocument.Malformed.self) { try ConsoleDocument(path: "x", text: "```console\nout\n```") }
        #expect(throws: ConsoleDocument.Malformed.self) { try ConsoleDocument(path: "x", text: "```console\n$ a\n") }
    }

    @Test func aSessionKeepsItsDirectoryAndItsVariables() async throws {
        let text = "```console\n$ x=1\n$ echo $x > f; cat f; echo e >&2\n1\ne\n$ false\n$ echo $?\n1\n```\n"
        let document = try ConsoleDocument(path: "x", text: text)
        let ran = try await document.run(in: TemporaryDirectory())
        #expect(ran.map(\.status) == [0, 0, 1, 0])
        #expect(ran.map(\.printed) == document.steps.map(\.shown))
    }
}

/// Words of a line as a shell takes them apart, as far as documents use one.
enum ShellWords {
    struct Unclosed: Error {}

    /// The words of each command of a line.
    static func commands(in line: String) throws -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var depth = 0
        func end() {
            if let ended = word { commands[commands.count - 1].append(ended) }
            word = nil
        }
        var isFile = false
        for character in line {
            if let open = quote {
                if character == open, depth == 0 { quote = nil } else { word = (word ?? "") + String(character) }
                if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            } else if character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if character == " " {
                if isFile, word != nil { (word, isFile) = (nil, false) }
                end()
            } else if ["|", "&", ";"].contains(character) {
                end()
                if commands.last?.isEmpty == false { commands.append([]) }
            } else if character == ">" {
                end()
                isFile = true
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw Unclosed() }
        if isFile { word = nil }
        end()
        return commands.filter { !$0.isEmpty }
    }
}
