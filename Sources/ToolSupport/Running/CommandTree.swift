package import ArgumentParser
import DraftLedger
import Foundation

/// Commands with their subcommands and options, as the parser describes them.
///
/// The parser validates what it has read before it looks for words that no option takes. A mistyped option would be hidden
/// by what follows from it: a value that is missing.
package struct CommandTree: Decodable, Sendable {
    package struct Argument: Decodable, Sendable {
        package struct Name: Decodable, Sendable {
            package var kind: String
            package var name: String

            package var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        package var kind: String
        package var parsingStrategy: String
        package var isRepeating: Bool
        package var names: [Name]?

        fileprivate var takesEverything: Bool {
            ["allRemainingInput", "allUnrecognized"].contains(parsingStrategy)
        }
    }

    package var commandName: String
    package var defaultSubcommand: String?
    package var arguments: [Argument]?
    package var subcommands: [CommandTree]?

    private struct Description: Decodable { var command: CommandTree }

    /// All of a program's commands; nil if the parser describes them in another form than this one. Takes a hundred times as
    /// long as parsing a command line.
    package init?(of root: any ParsableCommand.Type) {
        let description = Data(root._dumpHelp().utf8)
        guard let read = try? JSONDecoder().decode(Description.self, from: description) else { return nil }
        self = read.command
    }

    /// Returns the error of words that name a command that does not exist; nil for all others.
    ///
    /// - Parameter lacking: the error of a command that other builds of the program have; nil for any other.
    package func unknownCommand(in words: [String], lacking: (String) -> ToolError? = { _ in nil }) -> ToolError? {
        let (path, stray) = path(of: words)
        guard let stray, !stray.isEmpty, let last = path.last, last.takesSubcommandsOnly else { return nil }
        let names = path.dropFirst().map(\.commandName)
        let name = (names + [stray]).joined(separator: " ")
        if names.isEmpty, let error = lacking(stray) { return error }
        let known = (last.subcommands ?? []).map(\.commandName)
        let hint = NearestName.of(stray, among: known).map { (names + [$0]).joined(separator: " ") }
        return ToolError(
            .usage,
            "There is no command '\(name)'.\(hint.map { " Did you mean `\($0)`?" } ?? "") "
                + "`\(([commandName] + names).joined(separator: " ")) --help` lists the commands.")
    }

    /// Returns the error of words with an option that the command does not have; nil for all others.
    package func unknownOption(in words: [String]) -> ToolError? {
        let path = path(of: words).commands
        let arguments = path.flatMap { $0.arguments ?? [] }
        // A command that passes its words to another one has not read them itself.
        guard !arguments.contains(where: \.takesEverything) else { return nil }
        let options = arguments.filter { $0.kind != "positional" }
        let known = options.flatMap { ($0.names ?? []).map(\.text) } + Self.builtIn
        var rest = words[...]
        while let word = rest.popFirst(), word != "--" {
            guard let name = Self.option(word) else { continue }
            // Letters after one dash may be several options.
            if !known.contains(name), name.hasPrefix("--") || name.count == 2 {
                let command = path.map(\.commandName).joined(separator: " ")
                return ToolError(
                    .usage,
                    "Unknown option '\(name)'.\(NearestName.hint(for: name, among: known)) `\(command) --help` lists "
                        + "the options.")
            }
            let option = options.first { ($0.names ?? []).contains { $0.text == name } }
            if option?.kind == "option", option?.parsingStrategy == "unconditional", !word.contains("=") {
                _ = rest.popFirst()
            }
        }
        return nil
    }

    /// Returns the error of words that give an option twice although it takes one value; nil for all others. The parser would
    /// keep the last value.
    ///
    /// - Complexity: a pass over the words; only where one is repeated also the description of all commands, which takes a
    ///   hundred times as long as parsing.
    static func repeatedOption(in words: [String], of tree: @autoclosure () -> CommandTree?) -> ToolError? {
        let words = words.prefix { $0 != "--" }
        var values: [String: [String]] = [:]
        for (place, word) in words.enumerated() where word.hasPrefix("--") && word.count > 2 {
            let parts = word.split(separator: "=", maxSplits: 1)
            let next = place + 1 < words.count ? words[place + 1] : ""
            values[String(parts[0]), default: []].append(parts.count > 1 ? String(parts[1]) : next)
        }
        let repeated = values.filter { $0.value.count > 1 }
        guard !repeated.isEmpty else { return nil }
        let single = (tree()?.path(of: Array(words)).commands.last?.arguments ?? [])
            .filter { $0.kind == "option" && !$0.isRepeating }.flatMap { ($0.names ?? []).map(\.text) }
        let twice = repeated.filter { single.contains($0.key) }
        guard let (name, given) = twice.min(by: { $0.key < $1.key }) else { return nil }
        return ToolError(
            .usage, "\(name) takes one value, but was given \(given.joined(separator: " and ")). Give it once.")
    }

    /// Returns the name of the command in words, with its group: "draftledger case open".
    package func name(in words: [String]) -> String {
        path(of: words).commands.map(\.commandName).joined(separator: " ")
    }

    private static let builtIn = [
        "--help", "-h", "--help-hidden", "--version", "--experimental-dump-help", "--generate-completion-script",
    ]

    private var takesSubcommandsOnly: Bool {
        subcommands?.isEmpty == false && defaultSubcommand == nil
            && !(arguments ?? []).contains { $0.kind == "positional" }
    }

    /// The commands that words name, from the program on, and the first word after them that is neither an option nor an
    /// option's value.
    private func path(of words: [String]) -> (commands: [CommandTree], stray: String?) {
        var path = [self]
        var rest = words[...]
        while let word = rest.popFirst(), word != "--" {
            if let name = Self.option(word) {
                let option = path.flatMap { $0.arguments ?? [] }
                    .first { ($0.names ?? []).contains { $0.text == name } }
                guard option?.kind != "flag", !word.contains("="), let value = rest.first else { continue }
                // The word after an unknown option may be its value, or a command.
                if option != nil || path.last?.subcommand(value) == nil { _ = rest.popFirst() }
            } else if word == "help", path.count == 1 {
                continue
            } else if let next = path.last?.subcommand(word) {
                path.append(next)
            } else {
                return (path + path[path.count - 1].defaults, word)
            }
        }
        return (path + path[path.count - 1].defaults, nil)
    }

    /// The command that is meant if no subcommand is named; empty if one has to be.
    private var defaults: [CommandTree] {
        guard let defaultSubcommand, let command = subcommand(defaultSubcommand) else { return [] }
        return [command] + command.defaults
    }

    private func subcommand(_ name: String) -> CommandTree? { subcommands?.first { $0.commandName == name } }

    /// Returns an option's name as a word has it, without its value; nil for words that are values.
    private static func option(_ word: String) -> String? {
        guard word.hasPrefix("-"), word.count > 1, word.dropFirst().first?.isNumber == false else { return nil }
        return word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }
}
