import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Clicks that arrive in time and are handled when the grace is over: what counts is the arrival.
struct ArrivalTests {
    typealias At = DraftTable

    /// A click whose handling takes long, and under which grace it counts.
    static let clicks: [(arrival: Double, handled: Double, grace: Interval, counts: Bool)] = [
        (30, 30.002, .zero, true),
        (30.000001, 30.002, .zero, false),
        (33.894535, 33.8953, .milliseconds(3_895), true),
        (33.894535, 33.8953, Interval(microseconds: 3_894_535), true),
        (33.894535, 33.8953, Interval(microseconds: 3_894_534), false),
        (35, 41, .seconds(5), true),
        (29, 41, .zero, true),
    ]

    @Test(arguments: clicks.indices)
    func aClickThatArrivesInTimeCountsHoweverLongItsHandlingTakes(index: Int) throws {
        let (arrival, handled, grace, counts) = Self.clicks[index]
        var table = DraftTable()
        table.pick(9, at: arrival, now: handled)
        let position = table.last - 1
        finish(&table)
        let report = try run(table, WhatIfChange(grace: grace))
        if counts {
            #expect(report.firstDivergence == nil && report.outcomes == [])
        } else {
            #expect(report.firstDivergence?.position == position && report.firstDivergence?.pick == 1)
            #expect(report.outcomes.contains { $0.position == position && $0.becomes == .clockExpired })
        }
    }

    @Test(arguments: [(6.0, true), (5.999999, false)])
    func aClickThatWasLateCountsFromTheGraceThatItArrivesIn(grace: Double, counts: Bool) throws {
        var table = DraftTable()
        let user = table.userOnClock
        // The scheduler picks 5 ms after the grace; the click behind it is handled 90 ms after it has arrived.
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(36), now: At.at(36.09))
        finish(&table)
        let seconds = Interval(microseconds: Int64((grace * 1_000_000).rounded()))
        let report = try run(table, WhatIfChange(grace: seconds))
        #expect(report.firstDivergence?.becomes?.player == (counts ? 9 : nil))
    }

    @Test func aQueueEditThatArrivesInTimeIsThereWhenTheRulesPick() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            29.999>30.1 slot 0 queues P9
                queue P9
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P9 (clockExpired, queue)
                clock 1.02 slot 1 to 65.005, grace 70.005
            """)
        finish(&table)
        #expect(try run(table, WhatIfChange(grace: .zero)).firstDivergence == nil)
        // Without a grace and a second sooner it is late, and the rules know of no queue.
        let sooner = try run(table, WhatIfChange(grace: .zero, clock: .seconds(29)))
        #expect(sooner.firstDivergence?.was?.source == .queue && sooner.firstDivergence?.becomes?.source == .adp)
    }

    @Test func aClickHandledBehindTheExpiryThoughItCameInTimeStaysLost() throws {
        var table = try DraftTable(
            """
            2 teams, 6 rounds, fast
            pool of 32
            0 clock starts
                started
                clock 1.01 slot 0 to 30, grace 35
            35.005 clock automates 1 epoch 1
                1.01 slot 0 P0 (clockExpired, adp)
                clock 1.02 slot 1 to 65.005, grace 70.005
            34.9>35.1 slot 0 picks P9 for 1
                refused stalePickNumber, margin 0.1
            """)
        finish(&table)
        for change in [WhatIfChange.none, WhatIfChange(grace: .milliseconds(5_050))] {
            #expect(try run(table, change).firstDivergence == nil)
        }
    }

    @Test func twoSetsOfRulesAgreeWhereAClickArrivesInTimeUnderBoth() throws {
        var table = DraftTable()
        table.pick(9, at: 30, now: 30.002)
        finish(&table)
        let house = try table.ledger()
        let history = try RoomHistory(of: 1, in: house.ledger)
        for scope in RoomFold.Scope.allCases {
            let (one, other) = (NamedFold(scope), NamedFold(scope, rules: WhatIfChange(grace: .zero)))
            #expect(try NamedFold.firstDifference(in: history, between: one, and: other) == nil)
        }
    }

    /// Everybody picks five seconds after the clock begins, nobody whom the rules would pick.
    private func finish(_ table: inout DraftTable) {
        for player in (10...) as PartialRangeFrom<PlayerIndex> where table.room.status == .active {
            let arrival = table.room.runningClock!.deadline - .seconds(25)
            table.must(
                .room(1, .makePick(MakePick(pick: table.room.currentPickNumber, player: player))),
                as: .user(table.userOnClock), at: arrival)
            if table.room.status != .active { break }
        }
    }

    private func run(_ table: DraftTable, _ change: WhatIfChange) throws -> WhatIfReport {
        let house = try table.ledger()
        return try WhatIf(RoomHistory(of: 1, in: house.ledger)).run(change)
    }
}
