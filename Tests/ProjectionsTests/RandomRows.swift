import Projections
import TestSupport

@testable import Draft  // events that the game alone makes

/// Seeded rows of every kind, with every optional field there or not.
struct RandomRows {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func roster() -> RosterRow {
        let teams = UInt8(number(in: 2...20))
        let rounds = UInt8(number(in: 1...30))
        let room = RosterRow.rows(of: emptyRoom(teams: teams, rounds: rounds))
        var row = room[0]
        row.slot = flip() ? nil : UInt8(number(in: 0...Int64(teams) - 1))
        row.user = flip() ? nil : UserID(UInt64(number(in: 1...4)))
        row.tournament = flip() ? nil : TournamentID(UInt64(number(in: 1...3)))
        row.pool = PoolID(UInt64(number(in: 1...2)))
        row.fee = flip() ? nil : Cents(number(in: 0...2_500))
        row.startedAt = flip() ? nil : Timestamp(microseconds: number(in: -50...50))
        row.status = flip() ? .complete : RoomStatus.allCases.randomElement(using: &random)!
        row.preset = Ruleset.Preset.allCases.randomElement(using: &random)!
        let made = row.status == .complete ? Int64(rounds) : number(in: 0...Int64(rounds))
        row.players = (0..<made).map { _ in number(in: 0...9) == 0 ? nil : PlayerIndex(number(in: 0...60)) }
        if flip(), !row.players.isEmpty {
            row.recordedADPs = row.players.map { _ in flip() ? nil : UInt32(number(in: 0...24_000)) }
            if row.recordedADPs.allSatisfy({ $0 == nil }) { row.recordedADPs[0] = 0 }
        }
        return row
    }

    mutating func room() -> RoomSummary {
        var row = RoomSummary(emptyRoom(teams: UInt8(number(in: 2...20)), rounds: UInt8(number(in: 1...30))))
        row.room = RoomID(UInt64(number(in: 1...1 << 47)))
        row.externalID = flip() ? "" : "draft \(number(in: 0...999)) ü"
        row.tournament = flip() ? nil : TournamentID(UInt64(number(in: 1...3)))
        row.status = RoomStatus.allCases.randomElement(using: &random)!
        row.picks = PickNumber(number(in: 0...600))
        row.entries = UInt8(number(in: 0...20))
        row.startedAt = flip() ? nil : Timestamp(microseconds: number(in: .min ... .max))
        return row
    }

    mutating func balance() -> BalanceRow {
        let user = UserID(UInt64(number(in: 1...1 << 29)))
        let accounts: [Account] = [
            .available(user), .held(user), .escrow(TournamentID(user.number)), .rake, .overlay, .adjustments,
            .previousLedger,
            .external("bank"), .external("ü"),
        ]
        return BalanceRow(account: accounts.randomElement(using: &random)!, balance: Cents(number(in: .min ... .max)))
    }

    mutating func contest() -> ContestRow {
        var books = ContestBooks()
        books.entries = UInt32(number(in: 0...600_000))
        books.refundedEntries = UInt32(number(in: 0...600_000))
        books.fees = Cents(number(in: 0...1 << 40))
        books.refunds = Cents(number(in: 0...1 << 40))
        books.prizes = Cents(number(in: 0...1 << 40))
        books.rake = Cents(number(in: 0...1 << 40))
        books.overlay = Cents(number(in: 0...1 << 40))
        return ContestRow(contest: TournamentID(UInt64(number(in: 1...1 << 47))), books: books)
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

    mutating func shuffle<Element>(_ elements: inout [Element]) { elements.shuffle(using: &random) }

    mutating func flip() -> Bool { .random(using: &random) }

    /// A waiting room with one member on seat 0.
    private mutating func emptyRoom(teams: UInt8, rounds: UInt8) -> RoomState {
        var history = History()
        let id = RoomID(UInt64(number(in: 1...1 << 40)))
        var opened = RoomOpened.blank
        opened.pool = 1
        opened.ruleset = .fast(teams: teams, rounds: rounds)
        history.append(.room(id), .roomOpened(opened))
        let entry = EntryID(room: id, join: UInt16(number(in: 1...9)))
        history.append(.room(id), .seatTaken(SeatTaken(seat: 0, user: 1, entry: entry, externalID: "")))
        return history.room(id)!
    }
}
