import DraftLedger
import LedgerTesting
import Records
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes
@testable import Projections  // rows of rosters made by hand
@testable import Reports  // the columns of the table, and how work is shared out

@Suite(.seeded) struct RosterTableTests {
    /// All that reports say, as text: equal analyses give equal texts.
    private func everything(_ analysis: Analysis, _ filter: ReportFilter = ReportFilter()) -> [String] {
        [
            "\(analysis.exposure(filter, bySlot: true))", "\(analysis.ownership(filter))",
            "\(analysis.draftPositions(filter, undrafted: .last))", "\(analysis.draftPositionsByWeek(filter))",
            "\(analysis.pairs(filter))", "\(analysis.pairs(filter, by: .lift))", "\(analysis.stacks(filter))",
            "\(analysis.value(filter))", "\(analysis.value(filter, against: .atPick, curve: .power))",
            "\(analysis.construction(filter))", "\(analysis.byes(filter))", "\(analysis.duplicates(filter))",
        ]
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func theFiguresDoNotDependOnHowTheWorkIsCut(seed: UInt64) throws {
        let house = try TemporaryLedger(RandomField(seed: seed, rooms: 60).events)
        try house.ledger.catchUp()
        let alone = try Analysis(of: house.ledger)
        let snapshot = try house.ledger.rosterColumns()
        var parts: [RosterColumns] = []
        for part in snapshot.parts {
            for draft in part.drafts {
                var columns = RosterColumns()
                for place in draft.first..<draft.end { columns.append(try row(at: place, of: part, draft)) }
                parts.append(columns)
            }
        }
        var cut = RosterTable(RosterSnapshot(position: snapshot.position, parts: parts))
        cut.sharing = RosterTable.Sharing(fromEntries: 0, drafts: 1)
        let shared = Analysis(cut, players: alone.players, closings: alone.closings)
        for filter in NaiveField.filters { #expect(everything(shared, filter) == everything(alone, filter)) }
    }

    private func row(at place: Int, of part: RosterColumns, _ draft: RosterColumns.Draft) throws -> RosterRow {
        let picks = part.picks(of: place)
        let players = part.players[picks].map { $0 == RosterColumns.noPlayer ? nil : $0 }
        let adps =
            part.recordedADPs.isEmpty
            ? [] : part.recordedADPs[picks].map { $0 == RosterColumns.noADP ? nil : $0 }
        let slot = part.slots[place]
        return RosterRow(
            entry: part.entry(at: place, of: draft), seat: 0, slot: slot == RosterColumns.noSlot ? nil : slot,
            user: part.users[place] == 0 ? nil : UserID(UInt64(part.users[place])), tournament: draft.tournament,
            pool: draft.pool, fee: draft.fee, startedAt: draft.startedAt, status: draft.status, preset: draft.preset,
            teams: draft.teams, rounds: draft.rounds, order: draft.order, players: players,
            recordedADPs: adps.allSatisfy { $0 == nil } ? [] : adps)
    }

    @Test func storedRowsAndTheTailOfTheLogSayWhatAFoldSays() throws {
        let events = RandomField(seed: 7, rooms: 40).events
        let house = try TemporaryLedger(Array(events.prefix(events.count / 2)))
        let middle = try house.ledger.size
        let halfway = everything(try Analysis(of: house.ledger))
        // The rows stand in the middle of a draft; what follows changes some of them and adds others.
        try house.ledger.catchUp()
        let stored = everything(try Analysis(of: house.ledger))
        #expect(stored == halfway)
        try house.ledger.append(Array(events.dropFirst(events.count / 2)))
        let folded = everything(try Analysis(of: house.ledger))
        #expect(folded != halfway)
        try house.ledger.catchUp()
        let caughtUp = everything(try Analysis(of: house.ledger))
        #expect(caughtUp == folded)
        let before = everything(try Analysis(of: house.ledger, at: .position(middle)))
        #expect(before == halfway)
        try house.ledger.rebuild("rosters")
        let rebuilt = everything(try Analysis(of: house.ledger))
        #expect(rebuilt == folded)
    }

    @Test func oneUsersRowsAreThoseOfTheWholeTable() throws {
        let events = RandomField(seed: 11, rooms: 50).events
        let house = try TemporaryLedger(Array(events.prefix(events.count * 2 / 3)))
        for step in 0...2 {
            if step == 1 { try house.ledger.catchUp() }
            if step == 2 { try house.ledger.append(Array(events.dropFirst(events.count * 2 / 3))) }
            let whole = try Analysis(of: house.ledger)
            for user in RandomField.users {
                let filter = ReportFilter(RosterFilter(user: UserID(user), includeUnfinished: true))
                let only = try Analysis(of: house.ledger, onlyOf: UserID(user))
                #expect(
                    only.rosters.count == whole.rosters.users.places(of: UserID(user)).count && only.rosters.count > 0)
                let names = whole.exposure(filter).rows.map { "\($0.player.name) \($0.drafted) \($0.pickSum)" }
                #expect(only.exposure(filter).rows.map { "\($0.player.name) \($0.drafted) \($0.pickSum)" } == names)
                #expect("\(only.construction(filter))" == "\(whole.construction(filter))")
            }
            let nobody = try Analysis(of: house.ledger, onlyOf: 12_345)
            #expect(nobody.rosters.count == 0)
        }
    }

    @Test func whoLeftAndCameBackIsInTheIndexOnce() throws {
        let house = try TemporaryLedger()
        let room = RoomID(1)
        func take(_ join: UInt16, _ user: UserID) throws {
            var taken = SeatTaken.blank
            (taken.user, taken.entry) = (user, EntryID(room: room, join: join))
            try house.ledger.append([event(.seatTaken(taken))])
        }
        func event(_ event: Event) -> PendingEvent {
            PendingEvent(
                stream: .room(room), event: event,
                origin: CommandOrigin(
                    occurredAt: nil, actor: .importer, commandID: CommandID(high: 3, low: 1)))
        }
        var opened = RoomOpened.blank
        opened.pool = 1
        try house.ledger.append([event(.roomOpened(opened))])
        try take(1, 5)
        try house.ledger.catchUp()
        #expect(try entries(house, of: 5) == 1)
        try house.ledger.append([event(.seatLeft(SeatLeft(seat: 0, user: 5, entry: EntryID(room: room, join: 1))))])
        try house.ledger.catchUp()
        #expect(try entries(house, of: 5) == 0)
        try take(2, 6)
        #expect(try entries(house, of: 6) == 1)
        try house.ledger.catchUp()
        #expect(try entries(house, of: 6) == 1)
        #expect(try entries(house, of: nil) == 1)
    }

    private func entries(_ house: TemporaryLedger, of user: UserID?) throws -> Int {
        try house.ledger.rosterColumns(of: user).count
    }

    @Test func manyRowsAreReadInParts() throws {
        let teams: UInt8 = 20
        var events: [PendingEvent] = []
        let origin = CommandOrigin(occurredAt: nil, actor: .importer, commandID: CommandID(high: 4, low: 1))
        for number in 1...UInt64(600) {
            // Neighbours, and rooms far from all others.
            let room = RoomID(number % 50 == 0 ? number << 30 : number)
            var opened = RoomOpened.blank
            opened.pool = 1
            opened.ruleset = .untimed(teams: teams, rounds: 1)
            events.append(PendingEvent(stream: .room(room), event: .roomOpened(opened), origin: origin))
            for seat in 0..<teams {
                var taken = SeatTaken.blank
                taken.seat = seat
                taken.user = UserID(UInt64(seat) + 1)
                taken.entry = EntryID(room: room, join: UInt16(seat) + 1)
                events.append(PendingEvent(stream: .room(room), event: .seatTaken(taken), origin: origin))
            }
        }
        let house = try TemporaryLedger(events)
        try house.ledger.catchUp()
        let snapshot = try house.ledger.rosterColumns()
        #expect(snapshot.count == 12_000 && snapshot.parts.count > 1)
        let entries = snapshot.parts.flatMap { part in
            part.drafts.flatMap { draft in (draft.first..<draft.end).map { part.entry(at: $0, of: draft) } }
        }
        let rows = try house.ledger.rosterRows()
        #expect(entries == rows.map(\.entry))
        let table = RosterTable(snapshot)
        #expect(table.users.places(of: 7).count == 600)
        let waiting = ReportFilter(RosterFilter(user: 7, includeUnfinished: true))
        #expect(Analysis(table, players: PlayerCatalogue(pools: [])).exposure(waiting).scope.entries == 600)
    }
}
