public import Draft

/// The row's bytes. The key is the entry's number, big-endian, so that the rows of a room are neighbours. The value has
/// fixed places, little-endian, so that a report over half a million rows reads only what it needs:
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 1 | status |
/// | 1 | 1 | seat |
/// | 2 | 1 | slot, 255 for none |
/// | 3 | 1 | teams |
/// | 4 | 1 | rounds, and 128 more if the order reverses in the third one |
/// | 5 | 1 | clock preset, and 16 times that of the clock that the source of an import states |
/// | 6 | 2 | number of players |
/// | 8 | 8 | user, 0 for none |
/// | 16 | 8 | pool |
/// | 24 | 8 | tournament, 0 for none |
/// | 32 | 8 | fee in cents, the smallest Int64 for none |
/// | 40 | 8 | start in microseconds, the smallest Int64 for none |
/// | 48 | 2 each | players by round, 65535 for none: a pool's last index is 65534 |
/// | behind them | 4 each | ADPs at the picks by round, 4294967295 for none; left out when all are none |
///
/// The last part is there in imported history only, which is what keeps a row of a live contest at 84 bytes.
extension RosterRow: RowCodable {
    public static var foldVersion: UInt32 { 4 }

    enum Layout {
        static let status = 0
        static let seat = 1
        static let slot = 2
        static let teams = 3
        static let rounds = 4
        static let preset = 5
        static let playerCount = 6
        static let user = 8
        static let pool = 16
        static let tournament = 24
        static let fee = 32
        static let startedAt = 40
        static let players = 48

        /// The bit for the order in the byte of rounds: no draft has as many rounds.
        static let reversed: UInt8 = 0x80

        static let noSlot = Slot.max
        static let noNumber = Int64.min
        static let noPlayer = PlayerIndex.max
        static let noADP = UInt32.max
    }

    public var rowKey: [UInt8] { KeyBytes.bytes(of: entry.number) }

    /// With which the keys of all rows of a room begin, and of no others.
    public static func rowKeyPrefix(of room: RoomID) -> [UInt8] {
        Array(KeyBytes.bytes(of: EntryID(room: room, join: 0).number).prefix(6))
    }

    /// The user in the value of a stored row; nil without a user, and for bytes that are not such a row.
    public static func user(ofRowValue value: RawSpan) -> UserID? {
        guard isComplete(value) else { return nil }
        let user = value.number(at: Layout.user)
        return user == 0 ? nil : UserID(user)
    }

    public var rowValue: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Layout.players + 2 * players.count + 4 * recordedADPs.count)
        bytes += [status.rawValue, seat, slot ?? Layout.noSlot, teams, roundsByte, clockByte]
        bytes.appendLittleEndian(UInt16(players.count))
        bytes.appendLittleEndian(user?.number ?? 0)
        bytes.appendLittleEndian(pool.number)
        bytes.appendLittleEndian(tournament?.number ?? 0)
        bytes.appendLittleEndian(UInt64(bitPattern: fee?.value ?? Layout.noNumber))
        bytes.appendLittleEndian(UInt64(bitPattern: startedAt?.microseconds ?? Layout.noNumber))
        for player in players { bytes.appendLittleEndian(player ?? Layout.noPlayer) }
        for adp in recordedADPs { bytes.appendLittleEndian(adp ?? Layout.noADP) }
        return bytes
    }

    private var roundsByte: UInt8 { rounds | (order == .snake ? 0 : Layout.reversed) }

    /// Reads the byte that `roundsByte` wrote.
    static func rounds(of value: RawSpan) -> (rounds: UInt8, order: Ruleset.Order) {
        let byte = value.byte(at: Layout.rounds)
        return (byte & ~Layout.reversed, byte & Layout.reversed == 0 ? .snake : .thirdRoundReversal)
    }

    private var clockByte: UInt8 { preset.rawValue | (statedTempo?.rawValue ?? 0) << 4 }

    /// The value that `clockByte` wrote; nil for any other byte.
    static func clock(of value: RawSpan) -> (preset: Ruleset.Preset, statedTempo: Ruleset.Preset?)? {
        let byte = value.byte(at: Layout.preset)
        guard let preset = Ruleset.Preset(rawValue: byte & 0x0F) else { return nil }
        guard byte >> 4 != 0 else { return (preset, nil) }
        return Ruleset.Preset(rawValue: byte >> 4).map { (preset, $0) }
    }

    public init?(rowKey: [UInt8], rowValue: [UInt8]) {
        let value = rowValue.span.bytes
        guard let number = KeyBytes.number(rowKey), Self.isComplete(value),
            let status = RoomStatus(rawValue: value.byte(at: Layout.status)),
            let clock = Self.clock(of: value)
        else { return nil }
        let (slot, user) = (value.byte(at: Layout.slot), value.number(at: Layout.user))
        let (tournament, fee) = (value.number(at: Layout.tournament), value.signed(at: Layout.fee))
        let startedAt = value.signed(at: Layout.startedAt)
        entry = EntryID(number)
        seat = value.byte(at: Layout.seat)
        self.slot = slot == Layout.noSlot ? nil : slot
        self.user = user == 0 ? nil : UserID(user)
        self.tournament = tournament == 0 ? nil : TournamentID(tournament)
        pool = PoolID(value.number(at: Layout.pool))
        self.fee = fee == Layout.noNumber ? nil : Cents(fee)
        self.startedAt = startedAt == Layout.noNumber ? nil : Timestamp(microseconds: startedAt)
        self.status = status
        (preset, statedTempo) = clock
        teams = value.byte(at: Layout.teams)
        (rounds, order) = Self.rounds(of: value)
        players = []
        players.reserveCapacity(Int(value.short(at: Layout.playerCount)))
        for index in 0..<Int(value.short(at: Layout.playerCount)) {
            let player = value.short(at: Layout.players + 2 * index)
            players.append(player == Layout.noPlayer ? nil : player)
        }
        recordedADPs = stride(from: Layout.players + 2 * players.count, to: value.byteCount, by: 4).map {
            let adp = value.word(at: $0)
            return adp == Layout.noADP ? nil : adp
        }
        if !recordedADPs.isEmpty && recordedADPs.allSatisfy({ $0 == nil }) { return nil }
    }

    /// Whether a value has all the bytes that it says it has, and no others.
    static func isComplete(_ value: RawSpan) -> Bool {
        guard value.byteCount >= Layout.players else { return false }
        let count = Int(value.short(at: Layout.playerCount))
        let end = Layout.players + 2 * count
        return value.byteCount == end || value.byteCount == end + 4 * count
    }
}

/// Whole numbers at a byte offset. Every bit pattern is a number and the offset is checked, so nothing here can go
/// wrong but a program error, which traps.
extension RawSpan {
    func byte(at offset: Int) -> UInt8 { unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self) }

    func short(at offset: Int) -> UInt16 {
        UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func word(at offset: Int) -> UInt32 {
        UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func number(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    func signed(at offset: Int) -> Int64 { Int64(bitPattern: number(at: offset)) }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
