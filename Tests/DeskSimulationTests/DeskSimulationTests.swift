import DraftTesting
import Foundation
import Platform
import TestSupport
import Testing

/// Worlds in which much goes wrong: whatever happens to a desk, its senders and its disk, what it said stays true.
///
/// `SIMULATED_SEEDS`, such as `1-5000`, says which worlds; a failure says the one in which it was.
@Suite(.seeded) struct DeskSimulationTests {
    /// Few enough for every run of the tests.
    private static let usual: ClosedRange<UInt64> = 1...40

    private static let seeds: ClosedRange<UInt64> = {
        let words = ProcessInfo.processInfo.environment["SIMULATED_SEEDS"]?.split(separator: "-") ?? []
        guard let first = words.first.flatMap({ UInt64($0) }) else { return usual }
        return first...max(first, words.last.flatMap { UInt64($0) } ?? first)
    }()

    /// What a core's worlds came to.
    private struct Lives {
        var rarities: [Rare: Int] = [:]
        var failures: [(seed: UInt64, error: any Error)] = []
    }

    @Test func whatADeskSaidStaysTrueWhateverGoesWrong() {
        let first = Self.seeds.lowerBound
        // On threads of their own: they take their time, and those that tasks share have others to serve.
        let lives = onAnotherThread {
            Cores.accumulate(Self.seeds.count, from: { Lives() }) { number, lives in
                guard lives.failures.count < 5 else { return }
                let seed = first + UInt64(number)
                do {
                    lives.rarities.merge(try Self.live(seed).rarities, uniquingKeysWith: +)
                } catch {
                    lives.failures.append((seed, error))
                }
            }
        }
        let failures = lives.flatMap(\.failures).sorted { $0.seed < $1.seed }
        for (seed, error) in failures {
            Issue.record("world \(seed) (`Tools/faults simulate --seeds \(seed)`): \(error)")
        }
        let rarities = lives.reduce(into: [:]) { $0.merge($1.rarities, uniquingKeysWith: +) }
        if let path = ProcessInfo.processInfo.environment["SIMULATED_REPORT"] {
            let lines = Rare.allCases.map { "\(rarities[$0] ?? 0)\t\($0.rawValue)\n" }.joined()
            #expect(throws: Never.self) { try lines.write(toFile: path, atomically: true, encoding: .utf8) }
        }
        guard failures.isEmpty, Self.seeds.count >= Self.usual.count else { return }
        let missing = Rare.allCases.filter { rarities[$0] == nil }
        #expect(missing == [], "what should have happened in one of \(Self.seeds.count) worlds")
    }

    @Test(arguments: [3, 17, 40] as [UInt64])
    func theSameSeedIsTheSameWorld(seed: UInt64) throws {
        let digests = try onAnotherThread { Result { try (0..<2).map { _ in try Self.live(seed).trace.digest } } }.get()
        #expect(digests[0] == digests[1])
    }

    private static func live(_ seed: UInt64) throws -> DeskSimulation {
        let world = try DeskSimulation(seed: seed)
        do {
            try world.run()
        } catch {
            throw Wrong("\(error); what goes wrong there: \(world.faults.map { "\($0)" }.sorted())")
        }
        return world
    }
}
