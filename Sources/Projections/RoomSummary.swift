public import Draft

/// A room as a list of rooms shows it.
public struct RoomSummary: Hashable, Sendable {
    public var room: RoomID
    /// The room's ID at its source; empty if it has no such ID.
    public var externalID: String
    public var tournament: TournamentID?
    public var pool: PoolID
    public var status: RoomStatus
    public var preset: Ruleset.Preset
    public var teams: UInt8
    public var rounds: UInt8
    /// Made so far; of a draft of another site, those of which its source tells anything.
    public var picks: PickNumber
    /// Seats that are taken; of a draft of another site, those of which its source tells anything.
    public var entries: UInt8
    /// Nil until the draft starts.
    public var startedAt: Timestamp?

    /// The summary of a room: a function of its state alone. O(teams).
    public init(_ room: RoomState) {
        self.room = room.id
        externalID = room.externalID
        tournament = room.tournament
        pool = room.pool
        status = room.status
        preset = room.ruleset.preset
        teams = room.ruleset.teams
        rounds = room.ruleset.rounds
        picks = PickNumber(room.picks.count { $0.player != nil || $0.source != .unknown })
        entries = UInt8(room.memberCount)
        startedAt = room.startedAt
    }
}

extension RoomSummary: RowCodable {
    public static var foldVersion: UInt32 { 3 }

    public var rowKey: [UInt8] { KeyBytes.bytes(of: room.number) }

    public var rowValue: [UInt8] {
        var writer = CanonicalWriter(reserving: 32)
        writer.write(status.rawValue)
        writer.write(preset.rawValue)
        writer.write(teams)
        writer.write(rounds)
        writer.write(picks)
        writer.write(entries)
        writer.write(pool)
        writer.write(tournament) { $0.write($1) }
        writer.write(startedAt) { $0.write($1) }
        writer.write(externalID)
        return writer.bytes
    }

    public init?(rowKey: [UInt8], rowValue: [UInt8]) {
        guard let number = KeyBytes.number(rowKey) else { return nil }
        var reader = CanonicalReader(rowValue)
        do {
            room = RoomID(number)
            status = try reader.choice()
            preset = try reader.choice()
            teams = try reader.number()
            rounds = try reader.number()
            picks = try reader.number()
            entries = try reader.number()
            pool = try reader.id()
            tournament = try reader.optional { try $0.id() }
            startedAt = try reader.optional { try $0.timestamp() }
            externalID = try reader.text()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}
