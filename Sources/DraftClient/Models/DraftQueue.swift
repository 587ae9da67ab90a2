import Foundation

/// The players that the viewer wants next: an autopick takes the first available one.
public struct DraftQueue: Sendable, Hashable {
    public var roomId: String
    /// The first is wanted most. Those who are taken are not here.
    public var players: [Player]
    /// Which of the queue's versions it is: an edit that names it is refused where another device was faster.
    public var version: Int

    public init(roomId: String, players: [Player], version: Int) {
        (self.roomId, self.players, self.version) = (roomId, players, version)
    }

    /// Puts a player at the end; does nothing where the player is in it.
    public mutating func add(_ player: Player) {
        if !players.contains(player) { players.append(player) }
    }

    /// Takes a player out; does nothing where the player is not in it.
    public mutating func remove(_ id: Player.ID) {
        players.removeAll { $0.id == id }
    }

    /// Moves a player.
    ///
    /// - Parameters:
    ///   - source: the player's current place, from 0.
    ///   - destination: the player's place after the move. Nothing happens if one of the two places does not exist.
    public mutating func move(from source: Int, to destination: Int) {
        guard players.indices.contains(source), players.indices.contains(destination) else { return }
        players.insert(players.remove(at: source), at: destination)
    }

    public mutating func moveToTop(_ id: Player.ID) {
        guard let place = players.firstIndex(where: { $0.id == id }) else { return }
        move(from: place, to: 0)
    }
}

extension DraftQueue: Decodable {
    private enum CodingKeys: String, CodingKey { case draftRoomId, players, version }

    private struct Queued: Decodable { var player: Player }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        roomId = try members.decode(String.self, forKey: .draftRoomId)
        players = try members.decode([Queued].self, forKey: .players).map(\.player)
        version = try members.decode(Int.self, forKey: .version)
    }
}

// MARK: The ledger's own shapes

/// A room as `/v1/rooms/{room}` has it.
struct RoomDetails: Decodable, Sendable {
    struct Clock: Decodable, Sendable {
        var pickNumber: Int
        var epoch: Int
        var deadline: Date
        var graceEndsAt: Date
    }

    struct Pause: Decodable, Sendable { var kind: String }

    struct Member: Decodable, Sendable {
        var seat: Int
        var draftPosition: Int?
        var entry: UInt64
        var user: UInt64?
        var autodraft: Bool?
        var connected: Bool?
    }

    var room: UInt64
    var tournament: UInt64?
    var contest: String?
    var pool: UInt64
    var status: String
    /// Of a type that holds each number that a room can have: a server that states others is not understood.
    var teams: UInt8
    var rounds: UInt8
    var pickClockMicroseconds: Int64?
    var currentPickNumber: Int
    var clock: Clock?
    var pause: Pause?
    var version: Int
    var members: [Member]
}

/// The seats of a room, as `/v1/rooms/{room}/draft` states them.
struct RoomNames: Decodable, Sendable {
    struct Room: Decodable, Sendable { var members: [RoomDetails.Member] }

    var room: Room
    /// By seat.
    var names: [String]
}

/// A board as `/v1/rooms/{room}/board` has it.
struct BoardDetails: Decodable, Sendable {
    struct Pick: Decodable, Sendable {
        var pickNumber: Int
        var round: Int
        var pickInRound: Int
        var draftPosition: Int
        var entry: UInt64?
        var playerIndex: Int?
        var source: String
        var occurredAt: Date?
        var recordedAt: Date
    }

    var picks: [Pick]
}

/// A queue as `/v1/rooms/{room}/seats/{seat}/queue` has it.
struct QueueDetails: Decodable, Sendable {
    struct Queued: Decodable, Sendable {
        var playerIndex: Int
        var taken: Bool?
    }

    var version: Int
    var players: [Queued]
}
