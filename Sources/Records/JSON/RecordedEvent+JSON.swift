public import Bets
public import Draft
public import TextFormats

// An event as one line of JSON, with every bit of its record in it: what is written here and read back encodes to the
// same bytes at the same place, so that an exported ledger imports to the same root.
//
//     {"position":…,"stream":"room/12","version":…,"previous":…,"type":"PickMade","recordedAt":"…","occurredAt":"…",
//      "actor":"user/7","commandID":"…","fingerprint":…,"body":{…}}
//
// If the command's sender named a case or signed, "warrant" follows "fingerprint". A private record has
// "salt" before "body".

extension RecordedEvent {
    /// The event as one JSON object without a line end. To write many, keep a `JSONWriter`.
    public var jsonLine: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads what `jsonLine` writes; members may come in any order.
    ///
    /// - Throws: `JSONLineError` that says which member is wrong and in which column.
    public init(jsonLine: String) throws(JSONLineError) {
        try self.init(jsonLine: Array(jsonLine.utf8))
    }

    /// Reads what `jsonLine` writes, from UTF-8.
    public init(jsonLine bytes: [UInt8]) throws(JSONLineError) { self = try Self.reading(bytes) }
}

extension RecordedBetEvent {
    /// The event as one JSON object without a line end. To write many, keep a `JSONWriter`.
    public var jsonLine: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads what `jsonLine` writes; members may come in any order.
    ///
    /// - Throws: `JSONLineError` that says which member is wrong and in which column.
    public init(jsonLine: String) throws(JSONLineError) { try self.init(jsonLine: Array(jsonLine.utf8)) }

    /// Reads what `jsonLine` writes, from UTF-8.
    public init(jsonLine bytes: [UInt8]) throws(JSONLineError) { self = try Self.reading(bytes) }
}

extension EventRecord {
    fileprivate static func reading(_ bytes: [UInt8]) throws(JSONLineError) -> Self {
        let root: JSONValue
        do {
            root = try JSONDocument(bytes).root
        } catch {
            throw JSONLineError(error)
        }
        guard root.kind == .object else {
            throw JSONLineError(.notJSON, "\(root.excerpt)", expected: "an object with an event", at: root)
        }
        var header = EventHeaderReader(root)
        let typeName = header.value("type") { $0.string } ?? ""
        let body = header.member("body")
        let event = try Self.event(named: typeName, at: root["type"] ?? root, body: body ?? root)
        let salt = header.salt(of: event.type)
        let position: UInt64 = header.scalar("position")
        let stream = header.value("stream") { $0.string.flatMap { Event.Stream($0) } }
        let version: UInt32 = header.scalar("version")
        let previous: UInt64? = header.optional("previous")
        let recordedAt = header.value("recordedAt") { $0.string.flatMap { Timestamp(iso8601: $0) } }
        let origin = header.origin()
        if let failure = header.finish() { throw failure }
        // A missing or bad member is a failure of the header, so both are there.
        guard let stream, let recordedAt else {
            throw JSONLineError(.missingField, "the event has no stream or no time", at: root)
        }
        switch event.type.originFault(origin, for: .importer) {
        case nil: break
        case .needless:
            throw JSONLineError(.badValue, "\(typeName.withArticle) has no cause, but an 'actor' is named", at: root)
        case .missing:
            throw JSONLineError(
                .missingField, "\(typeName.withArticle) has a cause, but no 'actor' is named", at: root)
        }
        return Self(
            position: position, stream: stream, version: version, previous: previous, recordedAt: recordedAt,
            origin: origin, event: event, salt: salt)
    }

    private static func event(named name: String, at place: JSONValue, body: JSONValue) throws(JSONLineError) -> Event {
        guard let type = Event.Kind(name: name) else {
            throw JSONLineError(
                .unknownType, "the event type is \(place.excerpt), which is not a known event type", at: place)
        }
        guard body.kind == .object else {
            throw JSONLineError(.badValue, "the body is \(body.excerpt)", expected: "an object", at: body)
        }
        var reader = JSONFieldReader(body)
        let event = Event(type, reading: &reader)
        reader.finish()
        if let failure = reader.failure { throw failure }
        return event
    }
}

extension JSONWriter {
    /// The event as one JSON object.
    public mutating func value(_ recorded: RecordedEvent) { put(recorded) }

    /// The event as one JSON object.
    public mutating func value(_ recorded: RecordedBetEvent) { put(recorded) }

    private mutating func put(_ recorded: some EventRecord) {
        beginObject()
        name("position")
        value(recorded.position)
        name("stream")
        value(recorded.stream.description)
        name("version")
        value(recorded.version)
        name("previous")
        if let previous = recorded.previous { value(previous) } else { null() }
        name("type")
        value(recorded.event.type.name)
        name("recordedAt")
        value(recorded.recordedAt)
        members(of: recorded.origin)
        if let salt = recorded.salt {
            name("salt")
            hexadecimal(salt.high, salt.low)
        }
        name("body")
        fields(of: recorded.event, for: nil)
        endObject()
    }

