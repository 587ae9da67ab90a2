import Draft
import DraftLedger
import Projections

/// The drafts and players that a ledger has, by the IDs of other sites.
struct KnownHistory {
    /// Its tournaments and their pools: few, and so cheap to try something on.
    struct Contests {
        var tournaments: [String: TournamentID] = [:]
        var pools: [String: PoolID] = [:]
        var nextTournament: TournamentID = 1
        var nextPool: PoolID = 1

        /// Picks of the longest entry that each tournament has, of rooms that stand.
        var longest: [TournamentID: UInt8] = [:]
    }

    /// The room that a draft of a source has.
    struct Room {
        var id: RoomID
        /// From 1: how many rooms the draft has had by then. An importer voids a room that was opened with the wrong rounds
        /// and opens another one.
        var opening = 1
        /// By somebody else, so that the draft stays voided: an importer's other room would be here instead.
        var isVoided = false
        /// Nil for a room that is new, and for one of none.
        var tournament: TournamentID? = nil
    }

    var contests = Contests()

    /// By the draft's id: of its rooms the latest that was not voided, if there is one.
    var rooms: [String: Room] = [:]
    var users: [String: UserID] = [:]
    var nextRoom: RoomID = 1
    var nextUser: UserID = 1

    /// Nothing.
    init() {}

    init(_ ledger: DraftLedger) throws {
        let free = try ledger.freeNumbers()
        (nextRoom, nextUser) = (free.room, free.user)
        (contests.nextTournament, contests.nextPool) = (free.tournament, free.pool)
        var openings: [String: Int] = [:]
        for room in try ledger.rooms().sorted(by: { $0.room < $1.room }) where !room.externalID.isEmpty {
            openings[room.externalID, default: 0] += 1
            let isVoided = room.status == .voided
            if isVoided, let standing = rooms[room.externalID], !standing.isVoided { continue }
            rooms[room.externalID] = Room(
                id: room.room, opening: openings[room.externalID] ?? 1, isVoided: isVoided,
                tournament: room.tournament)
            guard !isVoided, let tournament = room.tournament, room.entries > 0 else { continue }
            let picks = UInt8(clamping: Int(room.picks) / Int(room.entries))
            contests.longest[tournament] = max(contests.longest[tournament] ?? 0, picks)
        }
        for tournament in try ledger.tournaments() where !tournament.externalID.isEmpty {
            let first = contests.tournaments[tournament.externalID] ?? tournament.tournament
            contests.tournaments[tournament.externalID] = first
        }
        for id in try ledger.pools() {
            guard let pool = try ledger.pool(id), !pool.externalID.isEmpty else { continue }
            contests.pools[pool.externalID] = contests.pools[pool.externalID] ?? pool.id
        }
        for (user, profile) in try ledger.profiles() where !profile.externalID.isEmpty {
            users[profile.externalID] = users[profile.externalID] ?? user
            nextUser = max(nextUser, UserID(user.number + 1))
        }
    }

    /// The name of a user at the source, until it is erased.
    func name(of user: UserID) -> String { users.first { $0.value == user }?.key ?? "user \(user)" }
}
