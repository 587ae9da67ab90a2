import Draft

/// The first of many cores by an order.
///
/// There can be millions of them, of which few are asked for: only those few are kept and described.
struct CoreChoice {
    /// How many were added.
    private(set) var count = 0

    private let order: PairReport.Order
    private let limit: Int
    private let entries: Double

    /// Whom cores are made of, each with the entries that have him.
    private let players: [(player: PlayerIdentity, drafted: Int)]

    /// By place among them: where he stands among the others of a core, and where by name.
    private let standing: [Int]
    private let naming: [Int]

    /// Those that can be among the first.
    private var cores: [Core] = []

    /// The last of the first ones, once there are more than are wanted: who is not before it is none of them.
    private var last: Core?

    private struct Core {
        /// In the order in which a row has them.
        var places: [Int]
        var count: Int
        var lift: Double
        /// Their places by name, one after the other: as large as the joined names are late in the alphabet.
        var names: UInt128
    }

    /// - Parameters:
    ///   - limit: how many are wanted; nil for all.
    ///   - players: whom cores are made of, each with the entries that have him.
    ///   - entries: how many there are at all.
    init(
        by order: PairReport.Order, limit: Int?, _ players: [(player: PlayerIdentity, drafted: Int)], entries: Int
    ) {
        self.order = order
        self.limit = limit ?? .max
        self.players = players
        self.entries = Double(entries)
        let names = players.map(\.player.sortingName)
        let byName = players.indices.sorted { (names[$0], $0) < (names[$1], $1) }
        naming = Self.inverted(byName)
        let naming = naming
        standing = Self.inverted(
            players.indices.sorted { (players[$1].drafted, naming[$0]) < (players[$0].drafted, naming[$1]) })
    }

    private static func inverted(_ order: [Int]) -> [Int] {
        var places = [Int](repeating: 0, count: order.count)
        for (place, element) in order.enumerated() { places[element] = place }
        return places
    }

    /// Adds a core.
    ///
    /// - Parameters:
    ///   - places: of its players among those of `init`.
    ///   - count: the entries that have all of them.
    mutating func add(_ places: [Int], count: Int) {
        self.count += 1
        let places = places.sorted { standing[$0] < standing[$1] }
        let core = Core(
            places: places, count: count,
            lift: places.reduce(Double(count) / entries) { $0 * entries / Double(players[$1].drafted) },
            names: places.reduce(0) { $0 << UInt128(CoreTally.bits) | UInt128(naming[$1]) })
        if let last, !isBefore(core, last) { return }
        cores.append(core)
        guard cores.count / 2 >= max(limit, 500) else { return }
        cores.sort(by: isBefore)
        cores.removeLast(cores.count - limit)
        last = cores.last
    }

    private func isBefore(_ one: Core, _ other: Core) -> Bool {
        if order == .lift, one.lift != other.lift { return one.lift > other.lift }
        return (other.count, one.names) < (one.count, other.names)
    }

    /// The first of them, described.
    var rows: [CoreReport.Row] {
        cores.sorted(by: isBefore).prefix(limit).map { core in
            CoreReport.Row(
                players: core.places.map { players[$0].player }, drafted: core.places.map { players[$0].drafted },
                count: core.count, lift: core.lift)
        }
    }
}
