/// Rewrites the words of a command line before the parser reads them.
package enum CommandWords {
    /// Joins a negative number to the option before it, whose value it is. The parser would take it for an option of its own
    /// and say that the value is missing, when what is wrong is the value.
    package static func withNegativeValues(_ arguments: [String]) -> [String] {
        var words: [String] = []
        for word in arguments {
            if isNegative(word), let option = words.last, option.hasPrefix("--"), option.count > 2,
                !option.contains("=")
            {
                words[words.count - 1] = "\(option)=\(word)"
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isNegative(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
    }

    /// Returns the error of a command line with an empty word; nil for all others.
    ///
    /// A script makes an empty word of a variable that is not set. A check without a key, or without a policy, would be
    /// another check than the one that was meant. No option takes an empty word.
    package static func emptyWord(in arguments: [String]) -> ToolError? {
        for (index, word) in arguments.enumerated() {
            var option: Substring?
            if word.isEmpty {
                let before = index > 0 ? arguments[index - 1] : ""
                option = before.hasPrefix("-") && before.count > 1 && !before.contains("=") ? before[...] : ""
            } else if word.hasPrefix("--"), word.firstIndex(of: "=") == word.index(before: word.endIndex) {
                option = word.dropLast()
            }
            guard let option else { continue }
            let name = option.isEmpty ? "Argument \(index + 1)" : String(option)
            return ToolError(.usage, "\(name) is empty. Name a value, or check the variable that holds it.")
        }
        return nil
    }
}
