import Draft

/// What a room's draft starts from.
struct RoomSetup {
    /// Just started, its first clock running.
    var room: RoomState
    /// When it filled: from here on its members may prepare.
    var filledAt: Timestamp
    var startedAt: Timestamp
    var script: RoomScript
}
