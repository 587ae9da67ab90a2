import Draft

extension WireScalar where Self: FixedWidthInteger & BitwiseCopyable, Wire == Self {
    var wire: Self { self }
    init?(wire: Self) { self = wire }

    var json: JSONScalar {
        if let signed = Int64(exactly: self) { .integer(signed) } else { .unsigned(UInt64(self)) }
    }

    init?(json: JSONScalar) {
        switch json {
        case .integer(let value):
            guard let exact = Self(exactly: value) else { return nil }
            self = exact
        case .unsigned(let value):
            guard let exact = Self(exactly: value) else { return nil }
            self = exact
        case .string, .bool: return nil
        }
    }
}

extension UInt8: WireScalar {
    typealias Wire = UInt8
    static let wireType = WireType(name: "u8", primitive: "uint8")
}

extension UInt16: WireScalar {
    typealias Wire = UInt16
    static let wireType = WireType(name: "u16", primitive: "uint16")
}

extension UInt32: WireScalar {
    typealias Wire = UInt32
    static let wireType = WireType(name: "u32", primitive: "uint32")
}

/// Positions in the ledger.
extension UInt64: WireScalar {
    typealias Wire = UInt64
    static let wireType = WireType(name: "u64", primitive: "uint64")
}

extension Int32: WireScalar {
    typealias Wire = Int32
    static let wireType = WireType(name: "i32", primitive: "int32")
}

/// The common wire format of the game's numbered identifiers.
extension WireScalar where Self: NumericID {
    var wire: UInt64 { number }
    init?(wire: UInt64) { self.init(wire) }
    var json: JSONScalar { Int64(exactly: number).map(JSONScalar.integer) ?? .unsigned(number) }
    init?(json: JSONScalar) {
        switch json {
        case .integer(let value) where value >= 0: self.init(UInt64(value))
        case .unsigned(let value): self.init(value)
        default: return nil
        }
    }
}

extension RoomID: WireScalar {
    static let wireType = WireType(name: "roomNumber", primitive: "uint64", description: "a room's number, from 1")
}

extension TournamentID: WireScalar {
    static let wireType = WireType(
        name: "tournamentNumber", primitive: "uint64", description: "a contest's number, from 1")
}

extension PoolID: WireScalar {
    static let wireType = WireType(name: "poolNumber", primitive: "uint64", description: "a pool's number, from 1")
}

extension UserID: WireScalar {
    static let wireType = WireType(
        name: "userNumber", primitive: "uint64", description: "a user's pseudonymous number, from 1")
}

extension CaseID: WireScalar {
    static let wireType = WireType(name: "caseNumber", primitive: "uint64", description: "a dispute's number, from 1")
}

extension MeasureID: WireScalar {
    static let wireType = WireType(
        name: "measureNumber", primitive: "uint64", description: "an approval request's number, from 1")
}

extension SeasonID: WireScalar {
    static let wireType = WireType(
        name: "seasonNumber", primitive: "uint64", description: "the year in which a season begins")
}

extension EntryID: WireScalar {
    static let wireType = WireType(
        name: "entryNumber", primitive: "uint64", description: "room number x 65536 + the entry's join, from 1")
}

extension Timestamp: WireScalar {
    static let wireType = WireType(
        name: "timestamp", primitive: "int64", description: "microseconds since 1970-01-01T00:00:00Z")
    var wire: Int64 { microseconds }
    init?(wire: Int64) { self.init(microseconds: wire) }
    var json: JSONScalar { .string(iso8601) }
    init?(json: JSONScalar) {
        guard case .string(let text) = json, let moment = Timestamp(iso8601: text) else { return nil }
        self = moment
    }
}

extension Interval: WireScalar {
    static let wireType = WireType(name: "interval", primitive: "int64", description: "microseconds")
    var wire: Int64 { microseconds }
    init?(wire: Int64) { self.init(microseconds: wire) }
    var json: JSONScalar { .integer(microseconds) }
    init?(json: JSONScalar) {
        guard case .integer(let value) = json else { return nil }
        self.init(microseconds: value)
    }
}

extension OvernightWindow: WireScalar {
    static let wireType = WireType(
        name: "overnightWindow", primitive: "uint64",
        description: "minutes of the day, from 16 bits, until 16 bits; minutes ahead of UTC 16 bits, two's complement")
    var wire: UInt64 { UInt64(from) | UInt64(until) << 16 | UInt64(UInt16(bitPattern: offset)) << 32 }
    /// Hours with a text form: those that are on a clock.
    init?(wire: UInt64) {
        self.init(
            offset: Int16(truncatingIfNeeded: wire >> 32), from: UInt16(truncatingIfNeeded: wire),
            until: UInt16(truncatingIfNeeded: wire >> 16))
        guard self.wire == wire, OvernightWindow(text: text) == self else { return nil }
    }
    var json: JSONScalar { .string(text) }
    init?(json: JSONScalar) {
        guard case .string(let text) = json else { return nil }
        self.init(text: text)
    }
}

extension Cents: WireScalar {
    static let wireType = WireType(name: "cents", primitive: "int64", description: "hundredths of the currency's unit")
    var wire: Int64 { value }
    /// Beyond any amount that the rules let through by so much that no sum of real ones gets there, and so little that
    /// a thousand of them still add up: a record that says more is damaged.
    private static let wireLimit: Int64 = 1 << 53
    init?(wire: Int64) {
        guard wire.magnitude <= Self.wireLimit.magnitude else { return nil }
        self.init(wire)
    }
    var json: JSONScalar { .integer(value) }
    init?(json: JSONScalar) {
        guard case .integer(let value) = json else { return nil }
        self.init(wire: value)
    }
}

extension Sender: WireScalar {
    static let wireType = WireType(
        name: "sender", primitive: "uint64", description: "role 4 bits, user 30 bits, on behalf of user 30 bits")
    var wire: UInt64 { rawValue }
    init?(wire: UInt64) { self.init(rawValue: wire) }
    var json: JSONScalar { .string(text) }
    init?(json: JSONScalar) {
        guard case .string(let text) = json else { return nil }
        self.init(text: text)
    }
}

/// Sets of up to eight things are their bits, in the record and as JSON.
extension WireScalar where Self: OptionSet, RawValue == UInt8 {
    var wire: UInt8 { rawValue }
    init?(wire: UInt8) { self.init(rawValue: wire) }
    var json: JSONScalar { .integer(Int64(rawValue)) }
    init?(json: JSONScalar) {
        guard case .integer(let value) = json, let raw = UInt8(exactly: value) else { return nil }
        self.init(rawValue: raw)
    }

    /// The description of the wire type: which thing each bit is.
    fileprivate static func bits(_ named: [(name: String, bit: Self)]) -> String {
        "bits: " + named.map { "\($0.name) \($0.bit.rawValue.trailingZeroBitCount)" }.joined(separator: ", ")
    }
}

extension StaffRoles: WireScalar {
    static let wireType = WireType(
        name: "staffRoles", primitive: "uint8",
        description: bits(StaffRole.allCases.map { ($0.name, StaffRoles($0)) }))
}

extension FlexPositions: WireScalar {
    static let wireType = WireType(
        name: "flexPositions", primitive: "uint8", description: bits(FlexPositions.named))
}

extension AlertPreferences: WireScalar {
    static let wireType = WireType(
        name: "alerts", primitive: "uint8", description: bits(AlertPreferences.named))
}
