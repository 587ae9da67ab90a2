import ArgumentParser
import Foundation

/// Finds an option that a command line names twice although it takes one value: the parser would keep the last one.
enum RepeatedOption {
    /// What is wrong with a command line; nil where nothing is.
    ///
    /// The options of a command are read from the parser's own description, and only where a word is there twice.
    static func fault(in arguments: [String]) -> ToolError? {
        let words = arguments.prefix { $0 != "--" }
        var values: [String: [String]] = [:]
        for (place, word) in words.enumerated() where word.hasPrefix("--") && word.count > 2 {
            let parts = word.split(separator: "=", maxSplits: 1)
            let next = place + 1 < words.count ? words[place + 1] : ""
            values[String(parts[0].dropFirst(2)), default: []].append(parts.count > 1 ? String(parts[1]) : next)
        }
        let twice = values.filter { $0.value.count > 1 }
        guard !twice.isEmpty else { return nil }
        let single = singleOptions(of: Array(words))
        guard let name = twice.keys.filter({ single.contains($0) }).min(), let given = twice[name] else { return nil }
        return ToolError(
            .usage, "--\(name) takes one value, and is named with \(given.joined(separator: " and ")): name it once.")
    }

    /// The names of the options that take one value, of the command that is called.
    private static func singleOptions(of words: [String]) -> Set<String> {
        guard let data = DraftLedgerCommand._dumpHelp().data(using: .utf8),
            let root = try? JSONDecoder().decode(Described.self, from: data)
        else { return [] }
        var command = root.command
        for word in words {
            guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { continue }
            command = next
        }
        return Set(
            (command.arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
                .flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
    }

    private struct Described: Decodable { var command: Command }

    private struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?
        var arguments: [Argument]?
    }

    private struct Argument: Decodable {
        var kind: String
        var isRepeating: Bool
        var names: [Name]?
    }

    private struct Name: Decodable {
        var kind: String
        var name: String
    }
}
