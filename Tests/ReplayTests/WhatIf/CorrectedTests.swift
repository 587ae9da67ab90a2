import Draft
import DraftLedger
import Records
import Testing

@testable import Replay

/// Drafts with corrections in them: the first difference is one of the boards as they are in the end.
struct CorrectedTests {
    typealias At = DraftTable

    private static func correction(
        of pick: PickNumber, _ mode: PickCorrected.Mode, to player: PlayerIndex?
    ) -> Command {
        .room(
            1,
            .correctPick(
                CorrectPick(
                    pick: pick, mode: mode, player: player, requestedBy: 900, approvedBy: 901, reason: "The wrong row.")
            ))
    }

    @Test func withoutACorrectionThePickStandsAsItWasMade() throws {
        var table = DraftTable()
        table.pick(9, at: 5)
        table.must(Self.correction(of: 1, .lastOnly, to: 8), at: At.at(10))
        let corrected = table.last
        finish(&table)
        let report = try run(table, WhatIfChange(without: [corrected]))
        let divergence = try #require(report.firstDivergence)
        #expect(divergence.pick == 1 && divergence.position == corrected)
        #expect(divergence.was == .init(player: 8, source: .corrected, moment: At.at(10)))
        #expect(divergence.becomes == .init(player: 9, source: .manual, moment: At.at(5)))
        #expect(report.changed == 1)
    }

    @Test func withoutASubstitutionThatCameLateItsPickIsTheFirstThatIsOtherwise() throws {
        var table = DraftTable()
        for pick in 0..<4 as Range<UInt16> { table.pick(9 - pick, at: 5 + 3 * Double(pick)) }
        table.must(Self.correction(of: 2, .substitute, to: 20), at: At.at(16))
        let corrected = table.last
        finish(&table)
        let report = try run(table, WhatIfChange(without: [corrected]))
        #expect(report.firstDivergence?.pick == 2)
        #expect(report.firstDivergence?.was?.player == 20 && report.firstDivergence?.was?.source == .corrected)
        #expect(report.firstDivergence?.becomes?.player == 8 && report.firstDivergence?.becomes?.source == .manual)
    }

    @Test func aSubstitutionThatFailsForAPlayerWhoIsGoneByThenIsNoFirstDifference() throws {
        var table = DraftTable()
        for pick in 0..<3 as Range<UInt16> { table.pick(9 - pick, at: 5 + 3 * Double(pick)) }
        // In grace: without it the rules take player 0 for pick 4, whom pick 1 is given afterwards.
        table.pick(30, at: 44)
        let inGrace = table.last - 1
        table.must(Self.correction(of: 1, .substitute, to: 0), at: At.at(60))
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .zero))
        #expect(report.firstDivergence?.pick == 4 && report.firstDivergence?.position == inGrace)
        #expect(report.firstDivergence?.becomes?.player == 0)
    }

    @Test func aPickThatIsLostAndUndoneEitherWayIsNoDifference() throws {
        var table = DraftTable()
        table.pick(9, at: 33)
        let inGrace = table.last - 1
        table.must(Self.correction(of: 1, .cascade, to: nil), at: At.at(40))
        table.pick(8, at: 45)
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .zero))
        #expect(report.firstDivergence == nil && report.changed == 0)
        #expect(report.outcomes.contains { $0.position == inGrace && $0.becomes == .clockExpired })
    }

    @Test func withoutACascadeWhatItUndidIsOnTheBoardFromItsPickOn() throws {
        var table = DraftTable()
        for pick in 0..<3 as Range<UInt16> { table.pick(9 - pick, at: 5 + 3 * Double(pick)) }
        table.must(Self.correction(of: 2, .cascade, to: nil), at: At.at(14))
        let cascade = table.last - 1
        // Pick 2 is made again as it was, pick 3 is not.
        table.pick(8, at: 20)
        table.pick(6, at: 25)
        finish(&table)
        let report = try run(table, WhatIfChange(without: [cascade]))
        #expect(report.firstDivergence?.pick == 3)
        #expect(report.firstDivergence?.was?.player == 6 && report.firstDivergence?.becomes?.player == 7)
    }

    /// Everybody picks five seconds after the clock begins, nobody whom the rules would pick.
    private func finish(_ table: inout DraftTable) {
        for player in (21...) as PartialRangeFrom<PlayerIndex> {
            let begun = table.room.runningClock!.deadline - .seconds(30)
            let arrival = max(begun, table.pending.last!.recordedAt!) + .seconds(5)
            guard !table.room.taken.contains(player) else { continue }
            table.must(
                .room(1, .makePick(MakePick(pick: table.room.currentPickNumber, player: player))),
                as: .user(table.userOnClock), at: arrival)
            if table.room.status != .active { break }
        }
    }

    private func run(_ table: DraftTable, _ change: WhatIfChange) throws -> WhatIfReport {
        let house = try table.ledger()
        return try WhatIf(RoomHistory(of: 1, in: house.ledger)).run(change)
    }
}
