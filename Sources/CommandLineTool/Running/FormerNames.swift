import ToolSupport

/// The names that commands and options had in earlier versions: they work, and no help shows them.
enum FormerNames {
    /// Commands by their former names; a former name has one word or two.
    static let commands: [String: String] = [
        "unusual": "integrity", "words": "text", "notes": "reference-data", "measure": "approval",
        "prove": "proof create",
        "record": "proof record", "consistency": "proof consistency", "staff begin": "staff enable",
        "staff dismiss": "staff remove", "staff acts": "staff log",
    ]

    /// Options by their former names, for each command or group that had them. The key "" holds for all commands.
    ///
    /// Names of a command with its group go before those of its group, and these before those of all commands.
    static let options: [String: [String: String]] = [
        "": [
            "--key": "--verifier-key", "--as": "--staff-id", "--top": "--limit", "--slot": "--draft-position",
            "--pick-order": "--draft-position",
        ],
        "approval": ["--key": "--signing-key"],
        "audit": ["--anew": "--no-cache"],
        "case": ["--key": "--signing-key"],
        "case correct": ["--by": "--requester"],
        "case list": ["--older": "--older-than"],
        "case resolve": ["--by": "--judge"],
        "contest": ["--key": "--signing-key"],
        "contest open": [
            "--fee": "--entry-fee", "--speed": "--preset", "--max": "--max-entries",
            "--per-user": "--max-entries-per-user",
        ],
        "contest rounds": ["--like": "--template", "--stated": "--structure"],
        "deposit": ["--reference": "--payment-id"],
        "diff": ["--full": "--recompute"],
        "evidence verify": ["--with": "--held"],
        "export": ["--as": "--format"],
        "import": [
            "--as": "--input-format", "--key": "--signing-key", "--user": "--owner", "--players": "--player-list",
        ],
        "key follow": ["--policy": "--write-policy"],
        "key rotate": ["--by": "--requester", "--key": "--signing-key"],
        "luck": ["--week": "--through-week"],
        "pairs": ["--by": "--sort"],
        "players": ["--key": "--signing-key"],
        "players points": ["--by": "--requester"],
        "proof consistency": ["--from": "--old-size", "--to": "--new-size"],
        "proof create": ["--in": "--checkpoint"],
        "replay": ["--viewer": "--seat"],
        "send": ["--as": "--sender", "--key": "--signing-key"],
        "serve": ["--create": "--origin", "--key": "--certificate-key"],
        "simulate": ["--contest": "--title", "--clock": "--preset"],
        "staff": ["--key": "--signing-key"],
        "standings": ["--week": "--through-week"],
        "token create": ["--user": "--for-user"],
        "verify": ["--against": "--checkpoint"],
        "what-if": ["--clock": "--pick-clock", "--pick": "--change-pick"],
        "witness request": ["--old": "--old-size"],
    ]

    /// Returns the words of a command line with today's names.
    static func replaced(in words: [String]) -> [String] {
        guard let start = command(in: words) else { return words }
        var words = words
        let count = words.index(start, offsetBy: 2, limitedBy: words.count) ?? words.count
        for length in [2, 1] where start + length <= count {
            guard let name = commands[words[start..<start + length].joined(separator: " ")] else { continue }
            words.replaceSubrange(start..<start + length, with: name.split(separator: " ").map(String.init))
            break
        }
        let path = words[start...].prefix { !$0.hasPrefix("-") }
        return Array(words[...start]) + options(in: words[(start + 1)...], of: Array(path))
    }

    /// Returns options with today's names.
    ///
    /// - Parameter path: the command with the arguments before the first option.
    static func options(in words: some Sequence<String>, of path: [String]) -> [String] {
        var scopes = [path.prefix(2).joined(separator: " "), path.first ?? ""]
        // An attested report takes the options of the report.
        if path.first == "attest" { scopes = path.dropFirst().prefix(2) + scopes }
        var isOver = false
        return words.map { word in
            isOver = isOver || word == "--"
            guard !isOver, word.hasPrefix("--") else { return word }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let former = String(parts[0])
            guard let name = (scopes + [""]).lazy.compactMap({ options[$0]?[former] }).first else { return word }
            return parts.count == 1 ? name : "\(name)=\(parts[1])"
        }
    }

    /// Returns the index of the command's name; nil if no command is named.
    private static func command(in words: [String]) -> Int? {
        var index = 0
        while index < words.count {
            switch words[index] {
            case "--ledger": index += 2
            case "help": index += 1
            case let word where word.hasPrefix("-"): index += 1
            default: return index
            }
        }
        return nil
    }
}

extension CommandWords {
    /// Returns words with today's names, negative values joined to their options, and `help --all` as `help`.
    static func current(_ arguments: [String]) -> [String] {
        let words = arguments.first == "help" ? arguments.filter { $0 != "--all" } : arguments
        return FormerNames.replaced(in: withNegativeValues(words))
    }
}

extension CommandTree {
    /// All commands of this program.
    static let all = CommandTree(of: DraftLedgerCommand.self)
}
