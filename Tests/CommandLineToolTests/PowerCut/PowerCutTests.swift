import CommandTesting
import Foundation
import TestSupport
import Testing

/// The power is taken from a ledger's whole life at random moments: nothing that was acknowledged may be lost, and what
/// is left must open.
///
/// `Tools/faults` runs more of it: `POWERCUT_IMAGES` says how many images, `POWERCUT_SEED` from which seed on.
@Suite(.seeded, .enabled(if: Recording.isPossible, "the recorder is for Linux and no sanitizer; not tested here"))
struct PowerCutTests {
    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let images = setting("POWERCUT_IMAGES")
    private static let seed = UInt64(setting("POWERCUT_SEED") ?? 1)
    private static let imagesOfOneLife = 500

    @Test(arguments: 0..<max(1, (images ?? 0) / imagesOfOneLife))
    func nothingAcknowledgedIsLost(life: Int) throws {
        let recording = try Recording("life", length: 6)
        #expect(recording.lines.last == "done", "\(recording.errors)")
        let cuts = try PowerCuts(recording, looksAtCommits: true)
        #expect(cuts.check.commits?.count ?? 0 > 20 && cuts.check.keys.count == 3)
        let count = Self.images.map { min($0, Self.imagesOfOneLife) } ?? 100
        let seed = Self.seed + UInt64(life)
        let complaints = try cuts.complaints(images: count, seed: seed) { done, failed in
            guard Self.images != nil, done.isMultiple(of: 100) || done == count else { return }
            print("power cuts: life \(life), \(done) of \(count) images, \(failed) complaints (seed \(seed))")
        }
        #expect(complaints.isEmpty, "\(complaints.count) complaints, seed \(seed): \(complaints.prefix(5))")
    }

    /// What a killed process had not synced is there for the next one, which may acknowledge it: then it has to be safe.
    @Test(arguments: 0..<max(2, (images ?? 0) / 500))
    func whatANewProcessAcknowledgesIsSafe(life: Int) throws {
        var random = SeededGenerator(seed: Self.seed &+ UInt64(life))
        let recording = try Recording("life", length: 5, fault: "killed \(Int.random(in: 1...150, using: &random)) 1")
        #expect(recording.end == .signal(SIGKILL))
        try recording.goOn("life", length: 5)
        #expect(recording.lines.last == "done", "\(recording.errors)")
        let complaints = try PowerCuts(recording).complaints(
            images: Self.images == nil ? 10 : 40, seed: Self.seed + UInt64(life))
        #expect(complaints.isEmpty, "\(complaints.count) complaints: \(complaints.prefix(5))")
    }

    @Test func theTraceTellsAllThatIsWritten() throws {
        let recording = try Recording("life", length: 3)
        var disk = Disk()
        for step in recording.trace.steps { try disk.apply(step) }
        var random = SeededGenerator(seed: 0)
        let image = disk.image(.nothing, using: &random)
        let names = try FileManager.default.contentsOfDirectory(atPath: recording.path)
        #expect(Set(names.map { "\(Recording.name)/\($0)" } + ["\(Recording.name)/"]) == Set(image.keys))
        for name in names where name != "lock.mdb" {
            let there = FileManager.default.contents(atPath: recording.path + "/" + name)
            #expect(there == Data(image["\(Recording.name)/\(name)"] ?? []), "\(name)")
        }
        #expect(names.count >= 8, "\(names)")
    }

    // MARK: Mistakes that must be found

    @Test(arguments: ["relaxed", "hasty"]) func aPromiseThatIsNotKeptIsFound(way: String) throws {
        let recording = try Recording(way, length: 9)
        // Most images are of moments at which nothing is at stake.
        let complaints = try PowerCuts(recording).complaints(images: 150, seed: Self.seed)
        #expect(complaints.contains { $0.description.contains("acknowledged") })
    }

    @Test func foldersThatAreNotSyncedAreFound() throws {
        var cuts = try PowerCuts(Recording("life", length: 3))
        cuts.forgetsFolders = true
        let complaints = try cuts.complaints(images: 30, seed: Self.seed)
        #expect(complaints.contains { $0.description.contains("no such directory") })
        #expect(complaints.contains { !$0.description.contains("no such directory") })
    }

    @Test func aCheckpointThatIsAheadOfTheLogIsFound() throws {
        var cuts = try PowerCuts(Recording("life", length: 5))
        cuts.steps = cuts.recording.trace.publishingTooEarly(
            history: Recording.name + "/checkpoints", log: Recording.name + "/data.mdb")
        #expect(cuts.steps.count == cuts.recording.trace.steps.count)
        let complaints = try cuts.complaints(images: 30, seed: Self.seed)
        #expect(complaints.contains { $0.description.contains("was rolled back or truncated") })
    }
}
