import Draft
import DraftLedger
import LedgerTesting
import Replay
import Simulation
import Testing

/// A large lively house, which in the end says who acts for it.
@Suite struct SignedSimulationTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aHouseInWhichPeopleSignHasBrokenNoRule(seed: UInt64) throws {
        let options = SimulationOptions(rooms: 20, seed: seed, teams: 3, rounds: 3)
        let house = try TemporaryLedger(simulating: options)
        let report = try Audit(house.ledger).run()
        #expect(report.findings == [], "seed \(seed)")
        let signatures = try SignatureAudit(house.ledger).run()
        #expect(signatures.findings == [], "seed \(seed)")
        #expect(signatures.counts.total == report.counts.signatures)
        #expect(signatures.counts.genuine > 30)
        // One is forged, one by a key that was removed, and one by somebody who was dismissed.
        #expect(signatures.counts.refused >= 2)
        let again = try TemporaryLedger(simulating: options)
        #expect(try again.ledger.root == house.ledger.root)
    }

    @Test func whoSignsForTheHouseIsUnknownToAnotherSimulation() throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 20, seed: 5, teams: 2, rounds: 1))
        #expect(throws: SimulationError.authorityHasBegun) {
            try Simulation(SimulationOptions(rooms: 1, teams: 2, rounds: 1)).run(into: house.ledger)
        }
        #expect(try house.ledger.staff().recovered.count == 1)
    }
}
