import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

@testable import Replay  // sides of a divergence made by hand

/// Drafts with corrections in them: the first difference is one of the boards as they are in the end.
struct CorrectedTests {
    typealias At = DraftTable

    @Test func withoutACorrectionThePickStandsAsItWasMade() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            10 admin corrects 1 lastOnly to P8 approved by 901
                1.01 corrected (lastOnly) from P9 to P8
            """)
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
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            8 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 38, grace 43
            11 slot 1 picks P7 for 3
                2.01 slot 1 P7
                clock 2.02 slot 0 to 41, grace 46
            14 slot 0 picks P6 for 4
                2.02 slot 0 P6
                clock 3.01 slot 0 to 44, grace 49
            16 admin corrects 2 substitute to P20 approved by 901
                1.02 corrected (substitute) from P8 to P20
            """)
        let corrected = table.last
        finish(&table)
        let report = try run(table, WhatIfChange(without: [corrected]))
        #expect(report.firstDivergence?.pick == 2)
        #expect(report.firstDivergence?.was?.player == 20 && report.firstDivergence?.was?.source == .corrected)
        #expect(report.firstDivergence?.becomes?.player == 8 && report.firstDivergence?.becomes?.source == .manual)
    }

    @Test func aSubstitutionThatFailsForAPlayerWhoIsGoneByThenIsNoFirstDifference() throws {
        // Pick 4 is made in grace: without it the rules take P0, whom pick 1 is given afterwards.
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            8 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 38, grace 43
            11 slot 1 picks P7 for 3
                2.01 slot 1 P7
                clock 2.02 slot 0 to 41, grace 46
            44 slot 0 picks P30 for 4
                2.02 slot 0 P30
                clock 3.01 slot 0 to 74, grace 79
            60 admin corrects 1 substitute to P0 approved by 901
                1.01 corrected (substitute) from P9 to P0
            """)
        let inGrace = table.last - 2
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .zero))
        #expect(report.firstDivergence?.pick == 4 && report.firstDivergence?.position == inGrace)
        #expect(report.firstDivergence?.becomes?.player == 0)
    }

    @Test func aPickThatIsLostAndUndoneEitherWayIsNoDifference() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            33 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 63, grace 68
            40 admin corrects 1 cascade approved by 901
                1.01 corrected (cascade) from P9
                clock 1.01 slot 0 to 70, grace 75
            45 slot 0 picks P8 for 1
                1.01 slot 0 P8
                clock 1.02 slot 1 to 75, grace 80
            """)
        let inGrace = try table.position(of: .pickMade)
        finish(&table)
        let report = try run(table, WhatIfChange(grace: .zero))
        #expect(report.firstDivergence == nil && report.changed == 0)
        #expect(report.outcomes.contains { $0.position == inGrace && $0.becomes == .clockExpired })
    }

    @Test func withoutACascadeWhatItUndidIsOnTheBoardFromItsPickOn() throws {
        // Pick 2 is made again as it was, pick 3 is not.
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            5 slot 0 picks P9 for 1
                1.01 slot 0 P9
                clock 1.02 slot 1 to 35, grace 40
            8 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 38, grace 43
            11 slot 1 picks P7 for 3
                2.01 slot 1 P7
                clock 2.02 slot 0 to 41, grace 46
            14 admin corrects 2 cascade approved by 901
                1.02 corrected (cascade) from P8
                clock 1.02 slot 1 to 44, grace 49
            20 slot 1 picks P8 for 2
                1.02 slot 1 P8
                clock 2.01 slot 1 to 50, grace 55
            25 slot 1 picks P6 for 3
                2.01 slot 1 P6
                clock 2.02 slot 0 to 55, grace 60
            """)
        let cascade = try table.position(of: .pickCorrected)
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
