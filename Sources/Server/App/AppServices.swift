import Draft
import DraftLedger
import NIOCore
import Pages
import TextFormats

/// The state that the app's routes share.
final class AppServices: Sendable {
    let pools: AppPools
    let joins = AppJoins()
    private let lobby = AppLobby()
    private let reader: LedgerReader
    private let streams: LiveStreams

    init(_ reader: LedgerReader, _ streams: LiveStreams, pools: AppPools) {
        (self.reader, self.streams, self.pools) = (reader, streams, pools)
    }

    /// Returns the app's lobby as it was at most a second ago.
    func sight() async throws -> AppLobby.Sight { try await lobby.sight(reader, pools) }

    /// Returns a room for a caller who may see it.
    ///
    /// - Parameters:
    ///   - id: the room's.
    ///   - caller: the caller that is to see it.
    ///   - channel: the connection of a stream that begins with the room; nil if the room is all that is asked for.
    /// - Throws: `notFound` for a room that the app cannot draft in, too; `forbidden`.
    func room(
        _ id: RoomID, for caller: Caller, on channel: (any Channel)? = nil
    ) async throws -> OpenedAppRoom {
        let pools = pools
        @Sendable func open(_ ledger: DraftLedger) throws -> OpenedAppRoom {
            let position = try ledger.size
            guard let room = try ledger.room(id, at: .position(position)), room.isTheApps else {
                throw Problem(.notFound, "There is no room \(id).")
            }
            try caller.demand(caller.maySee(room), "Room \(id)")
            let view = try ledger.view(of: room)
            return OpenedAppRoom(
                view: view, position: position, feed: try AppRoomFeed(view, at: position, pools, ledger))
        }
        guard let channel else { return try await reader.read(open) }
        return try await streams.catchingUp(for: channel, open)
    }
}

extension RecordedEvent {
    /// The time when the event happened, if it is known, otherwise the time when it was recorded.
    var moment: Timestamp { origin?.occurredAt ?? recordedAt }
}
