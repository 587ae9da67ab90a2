import Draft
import Projections

/// Counts by player how often, when and for how much money he was drafted, and by slot if asked.
struct ExposureTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// The known fees of the entries that count.
    private(set) var fees: Int64 = 0
    private(set) var entriesWithoutFee = 0

    /// By player.
    private(set) var players: [Player]

    /// By slot, then by player; empty unless asked for.
    private(set) var draftedBySlot: [[UInt32]]
    private(set) var entriesBySlot: [UInt32]

    /// Drafts of which not all seats are known.
    private(set) var partialDrafts = 0

    /// Of the largest draft that counts.
    private(set) var mostTeams = 0

    private var pool = PoolFacts.none
    private var fee: Int64?
    private var draft: RosterColumns.Draft?

    struct Player {
        var drafted: UInt32 = 0
        var earliest: UInt16 = .max
        var latest: UInt16 = 0
        var picks: UInt64 = 0
        /// Of the entries whose fee is known.
        var fees: Int64 = 0
        var hasFee = false

        /// Nil when none is known: no fee would be 0.
        var knownFees: Cents? { hasFee ? Cents(fees) : nil }
    }

    /// The most teams that a room can have.
    static let slots = Int(Ruleset.allowedTeams.upperBound)

    init(players: Int, bySlot: Bool) {
        self.players = Array(repeating: Player(), count: players)
        draftedBySlot =
            bySlot ? Array(repeating: Array(repeating: 0, count: players), count: Self.slots) : []
        entriesBySlot = Array(repeating: 0, count: Self.slots)
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        fee = draft.fee?.value
        self.draft = draft
        mostTeams = max(mostTeams, Int(draft.teams))
        if !draft.isWhole { partialDrafts += 1 }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        if let fee { fees += fee } else { entriesWithoutFee += 1 }
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        let (fee, hasFee) = (fee ?? 0, fee != nil)
        var pick = OverallPicks(of: slot, in: draft)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < pool.numbers.count {
                players[Int(pool.numbers[player])].include(UInt32(pick.number), fee, hasFee)
            }
            pick.advance()
        }
        if !draftedBySlot.isEmpty { count(place, of: part, at: Int(slot)) }
    }

    private mutating func count(_ place: Int, of part: RosterColumns, at slot: Int) {
        guard slot < Self.slots else { return }
        entriesBySlot[slot] += 1
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < pool.numbers.count { draftedBySlot[slot][Int(pool.numbers[player])] += 1 }
        }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        fees += other.fees
        entriesWithoutFee += other.entriesWithoutFee
        mostTeams = max(mostTeams, other.mostTeams)
        partialDrafts += other.partialDrafts
        for index in players.indices { players[index].include(other.players[index]) }
        for slot in draftedBySlot.indices {
            for index in players.indices { draftedBySlot[slot][index] += other.draftedBySlot[slot][index] }
        }
        for slot in entriesBySlot.indices { entriesBySlot[slot] += other.entriesBySlot[slot] }
    }
}

extension ExposureTally.Player {
    fileprivate mutating func include(_ pick: UInt32, _ fee: Int64, _ isFeeKnown: Bool) {
        drafted += 1
        earliest = min(earliest, UInt16(truncatingIfNeeded: pick))
        latest = max(latest, UInt16(truncatingIfNeeded: pick))
        picks += UInt64(pick)
        fees += fee
        hasFee = hasFee || isFeeKnown
    }

    fileprivate mutating func include(_ other: Self) {
        drafted += other.drafted
        earliest = min(earliest, other.earliest)
        latest = max(latest, other.latest)
        picks += other.picks
        fees += other.fees
        hasFee = hasFee || other.hasFee
    }
}
