import Draft
import DraftLedger
import LedgerTesting
import Records
import Simulation

extension TemporaryLedger {
    /// A simulated house's.
    convenience init(simulating options: SimulationOptions) throws {
        try self.init(createdAt: SimulationStart.epoch)
        _ = try Simulation(options).run(into: ledger)
    }

    /// What a change makes of another ledger's events.
    convenience init(_ events: [RecordedEvent]) throws {
        try self.init(
            createdAt: SimulationStart.epoch, events.filter { $0.position > 0 }.map { PendingEvent($0) })
    }
}
