import Draft
import DraftLedger
import Platform
import Projections

extension RosterTable {
    /// Counts the entries of a filter.
    ///
    /// One user's through the index; all others in one scan, on all cores where that pays.
    ///
    /// - Parameter tally: one that has counted nothing yet; each core begins with a copy.
    func count<Tally: RosterTally>(
        _ filter: RosterFilter, of players: PlayerCatalogue, with tally: Tally
    ) -> Tally {
        if let user = filter.user { return count(users.places(of: user), filter, players, with: tally) }
        return scan(players, with: tally) { number, part, draft, players, tally in
            guard filter.matches(draft) else { return }
            var hasBegun = false
            for place in draft.first..<draft.end {
                if let slot = filter.slot, part.slots[place] != slot { continue }
                if !hasBegun {
                    tally.begin(draft, players.facts(of: draft.pool), in: number)
                    hasBegun = true
                }
                tally.add(place, of: part)
            }
        }
    }

    /// Counts the whole drafts of a filter, all their entries: those in which at least one entry is the user's and from
    /// the slot, where the filter names them.
    func countDrafts<Tally: RosterTally>(
        _ filter: RosterFilter, of players: PlayerCatalogue, with tally: Tally
    ) -> Tally {
        var all = filter
        (all.user, all.slot) = (nil, nil)
        guard let user = filter.user else {
            return scan(players, with: tally) { number, part, draft, players, tally in
                guard filter.matches(draft) else { return }
                let entries = draft.first..<draft.end
                if let slot = filter.slot, !entries.contains(where: { part.slots[$0] == slot }) { return }
                if !entries.isEmpty { tally.begin(draft, players.facts(of: draft.pool), in: number) }
                for place in entries { tally.add(place, of: part) }
            }
        }
        let places = drafts(of: user, filter).flatMap { draft in
            (draft.draft.first..<draft.draft.end).map { UserIndex.Place(part: draft.part, place: $0) }
        }
        return count(places, all, players, with: tally)
    }

    /// The pools that the drafts of a filter drafted from. O(drafts), or of a user's entries.
    func pools(of filter: RosterFilter) -> Set<PoolID> {
        if let user = filter.user { return Set(drafts(of: user, filter).map(\.draft.pool)) }
        var pools: Set<PoolID> = []
        var last: PoolID?
        for part in parts {
            for draft in part.drafts where draft.pool != last && filter.matches(draft) {
                pools.insert(draft.pool)
                last = draft.pool
            }
        }
        return pools
    }

    /// The drafts of a filter that a user has an entry in, from its slot if it names one, each once.
    private func drafts(of user: UserID, _ filter: RosterFilter) -> [(part: Int, draft: RosterColumns.Draft)] {
        var drafts: [(part: Int, draft: RosterColumns.Draft)] = []
        for place in users.places(of: user) {
            if let slot = filter.slot, parts[place.part].slots[place.place] != slot { continue }
            let draft = parts[place.part].draft(at: place.place)
            let isKnown = drafts.last.map { $0.part == place.part && $0.draft == draft } ?? false
            if !isKnown, filter.matches(draft) { drafts.append((place.part, draft)) }
        }
        return drafts
    }

    private func count<Tally: RosterTally>(
        _ places: [UserIndex.Place], _ filter: RosterFilter, _ players: PlayerCatalogue, with tally: Tally
    ) -> Tally {
        var tally = tally
        var last: (part: Int, draft: RosterColumns.Draft)?
        for place in places {
            let part = parts[place.part]
            if let slot = filter.slot, part.slots[place.place] != slot { continue }
            let draft = part.draft(at: place.place)
            guard filter.matches(draft) else { continue }
            if last.map({ $0.part != place.part || $0.draft != draft }) ?? true {
                tally.begin(draft, players.facts(of: draft.pool), in: place.part)
                last = (place.part, draft)
            }
            tally.add(place.place, of: part)
        }
        return tally
    }

    /// Calls `body` for every draft of the table, on all cores, each with a catalogue and a tally of its own, and adds
    /// those up.
    func scan<Tally: RosterTally>(
        _ players: PlayerCatalogue, with tally: Tally,
        _ body: @Sendable (_ number: Int, RosterColumns, RosterColumns.Draft, PlayerCatalogue, inout Tally) -> Void
    ) -> Tally {
        guard count >= sharing.fromEntries else {
            var tally = tally
            for (number, part) in parts.enumerated() {
                for draft in part.drafts { body(number, part, draft, players, &tally) }
            }
            return tally
        }
        let pieces = parts.indices.flatMap { part in
            stride(from: 0, to: parts[part].drafts.count, by: sharing.drafts).map { (part: part, first: $0) }
        }
        let tallies = Cores.accumulate(pieces.count, from: { (tally, players.withOwnFacts()) }) { number, mine in
            // Held once for all its drafts: cores that count references to one array wait for each other.
            let (place, first) = pieces[number]
            let part = parts[place]
            for draft in part.drafts[first...].prefix(sharing.drafts) { body(place, part, draft, mine.1, &mine.0) }
        }
        guard var sum = tallies.first?.0 else { return tally }
        for (tally, _) in tallies.dropFirst() { sum.merge(tally) }
        return sum
    }
}

extension RosterColumns {
    /// The draft of the entry at a place. O(log drafts).
    func draft(at place: Int) -> Draft {
        var (low, high) = (0, drafts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if drafts[middle].first <= place { low = middle } else { high = middle }
        }
        return drafts[low]
    }

    /// The indices of an entry's players.
    func picks(of place: Int) -> Range<Int> { Int(starts[place])..<Int(starts[place + 1]) }
}
