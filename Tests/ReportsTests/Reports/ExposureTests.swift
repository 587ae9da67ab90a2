import Draft
import DraftLedger
import LedgerTesting
import Projections
import Reports
import TestSupport
import Testing

@Suite(.seeded) struct ExposureTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func exposureIsWhatACountOverTheBoardsSays(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let counted = field.filtered(filter)
            let report = analysis.exposure(filter, bySlot: true)
            #expect(report.scope.entries == counted.count, "seed \(seed) \(filter)")
            #expect(report.scope.drafts == Set(counted.map(\.id.room)).count)
            let size = try house.ledger.size
            #expect(report.scope.ledgerPosition == size && report.scope.filter == filter)
            let fees = counted.compactMap(\.fee)
            let sum = fees.reduce(0, +)
            #expect(report.fees.map { Int($0.value) } == (fees.isEmpty ? nil : sum))
            #expect(report.entriesWithoutFee == counted.count { $0.fee == nil })
            let listed = counted.flatMap(\.picks).filter { filter.position == nil || filter.position == $0.position }
            let names = Set(listed.map(\.name))
            #expect(Set(report.rows.map(\.player.name)) == names, "seed \(seed) \(filter)")
            for row in report.rows {
                let having = counted.filter { $0.names.contains(row.player.name) }
                let picks = having.flatMap(\.picks).filter { $0.name == row.player.name }.map(\.number)
                #expect(row.drafted == having.count && row.exposure == Double(having.count) / Double(counted.count))
                let known = having.compactMap(\.fee)
                #expect(row.fees.map { Int($0.value) } == (known.isEmpty ? nil : known.reduce(0, +)))
                #expect(row.feeWeightedExposure == row.fees.map { Double($0.value) / Double(sum) })
                #expect(row.pickSum == picks.reduce(0, +))
                #expect(row.averagePick == Double(row.pickSum) / Double(having.count))
                #expect(Int(row.earliestPick) == picks.min() && Int(row.latestPick) == picks.max())
                for (slot, drafted) in row.draftedBySlot.enumerated() {
                    #expect(drafted == having.count { $0.slot == slot })
                    #expect(report.entriesBySlot[slot] == counted.count { $0.slot == slot })
                }
            }
            let order = report.rows.map { (-$0.drafted, $0.player.name) }
            #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        }
    }

    /// The columns of a table may not depend on who happened to draft from where.
    @Test func everySlotOfTheLargestDraftIsCounted() {
        let table = RosterTable(RosterSnapshot(position: 9, parts: [.one(players: 1)]))
        let report = Analysis(table, players: PlayerCatalogue(pools: [.named(["A"])])).exposure(bySlot: true)
        #expect(report.entriesBySlot == [1, 0] && report.rows.map(\.draftedBySlot) == [[1, 0]])
    }

    /// Fees that are known to be nothing weigh nothing; fees that are not known are no nothing.
    @Test func feesThatAreNotKnownWeighInWithNobody() {
        let pool = PoolState.named(["A", "B"])
        func report(_ fees: [Cents?]) -> ExposureReport {
            let parts = fees.enumerated().map {
                RosterColumns.one(room: UInt64($0 + 1), of: [PlayerIndex($0)], fee: $1)
            }
            let table = RosterTable(RosterSnapshot(position: 9, parts: parts))
            return Analysis(table, players: PlayerCatalogue(pools: [pool])).exposure()
        }
        let half = report([Cents(500), nil])
        #expect(half.fees == Cents(500) && half.entriesWithoutFee == 1)
        #expect(half.rows.map(\.feeWeightedExposure) == [1, nil] && half.rows.map(\.fees) == [Cents(500), nil])
        #expect(report([Cents(500), .zero]).rows.map(\.feeWeightedExposure) == [1, 0])
        let free = report([.zero, nil])
        #expect(free.fees == .zero && free.rows.map(\.feeWeightedExposure) == [nil, nil])
        #expect(report([nil, nil]).fees == nil)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func leverageIsOwnMinusField(seed: UInt64) throws {
        let random = RandomField(seed: seed)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let (everybody, own) = (field.everybody(filter), field.filtered(filter))
            let report = analysis.ownership(filter)
            #expect(report.scope.entries == everybody.count)
            #expect(report.own?.user == filter.entries.user)
            for row in report.rows {
                let all = everybody.count { $0.names.contains(row.player.name) }
                #expect(row.drafted == all && row.ownership == Double(all) / Double(everybody.count))
                guard filter.entries.user != nil else {
                    #expect(row.ownDrafted == nil && row.leverage == nil)
                    continue
                }
                let mine = own.count { $0.names.contains(row.player.name) }
                #expect(row.ownDrafted == mine && report.own?.entries == own.count)
                let exposure = own.isEmpty ? nil : Double(mine) / Double(own.count)
                #expect(row.ownExposure == exposure && row.leverage == exposure.map { $0 - row.ownership })
            }
        }
    }
}
