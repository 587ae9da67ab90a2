import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Folds under other rules.
struct NamedFoldTests {
    typealias At = DraftTable

    /// Pick 1 in grace, pick 2 by the rules with a late click for it refused, and what follows in time.
    ///
    /// - Parameter wish: the player of the late click.
    private func table(wish: PlayerIndex = 11) -> (table: DraftTable, inGrace: UInt64, byRules: UInt64, late: UInt64) {
        var table = DraftTable()
        table.pick(9, at: 33)
        let inGrace = table.last - 1
        let user = table.userOnClock
        table.expire()
        let byRules = table.last - 1
        let arrival = table.room.lastPickClock!.graceEndsAt + .seconds(1)
        table.send(.room(1, .makePick(MakePick(pick: 2, player: wish))), as: .user(user), at: arrival)
        let late = table.last
        for player in (20...) as PartialRangeFrom<PlayerIndex> {
            let arrival = table.room.runningClock!.deadline - .seconds(20)
            table.must(
                .room(1, .makePick(MakePick(pick: table.room.currentPickNumber, player: player))),
                as: .user(table.userOnClock), at: arrival)
            if table.room.status != .active { break }
        }
        return (table, inGrace, byRules, late)
    }

    private func difference(_ one: String, _ other: String) throws -> UInt64? {
        let house = try table().table.ledger()
        return try difference(one, other, in: house)
    }

    private func difference(_ one: String, _ other: String, in house: TemporaryLedger) throws -> UInt64? {
        let folds = try [one, other].map { try #require(NamedFold($0)) }
        let history = try RoomHistory(of: 1, in: house.ledger)
        return try NamedFold.firstDifference(in: history, between: folds[0], and: folds[1])?.position
    }

    @Test func equalRulesAgreeWhateverTheyAreCalled() throws {
        #expect(try difference("room", "room@3") == nil)
        #expect(try difference("room", "room,grace=5,clock=30") == nil)
        #expect(try difference("room,grace=0", "room,grace=0") == nil)
    }

    @Test func withoutGraceTheFirstPickInGraceIsWhereTheyPart() throws {
        #expect(try difference("room", "room,grace=0") == table().inGrace)
        #expect(try difference("picks", "picks,grace=0") == table().inGrace)
        #expect(try difference("room,grace=2", "room,grace=3") == table().inGrace)
    }

    @Test func withALongerGraceItIsThePickThatTheRulesThenDoNotMake() throws {
        #expect(try difference("room", "room,grace=10") == table().byRules)
        #expect(try difference("picks,grace=10", "picks") == table().byRules)
    }

    @Test func underLimitsThatLeaveTheRulesNobodyWhomTheyPickedItIsTheirPick() throws {
        // Player 0 is the one running back whom the rules picked.
        #expect(try difference("room", "room,limits=9/0/9/9") == table().byRules)
        #expect(try difference("picks", "picks,limits=9/9/9/9") == nil)
    }

    @Test func aCommandThatChangesNoPickIsADifferenceOfTheRoomAlone() throws {
        // The player of the late click is taken: in time it is refused as well, for another reason.
        let table = table(wish: 9)
        let house = try table.table.ledger()
        #expect(try difference("room", "room,grace=10", in: house) == table.late)
        #expect(try difference("picks", "picks,grace=10", in: house) == nil)
    }

    @Test func whatTwoFoldsDoNotBothSayIsNotCompared() throws {
        #expect(throws: FoldError.differentScopes(.picks, .room)) { try difference("picks", "room") }
    }

    @Test(arguments: [
        "", "room@4", "room,", "room,grace", "room,grace=-1", "picks,limits=1/2/3", "rooms", "room,teams=3",
        "picks,rounds=1", "room,clock=0",
    ])
    func foldsThatThereAreNotAreNotRead(name: String) {
        #expect(NamedFold(name) == nil)
    }
}
