import Draft
import DraftLedger
import Records
import Simulation
import Testing

struct EdgeTests {
    @Test(arguments: SimulationOptions.Profile.allCases)
    func theSmallestDraftsThereAre(profile: SimulationOptions.Profile) throws {
        let simulated = try Simulated(SimulationOptions(rooms: 40, seed: 1, teams: 2, rounds: 1, profile: profile))
        #expect(simulated.summary.rooms == 40)
        try simulated.checkRooms()
        try simulated.checkMoney()
    }

    @Test(arguments: SimulationOptions.Profile.allCases)
    func theLargestDraftsThereAre(profile: SimulationOptions.Profile) throws {
        let simulated = try Simulated(SimulationOptions(rooms: 2, seed: 1, teams: 20, rounds: 30, profile: profile))
        #expect(simulated.summary.completedRooms == 2)
        #expect(simulated.count(.playerListed) > 600)
        try simulated.checkRooms()
    }

    @Test func aSlowDraftTakesDaysWithATickAMinute() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 3, seed: 9, teams: 6, rounds: 8, clock: .slow))
        let (first, last) = try (
            #require(simulated.summary.firstMoment), #require(simulated.summary.lastMoment)
        )
        #expect((last - first) > .seconds(8 * 3_600))
        try simulated.checkRooms()
        try simulated.checkMoney()
    }

    @Test(
        arguments: [
            SimulationOptions(rooms: 0), SimulationOptions(rooms: 1, teams: 1), SimulationOptions(rooms: 1, rounds: 31),
            SimulationOptions(rooms: 1, contest: ""), SimulationOptions(rooms: 1, entryFee: Cents(-1)),
            SimulationOptions(rooms: 1, users: 11), SimulationOptions(rooms: 1, threads: 0),
            SimulationOptions(rooms: 1_000_000, entryFee: Cents(100_000_000)),
        ])
    func anOptionOutOfRangeIsRefusedBeforeAnythingHappens(options: SimulationOptions) {
        #expect(throws: SimulationError.self) { try Simulation(options) }
    }

    @Test func anErrorOfWhoeverTakesTheEventsEndsTheSimulation() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            try Simulation(SimulationOptions(rooms: 2, teams: 2, rounds: 2)).run { _ in throw Full() }
        }
    }
}
