public import Draft
import Projections

/// One entry in the order of its picks, each with the ADP that it is compared with.
public struct RosterCard: Sendable {
    public var entry: EntryID
    /// From 0; nil before the order is drawn.
    public var slot: Slot?
    /// The teams of its draft.
    public var teams: Int
    /// Nil where the source does not say.
    public var startedAt: Timestamp?
    /// Nil where the source does not say.
    public var fee: Cents?
    /// Nil for an entry of no contest.
    public var tournament: TournamentID?
    /// By round, as far as the entry has drafted.
    public var picks: [Pick]

    public struct Pick: Sendable {
        /// From 1.
        public var round: Int
        /// The overall pick, from 1; nil before the order is drawn.
        public var number: Int?
        /// Nil for a pick that was skipped.
        public var player: PlayerIdentity?
        /// Nil where no source says it.
        public var byeWeek: UInt8?
        /// In picks; nil for none.
        public var reference: Double?

        /// The pick minus the reference, in picks: positive for a player who was taken later. Nil without both.
        public var value: Double? {
            guard let number, let reference else { return nil }
            return Double(number) - reference
        }
    }

    /// The players on bye by week: the week with the most of them first, equal ones by their number.
    public var byes: [(week: UInt8, players: [PlayerIdentity])] {
        let known = picks.compactMap { pick in pick.player.flatMap { player in pick.byeWeek.map { ($0, player) } } }
        return Dictionary(grouping: known, by: \.0)
            .map { (week: $0.key, players: $0.value.map(\.1)) }
            .sorted { ($1.players.count, $0.week) < ($0.players.count, $1.week) }
    }
}

extension Analysis {
    /// Returns an entry pick by pick; nil if there is no such entry. O(drafts).
    ///
    /// - Parameters:
    ///   - entry: the entry, whatever has become of its room.
    ///   - reference: the reference that its picks are compared with.
    ///   - dated: for references that are made of it.
    public func rosterCard(
        of entry: EntryID, against reference: ValueReport.Reference, dated: DatedPositions? = nil
    ) -> RosterCard? {
        for part in rosters.parts {
            for draft in part.drafts where draft.room == entry.room {
                guard let place = (draft.first..<draft.end).first(where: { part.entry(at: $0, of: draft) == entry })
                else { continue }
                let source = referenceSource(reference, dated: dated)
                return card(of: place, in: part, of: draft, source)
            }
        }
        return nil
    }

    private func card(
        of place: Int, in part: RosterColumns, of draft: RosterColumns.Draft, _ source: ReferenceSource
    ) -> RosterCard {
        let pool = players.facts(of: draft.pool)
        let shown = players.shown(in: { [draft.pool] }).players
        let references = source.references(of: draft, pool, day: source.day(of: draft, seasons: statedSeasons))
        let slot = part.slots[place] == RosterColumns.noSlot ? nil : part.slots[place]
        var overall = slot.map { OverallPicks(of: $0, in: draft) }
        var picks: [RosterCard.Pick] = []
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            var pick = RosterCard.Pick(round: picks.count + 1, number: overall.map { Int($0.number) })
            if player < pool.numbers.count {
                var recorded: PickReference?
                if case .atPick = source { recorded = part.recordedReference(index) }
                let value = (recorded ?? references[player]).value
                pick.player = shown[Int(pool.numbers[player])]
                pick.byeWeek = pool.byeWeeks[player] == 0 ? nil : pool.byeWeeks[player]
                pick.reference = value > 0 ? value : nil
            }
            picks.append(pick)
            overall?.advance()
        }
        return RosterCard(
            entry: part.entry(at: place, of: draft), slot: slot, teams: Int(draft.teams), startedAt: draft.startedAt,
            fee: draft.fee, tournament: draft.tournament, picks: picks)
    }

    /// The user of all entries; nil without any, and where several users have entries. O(entries).
    package var onlyUser: UserID? {
        var found: UInt32 = 0
        for user in rosters.parts.lazy.flatMap(\.users) where user != found {
            guard found == 0 else { return nil }
            found = user
        }
        return found == 0 ? nil : UserID(UInt64(found))
    }

    /// All entries, whatever has become of their rooms, by number. O(entries).
    package var entries: [EntryID] {
        rosters.parts.flatMap { part in
            part.drafts.flatMap { draft in (draft.first..<draft.end).map { part.entry(at: $0, of: draft) } }
        }
    }

    /// Whether an entry is among those that a filter counts. O(drafts).
    package func isCounted(_ entry: EntryID, by filter: ReportFilter) -> Bool {
        rosters.parts.contains { $0.drafts.contains { $0.room == entry.room && filter.entries.matches($0) } }
    }
}
