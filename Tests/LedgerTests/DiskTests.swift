import Ledger
import Platform
import TestSupport
import Testing

/// Disks that are full or may not be written. They are mounted for the test, which takes root on Linux.
@Suite(.enabled(if: Mount.isPossible, "mounting file systems takes root on Linux; not tested here"))
struct DiskTests {
    /// Runs `body` with a disk of its own.
    private func mounted(bytes: Int, _ body: (Mount) throws -> Void) throws {
        let disk = try Mount.smallDisk(bytes: bytes)
        defer { disk.remove() }
        try body(disk)
    }

    @Test func aFullDiskRefusesAndTheLedgerGoesOn() throws {
        try mounted(bytes: 2 << 20) { disk in
            let ledger = try Ledger.create(at: disk.path + "/l")
            var accepted: Position = 0
            var refusal: LedgerError?
            while refusal == nil, accepted < 100_000 {
                do {
                    accepted = try ledger.appendBlocking(.any(0..<500, padding: 100)).positions.upperBound
                } catch {
                    refusal = error as? LedgerError
                }
            }
            #expect(refusal?.code == .diskFull, "\(String(describing: refusal))")
            #expect(refusal?.description.contains(disk.path) == true)
            #expect(accepted > 0)
            #expect(try ledger.size == accepted)
            #expect(try ledger.verify().findings == [])

            // With room again, the same ledger goes on where it was.
            try disk.remount("size=8m")
            let appended = try ledger.appendBlocking(.one(7, at: UInt32(accepted / 500)))
            #expect(appended.positions.lowerBound == accepted)
            let root = try ledger.root
            ledger.close()
            let reopened = try Ledger.open(at: disk.path + "/l")
            #expect(try reopened.root == root)
            #expect(try reopened.verify().findings == [])
            reopened.close()
        }
    }

    @Test func aWholeGroupIsToldOfAFullDisk() throws {
        try mounted(bytes: 1 << 20) { disk in
            let ledger = try Ledger.create(at: disk.path + "/l")
            let outcomes = Guarded<[Result<Appended, LedgerError>]>([])
            let seen = Guarded<(records: Int, failures: [LedgerError.Code])>((0, []))
            ledger.observe { group in
                seen.withLock { seen in
                    seen.records += group.records
                    if let failure = group.failure { seen.failures.append(failure.code) }
                }
            }
            for _ in 0..<50 {
                ledger.enqueue(.any(0..<500, padding: 100)) { result in
                    outcomes.withLock { $0.append(result) }
                    outcomes.signal()
                }
            }
            let results = outcomes.wait { $0.count == 50 ? $0 : nil }
            var accepted: Position = 0
            for result in results {
                switch result {
                case .success(let appended): accepted = max(accepted, appended.positions.upperBound)
                case .failure(let error): #expect(error.code == .diskFull, "\(error)")
                }
            }
            #expect(results.contains { if case .failure = $0 { true } else { false } })
            #expect(try ledger.size == accepted)
            ledger.close()
            let (records, failures) = seen.withLock { $0 }
            #expect(records == Int(accepted) && !failures.isEmpty && failures.allSatisfy { $0 == .diskFull })
        }
    }

    @Test func aReadOnlyFileSystemCanBeRead() throws {
        try mounted(bytes: 8 << 20) { disk in
            let ledger = try Ledger.create(at: disk.path + "/l")
            try ledger.appendBlocking(.any(0..<1_000))
            let root = try ledger.root
            ledger.close()
            try disk.remount("ro")
            let reader = try Ledger.open(at: disk.path + "/l", mode: .readOnly)
            #expect(try reader.root == root)
            #expect(try reader.verify().findings == [])
            reader.close()
            expect(.readOnly) { try Ledger.open(at: disk.path + "/l") }
        }
    }
}
