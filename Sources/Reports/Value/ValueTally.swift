import Draft
import Projections

/// Where the references of picks come from.
enum ReferenceSource: Sendable {
    /// Of the pick itself.
    case atPick
    case closing(ClosingLines)
}

/// Sums up what picks are worth.
struct ValueTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By player.
    private(set) var players: [Player]
    private(set) var withoutReference = 0
    private(set) var distribution: [UInt64] = Array(repeating: 0, count: ValueReport.Curve.bucketCount)
    private(set) var entries: [ValueReport.Entry] = []

    private let listed: [Bool]
    private let source: ReferenceSource
    private let curve: ValueReport.Curve
    private let byEntry: Bool
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?
    /// By player, in millionths of a pick; 0 for none.
    private var closing: [Int64] = []

    struct Player {
        var picks: UInt64 = 0
        var pickSum: UInt64 = 0
        /// In millionths.
        var references: Int64 = 0
        var values: Int64 = 0
    }

    init(listed: [Bool], source: ReferenceSource, curve: ValueReport.Curve, byEntry: Bool) {
        self.listed = listed
        self.source = source
        self.curve = curve
        self.byEntry = byEntry
        players = Array(repeating: Player(), count: listed.count)
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        self.draft = draft
        if case .closing(let lines) = source { closing = lines.references(of: draft) }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        let teams = Int64(draft.teams)
        var (pick, other) = (Int64(slot) + 1, teams - Int64(slot))
        var (picks, total) = (0, 0 as Int64)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < pool.numbers.count, listed[Int(pool.numbers[player])] {
                let number = Int(pool.numbers[player])
                let reference = reference(of: player, number, at: index, in: part)
                if reference > 0 {
                    let value = curve.value(of: pick, against: reference)
                    players[number].picks += 1
                    players[number].pickSum += UInt64(pick)
                    players[number].references += reference
                    players[number].values += value
                    distribution[curve.bucket(of: value)] += 1
                    picks += 1
                    total += value
                } else {
                    withoutReference += 1
                }
            }
            (pick, other) = (other + teams, pick + teams)
        }
        if byEntry {
            entries.append(
                ValueReport.Entry(
                    entry: part.entry(at: place, of: draft), slot: slot, picks: picks,
                    totalValue: Double(total) / 1e6,
                    averageValue: picks == 0 ? nil : Double(total) / 1e6 / Double(picks)))
        }
    }

    /// In millionths of a pick; 0 for none.
    private func reference(of player: Int, _ number: Int, at index: Int, in part: RosterColumns) -> Int64 {
        guard case .atPick = source else { return number < closing.count ? closing[number] : 0 }
        if !part.recordedADPs.isEmpty, index < part.recordedADPs.count {
            let recorded = part.recordedADPs[index]
            if recorded != RosterColumns.noADP, recorded > 0 { return Int64(recorded) * 10_000 }
        }
        return Int64(pool.adps[player]) * 10_000
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        withoutReference += other.withoutReference
        entries += other.entries
        for index in players.indices {
            players[index].picks += other.players[index].picks
            players[index].pickSum += other.players[index].pickSum
            players[index].references += other.players[index].references
            players[index].values += other.players[index].values
        }
        for index in distribution.indices { distribution[index] += other.distribution[index] }
    }
}
