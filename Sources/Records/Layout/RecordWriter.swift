package import Bets
package import Draft

/// Writes one record after the other into a buffer that it keeps: no allocation once the buffer has grown.
///
/// The stream's name is written; version, `previous` and `recordedAt` are left for the ledger to fill in, unless the
/// record comes from another ledger with its times, or from a caller that knows its place and lets the ledger check it.
package struct RecordWriter: FieldCoder {
    /// The record, and room for more of it: a field is stored in place, which is several times as quick as appending.
    @usableFromInline var buffer = [UInt8](repeating: 0, count: 256)

    /// How much of it the record fills.
    @usableFromInline var used = 0

    /// Set as soon as a group or a text begins: the block of fixed fields has ended.
    private var blockEnd: Int?

    /// The least version of the schema that has all of the record.
    private var version: UInt16 = 0

    /// A text or a group that does not fit its length field.
    private var overflow: StaticString?

    /// A field that would not be read as what is written.
    private var unwritable: StaticString?

    /// Salts the private records that bring no salt; nil to leave those as they are.
    private let saltKey: SaltKey?

    /// The salt of the record that was written last.
    package private(set) var salt: RecordSalt?

    package init(salting key: SaltKey? = nil) { saltKey = key }

    /// A copy of the record that was written last.
    package var bytes: [UInt8] { Array(buffer[..<used]) }

    /// Lends the record that was written last.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try buffer.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<used])) }
    }

    /// Encodes an event; the result can be read until the next call.
    ///
    /// - Parameters:
    ///   - place: the event's version and the position of its stream's previous event, where they are known.
    ///   - salt: that of a record that is written again as it was; nil for a new one, or one without any.
    /// - Throws: `tooLarge` when a text, a group or the record is larger than its length field can say; `unwritable` when
    ///   a reader would refuse a value or take it for another.
    package mutating func write(
        _ event: Event, stream: StreamKey, origin: CommandOrigin?, place: (version: UInt32, previous: UInt64?)? = nil,
        recordedAt: Timestamp? = nil, salt: RecordSalt? = nil
    ) throws(RecordError) {
        try encode(event, stream: stream, origin: origin, place: place, recordedAt: recordedAt, salt: salt)
    }

    /// The same of an event of bets.
    package mutating func write(
        _ event: BetEvent, stream: BetStream, origin: CommandOrigin?,
        place: (version: UInt32, previous: UInt64?)? = nil, recordedAt: Timestamp? = nil, salt: RecordSalt? = nil
    ) throws(RecordError) {
        try encode(event, stream: stream, origin: origin, place: place, recordedAt: recordedAt, salt: salt)
    }

    private mutating func encode<Events: EventSet>(
        _ event: Events, stream: Events.Stream, origin: CommandOrigin?, place: (version: UInt32, previous: UInt64?)?,
        recordedAt: Timestamp?, salt: RecordSalt?
    ) throws(RecordError) {
        used = 0
        blockEnd = nil
        overflow = nil
        unwritable = nil
        let type = event.type
        if let fault = type.originFault(origin, for: .writer) {
            let found = fault == .missing ? "lacks the command that caused it" : "has no cause, but names a command"
            throw RecordError(.unwritable, "\(type.name.withArticle) \(found)")
        }
        put(UInt16(0))
        put(type.rawValue)
        put(RecordLayout.schemaID)
        let warrant = Warrant(of: origin)
        version = max(warrant == nil ? 0 : RecordLayout.warrantVersion, event.leastVersion)
        let isPrivate = type.isPrivate
        if salt != nil, !isPrivate { unwritable = "salt" }
        if isPrivate, salt != nil || saltKey != nil { version = max(version, RecordLayout.privacyVersion) }
        self.salt = salt
        put(UInt16(0))
        try put(stream)
        put(place?.version ?? 0)
        put(place?.previous ?? .wireNull)
        put(recordedAt?.microseconds ?? 0)
        if type.hasOrigin { try put(origin) }
        event.write(&self)
        if type.hasOrigin, version >= RecordLayout.warrantVersion { put(warrant) }
        if isPrivate, version >= RecordLayout.privacyVersion {
            if salt == nil, let saltKey {
                self.salt = buffer.withUnsafeBytes { saltKey.salt(of: UnsafeRawBufferPointer(rebasing: $0[..<used])) }
            }
            put(self.salt)
        }
        if let unwritable {
            throw RecordError(
                .unwritable, "the field '\(unwritable)' of \(type.name.withArticle) cannot hold its value")
        }
        if let overflow {
            throw RecordError(.tooLarge, "the field '\(overflow)' of \(type.name.withArticle) is too long")
        }
        guard used <= RecordLayout.maximumLength else {
            throw RecordError(.tooLarge, "\(type.name.withArticle) of \(used) bytes; a record holds at most 65,535")
        }
        let blockLength = UInt16((blockEnd ?? used) - RecordLayout.Offset.stream)
        buffer[0] = UInt8(truncatingIfNeeded: blockLength)
        buffer[1] = UInt8(truncatingIfNeeded: blockLength >> 8)
        buffer[RecordLayout.Offset.schemaVersion] = UInt8(truncatingIfNeeded: version)
    }

    private mutating func put(_ stream: some StreamName) throws(RecordError) {
        let name = stream.rawValue
        guard name != StreamKey.noStream else {
            throw RecordError(.unwritable, "there can be no stream \(stream)")
        }
        put(name)
    }

    private mutating func put(_ origin: CommandOrigin?) throws(RecordError) {
        if let refusal = origin?.refusal { throw RecordError(.unwritable, refusal.message) }
        put(origin?.occurredAt?.microseconds ?? .wireNull)
        put(origin?.actor.rawValue ?? .wireNull)
        put(origin?.commandID.high ?? 0)
        put(origin?.commandID.low ?? 0)
        put(origin?.fingerprint ?? 0)
    }

    /// Last of all, in a private record.
    private mutating func put(_ salt: RecordSalt?) {
        if blockEnd == nil { blockEnd = used }
        guard let salt else { return put(UInt16(0)) }
        put(UInt16(RecordSalt.length))
        put(salt.high.byteSwapped)
        put(salt.low.byteSwapped)
    }

    /// After all fields, also after texts.
    private mutating func put(_ warrant: Warrant?) {
        let bytes = warrant?.bytes ?? []
        if warrant?.isWritable == false { unwritable = "warrant" }
        if blockEnd == nil { blockEnd = used }
        put(UInt16(bytes.count))
        for byte in bytes { put(byte) }
    }

    private mutating func put<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
        let end = used + MemoryLayout<Value>.size
        if end > buffer.count { grow(to: end) }
        buffer.withUnsafeMutableBytes {
            $0.storeBytes(of: value.littleEndian, toByteOffset: used, as: Value.self)
        }
        used = end
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        buffer.append(contentsOf: repeatElement(0, count: max(needed - buffer.count, buffer.count)))
    }

    // MARK: FieldCoder

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { put(value, name) }

    /// Finds values that a reader would refuse by the reader's own check, so the two cannot differ.
    @inline(__always)
    private mutating func put<Value: WireScalar>(_ value: Value, _ name: StaticString) {
        let wire = value.wire
        if Value(wire: wire) == nil { unwritable = name }
        put(wire)
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard let value else { return put(Value.Wire.wireNull) }
        if value.wire == .wireNull { unwritable = name }
        put(value, name)
    }

    /// A record that is of the newer version for another reason has the field too.
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since first: UInt16) {
        if appends(value != nil, since: first) { optional(name, &value) }
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since first: UInt16) {
        if appends(value != nil, since: first) { optionalDigest(name, &value) }
    }

    /// Whether the record has a field of a newer version, which makes it a record of that version.
    private mutating func appends(_ isThere: Bool, since first: UInt16) -> Bool {
        guard isThere || version >= first else { return false }
        version = max(version, first)
        return true
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        put(value.words.0.byteSwapped)
        put(value.words.1.byteSwapped)
        put(value.words.2.byteSwapped)
        put(value.words.3.byteSwapped)
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        let none = Digest256(words: (.max, .max, .max, .max))
        if value == none { unwritable = name }
        var digest = value ?? none
        self.digest(name, &digest)
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        beginGroup(name, blockLength: Value.Wire.bitWidth / 8, count: values.count)
        for value in values { put(value, name) }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        var measure = BlockMeasure()
        var blank = Element.blank
        blank.fields(&measure)
        beginGroup(name, blockLength: measure.length, count: elements.count)
        for var element in elements { element.fields(&self) }
    }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        // In a record of this version for another reason, a reader looks for it.
        guard part != nil || version >= Part.version else { return }
        version = max(version, Part.version)
        var written = part ?? .blank
        written.fields(&self)
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        if blockEnd == nil { blockEnd = used }
        let length = value.utf8.count
        guard length < Int(UInt16.max) else {
            overflow = name
            return
        }
        put(UInt16(length))
        if used + length > buffer.count { grow(to: used + length) }
        buffer.replaceSubrange(used..<used + length, with: value.utf8)
        used += length
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        if blockEnd == nil { blockEnd = used }
        guard value.count < Int(UInt16.max) else {
            overflow = name
            return
        }
        put(UInt16(value.count))
        for byte in value { put(byte) }
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        var json = CommandRequest(command).json
        text(name, &json)
    }

    private mutating func beginGroup(_ name: StaticString, blockLength: Int, count: Int) {
        if blockEnd == nil { blockEnd = used }
        if count >= Int(UInt16.max) { overflow = name }
        put(UInt16(blockLength))
        put(UInt16(truncatingIfNeeded: count))
    }
}

