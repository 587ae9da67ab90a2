/// Counts cores, those of each first player by themselves.
///
/// A core is counted at its first player by standing, in the rosters that have this player, of which only what follows is
/// looked at. The last two players are counted in a triangle of counters, the ones before them by going into each in turn.
/// A player who follows in too few of the rosters is left out before sets with this player are made.
struct CoreCounter {
    private(set) var choice: CoreChoice

    /// Whether more cores were found than may be, so that the choice means nothing.
    var hasOverflown: Bool { choice.count > most }

    private let minimum: Int

    /// How many cores may be found.
    private let most: Int

    /// How many players a triangle has at most.
    private let widest: Int

    /// By place: the rosters that have the player. 0 between two uses.
    private var counts: [UInt32]

    /// By place: the player's number among the kept ones, `CoreIndex.end` for the others.
    private var numbers: [UInt32]

    /// The places of those that enough rosters have.
    private var kept: [Int] = []

    /// By the later player's number, then by the earlier's. 0 between two uses.
    private var triangle: [UInt32] = []

    /// - Parameter players: how many an index has at most.
    init(_ choice: CoreChoice, minimum: Int, most: Int, widest: Int, players: Int) {
        self.choice = choice
        self.minimum = minimum
        self.most = most
        self.widest = widest
        counts = Array(repeating: 0, count: players)
        numbers = Array(repeating: CoreIndex.end, count: players)
    }

    /// Counts the cores in which one player is the next.
    ///
    /// - Parameters:
    ///   - place: the player's.
    ///   - set: the core's players before this one.
    ///   - left: how many players follow, at least 1.
    mutating func count(_ place: Int, of index: CoreIndex, after set: UInt128, left: Int) {
        let following = index.rosters(after: place)
        guard following.count >= minimum, !hasOverflown else { return }
        let set = CoreSet.adding(index.standing[place], to: set)
        keepFrequent(following, of: index, after: place)
        if left == 1 {
            for next in kept { choice.add(CoreSet.adding(index.standing[next], to: set), count: Int(counts[next])) }
        }
        for next in place + 1..<index.count { counts[next] = 0 }
        guard left > 1, kept.count >= left else { return }
        if left == 2, kept.count <= widest {
            countPairs(following, of: index)
            addPairs(to: set, kept.map { index.standing[$0] })
        } else {
            let inner = narrowed(following, of: index, left: left)
            for next in 0..<inner.count { count(next, of: inner, after: set, left: left - 1) }
        }
    }

    /// Finds those players that enough of the rosters have, and numbers them.
    private mutating func keepFrequent(_ following: ArraySlice<UInt32>, of index: CoreIndex, after place: Int) {
        Self.count(following, of: index.rosters.span, into: &counts)
        kept.removeAll(keepingCapacity: true)
        for next in place + 1..<index.count {
            numbers[next] = CoreIndex.end
            guard counts[next] >= minimum else { continue }
            numbers[next] = UInt32(kept.count)
            kept.append(next)
        }
    }

    private static func count(
        _ following: ArraySlice<UInt32>, of rosters: Span<UInt32>, into counts: inout [UInt32]
    ) {
        var counts = counts.mutableSpan
        for start in following {
            var at = Int(start)
            while rosters[at] != CoreIndex.end {
                counts[Int(rosters[at])] += 1
                at += 1
            }
        }
    }

    private mutating func countPairs(_ following: ArraySlice<UInt32>, of index: CoreIndex) {
        let needed = kept.count * (kept.count - 1) / 2
        if triangle.count < needed { triangle = Array(repeating: 0, count: needed) }
        let places = self.numbers
        let (rosters, numbers) = (index.rosters.span, places.span)
        var roster: [Int] = []
        var triangle = self.triangle.mutableSpan
        for start in following {
            roster.removeAll(keepingCapacity: true)
            var at = Int(start)
            while rosters[at] != CoreIndex.end {
                let number = numbers[Int(rosters[at])]
                at += 1
                guard number != CoreIndex.end else { continue }
                let row = Int(number) * (Int(number) - 1) / 2
                for earlier in roster.span.indices { triangle[row + roster.span[earlier]] += 1 }
                roster.append(Int(number))
            }
        }
    }

    /// Adds what was counted, and clears it.
    private mutating func addPairs(to set: UInt128, _ standing: [Int]) {
        var at = 0
        for high in standing.indices where !hasOverflown {
            for low in 0..<high {
                let count = triangle[at]
                triangle[at] = 0
                at += 1
                guard count >= minimum else { continue }
                choice.add(
                    CoreSet.adding(standing[high], to: CoreSet.adding(standing[low], to: set)), count: Int(count))
            }
        }
    }

    /// Returns what follows in the rosters, of the kept players alone.
    private func narrowed(_ following: ArraySlice<UInt32>, of index: CoreIndex, left: Int) -> CoreIndex {
        var rosters: [UInt32] = []
        for start in following {
            let before = rosters.count
            var at = Int(start)
            while index.rosters[at] != CoreIndex.end {
                let number = numbers[Int(index.rosters[at])]
                if number != CoreIndex.end { rosters.append(number) }
                at += 1
            }
            if rosters.count - before >= left {
                rosters.append(CoreIndex.end)
            } else {
                rosters.removeLast(rosters.count - before)
            }
        }
        return CoreIndex(rosters, standing: kept.map { index.standing[$0] })
    }
}
