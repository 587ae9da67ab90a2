import Draft

/// Reads the body of one record in place; nothing is copied but texts and groups.
///
/// A field behind the end of the record's own block keeps its blank value: the record was written before the field
/// existed. Fields that this version does not know are skipped by the block's length.
struct RecordReader: FieldCoder {
    private let bytes: UnsafeRawBufferPointer
    private var offset: Int
    private var blockEnd: Int
    private var inGroups = false
    private let version: UInt16

    /// The first thing that was wrong; what was read after it is blank.
    private(set) var failure: RecordError?

    /// - Parameters:
    ///   - offset: of the body's first field.
    ///   - blockEnd: where the fixed fields end, by the record's own header.
    ///   - version: which one of its template the record is of.
    init(_ bytes: UnsafeRawBufferPointer, offset: Int, blockEnd: Int, version: UInt16) {
        self.version = version
        self.bytes = bytes
        self.offset = offset
        self.blockEnd = blockEnd
    }

    private mutating func take<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) -> Value? {
        let end = offset + MemoryLayout<Value>.size
        guard end <= blockEnd else { return nil }
        defer { offset = end }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    private mutating func fail(_ code: RecordError.Code, _ message: String) {
        if failure == nil { failure = RecordError(code, message) }
    }

    // MARK: FieldCoder

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        guard let wire = take(Value.Wire.self) else { return }
        if let read = Value(wire: wire) {
            value = read
        } else {
            fail(.badValue, "the field '\(name)' holds \(wire), which is not a \(Value.wireType.name)")
        }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard let wire = take(Value.Wire.self), wire != .wireNull else { return }
        value = Value(wire: wire)
        if value == nil { fail(.badValue, "the field '\(name)' holds \(wire), which is not a \(Value.wireType.name)") }
    }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        optionalDigest(name, &value)
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        guard let a = take(UInt64.self), let b = take(UInt64.self), let c = take(UInt64.self), let d = take(UInt64.self)
        else { return }
        value = Digest256(words: (a.byteSwapped, b.byteSwapped, c.byteSwapped, d.byteSwapped))
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        var read = Digest256(words: (.max, .max, .max, .max))
        digest(name, &read)
        value = read.words == (.max, .max, .max, .max) ? nil : read
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        readGroup(name) { reader, count in
            values.reserveCapacity(count)
        } entry: { reader in
            guard let wire = reader.take(Value.Wire.self), let value = Value(wire: wire) else {
                reader.fail(.badValue, "an entry of '\(name)' is not a \(Value.wireType.name)")
                return
            }
            values.append(value)
        }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        readGroup(name) { reader, count in
            elements.reserveCapacity(count)
        } entry: { reader in
            var element = Element.blank
            element.fields(&reader)
            elements.append(element)
        }
    }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        guard version >= Part.version else { return }
        var read = Part.blank
        read.fields(&self)
        part = read
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        guard let content = data(name) else { return }
        guard let text = String(validating: content, as: UTF8.self) else {
            fail(.badText, "the text '\(name)' is not UTF-8")
            return
        }
        value = text
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        if let content = data(name) { value = Array(content) }
    }

    /// A part with a length prefix; nil in a record of a version without it.
    private mutating func data(_ name: StaticString) -> UnsafeRawBufferPointer? {
        leaveBlock()
        guard offset < bytes.count else { return nil }
        blockEnd = bytes.count
        guard let length = take(UInt16.self), offset + Int(length) <= bytes.count else {
            fail(.truncated, "the text '\(name)' exceeds the record")
            return nil
        }
        defer { offset += Int(length) }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
    }

    /// A command is written in one way only, so one that is written in another is damaged.
    mutating func command(_ name: StaticString, _ command: inout Command) {
        var json = ""
        text(name, &json)
        guard !json.isEmpty, failure == nil else { return }
        // The text is only unknown to this version, not malformed.
        guard let request = try? CommandRequest(json: json), CommandRequest(request.command).json == json else {
            return fail(.badValue, "the field '\(name)' does not contain a command as this version writes it")
        }
        command = request.command
    }

    /// The last part of the record, or nil.
    mutating func warrant() -> Warrant? {
        leaveBlock()
        guard offset < bytes.count else { return nil }
        blockEnd = bytes.count
        guard let length = take(UInt16.self), offset + Int(length) <= bytes.count else {
            fail(.truncated, "the authorization exceeds the record")
            return nil
        }
        guard length > 0 else { return nil }
        let warrant = Warrant(bytes[offset..<offset + Int(length)])
        offset += Int(length)
        if warrant == nil { fail(.badValue, "the authorization of \(length) bytes is not valid") }
        return warrant
    }

    /// The salt at the end of a private record, or nil.
    mutating func salt() -> RecordSalt? {
        var bytes: [UInt8] = []
        self.bytes("salt", &bytes)
        guard failure == nil, !bytes.isEmpty else { return nil }
        let salt = RecordSalt(bytes: bytes)
        if salt == nil { fail(.badValue, "the salt has \(bytes.count) bytes, expected \(RecordSalt.length)") }
        return salt
    }

    /// Goes to the end of the fixed fields, over those that this version does not know.
    private mutating func leaveBlock() {
        if !inGroups {
            offset = blockEnd
            inGroups = true
        }
    }

    private mutating func readGroup(
        _ name: StaticString, begin: (inout RecordReader, Int) -> Void, entry: (inout RecordReader) -> Void
    ) {
        leaveBlock()
        guard offset < bytes.count else { return }
        blockEnd = bytes.count
        guard let entryLength = take(UInt16.self), let count = take(UInt16.self),
            offset + Int(entryLength) * Int(count) <= bytes.count
        else {
            fail(.truncated, "the group '\(name)' exceeds the record")
            return
        }
        begin(&self, Int(count))
        for _ in 0..<count {
            let end = offset + Int(entryLength)
            blockEnd = end
            entry(&self)
            offset = end
        }
        blockEnd = bytes.count
    }
}
