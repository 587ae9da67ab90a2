public import Draft
import Projections

/// The next pick of a seat in a draft that is under way: who is left, and what each would make of the roster.
public struct NextPickReport: Sendable {
    /// Of the user's finished entries, which exposure and pairs are made of; N is 0 where no user is known.
    public var scope: ReportScope

    public var room: RoomID
    public var seat: Seat
    /// Nil before the order is drawn.
    public var slot: Slot?
    public var user: UserID?

    /// The pick on the clock.
    public var currentPick: PickNumber

    /// The seat's next pick, the one on the clock included; nil where it has none, and before the order is drawn.
    public var nextPick: PickNumber?

    /// The seat's players, in the order of its picks.
    public var roster: [PlayerIdentity]

    /// How many players are left.
    public var left: Int

    /// Picks made before this one of which no source says who was taken: of the players left, some may be gone.
    public var unknownPicks: Int

    /// Players who are left out, since picks are unknown and their ADP is more than two rounds before the pick on the clock.
    public var likelyGone: Int

    /// From the earliest ADP to the latest; players without one after them, by the user's own average pick; then by name.
    public var rows: [Row]

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// In hundredths of a pick: of the analyst's file, else the pool's; nil for none.
        public var adp: UInt32?
        /// The mean pick at which the user's entries took the player; nil where none did.
        public var averagePick: Double?
        /// Of the user's entries, how many have him.
        public var drafted: Int
        /// `drafted` / N; nil without any entry.
        public var exposure: Double?
        /// The stacked players of the roster: those of the same NFL team.
        public var teamMates: [PlayerIdentity]
        /// Whether that stack would have a quarterback.
        public var hasQuarterback: Bool
        /// How many of the roster are on bye when he is; nil where no source says his bye week.
        public var sameBye: Int?
        /// The one of the roster that the user's entries have him with most often; nil where none has both.
        public var mate: PlayerIdentity?
        /// The entries that have both.
        public var together: Int
    }
}

extension Analysis {
    /// What is left at a seat's next pick.
    ///
    /// - Parameters:
    ///   - seat: whose roster and turn it is.
    ///   - room: the room as of the moment of this analysis.
    ///   - pool: the room's.
    ///   - user: the user whose finished entries give exposure and pairs; nil for none.
    ///   - dated: a site's ADPs, of which the last day's hold; the pool's hold for whomever they lack.
    ///   - position: lists only players who play it.
    public func nextPick(
        of seat: Seat, in room: RoomState, pool: PoolState, user: UserID?, dated: DatedPositions? = nil,
        position: PlayerPosition? = nil
    ) -> NextPickReport {
        let players = players.shown(in: { [pool.id] })
        let roster = room.picks.filter { $0.seat == seat }
            .compactMap { $0.player.flatMap { players.player($0, of: pool.id) } }
        let filter = ReportFilter(RosterFilter(user: user))
        let exposure = user.map { _ in self.exposure(filter) }
        let drafted = Dictionary(
            (exposure?.rows ?? []).map { ($0.player.number, $0) }, uniquingKeysWith: { first, _ in first })
        var together: [Int: (mate: PlayerIdentity, entries: Int)] = [:]
        for mate in roster where user != nil {
            for pair in pairs(filter, with: mate.number).rows {
                let other = pair.first.number == mate.number ? pair.second : pair.first
                if pair.count > together[other.number]?.entries ?? 0 { together[other.number] = (mate, pair.count) }
            }
        }
        // A player with two listings in the pool is taken at both.
        let taken = Set(
            room.picks.compactMap { $0.player.flatMap { players.player($0, of: pool.id)?.number } })
        let left = pool.players.filter { listing in
            !room.taken.contains(listing.index)
                && players.player(listing.index, of: pool.id).map { !taken.contains($0.number) } ?? true
        }
        var rows: [NextPickReport.Row] = []
        let unknown = room.picks.count { $0.source == .unknown && $0.player == nil }
        // Hundredths of a pick.
        let gone = unknown == 0 ? 0 : (Int(room.currentPickNumber) - 2 * Int(room.ruleset.teams)) * 100
        var likelyGone = 0
        for listing in left where position == nil || position == listing.position {
            guard let player = players.player(listing.index, of: pool.id) else { continue }
            let adp = dated?.latest(of: player.number) ?? listing.adp
            let own = drafted[player.number]
            if let expected = adp.map({ Int($0) }) ?? own.map({ Int($0.averagePick * 100) }), expected > 0,
                expected < gone
            {
                likelyGone += 1
                continue
            }
            let team = TeamName.canonical(player.team)
            let mates = roster.filter { !team.isEmpty && TeamName.canonical($0.team) == team }
            let count = own?.drafted ?? 0
            rows.append(
                NextPickReport.Row(
                    player: player, adp: adp, averagePick: own?.averagePick, drafted: count,
                    exposure: exposure.flatMap {
                        $0.scope.entries == 0 ? nil : Double(count) / Double($0.scope.entries)
                    },
                    teamMates: mates,
                    hasQuarterback: !mates.isEmpty && (mates + [player]).contains { $0.position == .quarterback },
                    sameBye: player.latest.byeWeek.map { week in roster.count { $0.latest.byeWeek == week } },
                    mate: together[player.number]?.mate, together: together[player.number]?.entries ?? 0))
        }
        rows.sort { one, other in
            let (mine, theirs) = (one.averagePick ?? .infinity, other.averagePick ?? .infinity)
            return (one.adp ?? .max, mine, one.player.sortingName) < (
                other.adp ?? .max, theirs, other.player.sortingName
            )
        }
        let slot = room.member(at: seat)?.slot
        let snake = room.ruleset.snake
        let next = slot.flatMap { slot in
            (1...snake.rounds).map { snake.pick(of: slot, in: $0) }.first { $0 >= room.currentPickNumber }
        }
        return NextPickReport(
            scope: exposure?.scope ?? scope(filter, entries: 0, drafts: 0), room: room.id, seat: seat, slot: slot,
            user: user, currentPick: room.currentPickNumber, nextPick: next, roster: roster, left: left.count,
            unknownPicks: unknown, likelyGone: likelyGone, rows: rows)
    }
}
