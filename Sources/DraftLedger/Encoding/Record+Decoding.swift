public import Draft

extension RecordedEvent {
    /// Reads a record.
    ///
    /// - Parameters:
    ///   - record: the stored bytes, whole.
    ///   - position: where they stand in the ledger.
    /// - Throws: `RecordError` that says what is wrong with the bytes.
    public init(record: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        let view = try RecordView(record, position: position)
        self = try view.decoded()
    }
}

/// A record where it lies: its header's fields are read on demand, and its body is decoded only when asked for.
///
/// Must not outlive the bytes. What a scan asks of every record is inlined into it: there are a hundred million.
struct RecordView {
    let bytes: UnsafeRawBufferPointer
    let position: UInt64

    /// - Throws: `truncated` or `foreignSchema`.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        self.bytes = bytes
        self.position = position
        guard bytes.count >= Self.headersLength, schemaID == RecordLayout.schemaID else {
            throw Self.headerError(bytes, position)
        }
    }

    private static let headersLength = RecordLayout.messageHeaderLength + RecordLayout.recordHeaderLength

    @inline(never)
    private static func headerError(_ bytes: UnsafeRawBufferPointer, _ position: UInt64) -> RecordError {
        guard bytes.count >= headersLength else {
            return RecordError(.truncated, "\(bytes.count) bytes are too few for a record", position: position)
        }
        let schema = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self))
        return RecordError(.foreignSchema, "schema \(schema) is not draft-ledger's", position: position)
    }

    @inline(__always)
    private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Value.Type = Value.self) -> Value {
        Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    var blockLength: UInt16 { load(0) }
    var templateID: UInt16 { load(2) }
    var schemaID: UInt16 { load(4) }
    var stream: UInt64 { load(8) }
    var version: UInt32 { load(16) }
    var previous: UInt64? {
        let value = load(20, UInt64.self)
        return value == .wireNull ? nil : value
    }
    var recordedAt: Timestamp { Timestamp(microseconds: load(28)) }

    /// Whether this is a `ClockTicked`.
    @inline(__always)
    var isTick: Bool { templateID == EventType.clockTicked.rawValue }

    /// The tick's two fields, without building an event.
    @inline(__always)
    func tick() throws(RecordError) -> ClockTicked {
        guard bytes.count >= Self.tickLength else { throw truncated(.clockTicked) }
        return ClockTicked(pick: load(Self.headersLength), remaining: load(Self.headersLength + 2))
    }

    private static let tickLength = headersLength + 6

    @inline(never)
    private func truncated(_ type: EventType) -> RecordError {
        RecordError(.truncated, "\(type.name.withArticle) of \(bytes.count) bytes ends too early", position: position)
    }

    func decoded() throws(RecordError) -> RecordedEvent {
        guard let type = EventType(rawValue: templateID) else {
            throw RecordError(.unknownType, "event type \(templateID) is of a newer version", position: position)
        }
        guard let stream = StreamKey(rawValue: stream) else {
            throw RecordError(.badValue, "stream \(stream) is of an unknown kind", position: position)
        }
        var reader = try reader(of: type)
        let event = Event(type, reading: &reader)
        try check(reader)
        return RecordedEvent(
            position: position, stream: stream, version: version, previous: previous, recordedAt: recordedAt,
            origin: type.hasOrigin ? try origin() : nil, event: event)
    }

    /// The body alone, for who has looked at `templateID` and needs no more than this and the header.
    func body<Body: RecordBody>(_: Body.Type, of type: EventType) throws(RecordError) -> Body {
        var reader = try reader(of: type)
        var body = Body.blank
        body.fields(&reader)
        try check(reader)
        return body
    }

    @inline(__always)
    private func reader(of type: EventType) throws(RecordError) -> RecordReader {
        let blockEnd = RecordLayout.messageHeaderLength + Int(blockLength)
        let bodyStart = Self.headersLength + (type.hasOrigin ? RecordLayout.commandOriginLength : 0)
        guard bodyStart <= blockEnd, blockEnd <= bytes.count else { throw truncated(type) }
        return RecordReader(bytes, offset: bodyStart, blockEnd: blockEnd)
    }

    @inline(__always)
    private func check(_ reader: borrowing RecordReader) throws(RecordError) {
        guard var failure = reader.failure else { return }
        failure.position = position
        throw failure
    }

    /// The id of the command that caused the event, without reading more of it; nil where none did, or the record is too
    /// short to say.
    var commandID: CommandID? {
        let offset = Self.headersLength
        guard let type = EventType(rawValue: templateID), type.hasOrigin,
            bytes.count >= offset + RecordLayout.commandOriginLength, load(offset + 8, UInt64.self) != .wireNull
        else { return nil }
        return CommandID(high: load(offset + 16), low: load(offset + 24))
    }

    /// The cause of an event of a type that has one.
    func origin() throws(RecordError) -> CommandOrigin? {
        let offset = Self.headersLength
        let actor = load(offset + 8, UInt64.self)
        if actor == .wireNull { return nil }
        guard let actor = Sender(rawValue: actor) else {
            throw RecordError(.badValue, "actor \(actor) has an unknown role", position: position)
        }
        let occurredAt = load(offset, Int64.self)
        return CommandOrigin(
            occurredAt: occurredAt == .wireNull ? nil : Timestamp(microseconds: occurredAt), actor: actor,
            commandID: CommandID(high: load(offset + 16), low: load(offset + 24)), fingerprint: load(offset + 32))
    }
}
