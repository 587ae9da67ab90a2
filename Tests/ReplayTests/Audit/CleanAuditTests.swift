import Draft
import DraftLedger
import LedgerTesting
import Replay
import Simulation
import Testing

struct CleanAuditTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aSimulatedHouseHasBrokenNoRule(seed: UInt64) throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 6, seed: seed, teams: 4, rounds: 5))
        let report = try Audit(house.ledger).run()
        #expect(report.findings == [], "seed \(seed)")
        #expect(report.counts.picks > 0, "seed \(seed)")
    }
}
