import DraftTesting
import Testing

@testable import Draft  // what statements come to together is internal

/// What a site states itself that the entries of a draft have come to.
@Suite struct StatedResultsTests {
    /// A complete draft of another site, room 2: two teams, one round. Room 1 is the house's own.
    private static func imported(picks: PickNumber = 2) -> House {
        var house = House.waiting(.fast(teams: 2, rounds: 1))
        let open = OpenRoom(
            tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1), externalID: "d")
        let entries = ["a", "b"].map { ImportRoom.Entry(externalID: $0) }
        house.send(.room(2, .importRoom(ImportRoom(room: open, entries: entries))), as: .importer, at: House.start)
        for pick in 1...picks {
            let made = MakePick(pick: pick, player: PlayerIndex(pick), seat: Seat(pick - 1))
            house.send(.room(2, .makePick(made)), as: .importer, at: House.start)
        }
        return house
    }

    private static func stated(
        _ points: [Int32?], advances: [Bool?] = [nil, nil], picks: [Int32?] = [], round: UInt8 = 1,
        source: String = "site"
    ) -> ResultsStated {
        ResultsStated(
            round: round, source: source,
            entries: zip(points, advances).map { StatedEntry(points: $0, advances: $1) },
            picks: picks.map { StatedPick(points: $0) })
    }

    private static func decision(
        _ results: ResultsStated, on house: House = imported(), room: RoomID = 2, as sender: Sender = .importer
    ) -> Decision {
        house.decision(.room(room, .recordStatedResults(results)), as: sender, at: House.start)
    }

    @Test func aSitesWordIsOnRecordEachTimeAndChangesNothing() throws {
        var house = Self.imported()
        let before = try #require(house.state.room(2))
        let words = [
            Self.stated([151_736, nil], advances: [true, nil], picks: [100, -4]), Self.stated([151_736, 0]),
            Self.stated([151_736, 0]),
        ]
        for results in words {
            let decision = house.send(.room(2, .recordStatedResults(results)), as: .importer, at: House.start)
            #expect(decision.events == [.resultsStated(results)])
        }
        var after = try #require(house.state.room(2))
        #expect(after.version == before.version + 3)
        after.version = before.version
        #expect(after == before)
    }

    @Test func onlyAnImporterStatesIt() {
        for sender in [.user(1), House.admin, .admin(nil), .scheduler, .provider(onBehalfOf: 1)] as [Sender] {
            #expect(Self.decision(Self.stated([1, 2]), as: sender).code == .forbidden, "\(sender)")
        }
        #expect(Self.decision(Self.stated([1, 2])).code == nil)
    }

    @Test func itIsOfACompleteDraftThatWasHeldElsewhere() {
        #expect(Self.decision(Self.stated([1, 2]), room: 1).code == .forbidden, "it was drafted here")
        #expect(Self.decision(Self.stated([1, 2]), room: 9).code == .unknownRoom)
        #expect(Self.decision(Self.stated([1, 2]), on: Self.imported(picks: 1)).code == .wrongStatus)
        var voided = Self.imported()
        voided.send(.room(2, .voidRoom(approvedBy: 0, reason: "again")), as: .importer, at: House.start)
        #expect(Self.decision(Self.stated([1, 2]), on: voided).code == .wrongStatus)
    }

    @Test func whatNoDraftCanComeToIsRefused() {
        let most = ResultsStated.mostPoints
        #expect(Self.decision(Self.stated([most, -most], picks: [most, nil])).code == nil)
        var long = Self.stated([1, 2])
        long.entries.append(StatedEntry(points: 3))
        for wrong in [
            Self.stated([most + 1, 0]), Self.stated([0, -most - 1]), Self.stated([.min, 0]), Self.stated([.max, 0]),
            Self.stated([1, 2], picks: [1, most + 1]), Self.stated([1, 2], picks: [1]),
            Self.stated([1, 2], picks: [1, 2, 3]), Self.stated([1, 2], round: 0), Self.stated([1, 2], round: 17),
            Self.stated([1, 2], source: ""), Self.stated([1, 2], source: String(repeating: "s", count: 256)),
            Self.stated([nil, nil], picks: [nil, nil]), Self.stated([1], advances: [nil]), long,
            ResultsStated(round: 1, source: "s", entries: []),
        ] {
            #expect(Self.decision(wrong).code == .invalidValue, "\(wrong)")
        }
    }

    /// Of a team of which the import knows nothing nothing is stated either.
    @Test func anEntryThatIsNotThereHasNoResult() {
        var house = House.waiting(.fast(teams: 2, rounds: 1))
        let open = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1))
        house.send(
            .room(2, .importRoom(ImportRoom(room: open, entries: [ImportRoom.Entry(externalID: "a"), nil]))),
            as: .importer, at: House.start)
        for pick in 1...2 as ClosedRange<PickNumber> {
            let unknown = RecordAutomatedPick(
                pick: pick, seat: Seat(pick - 1), player: pick == 1 ? 3 : nil, reason: .unknown, source: .unknown)
            house.send(.room(2, .recordAutomatedPick(unknown)), as: .importer, at: House.start)
        }
        #expect(house.state.room(2)?.status == .complete)
        #expect(Self.decision(Self.stated([5, nil]), on: house).code == nil)
        #expect(Self.decision(Self.stated([5, 6]), on: house).code == .invalidValue)
        #expect(Self.decision(Self.stated([5, nil], advances: [nil, false]), on: house).code == .invalidValue)
    }

    @Test func theLaterWordHoldsAndSilenceTakesNothingBack() {
        let first = Self.stated([100, 200], advances: [true, nil], picks: [7, nil])
        let second = Self.stated([nil, 250], advances: [nil, false])
        #expect(second.filled(from: first) == Self.stated([100, 250], advances: [true, false], picks: [7, nil]))
        #expect(first.addsNothing(to: first) && Self.stated([100, nil]).addsNothing(to: first))
        #expect(Self.stated([nil, nil]).addsNothing(to: first))
        #expect(!second.addsNothing(to: first) && !Self.stated([101, nil]).addsNothing(to: first))
        #expect(!Self.stated([nil, nil], picks: [nil, 8]).addsNothing(to: first))
        var known: [ResultsStated] = []
        for statement in [first, Self.stated([9, 9], round: 2), second] { known.take(statement) }
        #expect(known == [second.filled(from: first), Self.stated([9, 9], round: 2)])
        // A record may have what the rules never gave.
        let longer = ResultsStated(round: 1, source: "s", entries: [.blank, .blank, StatedEntry(points: 1)])
        #expect(first.filled(from: longer).entries.count == 3 && !longer.addsNothing(to: first))
    }
}
