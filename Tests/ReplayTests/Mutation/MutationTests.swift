import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Simulation
import TestSupport
import Testing

@testable import Replay  // the groups of commands

/// Whoever changes one thing of a history, and writes it as if it had always been so, is found, or has written another
/// history that the rules would have given: then the commands that it tells of lead to it once more, byte for byte.
///
/// Each run takes some of the changes, drawn by its seed. All of them, of many histories:
///
///     MUTATIONS=all MUTATION_SEEDS=1-8 swift test --filter MutationTests
///
/// prints for each history how many changes there were, how many were found, how many no ledger could hold, and how many
/// were other histories of the rules; and each that is none of these, with its seed, event, field, old and new value.
@Suite(.serialized) struct MutationTests {
    /// Of how many changes one is tried.
    private static let share: UInt64 = ProcessInfo.processInfo.environment["MUTATIONS"] == "all" ? 1 : 40

    private static let seeds: [UInt64] = {
        let given = ProcessInfo.processInfo.environment["MUTATION_SEEDS"]?.split(separator: "-").compactMap {
            UInt64($0)
        }
        guard let first = given?.first, let last = given?.last, first <= last else { return [1, 2] }
        return Array(first...last)
    }()

    private static func simulated(_ seed: UInt64) throws -> HonestHistory {
        let options = SimulationOptions(rooms: 4, seed: seed, teams: 3, rounds: 2)
        return HonestHistory("seed \(seed)", try TemporaryLedger(simulating: options).events)
    }

    @Test func aHistoryThatIsLeftAloneIsReproducedAndPasses() throws {
        for honest in [try Self.simulated(1), HonestHistory("staffed", HouseScript.staffed.events)] {
            #expect(Reproduction.fault(in: honest.events) == nil, "\(honest.name)")
            #expect(ForgeryAudit.findings(in: honest.events) == [], "\(honest.name)")
        }
    }

    /// The end of a ledger and the beginning of the next one have tests of their own: `TamperedSeasonTests`.
    @Test func theHistoriesHaveEveryTypeOfEvent() throws {
        var types = Set(HouseScript.staffed.events.map(\.event.type))
        for seed in Self.seeds { types.formUnion(try Self.simulated(seed).events.map(\.event.type)) }
        types.formUnion(EventType.allCases.filter { $0.traits.contains(.carried) })
        #expect(Set(EventType.allCases).subtracting(types) == [.ledgerClosed, .ledgerBegun])
    }

    @Test func anEventIsPutTogetherAgainFromItsFields() throws {
        for honest in [try Self.simulated(1), HonestHistory("staffed", HouseScript.staffed.events)] {
            for recorded in honest.events {
                #expect(FieldChanger.unchanged(recorded.event, honest.vocabulary).event == recorded.event)
            }
        }
    }

    @Test(arguments: seeds)
    func aChangeOfASimulatedHistoryIsFoundOrIsAnotherHistoryOfTheRules(seed: UInt64) throws {
        let tally = MutationTally(of: try Self.simulated(seed), seed: seed, share: Self.share)
        report(tally)
        #expect(tally.holes.isEmpty, "\(tally.holes.joined(separator: "\n"))")
    }

    @Test func aChangeOfAStaffedHistoryIsFoundOrIsAnotherHistoryOfTheRules() {
        let tally = MutationTally(
            of: HonestHistory("staffed", HouseScript.staffed.events), seed: 1, share: min(Self.share, 10))
        report(tally)
        #expect(tally.holes.isEmpty, "\(tally.holes.joined(separator: "\n"))")
    }

    private func report(_ tally: MutationTally) {
        print(tally)
        guard Self.share == 1 else { return }
        for hole in tally.holes { print("hole: \(hole)") }
        for (what, count) in tally.legal.sorted(by: { $0.key < $1.key }) { print("as the rules: \(what) \(count)") }
    }
}
