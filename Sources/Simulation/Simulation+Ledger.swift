import Draft
package import DraftLedger

extension Simulation {
    /// Simulates into a ledger, behind what it holds already: its numbers and its time go on.
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
        try run(from: SimulationStart(after: ledger), progress: progress) { events in
            try ledger.append(events)
        }
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
            moment: moment)
    }
}
