import Draft
import DraftLedger
import Testing

/// Commands that somebody who appends past the desk overtakes.
@Suite struct OvertakenTests {
    /// The first join's events and the stranger's are equally many, so the second join would find the size it expects.
    @Test(arguments: 1...6) func whatWasDecidedOnEventsThatDoNotExistIsDecidedAnew(strangers: Int) async throws {
        let house = try await TestHouse()
        let alerts = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
        let ahead = (0..<strangers).map { StreamEvent(.user(UserID(UInt64(100 + $0))), alerts) }
        let joins = (1...2).map { user in
            (
                command: Command.joinTournament(1, user: UserID(user), entries: 1), actor: Actor.user(UserID(user)),
                id: house.newID()
            )
        }
        for case .accepted? in try house.sendTogether(joins, behind: ahead) { continue }
        let taken = try house.ledger.stream(.room(1)).compactMap { recorded -> SeatTaken? in
            if case .seatTaken(let taken) = recorded.event { taken } else { nil }
        }
        #expect(taken.map(\.seat) == [0, 1])
        #expect(taken.map(\.entry) == [EntryID(room: 1, join: 1), EntryID(room: 1, join: 2)])
        #expect(try house.ledger.verify().isSound)
    }
}
