import Dispatch
import DraftLedger
import Records

/// A simulation's stages, each made while the one before is being used.
///
/// The queue owns `stages` and `made`: it makes one stage at a time, and the reader of a stage waits on the queue.
final class StagesAhead: @unchecked Sendable {
    private let queue = DispatchQueue(label: "draft-ledger.simulation.stages")
    private var stages: SimulationStages
    private var made: Result<[PendingEvent]?, SimulationError> = .success(nil)

    init(_ stages: SimulationStages) {
        self.stages = stages
        makeNext()
    }

    /// The next stage's events, and a start on those of the stage behind it; nil when the simulation is over.
    func next() throws(SimulationError) -> [PendingEvent]? {
        let next = queue.sync {
            defer { made = .success(nil) }
            return made
        }
        guard let events = try next.get() else { return nil }
        makeNext()
        return events
    }

    private func makeNext() {
        queue.async { [self] in
            do throws(SimulationError) {
                made = .success(try stages.next())
            } catch {
                made = .failure(error)
            }
        }
    }
}
