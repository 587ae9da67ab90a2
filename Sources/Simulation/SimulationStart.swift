public import Draft

/// The numbers and the time from which a simulation goes on.
public struct SimulationStart: Hashable, Sendable {
    /// The first room's number, and so on: unused in the ledger, like all above it.
    public var room: RoomID
    public var tournament: TournamentID
    public var pool: PoolID
    public var user: UserID

    /// The time of the first event.
    public var moment: Timestamp

    public init(room: RoomID, tournament: TournamentID, pool: PoolID, user: UserID, moment: Timestamp) {
        self.room = room
        self.tournament = tournament
        self.pool = pool
        self.user = user
        self.moment = moment
    }

    /// 2026-08-01T00:00:00Z: when the first simulation of a ledger begins.
    public static let epoch = Timestamp(microseconds: 1_785_542_400_000_000)

    /// Of an empty ledger.
    public static let new = SimulationStart(room: 1, tournament: 1, pool: 1, user: 1, moment: epoch)
}
