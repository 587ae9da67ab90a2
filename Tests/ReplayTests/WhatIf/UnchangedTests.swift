import Draft
import DraftLedger
import LedgerTesting
import Projections
import Replay
import Simulation
import Testing

struct UnchangedTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func runAgainWithNoChangeEveryDraftComesToTheSamePicks(seed: UInt64) throws {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 6, seed: seed, teams: 4, rounds: 6))
        for summary in try house.ledger.rooms() where summary.status != .cancelled {
            let history = try RoomHistory(of: summary.room, in: house.ledger)
            let whatIf = try WhatIf(history)
            let report = try whatIf.run()
            #expect(report.firstDivergence == nil, "seed \(seed), room \(summary.room)")
            #expect(report.changed == 0, "seed \(seed), room \(summary.room)")
            #expect(report.untold == [], "seed \(seed), room \(summary.room)")
            #expect(report.outcomes == [], "seed \(seed), room \(summary.room)")
            #expect(report.status == summary.status, "seed \(seed), room \(summary.room)")
        }
    }
}
