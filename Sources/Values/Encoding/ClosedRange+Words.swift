/// A range as messages and help state it. A text that is made of it cannot contradict the rule.
extension ClosedRange where Bound: BinaryInteger {
    /// In a sentence: "2 to 32".
    package var words: String { "\(lowerBound) to \(upperBound)" }

    /// Before a noun, or as the placeholder of an option: "2-32".
    package var dashed: String { "\(lowerBound)-\(upperBound)" }
}
