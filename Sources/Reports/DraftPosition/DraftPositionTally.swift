import Draft
import Projections

/// Counts by player in how many drafts he was taken and when, and by pool what "undrafted" would have been.
struct DraftPositionTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// Drafts of which not all seats are known, as one user's export leaves them.
    private(set) var partialDrafts = 0

    /// By player.
    private(set) var players: [Player]

    /// By pool of the catalogue: the drafts of which all seats are known.
    private(set) var wholeDrafts: [Moments]

    private let places: [PoolID: Int]
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?
    private var behindLast: UInt64 = 0
    private var isWhole = false

    /// How many, their sum, and the sum of their squares.
    struct Moments {
        var count: UInt64 = 0
        var sum: UInt64 = 0
        var squares: UInt64 = 0

        mutating func include(_ value: UInt64) {
            count += 1
            sum += value
            squares += value * value
        }

        mutating func include(_ other: Self) {
            count += other.count
            sum += other.sum
            squares += other.squares
        }

        /// Down to nothing: a history that gives one draft a player twice, as only a forged one does, asks for more.
        mutating func exclude(_ other: Self) {
            count -= min(count, other.count)
            sum -= min(sum, other.sum)
            squares -= min(squares, other.squares)
        }
    }

    struct Player {
        /// The picks at which he was taken.
        var picks = Moments()
        /// What "undrafted" would have been in the whole drafts in which he was taken.
        var notUndrafted = Moments()
        var earliest: UInt64 = .max
        var latest: UInt64 = 0
    }

    init(of players: PlayerCatalogue) {
        self.players = Array(repeating: Player(), count: players.players.count)
        wholeDrafts = Array(repeating: Moments(), count: players.pools.count)
        places = Dictionary(uniqueKeysWithValues: players.pools.enumerated().map { ($1.pool, $0) })
    }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        self.draft = draft
        behindLast = UInt64(draft.snake.pickCount) + 1
        isWhole = draft.isWhole
        if !isWhole { partialDrafts += 1 }
        if isWhole, let place = places[draft.pool] { wholeDrafts[place].include(behindLast) }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let slot = part.slots[place]
        guard let draft, slot != RosterColumns.noSlot else { return }
        var overall = OverallPicks(of: slot, in: draft)
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            if player < pool.numbers.count {
                let (number, pick) = (Int(pool.numbers[player]), UInt64(overall.number))
                players[number].picks.include(pick)
                if isWhole { players[number].notUndrafted.include(behindLast) }
                players[number].earliest = min(players[number].earliest, pick)
                players[number].latest = max(players[number].latest, pick)
            }
            overall.advance()
        }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        partialDrafts += other.partialDrafts
        for index in players.indices {
            players[index].picks.include(other.players[index].picks)
            players[index].notUndrafted.include(other.players[index].notUndrafted)
            players[index].earliest = min(players[index].earliest, other.players[index].earliest)
            players[index].latest = max(players[index].latest, other.players[index].latest)
        }
        for index in wholeDrafts.indices { wholeDrafts[index].include(other.wholeDrafts[index]) }
    }

    /// The picks that count for a player's average: none for one whom no draft took.
    func picks(
        of player: PlayerIdentity, in catalogue: PlayerCatalogue, undrafted: DraftPositionReport.Undrafted
    ) -> Moments {
        let counted = players[player.number]
        guard undrafted == .last else { return counted.picks }
        var others = Moments()
        for pool in Set(player.listings.map(\.pool)) {
            if let place = catalogue.place(of: pool) { others.include(wholeDrafts[place]) }
        }
        others.exclude(counted.notUndrafted)
        var picks = counted.picks
        picks.include(others)
        return picks
    }
}
