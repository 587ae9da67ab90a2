import Draft
import DraftTesting
import TestSupport
import Testing

@Suite(.seeded) struct MoneyConservationTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func moneyIsWholeAtEveryEventOfARandomHistory(seed: UInt64) {
        var history = MoneyRandomHistory(seed: seed)
        for _ in 0..<150 { history.step() }
        history.finish()

        var audit = MoneyAudit()
        var state = LedgerState()
        for recorded in history.house.log {
            let findings = audit.findings(after: recorded)
            #expect(findings.isEmpty, "seed \(seed)")
            state.fold(recorded)
            for (user, wallet) in state.wallets {
                #expect(wallet.available.value == audit[.available(user)], "seed \(seed)")
                #expect(wallet.held.value == audit[.held(user)], "seed \(seed)")
            }
            for id in state.tournaments.keys {
                #expect(state.books(id).escrow.value == audit[.escrow(id)], "seed \(seed)")
            }
        }
    }

    /// A property about events that never happen proves nothing.
    @Test func theHistoriesMeetEverythingThatMovesMoney() {
        var met = Set<String>()
        for seed in 1...40 as ClosedRange<UInt64> {
            var history = MoneyRandomHistory(seed: seed)
            for _ in 0..<150 { history.step() }
            history.finish()
            for recorded in history.house.log { met.insert(String("\(recorded.event)".prefix { $0 != "(" })) }
        }
        let expected: Set = [
            "depositRecorded", "entryFeeHeld", "entryFeePosted", "entryFeeReleased", "entryFeeRefunded",
            "prizeCredited", "withdrawalHeld", "withdrawalPosted", "withdrawalReleased", "chargebackRecorded",
            "chargebackSettled", "payoutApproved", "withdrawalApproved",
            "balanceAdjusted", "overlayAdded", "rakeTaken", "tournamentFinalized", "tournamentCancelled",
            "entriesClosed", "roomCancelled", "roomVoided", "commandRejected",
        ]
        #expect(met.isSuperset(of: expected), "missing: \(expected.subtracting(met).sorted())")
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func theListsOfUnstartedRoomsAreThoseOfTheRooms(seed: UInt64) {
        var history = MoneyRandomHistory(seed: seed)
        for _ in 0..<150 {
            history.step()
            let state = history.house.state
            for contest in state.tournaments.keys {
                let rooms = state.rooms.values.filter { $0.tournament == contest }.sorted { $0.id < $1.id }
                let waiting = rooms.filter { $0.status == .waiting }.map(\.id)
                let counting = rooms.filter { $0.status == .countdown }.map(\.id)
                #expect(state.waitingRooms(of: contest) == waiting, "seed \(seed)")
                #expect(state.countdownRooms(of: contest) == counting, "seed \(seed)")
                for status in RoomStatus.allCases {
                    let count = rooms.count { $0.status == status }
                    #expect(state.books(contest).rooms[status] == UInt32(count), "seed \(seed)")
                }
            }
            #expect(state.nextRoom.number == (state.rooms.keys.max()?.number ?? 0) + 1, "seed \(seed)")
        }
    }
}
