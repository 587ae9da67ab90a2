import Draft
import DraftLedger
import Projections
import Reports

/// The entries of a ledger, gathered room by room from the folded boards: nothing of what reports read is used.
struct NaiveField {
    struct Pick: Hashable {
        var number: Int
        var round: Int
        var name: String
        var position: PlayerPosition
        var team: String
        var bye: Int?
        /// In hundredths: the one shown at the pick. In a draft held here that is the pool's.
        var adp: Int?
    }

    struct Entry {
        var id: EntryID
        var user: UserID?
        var contest: TournamentID?
        var pool: PoolID
        var slot: Int?
        var fee: Int?
        var start: Timestamp?
        var status: RoomStatus
        var preset: Ruleset.Preset
        var teams: Int
        var rounds: Int
        var picks: [Pick] = []

        var names: [String] { picks.map(\.name) }
    }

    var entries: [Entry] = []

    init(_ ledger: DraftLedger, rooms: Int, at moment: Moment = .latest) throws {
        var pools: [PoolID: PoolState] = [:]
        for number in 1...UInt64(rooms) {
            guard let room = try ledger.room(RoomID(number), at: moment) else { continue }
            let pool = try pools[room.pool] ?? ledger.pool(room.pool)!
            pools[room.pool] = pool
            var entries: [EntryID: Entry] = [:]
            for member in room.members.compactMap({ $0 }) {
                entries[member.entry] = Entry(
                    id: member.entry, user: member.user, contest: room.tournament, pool: room.pool,
                    slot: member.slot.map { Int($0) }, fee: room.entryFee.map { Int($0.value) },
                    start: room.startedAt, status: room.status, preset: room.ruleset.tempo,
                    teams: Int(room.ruleset.teams), rounds: Int(room.ruleset.rounds))
            }
            for made in room.board {
                guard let entry = made.entry, let index = made.pick.player, let player = pool.player(index) else {
                    continue
                }
                entries[entry]?.picks.append(
                    Pick(
                        number: Int(made.number), round: Int(made.round), name: player.name,
                        position: player.position, team: player.team, bye: player.byeWeek.map { Int($0) },
                        adp: (made.pick.adp ?? (room.ruleset.isTimed ? player.adp : nil)).map { Int($0) }))
            }
            self.entries += entries.values.sorted { $0.id < $1.id }
        }
    }

    /// The entries that a filter counts.
    func filtered(_ filter: ReportFilter) -> [Entry] {
        entries.filter { entry in
            let wanted = filter.entries
            if entry.status == .cancelled || entry.status == .voided { return false }
            if entry.status != .complete && !wanted.includeUnfinished { return false }
            if let user = wanted.user, entry.user != user { return false }
            if let contest = wanted.tournament, entry.contest != contest { return false }
            if let slot = wanted.slot, entry.slot != Int(slot) { return false }
            if let preset = wanted.preset, entry.preset != preset { return false }
            if let from = wanted.startedFrom, entry.start.map({ $0 < from }) ?? true { return false }
            if let before = wanted.startedBefore, entry.start.map({ $0 >= before }) ?? true { return false }
            return true
        }
    }

    /// The same, whoever the user is.
    func everybody(_ filter: ReportFilter) -> [Entry] {
        var all = filter
        all.entries.user = nil
        return filtered(all)
    }

    /// The whole drafts of a filter, by room: those in which an entry is the user's and from the slot.
    func drafts(_ filter: ReportFilter) -> [RoomID: [Entry]] {
        var anybody = filter
        (anybody.entries.user, anybody.entries.slot) = (nil, nil)
        let meant = Set(filtered(filter).map(\.id.room))
        return Dictionary(grouping: filtered(anybody), by: \.id.room).filter { meant.contains($0.key) }
    }

    static let filters: [ReportFilter] = {
        let middle = RandomField.start + .seconds(20 * 86_400)
        let entries: [RosterFilter] = [
            RosterFilter(), RosterFilter(user: 3), RosterFilter(tournament: 2), RosterFilter(user: 1, tournament: 3),
            RosterFilter(slot: 1), RosterFilter(user: 2, slot: 0), RosterFilter(preset: .fast),
            RosterFilter(startedFrom: middle), RosterFilter(user: 4, startedBefore: middle),
            RosterFilter(includeUnfinished: true), RosterFilter(user: 99),
        ]
        return entries.map { ReportFilter($0) } + [ReportFilter(position: .wideReceiver)]
    }()
}
