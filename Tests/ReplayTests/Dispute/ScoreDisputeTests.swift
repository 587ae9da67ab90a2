import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Replay
import Testing

/// "The stat correction of week 2 cost me the round": over the contest of `HouseScript.drafted`, whose rooms of two draft
/// four players each, and whose best one counts.
@Suite struct ScoreDisputeTests {
    private static let rooms = HouseScript.playoffRooms

    /// Who drafted a player, and the other entry of that room.
    private static func entries(of player: PlayerIndex, _ house: HouseScript) throws -> (own: EntryID, other: EntryID) {
        for id in rooms {
            guard let room = house.state.room(id), let pick = room.picks.first(where: { $0.player == player }),
                let own = room.member(at: pick.seat)?.entry,
                let other = room.members.compactMap({ $0?.entry }).first(where: { $0 != own })
            else { continue }
            return (own, other)
        }
        Issue.record("nobody drafted player \(player)")
        return (0, 0)
    }

    private static func judge(_ house: HouseScript, _ entry: EntryID, week: UInt8) throws -> ScoreReport {
        let ledger = try TemporaryLedger(house.events)
        defer { ledger.ledger.close() }
        return try Dispute(ledger.ledger).judge(entry: entry, week: week)
    }

    private static func close(_ house: inout HouseScript) {
        house.playRounds(of: 1, rooms: rooms) { command in
            if case .tournament(_, .drawPods) = command { true } else { false }
        }
    }

