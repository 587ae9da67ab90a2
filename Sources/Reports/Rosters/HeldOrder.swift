import Draft

/// A draft, or an entry of one: what comes before or behind another by when it was held.
protocol Held {
    /// Whether it was held elsewhere, so that its number says only when it was imported.
    var isImported: Bool { get }

    /// Nil where no source says.
    var startedAt: Timestamp? { get }

    /// In the ledger.
    var number: UInt64 { get }
}

extension Array where Element: Held {
    /// In the order in which they were held, whatever was imported first: those that were held here by their numbers; of the
    /// others those that started earlier, and of the same start by whom they drafted.
    ///
    /// O(n log n), and O(picks) where several started at once.
    ///
    /// - Parameter picks: whom it drafted, in an order and by numbers that do not go by the order of import.
    func inOrderHeld(_ picks: (Element) -> [UInt32]) -> [Element] {
        func key(_ element: Element) -> (UInt8, UInt64) {
            guard element.isImported else { return (0, element.number) }
            // Moved, so that negative times come before others.
            return (1, UInt64(bitPattern: element.startedAt?.microseconds ?? .min) ^ (1 << 63))
        }
        var elements = sorted { key($0) < key($1) }
        var start = 0
        while start < elements.count {
            let end = elements[start...].firstIndex { key($0) != key(elements[start]) } ?? elements.count
            if end - start > 1 {
                let run = elements[start..<end].map { (element: $0, picks: picks($0)) }.sorted { one, other in
                    one.picks == other.picks
                        ? one.element.number < other.element.number
                        : one.picks.lexicographicallyPrecedes(other.picks)
                }
                elements.replaceSubrange(start..<end, with: run.map(\.element))
            }
            start = end
        }
        return elements
    }
}
