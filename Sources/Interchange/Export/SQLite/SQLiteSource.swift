import Dispatch
import Draft
import DraftLedger
import Foundation
import Projections
import Reports

/// What an export reads of a ledger, as of one size of it, in pieces that several cores make.
struct SQLiteSource {
    private let ledger: DraftLedger
    private let scope: SQLiteExport.Scope
    private let size: UInt64

    init(_ ledger: DraftLedger, _ scope: SQLiteExport.Scope, size: UInt64) {
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

    /// Who is who among the players of different pools.
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

    /// Who the user of the scope is: nobody's else, and of everybody's ledger nobody's.
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

    /// Makes the rows of rooms, and hands them over in order.
    func eachPiece(of rooms: [RoomID], _ players: PlayerCatalogue, _ take: (RoomRows) throws -> Void) throws {
        let pieces = (rooms.count + Self.roomsAtATime - 1) / Self.roomsAtATime
        try Pipeline.run(pieces) { piece in
            var rows = RoomRows(players: players, onlyOf: user)
            for id in rooms.dropFirst(piece * Self.roomsAtATime).prefix(Self.roomsAtATime) {
                if let room = try ledger.room(id, at: .position(size)) { rows.add(room) }
            }
            return rows
        } take: {
            try take($0)
        }
    }

    private var user: UserID? {
        if case .user(let user) = scope { user } else { nil }
    }
}
