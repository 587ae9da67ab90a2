package import Draft
package import DraftLedger
import Foundation
import Projections
import TextFormats

/// Writes a user's entries as the site's own export: 27 columns, a pick a row, so that the tools that people have for it
/// keep working. What the ledger does not know is empty.
///
/// What `import --as underdog` read comes out again: the same rows, drafts by their start and picks by their number. Where
/// rows of a player differed, the first team that one of them had is his, and the id, the name and the spelling are
/// those of the first one, also where another slate had another id for him. Times have seconds. Entries of rooms that
/// were voided or cancelled count nowhere and stay away.
package struct UnderdogExport: Sendable {
    package var user: UserID

    package init(user: UserID) { self.user = user }

    /// Writes all entries of the user whose order is drawn, but for those of voided and cancelled rooms.
    ///
    /// - Parameter path: a file, replaced in one step when it is complete; nil or "-" for standard output.
    /// - Returns: the number of entries and of picks.
    /// - Throws: `InterchangeError` for the output, `DraftLedgerError` for the ledger.
    @discardableResult
    package func run(_ ledger: DraftLedger, to path: String?) throws -> (entries: Int, picks: Int) {
        let output = try ExportOutput(path: path)
        try output.write(Self.line(UnderdogColumns.names))
        let rooms = try ledger.rosterColumns(of: user).parts.flatMap(\.drafts).map(\.room)
        let states = try Set(rooms).compactMap { try ledger.room($0) }.filter {
            $0.status != .voided && $0.status != .cancelled
        }.sorted {
            ($0.startedAt ?? Timestamp(microseconds: .max), $0.id) < (
                $1.startedAt ?? Timestamp(microseconds: .max), $1.id
            )
        }
        var contests = UnderdogContests(ledger: ledger)
        var count = (entries: 0, picks: 0)
        for room in states {
            let rows = try rows(of: room, &contests)
            for row in rows { try output.write(Self.line(row)) }
            count = (count.entries + 1, count.picks + rows.count)
        }
        try output.finish()
        return count
    }

    private func rows(of room: RoomState, _ contests: inout UnderdogContests) throws -> [[String]] {
        guard let seat = room.seat(of: user), let member = room.member(at: seat) else { return [] }
        let pool = try contests.pool(room.pool)
        let contest = try contests.columns(of: room)
        let entry = member.externalID.isEmpty ? "\(member.entry)" : member.externalID
        let draft = room.externalID.isEmpty ? "room-\(room.id)" : room.externalID
        return room.roster(of: seat).map { pick in
            let made = room.picks[Int(pick.number) - 1]
            let player = pool.player(pick.player)
            // The site has two columns for a name; everything behind the first word is the last name.
            let name = (player?.name ?? "").split(separator: " ", maxSplits: 1).map(String.init)
            let time = (made.occurredAt ?? (room.ruleset.isTimed ? made.recordedAt : nil)).map(Self.time) ?? ""
            return [
                time, "\(pick.number)", player?.externalID ?? "", name.count > 1 ? name[0] : "", name.last ?? "",
                player?.team ?? "", player?.position.abbreviation ?? "", draft, entry, contest.draftFee,
                "\(room.ruleset.teams)", contest.draftPrizes,
            ] + contest.fields
        }
    }

    /// `2024-07-11 15:15:06 UTC`
    private static func time(_ time: Timestamp) -> String {
        let text = time.iso8601
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
    }

    private static func line(_ fields: [String]) -> [UInt8] { Array(CSVWriter.line(fields, end: "\n").utf8) }
}

/// The contests and pools of a user's drafts, each read once.
private struct UnderdogContests {
    let ledger: DraftLedger
    private var tournaments: [TournamentID: TournamentState] = [:]
    private var pools: [PoolID: PoolState] = [:]

    init(ledger: DraftLedger) { self.ledger = ledger }

    /// The values of the contest's columns.
    struct Columns {
        var draftFee = ""
        var draftPrizes = ""
        var fields: [String]
    }

    mutating func pool(_ id: PoolID) throws -> PoolState {
        if let pool = pools[id] { return pool }
        let pool = try ledger.pool(id) ?? PoolState(id: id)
        pools[id] = pool
        return pool
    }

    mutating func columns(of room: RoomState) throws -> Columns {
        let width = UnderdogContest.Kind.allCases.count * 5
        let empty = [String](repeating: "", count: width)
        guard let id = room.tournament else { return Columns(draftFee: Self.money(room.entryFee), fields: empty) }
        let state = try tournaments[id] ?? ledger.tournament(id)
        tournaments[id] = state
        guard let details = state?.details else { return Columns(fields: empty) }
        let prizes = details.statedPrizes ?? Self.sum(of: details.prizes)
        guard details.externalID.isEmpty || UnderdogContest.parts(of: details.externalID) != nil else {
            return Columns(draftFee: Self.money(room.entryFee), draftPrizes: Self.money(prizes), fields: empty)
        }
        let parts = UnderdogContest.parts(of: details.externalID)
        let kind = details.externalID.isEmpty ? .tournament : parts?.kind ?? .tournament
        let contest = details.externalID.isEmpty ? "\(id)" : parts?.id ?? ""
        var fields = empty
        let start = (UnderdogContest.Kind.allCases.firstIndex(of: kind) ?? 0) * 5
        fields.replaceSubrange(
            start..<start + 5,
            with: [
                details.title, contest, Self.money(room.entryFee ?? details.entryFee), Self.money(prizes),
                details.maxEntries.map { "\($0)" } ?? "",
            ])
        return Columns(fields: fields)
    }

    /// Nil for no prizes at all.
    private static func sum(of prizes: [PrizeTier]) -> Cents? {
        guard !prizes.isEmpty else { return nil }
        let cents = prizes.reduce(0 as Int64) { sum, tier in
            let places = Int64(tier.lastPlace) - Int64(tier.firstPlace) + 1
            return sum &+ tier.amount.value &* max(0, places)
        }
        return Cents(cents)
    }

    /// Dollars as the site writes them: `12.0`, `2.5`, `0.25`.
    private static func money(_ amount: Cents?) -> String {
        guard let amount else { return "" }
        let (dollars, cents) = amount.value.quotientAndRemainder(dividingBy: 100)
        return cents % 10 == 0 ? "\(dollars).\(cents / 10)" : "\(dollars).\(cents < 10 ? "0" : "")\(cents)"
    }
}
