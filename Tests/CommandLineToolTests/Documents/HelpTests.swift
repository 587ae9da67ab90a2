import ArgumentParser
import CommandTesting
import Foundation
import Testing
import ToolSupport

@testable import CommandLineTool  // the list of commands, and the names that they had

/// The rules for the texts of the help, over all commands.
@Suite struct HelpTests {
    /// A command as the parser describes it, with all of its texts.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }

            var names: [Name]?
            var abstract: String?
            var discussion: String?
            var valueName: String?
            var shouldDisplay: Bool

            var flags: [String] { (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" } }
        }

        var commandName: String
        var abstract: String?
        var discussion: String?
        var arguments: [Argument]?
        var subcommands: [Command]?

        /// The command and all commands below it, by their paths.
        func all(_ path: [String] = []) -> [(path: String, command: Command)] {
            let own = (path.joined(separator: " "), self)
            return [own]
                + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(path + [$0.commandName]) }
        }
    }

    private struct Description: Decodable { var command: Command }

    private static func commands() throws -> [(path: String, command: Command)] {
        let description = Data(DraftLedgerCommand._dumpHelp().utf8)
        return Array(try JSONDecoder().decode(Description.self, from: description).command.all().dropFirst())
    }

    private static let verbs: Set = [
        "Add", "Assign", "Attach", "Approve", "Attest", "Cancel", "Check", "Close", "Compare", "Copy", "Correct",
        "Create",
        "Decline", "Enable", "Erase", "Estimate", "Exchange", "Export", "Find", "Follow", "Import", "Judge", "Link",
        "List",
        "Manage", "Open", "Print", "Propose", "Prove", "Rebuild", "Reconcile", "Record", "Recover", "Refund", "Remove",
        "Replace", "Replay", "Restore", "Revoke", "Send", "Separate", "Serve", "Set", "Show", "Sign", "Simulate",
        "Summarize", "Verify", "Withdraw", "Write",
    ]

    /// Expressions that no text of the help has.
    private static let banned = [
        #"(?:^|[.:;!?] )(?:Who|Whom|Whoever|Whose|What|Where)\b"#, #"\bfor ever\b"#, #"\banew\b"#, #"\bonce more\b"#,
        #"\bbeside\b"#, #"\bbehind\b(?! the last record)"#, #"\bat the most\b"#, #"\bso many\b"#, #"\bthe own\b"#,
        #"\bis no\b"#,
        #"\bis none\b"#, #"\bthat there (?:is|are) not\b"#, #"\bthe house\b"#, #"\bauthority (?:has )?beg[au]n\b"#,
        #"\boutside id\b"#, #"\bstrangers?\b"#, #"\bgoes on\b"#, #"(?<!/)\bmeasures?\b"#, #"\bwhom\b"#, #"\bbut for\b"#,
        #"\bhand(?:s|ed)? (?:on|over)\b"#, #"\b(?:his|him|he)\b"#,
    ]

    @Test func abstractsAreShortAndBeginWithAVerb() throws {
        let commands = try Self.commands()
        #expect(commands.count > 100)
        for (path, command) in commands {
            let abstract = command.abstract ?? ""
            #expect((1...60).contains(abstract.count), "\(path): \(abstract.count) characters: \(abstract)")
            let verb = String(abstract.prefix(while: \.isLetter))
            #expect(Self.verbs.contains(verb), "\(path) begins with \(verb)")
            #expect(abstract.hasSuffix("."), "\(path): \(abstract)")
        }
    }

    @Test func optionsAndArgumentsHaveHelp() throws {
        for (path, command) in try Self.commands() {
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                let name = argument.flags.first ?? argument.valueName ?? ""
                #expect(argument.abstract?.isEmpty == false, "\(path) \(name) has no help")
            }
        }
    }

    @Test func noTextHasABannedExpression() throws {
        let expression = try NSRegularExpression(
            pattern: Self.banned.joined(separator: "|"), options: [.anchorsMatchLines])
        func found(_ text: String?) -> [String] {
            guard let text else { return [] }
            let all = NSRange(location: 0, length: text.utf16.count)
            return expression.matches(in: text, range: all).compactMap {
                Range($0.range, in: text).map { String(text[$0]) }
            }
        }
        for (path, command) in try Self.commands() {
            let own = found(command.abstract) + found(command.discussion)
            #expect(own.isEmpty, "\(path): \(own)")
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                let words = found(argument.abstract) + found(argument.discussion)
                #expect(words.isEmpty, "\(path) \(argument.flags.first ?? argument.valueName ?? ""): \(words)")
            }
        }
        for text in [FrontPage.text, DraftLedgerCommand.configuration.discussion] { #expect(found(text).isEmpty) }
        #expect(found("It is none. What it says for ever.").count == 3, "the expressions find something")
    }

    /// A sentence of the help has at most 25 words. Examples and tables have none.
    @Test func sentencesAreShort() throws {
        func long(_ text: String?) -> [String] {
            let examples = #/(?s)EXAMPLE:.*/#
            let paragraphs = (text ?? "").replacing(examples, with: "").split(separator: "\n").filter {
                !$0.hasPrefix("  ")
            }
            return paragraphs.flatMap { $0.split(separator: #/[.!?]\s+/#) }.map(String.init).filter { sentence in
                sentence.split(separator: " ").count { $0.contains { $0.isLetter || $0.isNumber } } > 25
            }
        }
        var found = long(FrontPage.text) + long(DraftLedgerCommand.configuration.discussion)
        for (path, command) in try Self.commands() {
            let arguments = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { [$0.abstract, $0.discussion] }
            found += ([command.discussion] + arguments).flatMap(long).map { "\(path): \($0)" }
        }
        #expect(found.isEmpty, "\(found)")
        #expect(long(Array(repeating: "word", count: 26).joined(separator: " ") + ". Short.").count == 1)
    }

    /// Flags whose help differs between commands, though their meaning does not: a choice with other values, or a default
    /// that only one command has. `--from` is the place where something begins: a position, or the ledger of the season before.
    private static let variants: Set = [
        "--against-rules", "--at", "--by", "--contest", "--cents", "--checkpoint", "--date", "--draft-position",
        "--entry",
        "--from", "--full", "--lineup", "--mode", "--output", "--players", "--preset", "--scoring", "--since", "--site",
        "--user",
        "--week",
    ]

    @Test func aFlagHasOneMeaning() throws {
        var texts: [String: [String: String]] = [:]
        for (path, command) in try Self.commands() {
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                // Defaults differ between commands.
                let text = (argument.abstract ?? "").replacing(#/ \(default[^)]*\)/#, with: "")
                for flag in argument.flags { texts[flag, default: [:]][text] = path }
            }
        }
        #expect(texts.count > 100)
        for (flag, meanings) in texts where !Self.variants.contains(flag) {
            #expect(meanings.count == 1, "\(flag) has several meanings: \(meanings)")
        }
    }

    // MARK: Names

    @Test func formerNamesAreThoseOfNothingElse() throws {
        let tree = try #require(CommandTree.all)
        let names = Set(try Self.commands().map(\.path))
        for (former, name) in FormerNames.commands {
            #expect(names.contains(name), "\(former) → \(name)")
            #expect(!names.contains(former), "\(former) is a command")
            let words = FormerNames.replaced(
                in: ["--ledger", former, "help"] + former.split(separator: " ").map(String.init))
            #expect(words == ["--ledger", former, "help"] + name.split(separator: " ").map(String.init))
            #expect(tree.unknownCommand(in: words) == nil)
        }
        for (scope, options) in FormerNames.options where !scope.isEmpty {
            let commands = try Self.commands().filter { $0.path == scope || $0.path.hasPrefix(scope + " ") }
            let known = Set(commands.flatMap { $0.command.arguments ?? [] }.flatMap(\.flags))
            for (former, name) in options {
                #expect(known.contains(name), "\(scope) has no \(name)")
                #expect(scope.contains(" ") || scope == "replay" || !known.contains(former), "\(scope) has \(former)")
            }
        }
    }

    @Test(
        arguments: [
            ("unusual --top 5", "integrity --limit 5"),
            ("--ledger unusual words show 7", "--ledger unusual text show 7"),
            ("prove 7 --in a", "proof create 7 --checkpoint a"), ("staff acts --user 7", "staff log --user 7"),
            ("consistency --from 1 --to=2", "proof consistency --old-size 1 --new-size=2"),
            ("case resolve 1 --by 9 --as 8 --key k", "case resolve 1 --judge 9 --staff-id 8 --signing-key k"),
            ("verify --key k --against c", "verify --verifier-key k --checkpoint c"),
            ("evidence verify b --key k", "evidence verify b --verifier-key k"),
            ("exposure --by slot --slot 3", "exposure --by slot --draft-position 3"),
            ("attest pairs --by lift --top 3", "attest pairs --sort lift --limit 3"),
            ("attest report luck --week 3", "attest report luck --through-week 3"),
            ("lineup 7 --week 3", "lineup 7 --week 3"),
            ("import a --as bbm --user jane", "import a --input-format bbm --owner jane"),
            ("export --as sqlite --user 7", "export --format sqlite --user 7"),
            ("send - --as user/7", "send - --sender user/7"),
            ("send -- --as", "send -- --as"), ("help --all", "help"), ("help measure approve", "help approval approve"),
        ])
    func formerNamesAreReplaced(former: String, current: String) {
        let words = CommandWords.current(former.split(separator: " ").map(String.init))
        #expect(words.joined(separator: " ") == current)
    }

    @Test func theNameAloneShowsTheMainCommandsAndRecipes() throws {
        let ran = Ran([])
        #expect(ran.status == 0 && ran.messages.isEmpty)
        #expect((13...17).contains(FrontPage.commands.count))
        for command in FrontPage.commands { #expect(ran.output.contains(command.configuration.abstract)) }
        #expect(ran.output.contains("`draftledger help` lists all commands"))
        #expect(ran.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "it fits into a terminal")
        let recipes = ran.output.split(separator: "\n").filter { $0.hasPrefix("  draftledger ") }
        #expect(recipes.count == 9)
        for recipe in recipes {
            let words = try ShellWords.commands(in: recipe.trimmingCharacters(in: .whitespaces)).first ?? []
            #expect(throws: Never.self) { _ = try DraftLedgerCommand.parseAsRoot(Array(words.dropFirst())) }
        }
    }

    @Test func theHelpShowsEveryCommandOnce() throws {
        let ran = Ran(["help", "--all"])
        #expect(ran.status == 0 && Ran(["help"]).output == ran.output && Ran(["--help"]).output == ran.output)
        let groups = DraftLedgerCommand.configuration.groupedSubcommands
        let names = groups.flatMap(\.subcommands).map { $0.configuration.commandName ?? "" }
        #expect(Set(names).count == names.count && groups.count == 10)
        for name in names { #expect(ran.output.contains("\n  \(name) "), "\(name) is listed") }
        #expect(ran.output.contains("--generate-completion-script") && ran.output.contains("manual pages"))
    }

    @Test func theVersionNamesRulesSchemaAndFormat() throws {
        let line = Ran(["--version"]).output
        let pattern =
            /draftledger \d+\.\d+\.\d+(-dev)?(\+[0-9a-f]{12}(\.modified)?)? \(rules \d+, schema \d+, ledger format \d+\)\n/
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    }
}
