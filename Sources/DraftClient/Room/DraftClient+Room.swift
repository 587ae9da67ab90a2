public import Foundation
import Synchronization

/// A room: its current state, its updates, and the viewer's actions in it.
extension DraftClient {
    /// Returns the current state of a room.
    ///
    /// - Throws: `failed`, with `notFound`, and with `forbidden` for users without a seat in it while it drafts.
    public func room(_ id: DraftRoom.ID) async throws(DraftClientError) -> DraftRoom {
        do {
            return try await get("/api/draft/\(id)")
        } catch {
            guard case .failed(let problem) = error, problem.code == .notFound else { throw error }
            // The app's addresses leave out rooms that require signatures.
            return try await ledgerRoom(id)
        }
    }

    /// A room that only the ledger's own addresses have.
    ///
    /// - Parameter version: as of how many of its events; the newest where it is nil.
    func ledgerRoom(_ id: DraftRoom.ID, version: Int? = nil) async throws(DraftClientError) -> DraftRoom {
        let user = tokens.hasProvider ? try await ownUser() : nil
        let details: RoomDetails = try await get("/v1/rooms/\(id)" + (version.map { "?at=seq:\($0)" } ?? ""))
        // Both as of the same event.
        let board: BoardDetails = try await get("/v1/rooms/\(id)/board?at=seq:\(details.version)")
        let players = try await pool(details.pool, with: board.picks.compactMap(\.playerIndex))
        let picks = board.picks.compactMap { pick -> DraftPick? in
            guard let player = pick.playerIndex.flatMap({ players[$0] }) else { return nil }
            return DraftPick(
                id: "\(id)-\(pick.pickNumber)", pickNumber: pick.pickNumber, round: pick.round,
                pickInRound: pick.pickInRound, participantId: pick.entry.map { "\($0)" } ?? "",
                participantIndex: pick.draftPosition - 1, player: player, timestamp: pick.occurredAt ?? pick.recordedAt,
                source: PickSource(pick.source))
        }
        let names = try await names(of: details.members.compactMap(\.user), in: id)
        return DraftRoom(details, picks: picks, names: names, own: user)
    }

    /// Returns the display names of a room's members. Reads them only if the name of a member is not known yet.
    private func names(
        of users: [UInt64], in room: DraftRoom.ID
    ) async throws(DraftClientError) -> [UInt64: String] {
        let known = memberNames.withLock { $0 }
        guard !users.allSatisfy({ known[$0] != nil }) else { return known }
        let found: RoomNames = try await get("/v1/rooms/\(room)/draft")
        return memberNames.withLock { names in
            for member in found.room.members where found.names.indices.contains(member.seat) {
                if let user = member.user { names[user] = found.names[member.seat] }
            }
            // A member who has left since then has no name there.
            for user in users where names[user] == nil { names[user] = "user \(user)" }
            return names
        }
    }

    /// Returns the current room, and the room after each change, until the draft is over.
    ///
    /// Reconnects by itself, and resumes after the last delivered event. Each sequence, and each iterator of it, has a
    /// stream of its own, which ends with the task that reads it.
    public func updates(of room: DraftRoom.ID) -> RoomUpdates { RoomUpdates(client: self, room: room) }

    // MARK: Picking

    /// Picks a player.
    ///
    /// The pick is sent under its key until it has its first outcome: lost answers, slow servers and restarts of them make no
    /// second pick of it. It is for one pick number and no other, so that a late one does not become the next one.
    ///
    /// - Parameters:
    ///   - player: one of the room's.
    ///   - room: as it stood on the screen; its pick number is the one that is expected.
    ///   - key: the pick's own. Keep it where the app may end before the outcome is known.
    ///   - clickedAt: when the member tapped, by this machine's clock: evidence, and nothing that decides.
    ///   - time: for how long it is tried; as the options have it where it is nil.
    /// - Returns: the pick as it was made.
    /// - Throws: `refused`, with `notYourTurn`, `stalePickNumber`, `clockExpired`, `playerAlreadyDrafted` and so on, and by how
    ///   much it was late; `unanswered` where the time is over.
    @discardableResult
    public func pick(
        _ player: Player, in room: DraftRoom, key: UUID = UUID(), clickedAt: Date = .now, within time: Duration? = nil
    ) async throws(DraftClientError) -> DraftPick {
        let number = room.currentPickNumber
        guard number > 0 else { throw .unreadable("The server states \(number) as the number of a pick.") }
        guard !room.requiresSignatures else {
            return try await pickSigned(player, number: number, in: room, key: key, clickedAt: clickedAt, time: time)
        }
        struct Body: Encodable {
            var playerId: String
            var pickNumber: Int
            var clickedAt: String
        }
        struct Made: Decodable { var pick: DraftPick }
        let body = Body(playerId: player.id, pickNumber: number, clickedAt: WireFormat.text(clickedAt))
        let call = try Call.post("/api/draft/\(room.id)/pick", body, key: key)
        let made: Made = try value(try await write(call, key: key, within: time))
        return made.pick
    }