    @Test func beforeARoundIsClosedNothingIsDecided() throws {
        let house = HouseScript.drafted
        let (own, _) = try Self.entries(of: 5, house)
        let report = try Self.judge(house, own, week: 1)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons.contains { $0.rule == .closing && $0.text.contains("is not closed") })
        #expect(report.recorded == nil && report.closedAsOf == nil)
    }

    @Test func aCorrectionInTimeIsAllowedWhoeverItCosts() throws {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        Self.close(&house)
        let (own, other) = try Self.entries(of: 5, house)
        let report = try Self.judge(house, other, week: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .window && $0.text.contains(": it counts") })
        #expect(report.steps.count == 2 && report.steps.map(\.isCorrection) == [false, true])
        #expect(report.steps.map(\.counts) == [true, true])
        #expect(report.steps[1].changes.map(\.after) == [2_900])
        #expect(report.steps[1].changes.map(\.isClaimants) == [false])
        #expect(report.steps[1].changes[0].reason == "The league corrected it.")
        let mine = try Self.judge(house, own, week: 1)
        #expect(mine.steps[1].changes.map(\.isClaimants) == [true])
        #expect(mine.steps[1].standing.week == 2_900)
        #expect(Set([mine.steps[1].standing.place, report.steps[1].standing.place]) == [1, 2])
        let recorded = try #require(mine.recorded)
        #expect(Int64(recorded.points) == mine.steps[1].standing.round)
        #expect(Int(recorded.place) == mine.steps[1].standing.place)
    }

    @Test func aCorrectionThatCameTooLateChangesNothing() throws {
        var house = HouseScript.corrected
        Self.close(&house)
        let (own, other) = try Self.entries(of: 6, house)
        let report = try Self.judge(house, own, week: 2)
        #expect(report.verdict == .rejected)
        #expect(report.steps.map(\.counts) == [true, false])
        // Had it counted.
        #expect(report.steps[1].standing.week == 9_000 && report.steps[1].standing.place == 1)
        #expect(report.recorded.map { Int64($0.points) } == report.steps[0].standing.round)
        #expect(try Self.judge(house, other, week: 2).reasons.contains { $0.text.contains("it does not count") })
        #expect(report.headline.hasPrefix("The rules were kept: the correction of "))
        #expect(report.headline.contains("to 90.00) came after the time for corrections, "))
    }

    /// Where the rules set no days for corrections, the closing decides which of them count.
    @Test func withoutDaysForCorrectionsOneThatFollowsTheClosingDoesNotCount() throws {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        Self.close(&house)
        house.correct(week: 1, player: 5, to: 100)
        let events = house.events.map { recorded in
            var recorded = recorded
            if case .contestRoundsSet(var set) = recorded.event {
                set.correctionDays = nil
                recorded.event = .contestRoundsSet(set)
            }
            return recorded
        }
        let ledger = try TemporaryLedger(events)
        defer { ledger.ledger.close() }
        let report = try Dispute(ledger.ledger).judge(entry: try Self.entries(of: 5, house).own, week: 1)
        #expect(report.verdict == .rejected)
        #expect(report.steps.map(\.isCorrection) == [false, true, true])
        #expect(report.steps.map(\.counts) == [true, true, false])
        let closing = try #require(report.closing)
        #expect(report.recorded.map { Int64($0.points) } == closing.standing.round)
        #expect(closing.seasonVersion == report.closedAsOf)
        #expect(report.headline.contains("came after round 1 was closed, so it changes nothing. Your entry has "))
    }

    @Test func aRoundThatClosedByOtherPointsIsUpheld() throws {
        var house = HouseScript.corrected
        let command = try #require(house.nextOfRounds(of: 1, rooms: Self.rooms))
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .roundClosed(var closed)? = events.first?.event else { return }
        let (winner, loser) = (closed.standings[0].entry, closed.standings[1].entry)
        (closed.standings[0].entry, closed.standings[1].entry) = (loser, winner)
        events[0].event = .roundClosed(closed)
        house.force(events, of: command, as: .scheduler)
        let report = try Self.judge(house, winner, week: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .standing && report.reasons[0].text.contains("place 1 of 2"))
    }

    @Test func aRoundThatClosedTooEarlyIsUpheld() throws {
        var house = HouseScript.drafted
        let command = try #require(house.nextOfRounds(of: 1, rooms: Self.rooms))
        var later = house
        later.wait(until: later.now + HouseScript.correctionWindow)
        house.force(later.honestEvents(of: command, as: .scheduler), of: command, as: .scheduler)
        let report = try Self.judge(house, EntryID(room: 1, join: 1), week: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .closing && report.reasons[0].text.contains("before the end of corrections"))
    }

    @Test func aRoundThatLeftACorrectionOutIsUpheld() throws {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        let command = try #require(house.nextOfRounds(of: 1, rooms: Self.rooms))
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .roundClosed(var closed)? = events.first?.event,
            case .tournament(let id, .closeRound(var close)) = command
        else { return }
        closed.seasonVersion -= 1
        close.seasonVersion -= 1
        events[0].event = .roundClosed(closed)
        house.force(events, of: .tournament(id, .closeRound(close)), as: .scheduler)
        let report = try Self.judge(house, try Self.entries(of: 5, house).own, week: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.contains { $0.bearing == .upheld && $0.text.contains("leaves out this correction") })
    }

    /// Two people can state that points are not those of the player whom they fit: it decides the round, so nothing is proven.
    @Test(arguments: [true, false]) func pointsThatStaffTakeFromAPlayerAreNamed(takes: Bool) throws {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        let player = House.players(24)[5]
        let (own, other) = try Self.entries(of: 5, house)
        // One of the same roster, whose name is another.
        let room = try #require(house.state.room(own.room))
        let partner = try #require(
            room.picks.compactMap(\.player).first { $0 != 5 && House.players(24)[Int($0)].position != player.position })
        let scored = SeasonPlayer(externalID: player.externalID, name: player.name, position: player.position)
        let denial = ScoresAssigned(
            PoolPlayer(1, takes ? 5 : partner), scored, named: player.name, position: player.position, belongs: false,
            requestedBy: 901, approvedBy: 902, reason: "another man of that name")
        #expect(house.send(.season(2026, .assignScores(denial)), as: House.admin) == nil)
        Self.close(&house)
        let report = try Self.judge(house, own, week: 1)
        let named = try #require(report.reasons.first { $0.text.contains("another man of that name") })
        #expect(named.bearing == (takes ? .undecidable : nil), "\(named)")
        #expect(report.verdict == (takes ? .undecidable : .rejected))
        if takes {
            #expect(report.headline.contains("Staff stated that the points of \(player.name) are not those of"))
            #expect(try Self.judge(house, other, week: 1).verdict == .undecidable, "the rival gained by it")
        }
        let ledger = try TemporaryLedger(house.events)
        defer { ledger.ledger.close() }
        let audit = try Audit(ledger.ledger).run()
        #expect(audit.isClean)
        #expect(audit.remarks.contains { $0.message.contains("are not those of player 5 of pool 1") } == takes)
    }

    /// Of two players of one name, a statement that points are one's denies them to nobody.
    @Test func aStatementThatTellsNamesakesApartDeniesNothing() {
        func listing(_ index: PlayerIndex, _ name: String) -> PlayerListing {
            var listing = House.players(24)[Int(index)]
            (listing.index, listing.name, listing.position, listing.externalID) = (index, name, .wideReceiver, "")
            return listing
        }
        var pool = PoolState(id: 1)
        pool.players = [listing(0, "Mike Williams"), listing(1, "Mike Williams"), listing(2, "Davante Adams")]
        func denied(_ player: PlayerIndex, belongs: Bool) -> PlayerIndex? {
            ScoresAssigned(
                PoolPlayer(1, player), SeasonPlayer(externalID: "", name: "Mike Williams", position: .wideReceiver),
                named: "Mike Williams", position: .wideReceiver, belongs: belongs, approvedBy: 2, reason: "r"
            ).denied(in: pool)?.index
        }
        #expect(denied(0, belongs: true) == nil && denied(1, belongs: true) == nil)
        #expect(denied(2, belongs: true) == 0)
        #expect(denied(1, belongs: false) == 1 && denied(2, belongs: false) == nil)
    }

    @Test func whatCannotBeJudgedSaysWhy() throws {
        let house = HouseScript.drafted
        let entry = EntryID(room: 1, join: 1)
        #expect(throws: ScoreDisputeError.unknownEntry(7)) { try Self.judge(house, 7, week: 1) }
        #expect(throws: ScoreDisputeError.weekDoesNotCount(9, contest: 1)) { try Self.judge(house, entry, week: 9) }
        #expect(throws: ScoreDisputeError.doesNotPlay(entry, round: 2)) { try Self.judge(house, entry, week: 3) }
    }
}
