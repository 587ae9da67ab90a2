import Draft
import DraftLedger
import Foundation
import Records
import Simulation
import Testing

struct DeterminismTests {
    private var small: SimulationOptions {
        SimulationOptions(rooms: 9, seed: 31, teams: 4, rounds: 5, profile: .lively, threads: 1)
    }

    @Test func equalOptionsGiveEqualEventsTimesAndIdsIncluded() throws {
        let first = try Simulated(small)
        let second = try Simulated(small)
        #expect(first.fingerprint == second.fingerprint)
        #expect(first.summary == second.summary)
    }

    @Test func theNumberOfThreadsDoesNotShow() throws {
        var parallel = small
        parallel.threads = 5
        #expect(try Simulated(small).fingerprint == Simulated(parallel).fingerprint)
    }

    @Test func anotherSeedGivesAnotherHistory() throws {
        var other = small
        other.seed += 1
        let (first, second) = (try Simulated(small), try Simulated(other))
        #expect(first.fingerprint != second.fingerprint)
        #expect(first.events.compactMap { $0.origin?.commandID } != second.events.compactMap { $0.origin?.commandID })
    }

    @Test func portionsPartNoCommandAndChangeNothing() throws {
        var portions: [[PendingEvent]] = []
        _ = try Simulation(small).run(portion: 100) { portions.append($0) }
        for (one, next) in zip(portions, portions.dropFirst()) {
            guard let last = one.last?.origin, let first = next.first?.origin else { continue }
            #expect(first.commandID != last.commandID)
        }
        let whole = try Simulated(small)
        #expect(portions.joined().map(\.event) == whole.events.map(\.event))
        #expect(portions.count > whole.events.count / 1_000)
    }

    /// What people say in it stands beside the log, as in a house that is not simulated.
    @Test func wordsOfASimulationAreToldAndNotLogged() throws {
        var kept: [SentWords] = []
        var pending: [PendingEvent] = []
        _ = try Simulation(small).run(keep: { kept += $0 }, append: { pending += $0 })
        let spoken = pending.compactMap { event in event.event.statement.map { ($0, event.origin?.actor.role) } }
        let byPeople = spoken.filter { $0.1 == .user || $0.1 == .admin }.map(\.0).filter { !$0.words.isEmpty }
        #expect(byPeople.count > 10 && byPeople.allSatisfy { $0.text.isEmpty })
        let cryptography = LedgerCryptography(drawMaster: [])
        let told = Dictionary(kept.map { ($0.words.digest(by: cryptography), $0.words.text) }) { one, _ in one }
        #expect(byPeople.allSatisfy { $0.digest.flatMap { told[$0] }?.isEmpty == false })
        #expect(kept.contains { $0.words.text == "Screen recording" && $0.subject != nil })
    }

    /// Where the first ended.
    @Test func twoLedgersHaveTheSameRootAndASecondSimulationGoesOn() throws {
        try withScratchDirectory { scratch in
            var options = small
            options.rooms = 3
            var roots: [String] = []
            for name in ["one", "two"] {
                let ledger = try DraftLedger.create(
                    at: scratch + name, origin: "example.com/simulated", moment: SimulationStart.epoch,
                    drawMaster: [UInt8](repeating: 7, count: 32))
                defer { ledger.close() }
                let first = try Simulation(options).run(into: ledger)
                #expect(try ledger.size == UInt64(first.events) + 1)
                let roomsBefore = try ledger.rooms().count
                let second = try Simulation(options).run(into: ledger)
                #expect(try #require(second.firstMoment) > #require(first.lastMoment))

                #expect(try ledger.rooms().count == 2 * roomsBefore)
                #expect(try ledger.verify().findings.isEmpty)
                roots.append(String(describing: try ledger.root))
            }
            #expect(roots[0] == roots[1])
        }
    }
}

/// Lends a directory of its own, whose path ends in a slash, and removes it afterwards.
private func withScratchDirectory(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "draft-ledger-simulation-" + UUID().uuidString + "/"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
}
