/// What the words of a command line mean before the parser sees them.
enum CommandWords {
    /// A negative number behind an option is its value. The parser would take it for an option of its own and say that the
    /// value is missing, when what is wrong is the value.
    static func withNegativeValues(_ arguments: [String]) -> [String] {
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

    /// What is wrong with a command line that has an empty word in it; nil for all others.
    ///
    /// It is what a script makes of a variable that is not set: a check by no key, or under no policy, would be another
    /// check than the one that was meant. No option has a use for it.
    static func emptyWord(in arguments: [String]) -> ToolError? {
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
            return ToolError(.usage, "\(name) is empty: found no text. Is a variable not set?")
        }
        return nil
    }
}
