import Projections
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct RosterRowTests {
    /// Two teams, three rounds: seat 0 drafts from slot 1. Seat 0 was taken, left and taken again.
    private func history(picks: [PlayerIndex?] = []) -> History {
        var history = History()
        let room = StreamKey.room(5)
        history.append(
            room,
            .roomOpened(
                RoomOpened(
                    tournament: 3, pool: 2, entryFee: Cents(500), ruleset: .fast(teams: 2, rounds: 3),
                    commitment: nil, externalID: "x")))
        history.append(room, .seatTaken(SeatTaken(seat: 0, user: 8, entry: EntryID(room: 5, join: 1), externalID: "")))
        history.append(room, .seatLeft(SeatLeft(seat: 0, user: 8, entry: EntryID(room: 5, join: 1))))
        history.append(
            room, .seatTaken(SeatTaken(seat: 1, user: nil, entry: EntryID(room: 5, join: 2), externalID: "")))
        history.append(room, .seatTaken(SeatTaken(seat: 0, user: 9, entry: EntryID(room: 5, join: 3), externalID: "")))
        history.append(room, .roomFilled(RoomFilled(seats: 2)))
        history.append(room, .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: [1, 0])))
        history.append(room, .draftStarted(DraftStarted()))
        for (index, player) in picks.enumerated() {
            let slot = Snake(teams: 2, rounds: 3).slot(of: PickNumber(index + 1))
            var pick = PickAutomated.blank
            pick.pick = PickNumber(index + 1)
            pick.slot = slot
            pick.seat = [1, 0][Int(slot)]
            pick.player = player
            pick.source = player == nil ? .skipped : .adp
            history.append(room, .pickAutomated(pick))
        }
        return history
    }

    @Test func aRowForEveryMemberWithItsPicksByRound() throws {
        let room = try #require(history(picks: [10, 20, 21, nil, 12]).room(5))
        let rows = RosterRow.rows(of: room)
        #expect(rows.map(\.entry) == [EntryID(room: 5, join: 3), EntryID(room: 5, join: 2)])
        #expect(rows.map(\.seat) == [0, 1])
        #expect(rows.map(\.slot) == [1, 0])
        #expect(rows.map(\.user) == [9, nil])
        #expect(rows[0].players == [20, 21])
        #expect(rows[1].players == [10, nil, 12])
        #expect((1...3).map { rows[0].pick(inRound: $0) } == [2, 3, 6])
        #expect((1...3).map { rows[1].pick(inRound: $0) } == [1, 4, 5])
        #expect(rows[0].startedAt == Timestamp(microseconds: 7_000_000))
        #expect(rows.allSatisfy { $0.status == .active && $0.fee == Cents(500) && $0.tournament == 3 && $0.room == 5 })
    }

    /// What an import's source states stands beside the preset, which says where the draft was held.
    @Test func theClockThatASourceStatesIsPartOfTheRow() throws {
        let cases: [(Ruleset, Ruleset.Preset?, Ruleset.Preset)] = [
            (.untimed(teams: 2, rounds: 3), nil, .untimed),
            (.untimed(teams: 2, rounds: 3, statedClock: .seconds(30)), .fast, .fast),
            (.untimed(teams: 2, rounds: 3, statedClock: .seconds(120)), .fast, .fast),
            (.untimed(teams: 2, rounds: 3, statedClock: .seconds(3_600)), .slow, .slow),
            (.slow(teams: 2, rounds: 3), nil, .slow),
        ]
        var columns = RosterColumns()
        for (number, (rules, stated, tempo)) in cases.enumerated() {
            var room = try #require(history(picks: [10]).room(5))
            room.ruleset = rules
            var row = RosterRow.rows(of: room)[0]
            row.entry = EntryID(room: RoomID(UInt64(number) + 1), join: 1)
            #expect(row.statedTempo == stated && row.preset == rules.preset)
            #expect(RosterRow(rowKey: row.rowKey, rowValue: row.rowValue) == row)
            columns.append(row)
            let draft = columns.drafts[number]
            #expect(draft.tempo == tempo && draft.isImported == (rules.preset == .untimed))
            for preset in Ruleset.Preset.allCases {
                let filter = RosterFilter(preset: preset, includeUnfinished: true)
                #expect(filter.matches(draft) == (preset == tempo), "\(rules) \(preset)")
            }
            var wrong = row.rowValue
            wrong[5] = 0x93
            #expect(RosterRow(rowKey: row.rowKey, rowValue: wrong) == nil)
        }
    }

    @Test func aCorrectedPickCountsAsCorrected() throws {
        var history = history(picks: [10, 20])
        var correction = PickCorrected.blank
        correction.pick = 1
        correction.mode = .substitute
        correction.seat = 1
        correction.oldPlayer = 10
        correction.newPlayer = 11
        history.append(.room(5), .pickCorrected(correction))
        let rows = RosterRow.rows(of: try #require(history.room(5)))
        #expect(rows[1].players == [11])
    }

    @Test func rowsOfARoomSortTogether() throws {
        let room = try #require(history(picks: [10]).room(5))
        let rows = RosterRow.rows(of: room)
        for row in rows { #expect(row.rowKey.starts(with: RosterRow.rowKeyPrefix(of: 5))) }
        #expect(!rows[0].rowKey.starts(with: RosterRow.rowKeyPrefix(of: 4)))
        #expect(rows[1].rowKey.lexicographicallyPrecedes(rows[0].rowKey))
    }

    @Test func aSummaryTellsTheStateOfItsRoom() throws {
        let summary = RoomSummary(try #require(history(picks: [10, 20]).room(5)))
        #expect(summary.room == 5 && summary.tournament == 3 && summary.pool == 2 && summary.externalID == "x")
        #expect(summary.status == .active && summary.preset == .fast)
        #expect(summary.teams == 2 && summary.rounds == 3 && summary.picks == 2 && summary.entries == 2)
        #expect(summary.startedAt == Timestamp(microseconds: 7_000_000))
    }
}
