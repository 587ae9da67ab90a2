import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// "Commands that arrived in time are handled before the expiry": what an audit finds of those that were not, and that a
/// dispute says the same.
struct HearingTests {
    typealias At = DraftTable

    @Test(
        arguments: [
            ("a second before the pick", 34, 9, true), ("in the last moment of grace", 35, 9, true),
            ("between the grace and the pick", 35.003, 9, false), ("in the moment of the pick", 35.005, 9, false),
            ("after the pick", 36, 9, false), ("in time, for the player who was picked anyway", 34, 0, false),
        ] as [(String, Double, PlayerIndex, Bool)])
    func anEditOfTheQueueThatWasHandledAfterTheRulesHadPicked(
        name: String, arrival: Double, player: PlayerIndex, isPassedOver: Bool
    ) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(
            .queue(1, seat, .setQueue(players: [player], expectedVersion: nil)), as: .user(user), at: At.at(arrival),
            now: At.at(36.1))
        let found = try findings(table)
        #expect(found.map(\.position) == (isPassedOver ? [table.last] : []), "\(name)")
        #expect(found.allSatisfy { $0.rule == .clock && $0.expected.contains("which makes it P9") })
        let report = try judge(table, pick: 1)
        #expect(report.verdict == (isPassedOver ? .upheld : .rejected), "\(name)")
        #expect(!report.reasons.contains { $0.text.contains(" 0 s ") })
    }

    @Test func twoEditsCountTogetherIfTheSecondTookTheFirstBack() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(
            .queue(1, seat, .addToQueue(player: 9, index: nil, expectedVersion: nil)), as: .user(user), at: At.at(33),
            now: At.at(36))
        table.must(
            .queue(1, seat, .removeFromQueue(player: 9, expectedVersion: nil)), as: .user(user), at: At.at(34),
            now: At.at(36))
        #expect(try findings(table) == [])
        #expect(try judge(table, pick: 1).verdict == .rejected)
    }

    @Test func picksThatCameSinceByTheSeatAndByOthersChangeNothingOfIt() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(
            .queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user), at: At.at(34),
            now: At.at(36))
        let edit = table.last
        table.pick(9, at: 37)
        table.pick(4, at: 39)
        table.expire()
        #expect(try findings(table).map(\.position) == [edit])
    }

    @Test(
        arguments: [
            ("before the pick", 1.4, true), ("in the moment of the pick", 1.5, false), ("after the pick", 1.6, false),
            ("before autodraft went on", 0.5, false),
        ] as [(String, Double, Bool)])
    func aWishToDraftByHandThatWasHandledAfterTheRulesHadPicked(
        name: String, arrival: Double, isPassedOver: Bool
    ) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(user), at: At.at(1))
        table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(1.5))
        table.must(.room(1, .setAutodraft(seat: seat, on: false)), as: .user(user), at: At.at(arrival), now: At.at(1.7))
        let found = try findings(table)
        #expect(found.map(\.position) == (isPassedOver ? [table.last] : []), "\(name)")
        #expect(found.allSatisfy { $0.rule == .clock })
        #expect(try judge(table, pick: 1).verdict == (isPassedOver ? .upheld : .rejected), "\(name)")
    }

    @Test func aWishAgainstAutodraftTakesNothingFromAPickThatTheClocksEndMade() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(user), at: At.at(35.5))
        table.must(.room(1, .setAutodraft(seat: seat, on: false)), as: .user(user), at: At.at(34), now: At.at(36))
        #expect(try findings(table) == [])
    }

    @Test func picksThatDifferOnlyInWhomTheyPassedOverAreToldApart() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        let second = table.seat(ofPick: 2)
        table.must(
            .queue(1, second, .setQueue(players: [0, 9], expectedVersion: nil)), as: .user(table.user(ofPick: 2)),
            at: At.at(1))
        table.must(.room(1, .makePick(MakePick(pick: 1, player: 0, seat: seat))), as: .user(user), at: At.at(2))
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat, made.player) = (2, 1, second, 9)
        (made.reason, made.source, made.queueVersion, made.policyVersion) = (.clockExpired, .queue, 1, 1)
        made.skipped = [PickAutomated.Skip(player: 7, cause: .taken)]
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 2, epoch: 2)),
            as: .scheduler,
            at: At.at(40))
        let finding = try findings(table).first { $0.rule == .autopick }
        #expect(finding?.expected.contains("number 1 P0 (taken)") == true)
        #expect(finding?.actual.contains("number 1 P7 (taken)") == true)
    }

    /// What is found of the whole ledger, which is what is found of its one room.
    /// What is found but for how long a command was on its way: that is a rule of its own.
    private func findings(_ table: DraftTable) throws -> [AuditFinding] {
        let house = try table.ledger()
        let findings = try Audit(house.ledger).run().findings
        #expect(try Audit(house.ledger).run(room: 1).findings == findings)
        return findings.filter { $0.rule != .arrival }
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
