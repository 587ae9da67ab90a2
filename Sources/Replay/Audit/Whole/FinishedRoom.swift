import Draft
import DraftLedger

/// What is kept of a room that is over: some 3 KB of a state that takes 20, and what a correction, a late refusal, a case
/// or its annulment can still ask about.
struct FinishedRoom: Sendable {
    /// The room's canonical bytes.
    private let state: [UInt8]
    let queueVersions: [UInt32]
    let track: RoomTrack
    let floods: FloodWatch
    let nextOutage: Int

    /// - Returns: nil for a room that is not over.
    init?(_ room: RoomState?, queueVersions: [UInt32], track: RoomTrack, floods: FloodWatch, nextOutage: Int) {
        guard let room, room.status.isTerminal, let last = track.lastRecordedAt else { return nil }
        state = room.canonicalBytes
        self.queueVersions = queueVersions
        self.track = track
        var floods = floods
        floods.keepWhatCounts(at: last)
        self.floods = floods
        self.nextOutage = nextOutage
    }

    /// The room as it was.
    var room: RoomState? { RoomState(canonicalBytes: state) }
}