    private mutating func members(of origin: CommandOrigin?) {
        name("occurredAt")
        if let occurredAt = origin?.occurredAt { value(occurredAt) } else { null() }
        name("actor")
        if let actor = origin?.actor { value(actor.text) } else { null() }
        name("commandID")
        if let id = origin?.commandID { hexadecimal(id.high, id.low) } else { null() }
        name("fingerprint")
        if let fingerprint = origin?.fingerprint { value(fingerprint) } else { null() }
        if let warrant = Warrant(of: origin) {
            name("warrant")
            value(warrant)
        }
    }
}

/// Takes the members that every event has; remembers the first that is wrong.
private struct EventHeaderReader {
    private let object: JSONValue
    private var members: JSONMembers
    private var names: [StaticString] = []
    private var failure: JSONLineError?

    init(_ object: JSONValue) {
        self.object = object
        members = JSONMembers(of: object)
    }

    mutating func finish() -> JSONLineError? {
        if failure == nil, let (name, value) = members.leftOver(knowing: names) {
            fail(.unknownField, "the member '\(name)' is not a member of an event, or occurs twice", at: value)
        }
        return failure
    }

    private mutating func fail(
        _ code: JSONLineError.Code, _ found: String, expected: String? = nil, at value: JSONValue
    ) {
        if failure == nil { failure = JSONLineError(code, found, expected: expected, at: value) }
    }

    mutating func member(_ name: StaticString) -> JSONValue? {
        names.append(name)
        let value = members.take(name)
        if value == nil { fail(.missingField, "the member '\(name)' is missing", at: object) }
        return value
    }

    /// A member that `convert` makes something of.
    mutating func value<Value>(
        _ name: StaticString, orNull: Bool = false, _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let json = member(name), !(orNull && json.isNull) else { return nil }
        guard let value = convert(json) else {
            fail(.badValue, "the member '\(name)' is \(json.excerpt), which is not allowed", at: json)
            return nil
        }
        return value
    }

    /// The salt of a private record. Older records have no salt.
    mutating func salt(of type: some EventKind) -> RecordSalt? {
        names.append("salt")
        guard let json = members.take("salt") else { return nil }
        guard type.isPrivate, let words = json.hexadecimalWords(2) else {
            fail(
                .badValue, "the member 'salt' is \(json.excerpt)",
                expected: type.isPrivate ? "32 hexadecimal digits" : "no salt in an event of this type", at: json)
            return nil
        }
        return RecordSalt(high: words[0], low: words[1])
    }

    /// A member that is left out where there is nothing to say.
    private mutating func warrant() -> Warrant? {
        names.append("warrant")
        guard let json = members.take("warrant") else { return nil }
        let warrant = Warrant(json)
        if warrant == nil {
            fail(.badValue, "the member 'warrant' is \(json.excerpt)", expected: Warrant.expectedInJSON, at: json)
        }
        return warrant
    }

    mutating func scalar<Value: FixedWidthInteger>(_ name: StaticString) -> Value { optional(name, orNull: false) ?? 0 }

    mutating func optional<Value: FixedWidthInteger>(_ name: StaticString, orNull: Bool = true) -> Value? {
        guard let json = member(name), !(orNull && json.isNull) else { return nil }
        guard let value: Value = json.integer() else {
            fail(.badValue, "the member '\(name)' is \(json.excerpt)", expected: "a whole number", at: json)
            return nil
        }
        return value
    }

    /// The command that caused the event: all of its members, or null for each of them.
    mutating func origin() -> CommandOrigin? {
        let occurredAt = value("occurredAt", orNull: true) { $0.string.flatMap { Timestamp(iso8601: $0) } }
        let actor = value("actor", orNull: true) { $0.string.flatMap { Sender(text: $0) } }
        let commandID = value("commandID", orNull: true) { json in
            json.hexadecimalWords(2).map { CommandID(high: $0[0], low: $0[1]) }
        }
        let fingerprint: UInt32? = optional("fingerprint")
        let warrant = warrant()
        guard let actor else {
            if occurredAt != nil || commandID != nil || fingerprint != nil || warrant != nil {
                fail(.missingField, "the member 'actor' is null, but the event has a command with a sender", at: object)
            }
            return nil
        }
        guard let commandID, let fingerprint else {
            fail(.missingField, "the members 'commandID' and 'fingerprint' need 'actor'", at: object)
            return nil
        }
        return CommandOrigin(
            occurredAt: occurredAt, actor: actor, commandID: commandID, fingerprint: fingerprint,
            dispute: warrant?.dispute, signature: warrant?.signature)
    }
}
