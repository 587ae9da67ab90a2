import Draft
import DraftTesting
import TestSupport
import Testing

@testable import Notices  // the desk and its steps

/// Drafts at random, with a service that is lost at random: what each member was told, against what the ledger says.
@Suite(.seeded) struct NoticeCrashTests {
    /// A draft of some members who pick, dawdle, pause and turn autodraft on and off.
    private func draft(_ random: inout SeededGenerator) -> House {
        let teams = UInt8(2 + random.next() % 4)
        let rounds = UInt8(1 + random.next() % 3)
        let isSlow = random.next() % 4 == 0
        var house = House.drafting(isSlow ? .slow(teams: teams, rounds: rounds) : .fast(teams: teams, rounds: rounds))
        var moment = House.start
        while house.room.status == .active || house.room.status == .paused {
            let room = house.room
            moment = moment + .milliseconds(Int64(random.next() % (isSlow ? 3_600_000 : 9_000)))
            if room.status == .paused {
                house.send(.room(1, .resumeRoom), as: House.admin, at: moment)
                continue
            }
            if let clock = room.runningClock, moment > clock.graceEndsAt {
                house.send(.room(1, .automatePick(pick: clock.pick, epoch: clock.epoch)), as: .scheduler, at: moment)
                continue
            }
            switch random.next() % 8 {
            case 0: house.send(.room(1, .pauseRoom(kind: .manual, reason: "test")), as: House.admin, at: moment)
            case 1:
                let seat = Seat(random.next() % UInt64(teams))
                house.send(
                    .room(1, .setAutodraft(seat: seat, on: random.next() % 2 == 0)),
                    as: .user(UserID(UInt64(seat) + 1)), at: moment)
            case 2...5: break
            default:
                let player = PlayerIndex((0..<200).first { !room.taken.contains(PlayerIndex($0)) } ?? 0)
                house.send(
                    .room(1, .makePick(MakePick(pick: room.currentPickNumber, player: player))),
                    as: .user(house.userOnClock), at: moment)
            }
        }
        return house
    }

    /// Some thousand crashes, at any point between two steps of the work.
    @Test func noMemberIsToldTwiceOrLateAndAllIsRecordedOnce() throws {
        var crashes = 0
        var notices = 0
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(digest: seed)
            let house = draft(&random)
            var world = NoticeWorld(house.log, seed: seed, crashRate: 1 + random.next() % 120)
            for user in 1...UInt64(house.room.ruleset.teams) where random.next() % 3 == 0 {
                world.quiet[UserID(user)] = QuietHours(
                    from: Int(random.next() % 1_440), until: Int(random.next() % 1_440), timeZone: "Europe/Berlin")
            }
            try world.run(until: House.start + .seconds(10_000_000))
            crashes += world.crashes
            let outcomes = world.outcomes
            notices += outcomes.count
            // Nothing stays behind.
            #expect(world.leftOver == 0, "seed \(seed)")
            // Each once in the ledger.
            #expect(outcomes.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
            // No member is told twice.
            let told = Dictionary(grouping: world.deliveries) { $0.notice.id }
            #expect(told.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
            for delivery in world.deliveries {
                let notice = delivery.notice
                // Nothing late, nothing early, and nothing that was over.
                #expect(delivery.at <= notice.goodUntil && delivery.at >= notice.dueAt, "seed \(seed): \(delivery)")
                if let end = world.quiet[notice.id.user]?.end(at: delivery.at) {
                    Issue.record("seed \(seed): \(delivery) in quiet hours until \(end)")
                }
                let outcome = try #require(outcomes[notice.id]?.first, "seed \(seed): \(notice) is not recorded")
                #expect(outcome.outcome == .sent || outcome.outcome == .unclear, "seed \(seed): \(notice)")
            }
            for (id, outcome) in outcomes where outcome.first?.outcome == .sent {
                #expect(told[id] != nil, "seed \(seed): \(id) was not sent")
            }
        }
        #expect(crashes > 3_000)
        #expect(notices > 3_000)
    }
}
