import Draft
import DraftLedger
import Testing

@testable import Replay

/// Drafts that were taken back to an earlier pick, run again to an end that they have not come to yet.
struct TakenBackTests {
    typealias At = DraftTable

    @Test(arguments: 0...3) func `A draft that still runs after a cascade is taken back once`(since: Int) throws {
        var table = DraftTable()
        for pick in 0..<4 as Range<UInt16> { table.pick(pick, at: 5 + 3 * Double(pick)) }
        let correction = CorrectPick(
            pick: 2, mode: .cascade, player: nil, requestedBy: 900, approvedBy: 901, reason: "The clock jumped.")
        table.must(.correctPick(1, correction), at: At.at(20))
        for pick in 0..<UInt16(since) { table.pick(10 + pick, at: 25 + 3 * Double(pick)) }
        let house = try table.ledger()
        let report = try WhatIf(RoomHistory(of: 1, in: house.ledger)).run()
        #expect(report.status == .complete)
        #expect(report.seats.flatMap(\.becomes).count == 12)
        // As far as the draft has come, nothing is different.
        #expect(report.firstDivergence.map { Int($0.pick) > 1 + since } ?? true)
    }
}
