import DraftLedger
import LedgerTesting
import Projections
import Records
import Reports
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes

@Suite(.seeded) struct DuplicateTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [1, 2, 3, 5])
    func duplicatesAreWhatComparingEveryPairOfEntriesSays(seed: UInt64, first: Int) throws {
        let random = RandomField(seed: seed, rooms: 40)
        let house = try TemporaryLedger(random.events)
        let field = try NaiveField(house.ledger, rooms: random.rooms)
        let analysis = try Analysis(of: house.ledger)
        for filter in NaiveField.filters {
            let everybody = field.everybody(filter).filter { $0.picks.count >= first }
            let own = field.filtered(filter).filter { $0.picks.count >= first }
            let report = analysis.duplicates(filter, first: first, limit: 1_000)
            var shares: [Double] = []
            var matched = 0
            for entry in own {
                let others = everybody.filter { $0.id != entry.id && ($0.user == nil || $0.user != entry.user) }
                let start = Set(entry.names.prefix(first))
                let matches = others.count { Set($0.names.prefix(first)) == start }
                if matches > 0 { matched += 1 }
                if !others.isEmpty { shares.append(Double(matches) / Double(others.count)) }
                guard filter.entries.user != nil else { continue }
                let row = try #require(report.rows.first { $0.entry == entry.id })
                #expect(row.matches == matches && Set(row.players.map(\.name)) == start, "seed \(seed) \(filter)")
                #expect(row.share == (others.isEmpty ? nil : Double(matches) / Double(others.count)))
                #expect(
                    row.identical
                        == field.everybody(filter).count { $0.id != entry.id && Set($0.names) == Set(entry.names) })
            }
            #expect(report.fieldEntries == everybody.count && report.entriesWithMatch == matched)
            #expect(report.rows.count == (filter.entries.user == nil ? 0 : own.count))
            let mean = shares.reduce(0, +) / Double(shares.count)
            #expect(shares.isEmpty ? report.averageShare == nil : abs(report.averageShare! - mean) < 1e-12)
            let starts = Dictionary(grouping: everybody) { Set($0.names.prefix(first)) }.mapValues(\.count)
            #expect(report.starts.count == starts.count)
            for start in report.starts { #expect(start.entries == starts[Set(start.players.map(\.name))]) }
            // The entries of the filter compared with each other.
            let alike = Dictionary(grouping: own) { Set($0.names.prefix(first)) }.mapValues { $0.map(\.id).sorted() }
                .filter { $0.value.count > 1 }
            let ownStarts = analysis.ownStarts(filter, first: first, limit: 1_000)
            #expect(ownStarts.starts.count == alike.count && ownStarts.comparedEntries == own.count)
            for start in ownStarts.starts { #expect(start.entries == alike[Set(start.players.map(\.name))]) }
        }
    }

    @Test func withoutOtherUsersNoShareIsKnown() throws {
        let house = try TemporaryLedger(RandomField(seed: 3).events)
        let own = try Analysis(of: house.ledger, onlyOf: 2)
        for filter in [ReportFilter(), ReportFilter(RosterFilter(user: 2))] {
            let report = own.duplicates(filter, first: 1)
            #expect(report.fieldEntries > 1 && report.averageShare == nil && report.entriesWithMatch == 0)
            #expect(report.rows.allSatisfy { $0.share == nil })
        }
    }

    @Test func theCommonestStartsComeFirstAndNoOthers() throws {
        let random = RandomField(seed: 3, rooms: 150)
        let house = try TemporaryLedger(random.events)
        let analysis = try Analysis(of: house.ledger)
        let all = analysis.duplicates(first: 1, limit: 1_000)
        let few = analysis.duplicates(first: 1, limit: 2)
        #expect(few.starts.map(\.entries) == all.starts.prefix(2).map(\.entries))
        #expect(few.starts.map { $0.players[0].name } == all.starts.prefix(2).map { $0.players[0].name })
    }

    @Test func identicalRostersAreFoundAcrossRooms() throws {
        var events = RandomField(seed: 1, rooms: 0).events
        for room in [1, 2, 3] as [UInt64] {
            let id = StreamKey.room(RoomID(room))
            let origin = CommandOrigin(
                occurredAt: RandomField.start, actor: .importer, commandID: CommandID(high: 2, low: room))
            func append(_ event: Event) { events.append(PendingEvent(stream: id, event: event, origin: origin)) }
            append(.roomOpened(house(rounds: 2)))
            for seat in [0, 1] as [Seat] {
                append(
                    .seatTaken(
                        SeatTaken(
                            seat: seat, user: UserID(UInt64(seat) + 1),
                            entry: EntryID(room: RoomID(room), join: UInt16(seat) + 1),
                            externalID: "")))
            }
            append(.draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: [0, 1])))
            append(.draftStarted(DraftStarted()))
            // Slot 0 takes 10 and 11 in rooms 1 and 2, in another order; in room 3 somebody else.
            let picks: [PlayerIndex] = room == 1 ? [10, 20, 21, 11] : room == 2 ? [11, 22, 23, 10] : [10, 24, 25, 12]
            for (index, player) in picks.enumerated() {
                let number = PickNumber(index + 1)
                let slot = Snake(teams: 2, rounds: 2).slot(of: number)
                append(
                    .pickMade(
                        PickMade(pick: number, slot: slot, seat: slot, player: player, adp: nil, claimedAt: nil)))
            }
            append(.draftCompleted(.blank))
        }
        let house = try TemporaryLedger(events)
        let report = try Analysis(of: house.ledger).duplicates(first: 1)
        #expect(report.identical == [[EntryID(room: 1, join: 1), EntryID(room: 2, join: 1)]])
    }

    private func house(rounds: UInt8) -> RoomOpened {
        var opened = RoomOpened.blank
        opened.pool = 1
        opened.ruleset = .untimed(teams: 2, rounds: rounds)
        return opened
    }
}
