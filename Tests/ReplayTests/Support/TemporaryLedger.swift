import Draft
import DraftLedger
import Foundation
import Records
import Simulation

/// A ledger in a directory of its own, which goes away with it.
final class TemporaryLedger {
    let path = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)").path
    let ledger: DraftLedger

    /// An empty ledger but for its first event, with draws that are the same in every run.
    init(createdAt moment: Timestamp = SimulationStart.epoch) throws {
        ledger = try DraftLedger.create(
            at: path, origin: "test.example/replay", moment: moment,
            drawMaster: Array(repeating: 7, count: 32))
    }

    /// A simulated house's.
    convenience init(simulating options: SimulationOptions) throws {
        try self.init()
        _ = try Simulation(options).run(into: ledger)
    }

    /// What a change makes of another ledger's events.
    convenience init(_ events: [RecordedEvent]) throws {
        try self.init()
        try ledger.append(
            events.filter { $0.position > 0 }.map {
                PendingEvent(stream: $0.stream, event: $0.event, origin: $0.origin, recordedAt: $0.recordedAt)
            })
    }

    var events: [RecordedEvent] {
        get throws {
            var all: [RecordedEvent] = []
            try ledger.events {
                all.append($0); return true
            }
            return all
        }
    }

    deinit {
        ledger.close()
        try? FileManager.default.removeItem(atPath: path)
    }
}
