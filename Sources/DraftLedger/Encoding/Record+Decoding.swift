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
/// Must not outlive the bytes.
struct RecordView {
    let bytes: UnsafeRawBufferPointer
    let position: UInt64

    /// - Throws: `truncated` or `foreignSchema`.
    init(_ bytes: UnsafeRawBufferPointer, position: UInt64) throws(RecordError) {
        let headers = RecordLayout.messageHeaderLength + RecordLayout.recordHeaderLength
        guard bytes.count >= headers else {
            throw RecordError(.truncated, "\(bytes.count) bytes are too few for a record", position: position)
        }
        self.bytes = bytes
        self.position = position
        guard schemaID == RecordLayout.schemaID else {
            throw RecordError(.foreignSchema, "schema \(schemaID) is not draft-ledger's", position: position)
        }
    }

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
    var isTick: Bool { templateID == EventType.clockTicked.rawValue }

    /// The tick's two fields, without building an event.
    func tick() throws(RecordError) -> ClockTicked {
        guard bytes.count >= 42, blockLength >= 34 else {
            throw RecordError(
                .truncated, "a ClockTicked of \(bytes.count) bytes ends too early", position: position)
        }
        return ClockTicked(pick: load(36), remaining: load(38))
    }

    func decoded() throws(RecordError) -> RecordedEvent {
        guard let type = EventType(rawValue: templateID) else {
            throw RecordError(.unknownType, "event type \(templateID) is of a newer version", position: position)
        }
        guard let stream = StreamKey(rawValue: stream) else {
            throw RecordError(.badValue, "stream \(stream) is of an unknown kind", position: position)
        }
        let headers = RecordLayout.messageHeaderLength + RecordLayout.recordHeaderLength
        let blockEnd = RecordLayout.messageHeaderLength + Int(blockLength)
        let bodyStart = headers + (type.hasOrigin ? RecordLayout.commandOriginLength : 0)
        guard bodyStart <= blockEnd, blockEnd <= bytes.count else {
            throw RecordError(.truncated, "a \(type.name) of \(bytes.count) bytes ends too early", position: position)
        }
        var reader = RecordReader(bytes, offset: bodyStart, blockEnd: blockEnd)
        let event = Event(type, reading: &reader)
        if var failure = reader.failure {
            failure.position = position
            throw failure
        }
        return RecordedEvent(
            position: position, stream: stream, version: version, previous: previous, recordedAt: recordedAt,
            origin: type.hasOrigin ? try origin(at: headers) : nil, event: event)
    }

    private func origin(at offset: Int) throws(RecordError) -> CommandOrigin? {
        let actor = load(offset + 8, UInt64.self)
        if actor == .wireNull { return nil }
        guard let actor = Actor(rawValue: actor) else {
            throw RecordError(.badValue, "actor \(actor) has an unknown role", position: position)
        }
        let occurredAt = load(offset, Int64.self)
        return CommandOrigin(
            occurredAt: occurredAt == .wireNull ? nil : Timestamp(microseconds: occurredAt), actor: actor,
            commandID: CommandID(high: load(offset + 16), low: load(offset + 24)), fingerprint: load(offset + 32))
    }
}
