import Draft
import DraftLedger
import Records
import Testing

@testable import Simulation  // how many staff a house has

struct QuietTests {
    @Test func aQuietSimulationIsJoinsPicksAndPaymentsAndDraftsEveryRoomToTheEnd() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 12, seed: 4, profile: .quiet))
        let allowed: Set<EventType> = [
            .userRegistered, .playerListed, .poolPublished, .tournamentCreated, .roomOpened, .seatTaken, .roomFilled,
            .draftOrderDrawn, .countdownStarted, .draftStarted, .clockStarted, .pickMade, .draftCompleted,
            .depositRecorded, .entryFeeHeld, .entryFeePosted, .entriesClosed, .prizesAwarded, .prizeCredited,
            .rakeTaken, .tournamentFinalized,
        ]
        #expect(simulated.types.subtracting(allowed).map(\.name) == [])
        #expect(simulated.summary.completedRooms == 12)
        #expect(simulated.summary.manualPicks == 12 * 216)
        #expect(simulated.summary.entries == 144)
        #expect(simulated.summary.fees == Cents(144 * 2_500))
    }

    @Test(arguments: [(users: 12, rooms: 7), (users: 13, rooms: 9), (users: 400, rooms: 5)])
    func anyNumberOfUsersFromARoomsWorthUpWillDo(users: Int, rooms: Int) throws {
        let simulated = try Simulated(
            SimulationOptions(rooms: rooms, seed: 6, rounds: 2, users: users, profile: .quiet))
        #expect(simulated.summary.completedRooms == rooms)
        #expect(simulated.summary.users == users + SimulatedOperator.staffCount)
    }

    @Test func aFreeContestTakesNoMoney() throws {
        let simulated = try Simulated(
            SimulationOptions(rooms: 3, seed: 8, teams: 4, rounds: 3, entryFee: .zero, profile: .quiet))
        #expect(simulated.summary.completedRooms == 3)
        #expect(simulated.types.isDisjoint(with: [.depositRecorded, .prizeCredited, .rakeTaken]))
    }
}
