import Draft
import DraftLedger
import Testing

@testable import Simulation

struct LivelyTests {
    @Test func `Fifty rooms of seed 7 meet every kind of event that a draft can meet`() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 50, seed: 7))
        let unmet = Set(EventType.allCases).subtracting(simulated.types)
        print(simulated.summary)
        print(simulated.refusals.map { "\($0.key.name) \($0.value)" }.sorted())
        for t in EventType.allCases { print(t.name, simulated.count(t)) }
        #expect(unmet.map(\.name).sorted() == ["ClockStepped", "LedgerCreated"])
    }
}