    private func pickSigned(
        _ player: Player, number: Int, in room: DraftRoom, key: UUID, clickedAt: Date, time: Duration?
    ) async throws(DraftClientError) -> DraftPick {
        let index = try await self.index(of: player, in: room)
        let command = MemberCommand.makePick(
            room: try self.number(room.id), pick: number, player: index, claimedAt: clickedAt)
        _ = try await send(command, key: key, seenVersion: room.version, within: time)
        let place = (number - 1) % max(1, room.teams)
        return DraftPick(
            id: "\(room.id)-\(number)", pickNumber: number, round: (number - 1) / max(1, room.teams) + 1,
            pickInRound: place + 1, participantId: room.me?.id ?? "",
            participantIndex: room.participantIndex(for: number) ?? place, player: player,
            timestamp: Date.now.addingTimeInterval(room.serverAhead), source: .manual)
    }

    /// By which signed commands name a player.
    private func index(of player: Player, in room: DraftRoom) async throws(DraftClientError) -> Int {
        if let index = player.index { return index }
        guard let index = try await players(of: room).first(where: { $0 == player })?.index else {
            throw .unreadable("There is no player '\(player.id)' in room \(room.id).")
        }
        return index
    }

    // MARK: Queue and autodraft

    /// The viewer's queue: those of it who can still be had.
    public func queue(of room: DraftRoom) async throws(DraftClientError) -> DraftQueue {
        guard room.requiresSignatures else { return try await get("/api/draft/\(room.id)/queue") }
        let (seat, pool) = try await seat(in: room)
        let details: QueueDetails = try await get("/v1/rooms/\(room.id)/seats/\(seat)/queue")
        let players = try await self.pool(pool, with: details.players.map(\.playerIndex))
        return DraftQueue(
            roomId: room.id,
            players: details.players.filter { $0.taken != true }.compactMap { players[$0.playerIndex] },
            version: details.version)
    }

    /// Puts another queue in place of the viewer's.
    ///
    /// - Parameters:
    ///   - queue: as read and edited: refused with `staleQueue` where another device has changed it in the meantime.
    ///   - room: whose it is.
    ///   - key: the edit's own.
    /// - Returns: the queue as it is now.
    @discardableResult
    public func setQueue(
        _ queue: DraftQueue, of room: DraftRoom, key: UUID = UUID()
    ) async throws(DraftClientError) -> DraftQueue {
        guard !room.requiresSignatures else {
            let (seat, _) = try await seat(in: room)
            var players: [Int] = []
            for player in queue.players { players.append(try await index(of: player, in: room)) }
            let command = MemberCommand.setQueue(
                room: try number(room.id), seat: seat, players: players, expectedVersion: queue.version)
            _ = try await send(command, key: key, seenVersion: queue.version)
            return try await self.queue(of: room)
        }
        struct Body: Encodable {
            var playerIds: [String]
            var expectedVersion: Int
        }
        let body = Body(playerIds: queue.players.map(\.id), expectedVersion: queue.version)
        let call = try Call.put("/api/draft/\(room.id)/queue", body, key: key)
        return try value(try await write(call, key: key))
    }

    /// Has the rules pick for the viewer as soon as a turn comes, or not any more.
    public func setAutodraft(
        _ on: Bool, in room: DraftRoom, key: UUID = UUID()
    ) async throws(DraftClientError) {
        let (seat, _) = try await seat(in: room)
        _ = try await send(
            .setAutodraft(room: try number(room.id), seat: seat, on: on), key: key, seenVersion: room.version)
    }

    /// The viewer's own seat, which stays the same.
    private func seat(in room: DraftRoom) async throws(DraftClientError) -> (seat: Int, pool: UInt64) {
        if let seat = room.ownSeat, let pool = room.pool { return (seat, pool) }
        let user = try await ownUser()
        let details: RoomDetails = try await get("/v1/rooms/\(room.id)")
        guard let seat = details.members.first(where: { $0.user == user })?.seat else {
            throw .unreadable("The viewer has no seat in room \(room.id).")
        }
        return (seat, details.pool)
    }
}
