import Foundation
import Platform
import TestSupport
import Testing

/// Clusters in which much goes wrong. Whatever the seed breaks, no acknowledged command is lost, moved or repeated, and the
/// cluster finishes once all is healed.
///
/// `CLUSTER_SEEDS`, such as `17` or `1-5000`, says which seeds. A failure names its seed. `CLUSTER_TRACE` prints every step,
/// `CLUSTER_REPORT` how often each rarity happened.
@Suite(.seeded) struct ClusterSimulationTests {
    private static let usual: ClosedRange<UInt64> = 1...1_000

    private static let seeds: ClosedRange<UInt64> = {
        let words = ProcessInfo.processInfo.environment["CLUSTER_SEEDS"]?.split(separator: "-") ?? []
        guard let first = words.first.flatMap({ UInt64($0) }) else { return usual }
        return first...max(first, words.last.flatMap { UInt64($0) } ?? first)
    }()

    /// The findings of a thread's simulations.
    private struct Seen {
        var rarities: [Rare: Int] = [:]
        var failures: [(seed: UInt64, reason: String)] = []
    }

    @Test func noFaultsLoseAnythingThatWasAcknowledged() {
        let first = Self.seeds.lowerBound
        let isTraced = ProcessInfo.processInfo.environment["CLUSTER_TRACE"] != nil
        let seen = onAnotherThread {
            Cores.accumulate(Self.seeds.count, from: { Seen() }) { number, seen in
                guard seen.failures.count < 5 else { return }
                let simulation = ClusterSimulation(seed: first + UInt64(number), isTraced: isTraced)
                simulation.run()
                for rare in simulation.rarities { seen.rarities[rare, default: 0] += 1 }
                if let reason = simulation.violations.first { seen.failures.append((simulation.seed, reason)) }
            }
        }
        for (seed, reason) in seen.flatMap(\.failures).sorted(by: { $0.seed < $1.seed }) {
            Issue.record("seed \(seed) (`CLUSTER_SEEDS=\(seed)` repeats it): \(reason)")
        }
        let rarities = seen.reduce(into: [:]) { $0.merge($1.rarities, uniquingKeysWith: +) }
        if ProcessInfo.processInfo.environment["CLUSTER_REPORT"] != nil {
            for rare in Rare.allCases { print("\(rarities[rare] ?? 0)\t\(rare.rawValue)") }
        }
        guard seen.allSatisfy(\.failures.isEmpty), Self.seeds.count >= Self.usual.count else { return }
        let missing = Rare.allCases.filter { rarities[$0] == nil }.map(\.rawValue)
        #expect(missing == [], "should have happened in one of \(Self.seeds.count) simulations")
    }

    @Test(arguments: [3, 17, 40] as [UInt64])
    func theSameSeedIsTheSameSimulation(seed: UInt64) {
        let digests = onAnotherThread {
            (0..<2).map { _ in
                let simulation = ClusterSimulation(seed: seed)
                simulation.run()
                return simulation.trace.digest
            }
        }
        #expect(digests[0] == digests[1])
    }

    /// The checks have teeth: with a fault in the shell they fail for one of the first seeds.
    @Test(arguments: Mutant.allCases)
    func aFaultInTheShellIsFound(mutant: Mutant) {
        let found = onAnotherThread {
            (1...400 as ClosedRange<UInt64>).first { seed in
                let simulation = ClusterSimulation(seed: seed, mutant: mutant)
                simulation.run()
                return !simulation.violations.isEmpty
            }
        }
        #expect(found != nil)
        if ProcessInfo.processInfo.environment["CLUSTER_REPORT"] != nil, let found { print("\(mutant): seed \(found)") }
    }
}
