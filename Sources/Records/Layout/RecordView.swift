public import Bets
public import Draft

extension RecordedEvent {
    /// Reads a record.
    ///
    /// - Parameters:
    ///   - record: the stored bytes, whole.
    ///   - position: the bytes' position in the ledger.
    /// - Throws: `RecordError` that says what is wrong with the bytes.
    public init(record: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        let view = try RecordView(record, position: position)
        self = try view.decoded()
    }
}

extension RecordedBetEvent {
    /// Reads a record of a ledger of bets.
    ///
    /// - Parameters:
    ///   - record: the stored bytes, whole.
    ///   - position: the bytes' position in the ledger.
    /// - Throws: `RecordError` that says what is wrong with the bytes.
    public init(record: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        let view = try RecordView(record, position: position)
        self = try view.decodedBet()
    }
}

/// A record where it lies: its header's fields are read on demand, and its body is decoded only when asked for.
///
/// Must not outlive the bytes. What a scan asks of every record is inlined into it: there are a hundred million.
@usableFromInline
package struct RecordView {
    @usableFromInline package let bytes: UnsafeRawBufferPointer
    @usableFromInline package let position: UInt64

    /// - Throws: `truncated` or `foreignSchema`.
    @inlinable
    @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        self.bytes = bytes
        self.position = position
        guard bytes.count >= Offset.headersEnd, schemaID == RecordLayout.schemaID else {
            throw Self.headerError(bytes, position)
        }
    }

    @usableFromInline typealias Offset = RecordLayout.Offset
    private typealias Origin = RecordLayout.OriginOffset

    @usableFromInline
    @inline(never)
    static func headerError(_ bytes: UnsafeRawBufferPointer, _ position: UInt64) -> RecordError {
        guard bytes.count >= Offset.headersEnd else {
            return RecordError(.truncated, "\(bytes.count) bytes are too few for a record", position: position)
        }
        let schema = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: Offset.schemaID, as: UInt16.self))
        return RecordError(.foreignSchema, "schema \(schema) is not the schema of draft-ledger", position: position)
    }

    @inlinable
    @inline(__always)
    func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Value.Type = Value.self) -> Value {
        Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    // MARK: Headers

    /// The number of the event's type.
    @inlinable package var templateID: UInt16 { load(Offset.templateID) }
    @inlinable var schemaID: UInt16 { load(Offset.schemaID) }

    /// Whether the record has a place for a signature; older ones do not.
    package var mayBeSigned: Bool { schemaVersion >= RecordLayout.warrantVersion }

    private var schemaVersion: UInt16 { load(Offset.schemaVersion) }
    @inlinable package var stream: UInt64 { load(Offset.stream) }
    @inlinable package var version: UInt32 { load(Offset.version) }
    @inlinable package var previous: UInt64? {
        let value = load(Offset.previous, UInt64.self)
        return value == .max ? nil : value
    }
    @inlinable package var recordedAt: Timestamp { Timestamp(microseconds: load(Offset.recordedAt)) }

    // MARK: Ticks

    /// Whether this is a `ClockTicked`.
    @inlinable
    @inline(__always)
    package var isTick: Bool { templateID == EventType.clockTicked.rawValue }

    /// The tick's two fields, without building an event.
    @inlinable
    @inline(__always)
    package func tick() throws(RecordError) -> ClockTicked {
        guard bytes.count >= Self.tickLength else { throw truncated(.clockTicked) }
        return ClockTicked(pick: load(Offset.headersEnd), remaining: load(Offset.headersEnd + 2))
    }

    @inlinable static var tickLength: Int { Offset.headersEnd + 6 }

    @usableFromInline
    @inline(never)
    func truncated(_ type: EventType) -> RecordError { truncated(named: type.name) }

    @inline(never)
    private func truncated(named name: String) -> RecordError {
        RecordError(.truncated, "\(name.withArticle) of \(bytes.count) bytes ends too early", position: position)
    }

    // MARK: Notes

    /// Whether this is a `PlayerNoted` of a day, an ADP, without building an event: of most seasons nearly all notes are.
    package var isNoteOfDay: Bool {
        let day = Offset.headersEnd + Origin.end + MemoryLayout<PlayerPosition.Wire>.size
        guard templateID == EventType.playerNoted.rawValue, bytes.count >= day + MemoryLayout<Int64>.size else {
            return false
        }
        return load(day, Int64.self) != .wireNull
    }

    // MARK: Events

    /// Whether this is an event of bets, by the number of its type.
    package var isOfBets: Bool { BetEventType(rawValue: templateID) != nil }

    /// Decodes an event of drafts.
    package func decoded() throws(RecordError) -> RecordedEvent { try decoded(as: RecordedEvent.self) }

    /// Decodes an event of bets.
    package func decodedBet() throws(RecordError) -> RecordedBetEvent { try decoded(as: RecordedBetEvent.self) }

    private func decoded<Recorded: EventRecord>(as _: Recorded.Type) throws(RecordError) -> Recorded {
        typealias Events = Recorded.Event
        guard let type = Events.Kind(rawValue: templateID) else { throw unknownType() }
        guard let stream = Events.Stream(rawValue: stream) else {
            throw RecordError(.badValue, "stream \(stream) is of an unknown kind", position: position)
        }
        var reader = try reader(of: type)
        let event = Events(type, reading: &reader)
        let warrant = type.hasOrigin && schemaVersion >= RecordLayout.warrantVersion ? reader.warrant() : nil
        let salt = schemaVersion >= RecordLayout.privacyVersion && type.isPrivate ? reader.salt() : nil
        try check(reader)
        var origin = type.hasOrigin ? try origin() : nil
        if let warrant {
            origin?.dispute = warrant.dispute
            origin?.signature = warrant.signature
        }
        return Recorded(
            position: position, stream: stream, version: version, previous: previous, recordedAt: recordedAt,
            origin: origin, event: event, salt: salt)
    }

    @inline(never)
    private func unknownType() -> RecordError {
        let isOfAnother = EventType(rawValue: templateID) != nil || isOfBets
        return RecordError(
            .unknownType,
            "event type \(templateID) is \(isOfAnother ? "of another kind of ledger" : "of a newer version")",
            position: position)
    }

    /// The pick of a `PickMade` alone, for who has looked at `templateID` and needs no more than this and the header.
    package func madePick() throws(RecordError) -> PickMade { try body(of: .pickMade) }

    /// Likewise of a `ClockStarted`.
    package func startedClock() throws(RecordError) -> ClockStarted { try body(of: .clockStarted) }

    private func body<Body: RecordBody>(of type: EventType) throws(RecordError) -> Body {
        var reader = try reader(of: type)
        var body = Body.blank
        body.fields(&reader)
        try check(reader)
        return body
    }

    private func reader(of type: some EventKind) throws(RecordError) -> RecordReader {
        let blockEnd = Offset.stream + Int(load(Offset.blockLength, UInt16.self))
        let bodyStart = Offset.headersEnd + (type.hasOrigin ? Origin.end : 0)
        guard bodyStart <= blockEnd, blockEnd <= bytes.count else { throw truncated(named: type.name) }
        return RecordReader(
            bytes, offset: bodyStart, blockEnd: blockEnd, version: schemaVersion)
    }

    private func check(_ reader: borrowing RecordReader) throws(RecordError) {
        guard var failure = reader.failure else { return }
        failure.position = position
        throw failure
    }

    // MARK: Origins

    /// Whether the event is of a type with a cause, of whichever set.
    private var hasOrigin: Bool {
        if let type = EventType(rawValue: templateID) { return type.hasOrigin }
        return BetEventType(rawValue: templateID)?.hasOrigin ?? false
    }

    /// The id of the command that caused the event, without reading more of it; nil where none did, or the record is too
    /// short to say.
    package var commandID: CommandID? {
        guard hasOrigin, bytes.count >= Offset.headersEnd + Origin.end,
            load(Offset.headersEnd + Origin.actor, UInt64.self) != .wireNull
        else { return nil }
        return statedCommandID
    }

    private var statedCommandID: CommandID {
        CommandID(
            high: load(Offset.headersEnd + Origin.commandIDHigh), low: load(Offset.headersEnd + Origin.commandIDLow))
    }

    /// The sender of the command that caused the event, without reading more of the record; nil without a command, or if the
    /// record does not state it.
    package var sender: Sender? {
        guard hasOrigin, bytes.count >= Offset.headersEnd + Origin.end else { return nil }
        let actor = load(Offset.headersEnd + Origin.actor, UInt64.self)
        return actor == .wireNull ? nil : Sender(rawValue: actor)
    }

    /// The cause of an event of a type that has one, without its authorization.
    package func origin() throws(RecordError) -> CommandOrigin? {
        let actor = load(Offset.headersEnd + Origin.actor, UInt64.self)
        if actor == .wireNull { return nil }
        guard let actor = Sender(rawValue: actor) else {
            throw RecordError(.badValue, "actor \(actor) has an unknown role", position: position)
        }
        let occurredAt = load(Offset.headersEnd + Origin.occurredAt, Int64.self)
        return CommandOrigin(
            occurredAt: occurredAt == .wireNull ? nil : Timestamp(microseconds: occurredAt), actor: actor,
            commandID: statedCommandID, fingerprint: load(Offset.headersEnd + Origin.fingerprint))
    }
}
