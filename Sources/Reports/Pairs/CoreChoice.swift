import Draft

/// The first of many cores by an order.
///
/// There can be millions of them, of which few are asked for: only those few are kept and described.
struct CoreChoice: Sendable {
    /// How many were added.
    private(set) var count = 0

    private let order: PairReport.Order
    private let limit: Int
    private let entries: Double

    /// The players that cores are made of, by standing: more entries first, then by name.
    private let members: [Member]

    /// The place of the player that every core has; nil where none is asked for.
    private let wanted: Int?

    /// Whether every core is one of those that are asked for.
    private let takesAll: Bool

    /// Those that can be among the first.
    private var cores: [Core] = []

    /// The last of the first ones, once there are more than are wanted: a core that is not before it is not one of them.
    private var last: Core?

    struct Member: Sendable {
        var player: PlayerIdentity
        /// The entries that have the player.
        var drafted: Int
        /// The place among all members by name.
        var naming: Int
        /// Whether a core with this player is listed, whatever its other players.
        var isListed: Bool
    }

    private struct Core {
        /// Its players' places, as `CoreSet` packs them.
        var set: UInt128
        var count: Int
        var lift: Double
        /// Their places by name, one after the other: as large as the joined names are late in the alphabet.
        var names: UInt128
    }

    /// - Parameters:
    ///   - limit: how many are wanted; nil for all.
    ///   - members: the players that cores are made of, by standing.
    ///   - wanted: the place among them of the player that every core has; nil for all cores.
    ///   - entries: how many there are at all.
    init(by order: PairReport.Order, limit: Int?, _ members: [Member], with wanted: Int?, entries: Int) {
        self.order = order
        self.limit = limit ?? .max
        self.members = members
        self.wanted = wanted
        self.entries = Double(entries)
        takesAll = wanted == nil && members.allSatisfy(\.isListed)
    }

    /// Adds a core, if it is asked for.
    ///
    /// - Parameters:
    ///   - set: its players' places by standing.
    ///   - count: the entries that have all of them.
    mutating func add(_ set: UInt128, count: Int) {
        guard takesAll || isAskedFor(set) else { return }
        self.count += 1
        if let last, order == .count, count < last.count { return }
        let lift = lift(of: set, count: count)
        if let last, order == .lift, lift < last.lift { return }
        keep(Core(set: set, count: count, lift: lift, names: names(of: set)))
    }

    /// Adds the cores of another choice among others of the same members.
    mutating func merge(_ other: Self) {
        count += other.count
        for core in other.cores { keep(core) }
    }

    private mutating func keep(_ core: Core) {
        if let last, !isBefore(core, last) { return }
        cores.append(core)
        guard cores.count / 2 >= max(limit, 500) else { return }
        cores.sort(by: isBefore)
        cores.removeLast(cores.count - limit)
        last = cores.last
    }

    private func isAskedFor(_ set: UInt128) -> Bool {
        let places = CoreSet.places(of: set)
        if let wanted, !places.contains(wanted) { return false }
        return places.contains { members[$0].isListed }
    }

    private func lift(of set: UInt128, count: Int) -> Double {
        CoreSet.places(of: set).reduce(Double(count) / entries) { $0 * entries / Double(members[$1].drafted) }
    }

    private func names(of set: UInt128) -> UInt128 {
        CoreSet.places(of: set).reduce(0) { $0 << UInt128(CoreSet.bits) | UInt128(members[$1].naming) }
    }

    private func isBefore(_ one: Core, _ other: Core) -> Bool {
        if order == .lift, one.lift != other.lift { return one.lift > other.lift }
        return (other.count, one.names) < (one.count, other.names)
    }

    /// The first of them, described.
    var rows: [CoreReport.Row] {
        cores.sorted(by: isBefore).prefix(limit).map { core in
            let players = CoreSet.places(of: core.set).map { members[$0] }
            return CoreReport.Row(
                players: players.map(\.player), drafted: players.map(\.drafted), count: core.count, lift: core.lift)
        }
    }
}

/// The places of a core's players as one number, each in `bits` bits and from 1, so that 0 means no player.
enum CoreSet {
    /// Of a place: six of them fit into a number.
    static let bits = 20

    /// Returns the set with one player more, after all others by standing.
    static func adding(_ place: Int, to set: UInt128) -> UInt128 { set << UInt128(bits) | UInt128(place + 1) }

    /// Returns the places in the order in which they were added.
    static func places(of set: UInt128) -> some Sequence<Int> {
        let count = (UInt128.bitWidth - set.leadingZeroBitCount + bits - 1) / bits
        return (0..<count).lazy.map { index in
            Int(truncatingIfNeeded: set >> UInt128(bits * (count - 1 - index))) & ((1 << bits) - 1) - 1
        }
    }
}
