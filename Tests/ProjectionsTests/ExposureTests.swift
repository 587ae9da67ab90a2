@testable import Projections
import Testing

@testable import Draft

@Suite struct ExposureTests {
    /// What the definition says, counted the slow way.
    private func bruteForce(_ rows: [RosterRow], pool: PoolID, _ filter: RosterFilter) -> [Exposure.Player] {
        var players: [Exposure.Player] = []
        let counted = rows.filter { $0.pool == pool && matches($0, filter) }
        for player in 0...PlayerIndex(60) {
            var picks: [PickNumber] = []
            var fees: Int64 = 0
            for row in counted {
                for (index, taken) in row.players.enumerated() where taken == player {
                    guard let slot = row.slot else { continue }
                    // From the rules: forward in odd rounds, back in even ones.
                    let place = index % 2 == 0 ? Int(slot) : Int(row.teams) - 1 - Int(slot)
                    picks.append(PickNumber(index * Int(row.teams) + place + 1))
                    fees += row.fee?.value ?? 0
                }
            }
            guard let earliest = picks.min(), let latest = picks.max() else { continue }
            players.append(
                Exposure.Player(
                    player: player, drafted: UInt32(picks.count), fees: Cents(fees),
                    pickSum: picks.reduce(0) { $0 + UInt64($1) }, earliestPick: earliest, latestPick: latest))
        }
        return players
    }

    private func matches(_ row: RosterRow, _ filter: RosterFilter) -> Bool {
        if row.status == .voided || row.status == .cancelled { return false }
        if row.status != .complete && !filter.includeUnfinished { return false }
        if let user = filter.user, row.user != user { return false }
        if let tournament = filter.tournament, row.tournament != tournament { return false }
        if let slot = filter.slot, row.slot != slot { return false }
        if let preset = filter.preset, row.preset != preset { return false }
        if filter.startedFrom != nil || filter.startedBefore != nil {
            guard let start = row.startedAt else { return false }
            if let from = filter.startedFrom, start < from { return false }
            if let before = filter.startedBefore, start >= before { return false }
        }
        return true
    }

    private static let filters = [
        RosterFilter(), RosterFilter(user: 2), RosterFilter(tournament: 1), RosterFilter(slot: 3),
        RosterFilter(preset: .fast), RosterFilter(includeUnfinished: true),
        RosterFilter(startedFrom: Timestamp(microseconds: 0)),
        RosterFilter(startedBefore: Timestamp(microseconds: 0), includeUnfinished: true),
        RosterFilter(user: 1, startedFrom: Timestamp(microseconds: -20), startedBefore: Timestamp(microseconds: 30)),
    ]

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func exposureIsWhatACountOverTheRowsSays(seed: UInt64) {
        var random = RandomRows(seed: seed)
        let rows = (0..<60).map { _ in random.roster() }
        for filter in Self.filters {
            var exposure = Exposure(of: 1, filter)
            var stored = Exposure(of: 1, filter)
            for row in rows {
                exposure.add(row)
                stored.add(rowValue: row.rowValue.span.bytes)
            }
            let counted = rows.filter { $0.pool == 1 && matches($0, filter) }
            #expect(exposure.players == bruteForce(rows, pool: 1, filter), "seed \(seed) \(filter)")
            #expect(exposure.entries == UInt32(counted.count), "seed \(seed)")
            #expect(exposure.fees.value == counted.reduce(0) { $0 + ($1.fee?.value ?? 0) }, "seed \(seed)")
            #expect(exposure.entriesWithoutFee == UInt32(counted.count { $0.fee == nil }), "seed \(seed)")
            #expect(stored == exposure, "seed \(seed)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func partsAddUpToTheWhole(seed: UInt64) {
        var random = RandomRows(seed: seed)
        let rows = (0..<50).map { _ in random.roster() }
        var whole = Exposure(of: 1)
        var parts = [Exposure](repeating: Exposure(of: 1), count: 4)
        for row in rows {
            whole.add(row)
            parts[Int(random.number(in: 0...3))].add(row)
        }
        random.shuffle(&parts)
        var merged = Exposure(of: 1)
        for part in parts { merged.merge(part) }
        #expect(merged.players == whole.players, "seed \(seed)")
        #expect(merged.entries == whole.entries && merged.fees == whole.fees, "seed \(seed)")
    }

    @Test func bytesThatAreNoRowAreLeftOut() {
        var random = RandomRows(seed: 1)
        var exposure = Exposure(of: 1, RosterFilter(includeUnfinished: true))
        for _ in 0..<20 {
            let value = random.roster().rowValue
            for length in [0, 1, 47, value.count - 1] where length != value.count {
                exposure.add(rowValue: Array(value.prefix(length)).span.bytes)
            }
        }
        #expect(exposure.entries == 0)
    }

    @Test func aPlayerWhomNobodyDraftedHasNoFigures() {
        var random = RandomRows(seed: 2)
        var row = random.roster()
        row.status = .complete
        row.pool = 1
        row.slot = 0
        row.players = [7]
        var exposure = Exposure(of: 1)
        exposure.add(row)
        #expect(exposure[7]?.drafted == 1 && exposure[7]?.earliestPick == 1)
        #expect(exposure[6] == nil && exposure[8] == nil)
        #expect(exposure.players.map(\.player) == [7])
    }
}
