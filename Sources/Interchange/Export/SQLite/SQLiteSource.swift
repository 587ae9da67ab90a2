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

    /// Pools, by number.
    func pools(_ ids: Set<PoolID>) throws -> [PoolState] {
        try ids.sorted().map { PoolState.folding(try ledger.stream(.pool($0), upTo: size)) ?? PoolState(id: $0) }
    }

    /// Makes the rows of the scope's events, and hands them over in order of the pieces.
    func eachPiece(_ take: (EventRows) throws -> Void) throws {
        guard scope == .everything else {
            for (stream, part) in try streams() {
                var rows = EventRows()
                for event in try ledger.stream(stream, upTo: size) where part?.contains(event.event) ?? true {
                    rows.add(event)
                }
                try take(rows)
            }
            return
        }
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

    /// The streams of a part of the ledger, and what of a room's events is in it; nil for all.
    private func streams() throws -> [(StreamKey, RoomShare?)] {
        switch scope {
        case .everything: return []
        case .room(let room): return [(.room(room), nil)]
        case .user(let user):
            var streams: [(StreamKey, RoomShare?)] = [(.user(user), nil), (.wallet(user), nil)]
            for id in try rooms().map(\.room) {
                guard let room = try ledger.room(id, at: .position(size)) else { continue }
                let share = RoomShare(of: user, in: room)
                streams.append((.room(id), share))
                streams += share.seats.sorted().map { (.queue(id, $0), nil) }
            }
            return streams
        }
    }
}
