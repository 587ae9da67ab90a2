package import Draft

/// The numbers and the time from which a simulation goes on.
package struct SimulationStart: Hashable, Sendable {
    /// The first room's number, and so on: unused in the ledger, like all above it.
    package var room: RoomID
    package var tournament: TournamentID
    package var pool: PoolID
    package var user: UserID

    /// The time of the first event.
    package var moment: Timestamp

    package init(room: RoomID, tournament: TournamentID, pool: PoolID, user: UserID, moment: Timestamp) {
        self.room = room
        self.tournament = tournament
        self.pool = pool
        self.user = user
        self.moment = moment
    }

    /// 2026-08-01T00:00:00Z: when the first simulation of a ledger begins.
    package static let epoch = Timestamp(microseconds: 1_785_542_400_000_000)

    /// Of an empty ledger.
    package static let new = SimulationStart(room: 1, tournament: 1, pool: 1, user: 1, moment: epoch)
}
