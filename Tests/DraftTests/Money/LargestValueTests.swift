import DraftTesting
import Testing

@testable import Draft  // the limits of a record

/// Values that the rules have an end for, because records have one.
@Suite struct LargestValueTests {
    @Test func aContestStatesNoPrizesBeyondAll() throws {
        var house = House(users: 1...1)
        func with(_ change: (inout TournamentCreated) -> Void) -> Command {
            var details = TournamentCreated.sample()
            change(&details)
            return .tournament(1, .createTournament(details))
        }
        for stated in [Cents(-1), PrizeTable.largestTotal + Cents(1), Cents(1 << 53 + 1), Cents(.max)] {
            house.refuse(with { $0.statedPrizes = stated }, as: .importer, .invalidValue)
        }
        let rows = (1...UInt32(RecordLimit.prizeTiers) + 1).map { PrizeTier($0...$0, 1) }
        house.refuse(with { $0.prizes = rows }, as: .importer, .invalidValue)
        house.refuse(with { $0.maxEntries = .max }, as: .importer, .invalidValue)
        house.refuse(with { $0.maxEntriesPerUser = .max }, as: .importer, .invalidValue)
        try house.accept(
            with {
                $0.statedPrizes = PrizeTable.largestTotal
                $0.prizes = rows.dropLast()
            }, as: .importer)
    }

    @Test(arguments: [Cents(-1), .largestAmount + Cents(1), Cents(.max)])
    func aRoomHasNoFeeBeyondAll(fee: Cents) {
        var house = House(users: 1...1)
        let room = OpenRoom(tournament: nil, pool: 1, entryFee: fee, ruleset: .untimed(teams: 2, rounds: 1))
        house.refuse(.room(1, .openRoom(room)), as: .admin(90), .invalidValue)
        let entries = [ImportRoom.Entry(externalID: "a"), nil]
        house.refuse(.room(1, .importRoom(ImportRoom(room: room, entries: entries))), as: .importer, .invalidValue)
    }

    @Test func aClockIsExtendedByAWeekAtMost() throws {
        let week = Interval.seconds(7 * 24 * 60 * 60)
        let ledger = House.drafting(.slow(teams: 2, rounds: 1))
        func code(_ interval: Interval) -> RefusalCode? {
            ledger.decision(
                .room(1, .extendClock(pick: 1, by: interval, reason: "r")), as: House.admin, at: House.start
            ).code
        }
        #expect(code(week) == nil)
        #expect(code(week + 1) == .invalidValue)
        #expect(code(Interval(microseconds: .max)) == .invalidValue)
    }

    @Test func whatStandsForNoneIsNoValueOfAPlayerOrAPick() {
        var player = House.player(12, "Late", .tightEnd)
        player.adp = .max
        var other = House.player(12, "Late", .tightEnd)
        other.projectedPoints = .min
        var third = House.player(12, "Late", .tightEnd)
        third.rank = .max
        var ledger = House.drafting(.fast(teams: 2, rounds: 1))
        for player in [player, other, third] {
            let decision = ledger.send(.pool(1, .addPlayer(player)), as: House.admin, at: House.start)
            #expect(decision.code == .invalidValue)
        }
        let pick = MakePick(pick: 1, player: 0, claimedAt: Timestamp(microseconds: .min))
        #expect(
            ledger.send(.room(1, .makePick(pick)), as: .user(ledger.userOnClock), at: House.start).code
                == .invalidValue)
    }
}

extension Interval {
    fileprivate static func + (interval: Interval, microseconds: Int64) -> Interval {
        Interval(microseconds: interval.microseconds + microseconds)
    }
}
