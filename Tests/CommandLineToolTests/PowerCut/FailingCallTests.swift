import CommandTesting
import Foundation
import TestSupport
import Testing

/// Every call that writes, syncs or names a file of the ledger fails once: the error is a typed one, the ledger is opened
/// anew and lives on, and nothing that was acknowledged is lost.
///
/// `Tools/faults` tries every call, by `POWERCUT_EVERY=1`; otherwise a few are.
@Suite(.seeded, .enabled(if: Recording.isPossible, "the recorder is for Linux and no sanitizer; not tested here"))
struct FailingCallTests {
    /// How calls fail, and how many in a row.
    enum Fault: String, CaseIterable {
        /// A disk that is broken, for a moment.
        case io
        /// One without room, until somebody makes some.
        case full
        /// A write that takes half of what it is given.
        case short
        /// A signal comes in between.
        case interrupted

        var count: Int { self == .full ? 6 : 1 }
    }

    private static let every = ProcessInfo.processInfo.environment["POWERCUT_EVERY"].flatMap { Int($0) }
    private static let length = 2

    @Test(arguments: Fault.allCases) func aCallThatFailsLosesNothing(fault: Fault) throws {
        let calls = try Recording("life", length: Self.length).trace.calls
        #expect(calls > 100)
        // Which calls the threads come to differs from one run to the next.
        var random = SeededGenerator(seed: UInt64(calls))
        let tried =
            Self.every.map { Array(stride(from: 1, through: calls, by: $0)) }
            ?? (0..<3).map { _ in Int.random(in: 1...calls, using: &random) }
        var failures = 0
        for call in tried {
            let recording = try Recording(
                "life", length: Self.length, fault: "\(fault.rawValue) \(call) \(fault.count)")
            failures += recording.failedCalls.count
            let context: Comment = "\(fault) at call \(call): \(recording.failedCalls)"
            #expect(recording.end == .exit(0) && recording.lines.last == "done", context)
            #expect(recording.errors == "", context)
            try Self.checkThatNoSyncIsTriedAgain(recording, context)
            let cuts = try PowerCuts(recording)
            var promises = Promises()
            for line in recording.lines { promises.note(line) }
            let complaints = try cuts.complaints(images: Self.every == nil ? 1 : 4, seed: UInt64(call))
            #expect(complaints.isEmpty, "\(complaints.prefix(5)); \(context)")
            #expect(cuts.check.complaints(about: try cuts.layOutTheEnd(), promises, isThorough: true) == [], context)
            if Self.every != nil, call % 50 == 1 { print("failing calls: \(fault), \(call) of \(calls)") }
        }
        #expect(failures > 0 || tried.count < 10)
    }

    /// A name whose folder could not be synced is there for everybody who looks, and may be gone after a loss of power:
    /// nobody may be told of what it names before it is put there again.
    ///
    /// A disk without room, since after any other failure the life opens its ledger anew, which syncs the folder.
    @Test func aFolderThatIsNotSyncedTakesNothingBack() throws {
        let calls = try Recording("life", length: Self.length).trace.folderSyncs
        #expect(calls.count > 10)
        var failures = 0
        for call in calls {
            let recording = try Recording("life", length: Self.length, fault: "\(Fault.full.rawValue) \(call) 1")
            let context: Comment = "call \(call): \(recording.failedCalls)"
            #expect(recording.end == .exit(0) && recording.lines.last == "done", context)
            let steps = recording.trace.steps
            // Which calls the threads come to differs from one run to the next.
            let failed = steps.firstIndex { if case .failed(let name) = $0 { name.hasPrefix("fsync") } else { false } }
            guard let failed else { continue }
            failures += 1
            let complaints = try PowerCuts(recording).complaints(
                images: Self.every == nil ? 10 : 100, within: failed..<min(failed + 30, steps.count),
                seed: UInt64(call))
            #expect(complaints.isEmpty, "\(complaints.prefix(5)); \(context)")
        }
        #expect(failures > 5)
    }

    /// After a sync of the log has failed nothing more is written to it before it is opened anew.
    private static func checkThatNoSyncIsTriedAgain(_ recording: Recording, _ context: Comment) throws {
        var failed: UInt64?
        var log: UInt64?
        var restored = 0
        for step in recording.trace.steps {
            switch step {
            case .create(let file, let name):
                // A number is given to another file when its own is removed.
                if file == failed { failed = nil }
                if name == Recording.name + "/data.mdb" { log = file }
            case .syncFailed(let file, _): if file == log { failed = file }
            case .open(let file): if file == failed { failed = nil }
            case .sync(let file): #expect(file != failed, "synced again; \(context)")
            // LMDB puts back the root that it could not write.
            case .write(let file, _, let bytes, _): if file == failed { restored = max(restored, bytes.count) }
            default: break
            }
        }
        #expect(restored <= 120, "written after a failed sync; \(context)")
    }
}
