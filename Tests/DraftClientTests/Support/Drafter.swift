import DraftClient

/// Somebody who drafts a whole room: the best who is left, whenever it is the own turn.
struct Drafter {
    let client: DraftClient
    /// What was shown as new, in the order in which it was.
    var shown: [DraftPick] = []
    /// The last room that was shown.
    var last: DraftRoom?
    var timesOffline = 0
    var timesOnline = 0

    init(_ client: DraftClient) { self.client = client }

    /// - Parameter act: what is done at each of the own turns, before the pick.
    mutating func draft(
        _ room: DraftRoom.ID, before act: @Sendable (DraftRoom) async throws -> Void = { _ in }
    ) async throws {
        var players: [Player] = []
        var picked = 0
        for try await update in client.updates(of: room) {
            switch update {
            case .offline: timesOffline += 1
            case .online: timesOnline += 1
            case .room(let room, let news, _):
                shown += news
                last = room
                if players.isEmpty { players = try await client.players(of: room) }
                // The stream may be behind the answer to the own pick.
                guard room.isMyTurn, room.currentPickNumber > picked else { continue }
                try await act(room)
                _ = try await client.pick(room.available(of: players)[0], in: room)
                picked = room.currentPickNumber
            }
        }
    }
}
