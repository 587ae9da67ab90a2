public import Foundation

/// The room that a join leads to, and the entry in it.
public struct JoinedRoom: Sendable, Hashable {
    public var roomId: String
    /// The entry's; nil where the server does not tell.
    public var participantId: String?
}

/// The lobby: contests, and the way into one.
extension DraftClient {
    /// The contests, those that take entries first.
    ///
    /// With a device, the contests that require signatures are included, after the others.
    public func tournaments() async throws(DraftClientError) -> [Tournament] {
        struct List: Decodable { var tournaments: [Tournament] }
        let list: List = try await get("/api/tournaments")
        guard signer != nil else { return list.tournaments }
        return list.tournaments + (try await signedTournaments(but: Set(list.tournaments.map(\.id))))
    }

    /// Contests that the app's own list leaves out since its members could not sign.
    private func signedTournaments(but known: Set<String>) async throws(DraftClientError) -> [Tournament] {
        struct Row: Decodable {
            var tournament: UInt64
            var status: TournamentStatus
        }
        let rows: [Row] = try await get("/v1/tournaments")
        var found: [Tournament] = []
        for row in rows where row.status != .cancelled && !known.contains("\(row.tournament)") {
            let terms = Tournament(try await get("/v1/tournaments/\(row.tournament)"))
            if terms.requiresSignatures { found.append(terms) }
        }
        return found
    }

    /// The players of the contest that the lobby shows, by average draft position.
    public func players() async throws(DraftClientError) -> [Player] { try await get("/api/players") }

    /// The players that a room drafts from, by average draft position.
    public func players(of room: DraftRoom) async throws(DraftClientError) -> [Player] {
        let pool: UInt64
        if let known = room.pool {
            pool = known
        } else {
            let details: RoomDetails = try await get("/v1/rooms/\(room.id)")
            pool = details.pool
        }
        return try await self.pool(pool).values.sorted { ($0.adp, $0.index ?? 0) < ($1.adp, $1.index ?? 0) }
    }

    /// Returns a pool's players by index. Reads them once, and again if one of `indexes` is missing.
    func pool(_ number: UInt64, with indexes: [Int] = []) async throws(DraftClientError) -> [Int: Player] {
        if let known = await pools.players(of: number), indexes.allSatisfy({ known[$0] != nil }) { return known }
        let list: PoolList = try await get("/v1/pools/\(number)")
        var players: [Int: Player] = [:]
        for player in list.players { if let index = player.index { players[index] = player } }
        await pools.keep(players, of: number)
        return players
    }

    /// Takes seats, one for each entry.
    ///
    /// If the contest requires signatures, the device must be enrolled and joins with one entry at a time. It reveals
    /// its secret contribution to the draw as soon as the room is full: while its ``updates(of:)`` are read, or by
    /// ``revealEntropy(in:)``.
    ///
    /// - Parameters:
    ///   - tournament: which.
    ///   - entries: from 1.
    ///   - key: the same again is the same join.
    /// - Returns: the rooms, in the ledger's order.
    /// - Throws: `refused`, with codes such as `insufficientBalance`, `entryLimit`, `entriesClosed`.
    public func join(
        _ tournament: Tournament, entries: Int = 1, key: UUID = UUID()
    ) async throws(DraftClientError) -> [JoinedRoom] {
        if tournament.requiresSignatures { return try await joinSigned(tournament.id, entries, key) }
        struct Body: Encodable {
            var tournamentId: String
            var entries: Int
            var draftSpeed: String
            var entropy: String
        }
        struct Joined: Decodable {
            struct Room: Decodable {
                var roomId: String
                var participantId: String
            }
            var roomId: String
            var participantId: String
            var rooms: [Room]?
        }
        let body = Body(
            tournamentId: tournament.id, entries: entries, draftSpeed: tournament.draftSpeed.text,
            entropy: Self.entropy(of: key).hexadecimal)
        let call = try Call.post("/api/tournaments/\(tournament.id)/join", body, key: key)
        let joined: Joined = try value(try await write(call, key: key))
        let rooms = joined.rooms?.map { JoinedRoom(roomId: $0.roomId, participantId: $0.participantId) }
        return rooms ?? [JoinedRoom(roomId: joined.roomId, participantId: joined.participantId)]
    }

    /// Returns the member's contribution to the draw. It depends only on the key, so no other person chooses it.
    private static func entropy(of key: UUID) -> [UInt8] { withUnsafeBytes(of: key.uuid) { Array($0) } }

    /// Gives the seat back, as long as the room is not full.
    ///
    /// - Throws: `refused`, with `membershipFrozen` where it is.
    public func leave(_ room: DraftRoom.ID, key: UUID = UUID()) async throws(DraftClientError) {
        let user = try await ownUser()
        _ = try await send(.leaveRoom(user: user, room: try number(room)), key: key)
    }

    /// The viewer's drafts that are not over, the last first.
    ///
    /// - Parameter speed: only those of one; all where it is nil.
    public func drafts(_ speed: DraftSpeed? = nil) async throws(DraftClientError) -> [DraftSummary] {
        struct List: Decodable { var drafts: [DraftSummary] }
        let list: List = try await get("/api/drafts" + (speed.map { "?speed=\($0.text)" } ?? ""))
        return list.drafts
    }

    func number(_ id: String) throws(DraftClientError) -> UInt64 {
        guard let number = UInt64(id) else { throw .unreadable("'\(id)' is not an ID of this server.") }
        return number
    }
}

/// The players of pools, which only ever get more.
actor PoolShelf {
    private var pools: [UInt64: [Int: Player]] = [:]

    func players(of pool: UInt64) -> [Int: Player]? { pools[pool] }

    func keep(_ players: [Int: Player], of pool: UInt64) { pools[pool] = players }
}
