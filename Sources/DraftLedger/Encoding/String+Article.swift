extension String {
    /// The name of a kind of event or command with the article that it is spoken with: "an EntryFeeHeld".
    package var withArticle: String {
        let name = lowercased()
        let isVowel = "aeio".contains { name.first == $0 } || name.hasPrefix("u") && !name.hasPrefix("use")
        return "\(isVowel ? "an" : "a") \(self)"
    }

    /// The same at the beginning of a sentence.
    package var withCapitalArticle: String { withArticle.prefix(1).uppercased() + withArticle.dropFirst() }
}
