import Draft
import Projections
import Testing

@Suite struct RowCodableTests {
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func everyRowIsReadBackAndHasOneEncoding(seed: UInt64) {
        var rows = RandomRows(seed: seed)
        for _ in 0..<40 {
            check(rows.roster(), &rows, seed)
            check(rows.room(), &rows, seed)
            check(rows.balance(), &rows, seed)
            check(rows.contest(), &rows, seed)
        }
    }

    /// Reads a row back, then damages its bytes: whatever can still be read must be written as the very same bytes.
    private func check<Row: RowCodable>(_ row: Row, _ rows: inout RandomRows, _ seed: UInt64) {
        let (key, value) = (row.rowKey, row.rowValue)
        #expect(Row(rowKey: key, rowValue: value) == row, "seed \(seed)")
        #expect(Row(rowKey: key, rowValue: value + [0]) == nil, "seed \(seed)")
        #expect(Row(rowKey: key, rowValue: Array(value.dropLast())) == nil, "seed \(seed)")
        #expect(Row(rowKey: [], rowValue: value) == nil, "seed \(seed)")
        for _ in 0..<8 {
            var damaged = value
            damaged[Int(rows.number(in: 0...Int64(value.count) - 1))] ^= 1 << UInt8(rows.number(in: 0...7))
            guard let read = Row(rowKey: key, rowValue: damaged) else { continue }
            #expect(read.rowValue == damaged, "seed \(seed)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func columnsTakeInRowsAndNoOtherBytes(seed: UInt64) {
        var rows = RandomRows(seed: seed)
        var columns = RosterColumns()
        for count in 1...20 {
            let row = rows.roster()
            let value = row.rowValue
            for length in [0, 1, 47, value.count - 1] {
                let isTaken = columns.append(row.entry, rowValue: Array(value.prefix(length)).span.bytes)
                #expect(!isTaken, "seed \(seed), \(length) bytes")
            }
            let isTaken = columns.append(row.entry, rowValue: value.span.bytes)
            #expect(isTaken, "seed \(seed)")
            #expect(columns.count == count && columns.slots.last == row.slot ?? RosterColumns.noSlot, "seed \(seed)")
            let players = columns.players.suffix(row.players.count).map { $0 == RosterColumns.noPlayer ? nil : $0 }
            #expect(players == row.players, "seed \(seed)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func balancesSortByTheirKeysAsAccountsDo(seed: UInt64) {
        var rows = RandomRows(seed: seed)
        let balances = (0..<60).map { _ in rows.balance() }
        let byAccount = balances.sorted { $0.account < $1.account }.map(\.rowKey)
        let byKey = balances.map(\.rowKey).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(byAccount == byKey, "seed \(seed)")
    }
}
