package import Draft
import DraftLedger
import Projections
import Reports

/// The part of the ledger that an export as tables has.
package enum ExportScope: Hashable, Sendable {
    case everything
    /// Everything that members of this room could see: its own stream and board, its contest and players. No queues, no money.
    case room(RoomID)
    /// What is this user's: his entries and their picks, the events of his rooms that are about his seat or the room as
    /// a whole, his queues, his wallet, his cases with what became of them, and refusals of what he sent. It has
    /// no entries, picks or numbers of other users, in whatever role.
    case user(UserID)
}

extension ExportScope: CustomStringConvertible {
    /// As the file's `meta` says it.
    package var description: String {
        switch self {
        case .everything: "all"
        case .room(let room): "room/\(room)"
        case .user(let user): "user/\(user)"
        }
    }
}

/// The content of a ledger that an export reads, as of one size, in pieces for several cores.
struct ExportSource {
    private let ledger: DraftLedger
    private let scope: ExportScope
    private let size: UInt64

    init(_ ledger: DraftLedger, _ scope: ExportScope, size: UInt64) {
        self.ledger = ledger
        self.scope = scope
        self.size = size
    }

    /// Events, and rooms, that make one piece.
    private static let (stretch, roomsAtATime): (UInt64, Int) = (4_096, 16)

    /// The rooms of the scope, by number.
    func rooms() throws -> [RoomSummary] {
        let all = try ledger.rooms(at: .position(size))
        switch scope {
        case .everything: return all
        case .room(let room): return all.filter { $0.room == room }
        case .user(let user):
            let snapshot = try ledger.rosterColumns(of: user, at: .position(size))
            let his = Set(snapshot.parts.lazy.flatMap(\.drafts).map(\.room))
            return all.filter { his.contains($0.room) }
        }
    }

    /// The contests of the scope, by number: all there are, or those of the rooms.
    func contests(of rooms: [RoomSummary]) throws -> [(state: TournamentState, summary: TournamentSummary)] {
        let theirs = Set(rooms.compactMap(\.tournament))
        return try ledger.tournaments(at: .position(size)).compactMap { summary in
            guard scope == .everything || theirs.contains(summary.tournament) else { return nil }
            return try ledger.tournament(summary.tournament, at: .position(size)).map { ($0, summary) }
        }
    }

    /// Returns the recorded identities of players of different pools.
    func aliases() throws -> AliasState { try ledger.aliases(at: .position(size)) }

    /// Pools, by number.
    func pools(_ ids: Set<PoolID>) throws -> [PoolState] {
        try ids.sorted().map { PoolState.folding(try ledger.stream(.pool($0), upTo: size)) ?? PoolState(id: $0) }
    }

    /// Makes the rows of the scope's events, and hands them over in order of the pieces.
    func eachPiece(_ take: (EventRows) throws -> Void) throws {
        switch scope {
        case .everything:
            let pieces = Int((size + Self.stretch - 1) / Self.stretch)
            try Pipeline.run(pieces) { piece in
                var rows = EventRows()
                let start = UInt64(piece) * Self.stretch
                try ledger.events(from: start, limit: Int(min(Self.stretch, size - start))) { event in
                    rows.add(event)
                    return true
                }
                return rows
            } take: {
                try take($0)
            }
        case .room(let room):
            var rows = EventRows()
            for event in try ledger.timeline(of: room, at: .position(size)) { rows.add(event) }
            try take(rows)
        case .user(let user):
            let positions = try ledger.positions(ofUser: user, upTo: size)
            for start in Swift.stride(from: 0, to: positions.count, by: Int(Self.stretch)) {
                var rows = EventRows(for: user)
                try ledger.events(at: Array(positions[start...].prefix(Int(Self.stretch)))) { event in
                    rows.add(try ledger.told(event))
                    return true
                }
                try take(rows)
            }
        }
    }

    /// Returns the profile of the scope's user; no rows for a whole ledger.
    func profile() throws -> RowBatch {
        var rows = RowBatch(columns: 3)
        guard let user, let profile = try ledger.profile(of: user) else { return rows }
        rows.add(user)
        rows.add(name: profile.externalID)
        rows.add(name: profile.displayName)
        return rows
    }

    /// The cases of the scope, by number: all there are, or those of the user. None of a room: what somebody claims is not
    /// for everyone in it.
    func disputes() throws -> DisputeRows {
        var rows = DisputeRows(for: user)
        if case .room = scope { return rows }
        for id in try ledger.cases() { rows.add(id, try ledger.caseHistory(id, upTo: size)) }
        return rows
    }

    /// Makes something of rooms, some of them at a time, and hands it over in their order.
    func eachPiece<Piece: Sendable>(
        of rooms: [RoomID], make: @escaping @Sendable ([RoomState]) -> Piece, take: (Piece) throws -> Void
    ) throws {
        let pieces = (rooms.count + Self.roomsAtATime - 1) / Self.roomsAtATime
        try Pipeline.run(pieces) { piece in
            try make(
                rooms.dropFirst(piece * Self.roomsAtATime).prefix(Self.roomsAtATime).compactMap {
                    try ledger.room($0, at: .position(size))
                })
        } take: {
            try take($0)
        }
    }

    /// How the entries of contests stand, one round after the other, as far as that is known. A contest without rounds,
    /// lineup or points has no rows, nor has a round before its first week or without known entries.
    ///
    /// - Parameters:
    ///   - contests: whose.
    ///   - rounds: those that are wanted, from 1.
    ///   - analysis: of the whole ledger, as of the same size: a place counts all who are compared.
    ///   - take: takes the standings of a round.
    func eachStanding(
        of contests: [TournamentID], inRounds rounds: ClosedRange<Int> = 1...ContestRoundsSet.mostRounds,
        by analysis: Analysis, _ take: (Standings) throws -> Void
    ) throws {
        for contest in contests {
            guard let outcome = try analysis.outcomes(of: contest, in: ledger).known.first else { continue }
            for round in rounds.clamped(to: 1...max(1, outcome.rounds.rounds.count)) {
                do {
                    let standings = try analysis.standings(outcome, round: round, throughWeek: nil, statedIn: ledger)
                    if standings.throughWeek != nil { try take(standings) }
                } catch OutcomeError.unknownEntrants {
                    // A later round may be known from what a site states of it.
                    continue
                }
            }
        }
    }

    /// All rosters of the ledger, as of the same size.
    func analysis() throws -> Analysis { try Analysis(of: ledger, at: .position(size), sitesPositions: false) }

    /// The user whose rows are wanted; nil for all users.
    var user: UserID? {
        if case .user(let user) = scope { user } else { nil }
    }
}
