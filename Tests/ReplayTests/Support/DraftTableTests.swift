import Draft
import DraftTesting
import LedgerTesting
import Replay
import Testing

/// What the suites about disputes and what-ifs stand on.
@Suite struct DraftTableTests {
    @Test(arguments: SampleDrafts.all)
    func aDraftAtTheTableComesToTheSameAsByTheRulesAloneAndIsClean(script: String) throws {
        let house = try DraftTable(script).ledger()
        #expect(try Audit(house.ledger).run().findings == [])
        let report = try WhatIf(RoomHistory(of: 1, in: house.ledger)).run()
        #expect(report.firstDivergence == nil && report.outcomes == [])
    }
}
