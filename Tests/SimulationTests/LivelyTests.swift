import Draft
import DraftLedger
import Records
import Simulation
import Testing

struct LivelyTests {
    @Test func sixtyRoomsOfSeed7MeetEveryKindOfEventThatADraftCanMeet() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 60, seed: 7))

        // A simulation plays no season and closes none, joins no players, tells members nothing, is on one machine, pays
        // withdrawals one by one, and has no staff who read. Three of the other events are caused by a ledger's owner; one reports a machine that
        // failed.
        let unmet = Set(EventType.allCases).subtracting(simulated.types)
        #expect(
            unmet.map(\.name).sorted() == [
                "AliasWithdrawn", "BalanceCarried", "ChargebackCarried", "CheckpointKeyRotated", "ClockStepped",
                "ContestRoundsSet", "DepositCarried", "FreeTextErased", "GameNoted", "ImportedAsFound", "LeaderChanged",
                "LedgerBegun", "LedgerClosed", "LedgerCreated", "MemberCarried", "NoticesRecorded", "PayoutApproved",
                "PlayerNoted",
                "PlayerScored", "PlayersJoined", "PlayersParted", "PodsDrawn", "PrivateDataRead", "ResultsStated",
                "RoundClosed", "ScoresAssigned", "ScoringSet",
                "StaffCarried", "StaffMemberCarried", "WeekFinal", "WithdrawalApproved",
            ])

        let expected: [RefusalCode] = [
            .notYourTurn, .stalePickNumber, .clockExpired, .playerAlreadyDrafted, .playerNotInPool, .draftComplete,
            .roomPaused, .membershipFrozen, .entryLimit, .entriesClosed, .insufficientBalance, .staleQueue,
            .unknownRoom, .unknownUser, .forbidden, .conflictOfInterest, .approverRequired, .badSignature,
            .measureStale,
            .limitExceeded, .userExcluded, .accountClosed,
        ]
        #expect(Set(expected).subtracting(simulated.refusals.keys).map(\.name) == [])

        let pauses = simulated.events.compactMap { event -> RoomPaused.Kind? in
            if case .roomPaused(let paused) = event.event { paused.kind } else { nil }
        }
        #expect(Set(pauses) == Set(RoomPaused.Kind.allCases))
        let corrections = simulated.events.compactMap { event -> PickCorrected.Mode? in
            if case .pickCorrected(let corrected) = event.event { corrected.mode } else { nil }
        }
        #expect(Set(corrections) == Set(PickCorrected.Mode.allCases))
        let automated = simulated.events.compactMap { event -> PickAutomated? in
            if case .pickAutomated(let automated) = event.event { automated } else { nil }
        }
        #expect(Set(automated.map(\.reason)).isSuperset(of: [.clockExpired, .autodraft]))
        #expect(Set(automated.map(\.source)).isSuperset(of: [.queue, .rankings, .adp]))
        let autodraft = simulated.events.compactMap { event -> AutodraftSet.Cause? in
            if case .autodraftSet(let set) = event.event { set.cause } else { nil }
        }
        // A cascade that undoes enough missed picks is rarer than sixty rooms.
        #expect(Set(autodraft).isSuperset(of: [.userWish, .missedPicks, .manualAct]))
    }

    /// A flood of refusals ends in one that counts.
    @Test func aRoomHasElevenOrTwelveTicksAPick() throws {
        let simulated = try Simulated(SimulationOptions(rooms: 16, seed: 3))
        let ticks = Double(simulated.summary.ticks) / Double(simulated.summary.picks)
        #expect((10.5...12.5).contains(ticks), "\(ticks) ticks a pick")
        let floods = simulated.events.compactMap { event -> UInt32? in
            if case .commandRejected(let rejected) = event.event, rejected.count > 1 { rejected.count } else { nil }
        }
        #expect(!floods.isEmpty)
        #expect(simulated.summary.refusals > simulated.count(.commandRejected))
    }

    /// The rest complete.
    @Test func theRoomThatDoesNotFillIsCancelledAndTheOneThatBreaksOffVoided() throws {
        let summary = try Simulated(SimulationOptions(rooms: 8, seed: 5, teams: 6, rounds: 6)).summary
        #expect(summary.rooms == 8)
        #expect(summary.cancelledRooms == 1)
        #expect(summary.voidedRooms == 1)
        #expect(summary.completedRooms == 6)
        #expect(summary.refunds == Cents(6 * 2_500))
    }

    @Test func aSingleRoomMeetsAllIncidentsByItself() throws {
        let types = try Simulated(SimulationOptions(rooms: 1, seed: 2)).types
        #expect(types.isSuperset(of: [.clockExtended, .roomPaused, .pickCorrected, .disputeResolved, .draftCompleted]))
        #expect(types.isDisjoint(with: [.roomVoided, .roomCancelled]))
    }
}
