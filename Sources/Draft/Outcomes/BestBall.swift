/// The lineup that scores most. In best ball, the rules find it after the week; no user sets it.
///
/// Every slot is filled as long as the roster has a player for it. So a player without a score, who counts 0.00, starts
/// before one with a negative score, and a negative score counts if there is no other player.
public enum BestBall {
    /// Finds the best lineup of a roster in one week, and what it scores.
    ///
    /// The best of each position start there first, and the flex takes the best of who is left. That is optimal: all
    /// positions have slots of their own, and there is one kind of flex. Were a better player of a position in the flex and
    /// a worse one in the position's own slot, the two could change places; so some best lineup has the best of each
    /// position in its own slots, and then nothing is better for the flex than the best of the rest. Of players who score
    /// the same, who comes first in the roster starts; the total is the same either way.
    ///
    /// - Parameters:
    ///   - lineup: how many of what start.
    ///   - positions: by player of the roster.
    ///   - points: likewise, in hundredths; 0 for a player without a score.
    ///   - slots: what it held is lost; afterwards likewise where each player stands.
    /// - Returns: the points of the starters in hundredths.
    /// - Complexity: O(starters · roster), and no memory beyond `slots`.
    public static func fill(
        _ lineup: Lineup, positions: [PlayerPosition], points: [Int32], into slots: inout [LineupSlot]
    ) -> Int64 {
        slots.removeAll(keepingCapacity: true)
        for _ in positions { slots.append(.bench) }
        var total: Int64 = 0
        for slot in LineupSlot.starting {
            for _ in 0..<lineup.count(of: slot) {
                var best: Int?
                for player in positions.indices
                where slots[player] == .bench && lineup.admits(positions[player], in: slot) {
                    if let known = best, points[known] >= points[player] { continue }
                    best = player
                }
                guard let best else { break }
                slots[best] = slot
                total += Int64(points[best])
            }
        }
        return total
    }

    /// Each roster player's slot in one week's best lineup, and the score of that lineup in hundredths.
    public static func lineup(
        _ lineup: Lineup, positions: [PlayerPosition], points: [Int32]
    ) -> (slots: [LineupSlot], points: Int64) {
        var slots: [LineupSlot] = []
        let total = fill(lineup, positions: positions, points: points, into: &slots)
        return (slots, total)
    }
}
