public import Draft

/// A site's average draft positions on one or more days, matched to the players of a catalogue.
public struct DatedPositions: Sendable {
    /// The midnights, UTC, that begin the days, in order.
    public let days: [Timestamp]

    /// What did not match, or only just, each player once.
    public let findings: [SideFinding]

    /// By day, then by number in the catalogue: hundredths of a pick, 0 for none.
    private let positions: [[UInt32]]

    /// O(notes + days · players).
    ///
    /// - Parameters:
    ///   - notes: those that have an ADP and a day; others say nothing here. Of two of one player and day the last one holds.
    ///   - catalogue: whose players are looked for.
    public init(_ notes: [PlayerNote], of catalogue: PlayerCatalogue) {
        let matching = NoteMatching(catalogue.players)
        let dated = notes.filter { $0.adp != nil && $0.day != nil }
        let days = Set(dated.compactMap(\.day)).sorted()
        let places = Dictionary(uniqueKeysWithValues: days.enumerated().map { ($1, $0) })
        var positions = Array(repeating: [UInt32](repeating: 0, count: catalogue.players.count), count: days.count)
        var findings: [SideFinding] = []
        var seen: Set<SideFinding> = []
        for note in dated {
            let (player, doubt) = matching.match(note)
            if let doubt {
                let finding = matching.finding(doubt, note)
                if seen.insert(finding).inserted { findings.append(finding) }
            }
            if let player, let adp = note.adp, let place = note.day.flatMap({ places[$0] }) {
                positions[place][player] = adp
            }
        }
        self.days = days
        self.positions = positions
        self.findings = findings
    }

    /// The last day that had begun at a moment; nil for a moment before all of them. O(log days).
    func day(at moment: Timestamp) -> Int? {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    /// By number in the catalogue: hundredths of a pick, 0 for none; empty for no day.
    func positions(on day: Int?) -> [UInt32] { day.map { positions[$0] } ?? [] }

    /// The ADP of a player, by his number in the catalogue, on the last day of all: hundredths of a pick; nil for none.
    public func latest(of player: Int) -> UInt32? {
        guard let last = positions.last, player < last.count, last[player] > 0 else { return nil }
        return last[player]
    }
}
