import Foundation
import LMDB
import Ledger
import Synchronization
import TestSupport
import Testing

/// What verification finds when somebody has been at the file.
@Suite struct VerifyTests {
    let directory = TemporaryDirectory()

    /// A ledger of a thousand events in seven streams, closed, changed by `edit` behind its back, and verified.
    private func verify(
        _ edit: (borrowing WriteTransaction, EditedTables) throws -> Void
    ) throws -> Verification {
        let path = directory("l")
        let ledger = try Ledger.create(at: path, options: .init(clock: { 1_000 }))
        try ledger.appendBlocking(.any((0..<1_000).map { $0 % 7 }))
        ledger.close()
        let environment = try Environment.open(at: path)
        let tables = try EditedTables(environment)
        try environment.write { try edit($0, tables) }
        environment.close()
        let damaged = try Ledger.open(at: path, mode: .readOnly)
        defer { damaged.close() }
        return try damaged.verify()
    }

    private struct EditedTables {
        let events: Table<UInt64>
        let nodes: Table<UInt64>
        let streams: Table<UInt64>

        init(_ environment: Environment) throws {
            events = try environment.table(named: "events")
            nodes = try environment.table(named: "nodes")
            streams = try environment.table(named: "streams")
        }
    }

    /// Replaces bytes of a value.
    private func patch(
        _ table: Table<UInt64>, at key: UInt64, offset: Int, with bytes: [UInt8],
        in transaction: borrowing WriteTransaction
    ) throws {
        var value = try #require(try transaction.value(at: key, in: table))
        value.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        try transaction.put(value, at: key, in: table)
    }

    private func found(_ verification: Verification) -> Set<Verification.Check> {
        Set(verification.findings.map(\.check))
    }

    @Test func nothingWhenNobodyHas() throws {
        let verification = try verify { _, _ in }
        #expect(verification.findings == [])
        #expect(verification.isSound)
        #expect(verification.size == 1_000)
        #expect(verification.checked.events == 1_000)
        #expect(verification.checked.bytes == 44_000)
        #expect(verification.checked.nodes == 4)
        #expect(verification.checked.streams == 7)
        #expect(verification.root != nil)
    }

    @Test(arguments: [0, 255, 256, 600, 767] as [UInt64]) func aFlippedBit(_ position: UInt64) throws {
        let verification = try verify { transaction, tables in
            try patch(tables.events, at: position, offset: 43, with: [1], in: transaction)
        }
        #expect(found(verification) == [.nodes, .root])
        #expect(verification.findings.filter { $0.check == .nodes }.map(\.position) == [position / 256 * 256])
    }

    @Test func aFlippedBitInTheLastEventsIsSeenByItsRootOnly() throws {
        // Behind the last whole block no hash is stored: only a checkpoint kept elsewhere can tell.
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        try ledger.appendBlocking(.any((0..<300).map { $0 % 7 }))
        let root = try ledger.root
        let events: Table<UInt64> = try ledger.environment.table(named: "events")
        try ledger.write { try patch(events, at: 299, offset: 43, with: [1], in: $0) }
        let verification = try ledger.verify()
        #expect(found(verification) == [.root])
        #expect(verification.root != root)
    }

    @Test(arguments: [0, 256, 500, 998] as [UInt64]) func aMissingRecord(_ position: UInt64) throws {
        let verification = try verify { transaction, tables in
            try transaction.remove(position, in: tables.events)
        }
        #expect(verification.findings.contains { $0.check == .positions && $0.position == position })
        // The last event of its stream is missed by nobody but the stream's row.
        #expect(found(verification).contains(position < 993 ? .versions : .streams))
        #expect(verification.root == nil)
    }

    @Test func aMissingLastRecord() throws {
        let verification = try verify { transaction, tables in
            try transaction.remove(999, in: tables.events)
        }
        #expect(found(verification) == [.streams])
    }

    @Test(arguments: [1_000, 200_000, 1 << 40, (1 << 56) - 1, 1 << 56, UInt64.max] as [UInt64])
    func aLastPositionThatIsFarAway(_ position: UInt64) throws {
        let verification = try verify { transaction, tables in
            let record = try #require(try transaction.value(at: 999, in: tables.events))
            try transaction.remove(999, in: tables.events)
            try transaction.put(record, at: position, in: tables.events)
        }
        // What is missing is told in a few findings, not in one for each chunk of positions that nobody ever had.
        let gaps = verification.findings.filter { $0.check == .positions }
        #expect((1...3).contains(gaps.count))
        #expect(verification.root == nil)
        if position < 1 << 56 {
            #expect(verification.size == position + 1)
            #expect(gaps.first?.position == 999)
            #expect(gaps.last?.message.contains("\(position - 1)") == true || position == 1_000)
        }
    }

