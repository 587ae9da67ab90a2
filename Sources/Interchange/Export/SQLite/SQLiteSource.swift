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
        try ids.sorted().map { PoolState.folding(try ledger.stream(.pool($0), upTo: size), as: $0) }
    }

    /// Makes the rows of the scope's events, and hands them over in order of the pieces.
    func eachPiece(_ take: (EventRows) throws -> Void) throws {
        guard scope == .everything else {
            for stream in try streams() {
                var rows = EventRows()
                for event in try ledger.stream(stream, upTo: size) { rows.add(event) }
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
            var rows = RoomRows(players: players)
            for id in rooms.dropFirst(piece * Self.roomsAtATime).prefix(Self.roomsAtATime) {
                if let room = try ledger.room(id, at: .position(size)) { rows.add(room) }
            }
            return rows
        } take: {
            try take($0)
        }
    }

    /// The streams of a part of the ledger.
    private func streams() throws -> [StreamKey] {
        switch scope {
        case .everything: return []
        case .room(let room): return [.room(room)]
        case .user(let user):
            var streams: [StreamKey] = [.user(user), .wallet(user)]
            for room in try rooms().map(\.room) {
                streams.append(.room(room))
                for (seat, member) in (try ledger.room(room, at: .position(size))?.members ?? []).enumerated()
                where member?.user == user {
                    streams.append(.queue(room, Seat(seat)))
                }
            }
            return streams
        }
    }
}