/// Adds up the length of a group entry's fixed fields.
private struct BlockMeasure: FieldCoder {
    var length = 0
    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        length += Value.Wire.bitWidth / 8
    }
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        length += Value.Wire.bitWidth / 8
    }
    mutating func digest(_ name: StaticString, _ value: inout Digest256) { length += 32 }
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) { length += 32 }
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {}
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {}
    mutating func text(_ name: StaticString, _ value: inout String) {}
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {}
    mutating func command(_ name: StaticString, _ command: inout Command) {}
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {}
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {}
}

extension Event {
    var leastVersion: UInt16 {
        let own: UInt16? =
            if case .opened(let opened) = preparation {
                opened.leastVersion
            } else if case .created(let terms) = contest {
                terms.leastVersion
            } else if case .paused(let paused) = clock {
                paused.requestedBy == nil ? nil : RecordLayout.causesVersion
            } else if case .rounds(let set) = contest {
                set.podCommitment == nil ? nil : RecordLayout.servicesVersion
            } else {
                nil
            }
        return own ?? type.sinceVersion
    }
}

extension RoomOpened {
    /// Nil for the version that had such events first.
    fileprivate var leastVersion: UInt16? {
        if ruleset.order != .snake { return RecordLayout.orderVersion }
        if ruleset.overnight != nil || spectators != nil { return RecordLayout.nightsVersion }
        return draw == nil ? nil : RecordLayout.entropyVersion
    }
}

extension TournamentCreated {
    /// Likewise.
    fileprivate var leastVersion: UInt16? {
        if ruleset.order != .snake { return RecordLayout.orderVersion }
        return ruleset.overnight != nil || spectators != nil || featured ? RecordLayout.nightsVersion : nil
    }
}
