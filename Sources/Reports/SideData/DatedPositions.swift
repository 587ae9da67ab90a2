public import Draft

/// A site's average draft positions on one or more days, matched to the players of a catalogue.
public struct DatedPositions: Sendable {
    /// The midnights, UTC, that begin the days, in order.
    public let days: [Timestamp]

    /// The season that they are of; nil for ADPs that hold for drafts of any season.
    public let season: SeasonID?

    /// Players without a match or with a weak one, each once.
    public let findings: [SideFinding]

    /// By day, then by number in the catalogue: hundredths of a pick, 0 for none.
    private let positions: [[UInt32]]

    /// O(notes + days · players).
    ///
    /// - Parameters:
    ///   - notes: those that have an ADP and a day; others say nothing here. Of several of one player and day the
    ///     one holds that means him most surely, of equally sure ones the last.
    ///   - catalogue: whose players are looked for.
    ///   - season: the only season whose drafts are compared with them; nil for all.
    public init(_ notes: [PlayerNote], of catalogue: PlayerCatalogue, season: SeasonID? = nil) {
        self.season = season
        let matching = NoteMatching(catalogue.players)
        let dated = notes.filter { $0.adp != nil && $0.day != nil }
        let notesOfDay = Dictionary(grouping: dated, by: \.day)
        let days = notesOfDay.keys.compactMap(\.self).sorted()
        var positions = Array(repeating: [UInt32](repeating: 0, count: catalogue.players.count), count: days.count)
        var findings: [SideFinding] = []
        var seen: Set<SideFinding> = []
        var known: [NoteMatching.Subject: NoteMeaning] = [:]
        for (place, day) in days.enumerated() {
            let ofDay = notesOfDay[day] ?? []
            var grounds: [Int: NoteMeaning.Ground] = [:]
            for (note, meaning) in zip(ofDay, matching.meanings(of: ofDay, &known)) {
                if let doubt = meaning.doubt {
                    let finding = matching.finding(doubt, note)
                    if seen.insert(finding).inserted { findings.append(finding) }
                }
                guard let player = meaning.player, let adp = note.adp,
                    grounds[player].map({ $0 <= meaning.ground }) ?? true
                else { continue }
                positions[place][player] = adp
                grounds[player] = meaning.ground
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

    /// The ADPs of a player, by his number in the catalogue, day by day in picks; nil on days without one. O(days).
    public func series(of player: Int) -> [Double?] {
        positions.map { player < $0.count && $0[player] > 0 ? Double($0[player]) / 100 : nil }
    }
}
