import Draft

/// Finds listings that may be of one person although their names or positions differ, for somebody to look at.
struct NearNames {
    private struct Entry {
        var number: Int
        var listing: PlayerListing
        var likeness: PlayerLikeness
    }

    private var entries: [Entry] = []

    /// Entries that can be near each other share one of their keys: so not all of them are compared.
    private var byKey: [String: [Int]] = [:]

    /// The number of near names that are listed for one player.
    private static let mostNear = 3

    /// Entries of one key that are compared.
    private static let mostOfKey = 64

    /// - Parameters:
    ///   - listing: the listing of a pool.
    ///   - number: of the player; a player is not near to one of the same number.
    /// - Returns: everybody before to whom the listing is near, by number. O(entries of its keys).
    mutating func add(_ listing: PlayerListing, _ number: Int) -> [Int] {
        let entry = Entry(number: number, listing: listing, likeness: PlayerLikeness(listing))
        var near: [Int] = []
        for key in Self.keys(entry.likeness.words, listing) {
            let others = byKey[key] ?? []
            for other in others where entries[other].number != number && !near.contains(entries[other].number) {
                if entry.likeness.fits(entries[other].likeness) { near.append(entries[other].number) }
            }
            if others.count < Self.mostOfKey { byKey[key, default: []].append(entries.count) }
        }
        entries.append(entry)
        // A name shared by that many players is not distinctive.
        return near.count > Self.mostNear ? [] : near
    }

    private static func keys(_ words: [String], _ listing: PlayerListing) -> [String] {
        guard let first = words.first else { return [] }
        let position = listing.position.rawValue
        if listing.position == .defense || listing.position == .teamUnit {
            return ["\(position) \(TeamName.canonical(listing.team))"] + words.map { "\(position) club \($0)" }
        }
        let last = words.count == 1 ? first : words.dropFirst().joined()
        return ["\(position) last \(last)", "\(position) first \(first)", "name \(words.joined())"]
    }
}
