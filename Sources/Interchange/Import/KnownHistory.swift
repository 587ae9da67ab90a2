import Draft
import DraftLedger
import Projections

/// What a ledger already holds, by the ids that other sites know it under.
struct KnownHistory {
    /// Its tournaments and their pools: few, and so cheap to try something on.
    struct Contests {
        var tournaments: [String: TournamentID] = [:]
        var pools: [String: PoolID] = [:]
        var nextTournament: TournamentID = 1
        var nextPool: PoolID = 1
    }

    var contests = Contests()
    var rooms: [String: RoomID] = [:]
    var users: [String: UserID] = [:]
    var nextRoom: RoomID = 1
    var nextUser: UserID = 1

    /// Nothing.
    init() {}

    init(_ ledger: DraftLedger) throws {
        let free = try ledger.freeNumbers()
        (nextRoom, nextUser) = (free.room, free.user)
        (contests.nextTournament, contests.nextPool) = (free.tournament, free.pool)
        for room in try ledger.rooms() where !room.externalID.isEmpty {
            rooms[room.externalID] = rooms[room.externalID] ?? room.room
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

    /// What a user is called at the source, as long as nobody has erased it.
    func name(of user: UserID) -> String { users.first { $0.value == user }?.key ?? "user \(user)" }
}
