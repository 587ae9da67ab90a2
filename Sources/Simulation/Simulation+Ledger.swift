package import Draft
package import DraftLedger
import Records

extension Simulation {
    /// Simulates into a ledger after its last event: numbers and time continue.
    ///
    /// Equal options give the same ledger, byte for byte, when the ledgers were equal before; a new one has to be
    /// created with a moment of its own, for which there is `SimulationStart.epoch`.
    ///
    /// - Parameters:
    ///   - ledger: open for writing. Everything appended is durable when this returns.
    ///   - progress: rooms that have ended, and rooms in all.
    /// - Throws: `DraftLedgerError` or `SimulationError`. What was appended before stays, and is whole: no command is
    ///   there in part.
    package func run(
        into ledger: DraftLedger, progress: ProgressHandler? = nil
    ) throws -> SimulationSummary {
        if try ledger.staff().hasBegun { throw SimulationError.authorityHasBegun }
        let salts = saltKey
        return try run(from: SimulationStart(after: ledger), progress: progress, keep: ledger.keep) { events in
            try ledger.append(events, salting: salts)
        }
    }

    /// The key of the salts of private records. It follows from the seed: a simulation has nothing to hide.
    private var saltKey: SaltKey {
        let seed = withUnsafeBytes(of: options.seed.littleEndian) { Array($0) }
        return SaltKey(master: Digest256(hashing: Array("draft-ledger/simulation/salts".utf8) + seed).bytes)
    }
}

extension SimulationStart {
    /// Behind what a ledger holds: its free numbers, and a minute after its last event if that is later than the epoch.
    package init(after ledger: DraftLedger) throws {
        let numbers = try ledger.freeNumbers()
        var moment = Self.epoch
        let size = try ledger.size
        if size > 0 {
            var last: Timestamp?
            try ledger.events(from: size - 1) { event in
                last = event.recordedAt
                return false
            }
            if let last { moment = max(moment, last + .seconds(60)) }
        }
        self.init(
            room: numbers.room, tournament: numbers.tournament, pool: numbers.pool, user: numbers.user,
            moment: moment, ledger: try ledger.origin ?? "", previousSize: try ledger.begun()?.previousSize)
    }
}

/// The numbers and the time with which a simulation starts.
package struct SimulationStart: Hashable, Sendable {
    /// The first room's number, and so on: unused in the ledger, like all above it.
    package var room: RoomID
    package var tournament: TournamentID
    package var pool: PoolID
    package var user: UserID

    /// The time of the first event.
    package var moment: Timestamp

    /// The ledger's name, which is part of all signatures; empty without a ledger.
    package var ledger: String

    /// The size of the ledger that this one follows. The numbers of rooms begin again, and references of payments must not.
    package var previousSize: UInt64?

    package init(
        room: RoomID, tournament: TournamentID, pool: PoolID, user: UserID, moment: Timestamp, ledger: String = "",
        previousSize: UInt64? = nil
    ) {
        self.ledger = ledger
        self.previousSize = previousSize
        self.room = room
        self.tournament = tournament
        self.pool = pool
        self.user = user
        self.moment = moment
    }

    /// The provider's reference of a deposit.
    ///
    /// - Parameter number: its number in this simulation.
    func reference(ofDeposit number: some BinaryInteger) -> String {
        "D\(previousSize.map { "\($0)-" } ?? "")\(room)-\(number)"
    }

    /// 2026-08-01T00:00:00Z: when the first simulation of a ledger begins.
    package static let epoch = Timestamp(microseconds: 1_785_542_400_000_000)

    /// Of an empty ledger.
    package static let new = SimulationStart(room: 1, tournament: 1, pool: 1, user: 1, moment: epoch)
}
