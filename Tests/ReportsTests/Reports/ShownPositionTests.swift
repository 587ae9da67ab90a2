import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

/// What a source showed is a pick's, and nobody else's.
@Suite struct ShownPositionTests {
    /// A dump of drafts of 2 x 3 with the same six players. Who has no ADP at a draft's date has a 0 there.
    ///
    /// - Parameter drafts: each with its day in July and its players' ADPs.
    private func dump(_ drafts: [(id: String, day: Int, adps: [String])], swapped: Bool = false) -> String {
        let header =
            "draft_id,draft_time,clock,draft_entry_id,player_name,position_name,projection_adp,pick_order,"
            + "overall_pick_number"
        let order = [1, 2, 2, 1, 1, 2]
        let lines = drafts.flatMap { draft in
            (0..<6).map { pick in
                let player = swapped && pick < 2 ? 1 - pick : pick
                return
                    "\(draft.id),2022-07-\(draft.day < 10 ? "0" : "")\(draft.day) 12:00:00,30,\(draft.id)-\(order[pick]),"
                    + "Player \(["A", "B", "C", "D", "E", "F"][player]),WR,\(draft.adps[player]),\(order[pick]),\(pick + 1)"
            }
        }
        return ([header] + lines).joined(separator: "\n") + "\n"
    }

    private let early = [(id: "d1", day: 1, adps: ["1.5", "2.5", "3.5", "4.0", "9.0", "0"])]
    private let late = [(id: "d2", day: 20, adps: ["0", "1.25", "3.0", "0", "5.0", "6.0"])]

    private func analysis(_ dumps: [String]) throws -> Analysis {
        let house = try TemporaryLedger()
        for (number, dump) in dumps.enumerated() {
            let file = try house.directory.write(dump, to: "dump\(number).csv")
            #expect(try HistoryImport(.bbm).run([file], into: house.ledger).imported > 0)
        }
        return try Analysis(of: house.ledger)
    }

    @Test func aPickWithoutAShownADPIsWithoutReferenceWhateverThePoolHas() throws {
        let report = try analysis([dump(early + late)]).value(against: .atPick)
        #expect(report.picks == 9 && report.picksWithoutReference == 3)
        let values = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.player.name, $0.totalValue) })
        // Player B is -0.5 and 0.75, player E -4 and 0.
        let expected: [String: Double] = [
            "Player A": -0.5, "Player B": 0.25, "Player C": -0.5, "Player D": 0, "Player E": -4, "Player F": 0,
        ]
        #expect(values == expected)
    }

    @Test func theOrderOfImportChangesNothing() throws {
        let orders = [[dump(early + late)], [dump(early), dump(late)], [dump(late), dump(early)]]
        let analyses = try orders.map { try analysis($0) }
        for curve in ValueReport.Curve.allCases {
            let reports = analyses.map { $0.value(against: .atPick, curve: curve) }
            for report in reports.dropFirst() {
                #expect(report.picks == reports[0].picks && report.averageValue == reports[0].averageValue)
                #expect(report.picksWithoutReference == reports[0].picksWithoutReference)
                #expect(report.rows.map(\.player.name) == reports[0].rows.map(\.player.name))
                #expect(report.rows.map(\.totalValue) == reports[0].rows.map(\.totalValue))
            }
        }
    }

    /// A draft that is held here shows its pool's ADP.
    @Test func aDraftHeldHereIsHeldAgainstItsPool() {
        let pool = PoolState.named(["A", "B"]) { $0.adp = UInt32($0.index + 1) * 400 }
        func report(_ preset: Ruleset.Preset) -> ValueReport {
            var (first, second) = (RosterRow.one(room: 1, of: [0]), RosterRow.one(room: 1, seat: 1, of: [1]))
            (first.preset, second.preset) = (preset, preset)
            var columns = RosterColumns()
            columns.append(first)
            columns.append(second)
            return Analysis(
                RosterTable(RosterSnapshot(position: 1, parts: [columns])), players: PlayerCatalogue(pools: [pool])
            ).value(against: .atPick)
        }
        #expect(report(.fast).rows.map(\.totalValue) == [-3, -6] && report(.fast).picksWithoutReference == 0)
        #expect(report(.untimed).rows.isEmpty && report(.untimed).picksWithoutReference == 2)
    }

    /// Four starts, once each, of players whom each dump's ADP puts into the pool in another order.
    @Test func startsHaveOneOrderWhateverTheOrderOfImport() throws {
        let one = dump([(id: "d1", day: 1, adps: (1...6).map { "\($0)" })])
        let two = dump([(id: "d2", day: 2, adps: (1...6).map { "\(7 - $0)" })], swapped: true)
        let orders = try [[one, two], [two, one]].map { try analysis($0).duplicates(first: 2) }
        for report in orders {
            #expect(
                report.starts.map { $0.players.map { String($0.name.suffix(1)) } } == [
                    ["A", "C"], ["A", "D"], ["B", "C"], ["B", "D"],
                ])
        }
    }
}