    @Test func positionsThatAreNotInOrder() throws {
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        try ledger.appendBlocking(.any((0..<1_000).map { $0 % 7 }))
        ledger.close()
        // The key of position 500 becomes 3, in its place: LMDB compares keys only to look for one.
        let file = URL(fileURLWithPath: path + "/data.mdb")
        var data = try Data(contentsOf: file)
        let key = Data([0xF4, 1, 0, 0, 0, 0, 0, 0])
        var places: [Int] = []
        var start = data.startIndex
        while let range = data.range(of: key, in: start..<data.endIndex) {
            places.append(range.lowerBound)
            start = range.upperBound
        }
        for place in places { data.replaceSubrange(place..<place + 8, with: [3, 0, 0, 0, 0, 0, 0, 0]) }
        try data.write(to: file)
        let damaged = try Ledger.open(at: path, mode: .readOnly, options: .init(checksPages: true))
        defer { damaged.close() }
        let verification = try damaged.verify()
        #expect(found(verification).contains(.positions))
        #expect(verification.root == nil)
    }

    @Test(arguments: [8 << 56, 8 << 56 | 2, 9 << 56] as [UInt64]) func aChangedHash(_ key: UInt64) throws {
        let verification = try verify { transaction, tables in
            try patch(tables.nodes, at: key, offset: 0, with: [0, 0, 0, 0], in: transaction)
        }
        #expect(found(verification).contains(.nodes))
    }

    @Test func aMissingHash() throws {
        let verification = try verify { transaction, tables in
            try transaction.remove(8 << 56 | 1, in: tables.nodes)
        }
        #expect(found(verification).contains(.nodes))
    }

    @Test func aHashTooMany() throws {
        let verification = try verify { transaction, tables in
            try transaction.put(Array(repeating: 1, count: 32), at: 8 << 56 | 3, in: tables.nodes)
        }
        #expect(found(verification) == [.nodes])
    }

    @Test func aWrongVersionAndAWrongLink() throws {
        let verification = try verify { transaction, tables in
            try patch(tables.events, at: 100, offset: RecordHeader.Offset.version, with: [99], in: transaction)
            try patch(tables.events, at: 200, offset: RecordHeader.Offset.previous, with: [3], in: transaction)
        }
        #expect(verification.findings.contains { $0.check == .versions && $0.position == 100 })
        #expect(verification.findings.contains { $0.check == .links && $0.position == 200 })
    }

    @Test func aTimeThatRunsBackwards() throws {
        let verification = try verify { transaction, tables in
            try patch(tables.events, at: 10, offset: RecordHeader.Offset.recordedAt, with: [0, 0], in: transaction)
        }
        #expect(verification.findings.contains { $0.check == .times && $0.position == 10 })
    }

    @Test func aRecordThatIsTooShort() throws {
        let verification = try verify { transaction, tables in
            try transaction.put([1, 2, 3], at: 17, in: tables.events)
        }
        #expect(verification.findings.contains { $0.check == .positions && $0.position == 17 })
    }

    @Test(arguments: [[9, 9], []] as [[UInt8]]) func aWrongRow(_ bytes: [UInt8]) throws {
        let verification = try verify { transaction, tables in
            if bytes.isEmpty {
                try transaction.remove(3, in: tables.streams)
            } else {
                try patch(tables.streams, at: 3, offset: 0, with: bytes, in: transaction)
            }
        }
        #expect(found(verification) == [.streams])
    }

    @Test func whatTheModuleAboveSaysAgainstRecordsIsFound() throws {
        let ledger = try Ledger.create(at: directory("l"))
        defer { ledger.close() }
        try ledger.appendBlocking(.any((0..<1_000).map { $0 % 7 }))
        let verification = try ledger.verify(
            records: { position, record in
                position % 500 == 3 ? "stream \(RecordHeader(record).stream) looks odd" : nil
            }, progress: { _, _ in })
        #expect(verification.findings.map(\.check) == [.records, .records])
        #expect(verification.findings.map(\.position) == [3, 503])
        #expect(verification.findings.map(\.message) == ["stream 3 looks odd", "stream 6 looks odd"])
        #expect(verification.root == (try ledger.root))
    }

    @Test func itRunsWhileEventsAreAppended() async throws {
        let ledger = try Ledger.create(at: directory("l"), options: .init(durability: .unsynced))
        try ledger.appendBlocking(.any((0..<100_000).map { $0 % 100 }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<300 { try await ledger.append(.any((0..<100).map { $0 })) } }
            group.addTask {
                for _ in 0..<3 {
                    let highest = Atomic<UInt64>(0)
                    let verification = try ledger.verify(progress: { checked, total in
                        #expect(checked <= total)
                        highest.store(checked, ordering: .relaxed)
                    })
                    #expect(verification.findings == [])
                    #expect(highest.load(ordering: .relaxed) == verification.size)
                    try ledger.writeHeads()
                }
            }
            try await group.waitForAll()
        }
    }
}
