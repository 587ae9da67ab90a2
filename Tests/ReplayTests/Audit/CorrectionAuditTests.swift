import Draft
import DraftLedger
import DraftTesting
import Records
import Replay
import Testing

/// A house that closes a round before corrections have ended, or without some of them, and one that puts picks right on
/// which standings rest.
@Suite struct CorrectionAuditTests {
    private static let rooms = HouseScript.playoffRooms

    /// A house whose first round is closed.
    private static func closed() -> HouseScript {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: rooms) { command in
            if case .tournament(_, .drawPods) = command { true } else { false }
        }
        return house
    }

    private static func closing(_ house: HouseScript) throws -> Command {
        try #require(house.nextOfRounds(of: 1, rooms: rooms))
    }

    @Test func aRoundThatClosesWhileCorrectionsCountIsFound() throws {
        var house = HouseScript.drafted
        let command = try Self.closing(house)
        var later = house
        later.wait(until: later.now + HouseScript.correctionWindow)
        let events = later.honestEvents(of: command, as: .scheduler)
        #expect(events.count == 1 && events[0].event.type == .roundClosed)
        house.force(events, of: command, as: .scheduler)
        let found = ForgeryAudit.findings(in: house.events)
        #expect(found.contains { $0.rule == .decision && $0.message.contains("count until") })
    }

    @Test func aRoundThatLeavesACorrectionOutIsFound() throws {
        var house = HouseScript.corrected
        let honest = try Self.closing(house)
        guard case .tournament(_, .closeRound(var close)) = honest,
            case .roundClosed(var closed)? = house.honestEvents(of: honest, as: .scheduler).first?.event
        else {
            Issue.record("the next command closes no round")
            return
        }
        // Before both corrections, of which the first came in time.
        close.seasonVersion -= 2
        closed.seasonVersion = close.seasonVersion
        house.force(
            [StreamEvent(.tournament(1), .roundClosed(closed))], of: .tournament(1, .closeRound(close)), as: .scheduler)
        let found = ForgeryAudit.findings(in: house.events)
        #expect(found.contains { $0.rule == .decision && $0.message.contains("recorded in time") })
    }

    @Test func aRoundThatCountsALateCorrectionIsFound() throws {
        var house = HouseScript.corrected
        let command = try Self.closing(house)
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .roundClosed(var closed)? = events.first?.event,
            let index = closed.standings.firstIndex(where: { standing in
                house.state.room(standing.entry.room)?.picks.contains { $0.player == 6 } == true
            })
        else {
            Issue.record("nobody drafted the player")
            return
        }
        closed.standings[index].bestWeek = 9_000
        events[0].event = .roundClosed(closed)
        house.force(events, of: command, as: .scheduler)
        #expect(ForgeryAudit.findings(in: house.events).contains { $0.rule == .decision })
    }

    // MARK: Picks on which standings rest

    private static let correction = CorrectPick(
        pick: 1, mode: .substitute, player: 20, requestedBy: 91, approvedBy: 92, reason: "The wrong row.")

    @Test func aPickThatIsPutRightBehindItsStandingsIsFound() throws {
        var house = Self.closed()
        let command = Command.room(2, .correctPick(Self.correction))
        let events = HouseScript.corrected.honestEvents(of: command, as: .admin(93))
        #expect(events.first?.event.type == .pickCorrected)
        house.force(events, of: command, as: .admin(93))
        let found = ForgeryAudit.findings(in: house.events)
        #expect(found.map(\.rule) == [.decision] && found[0].message.contains("are recorded"))
    }

    @Test func aPickMayBePutRightBeforeItsStandings() throws {
        var house = HouseScript.corrected
        #expect(house.send(.room(2, .correctPick(Self.correction)), as: .admin(93)) == nil)
        house.playRounds(of: 1, rooms: Self.rooms)
        #expect(house.state.tournament(1)?.openRound == nil)
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    @Test func itsRefusalIsAsTheRulesHaveIt() throws {
        var house = Self.closed()
        let refusal = house.send(.room(2, .correctPick(Self.correction)), as: .admin(93))
        #expect(refusal?.code == .standingsOnRecord)
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    @Test func aRefusalForStandingsThatThereAreNotIsFound() throws {
        var house = HouseScript.corrected
        let command = Command.room(2, .correctPick(Self.correction))
        house.refuse(command, as: .standingsOnRecord, sender: .admin(93)) { $0.pick = 1 }
        let found = ForgeryAudit.findings(in: house.events)
        #expect(found.map(\.rule) == [.refusal] && found[0].message.contains("the rules allow it"))
    }
}
