public import Bets
public import Draft
public import TextFormats

/// Writes the fields of an event's body, or of a command, as members of a JSON object.
struct JSONFieldWriter: CommandCoder {
    var json: JSONWriter

    /// Whether a member that would be null is left out, as a command's are. An event's stand there, so that every line of
    /// a type has the same members.
    var leavesOutNull = false

    /// The only user whose number is written: another user's number becomes null. Nil to write all numbers.
    var onlyUser: UserID?

    private mutating func put(_ scalar: JSONScalar) {
        switch scalar {
        case .integer(let value): json.value(value)
        case .unsigned(let value): json.value(value)
        case .string(let value): json.value(value)
        case .bool(let value): json.value(value)
        }
    }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        json.name(name)
        if let moment = value as? Timestamp {
            json.value(moment)
        } else if let onlyUser, let user = value as? UserID, user != onlyUser {
            json.null()
        } else {
            put(value.json)
        }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard var value else { return null(name) }
        scalar(name, &value)
    }

    /// Also an event leaves it out where it is null.
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        if var value { scalar(name, &value) }
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since version: UInt16) {
        if var value { digest(name, &value) }
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        json.name(name)
        json.hexadecimal(value.words.0, value.words.1, value.words.2, value.words.3)
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        guard var value else { return null(name) }
        digest(name, &value)
    }

    private mutating func null(_ name: StaticString) {
        guard !leavesOutNull else { return }
        json.name(name)
        json.null()
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        json.name(name)
        json.beginArray()
        for value in values { put(value.json) }
        json.endArray()
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        json.name(name)
        json.beginArray()
        for var element in elements { object(&element) }
        json.endArray()
    }

    private mutating func object(_ part: inout some FieldPart) {
        json.beginObject()
        part.fields(&self)
        json.endObject()
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        json.name(name)
        json.value(value)
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        json.name(name)
        json.value(value.hexadecimal)
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        json.name(name)
        json.value(CommandRequest(command), for: onlyUser)
    }

    // MARK: CommandCoder

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { scalar(name, &value) }
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) {
        if !value.isEmpty { bytes(name, &value) }
    }

    mutating func addition(text name: StaticString, _ value: inout String) {
        if !value.isEmpty { text(name, &value) }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        json.name(name)
        json.beginArray()
        for element in elements {
            if var element { object(&element) } else { json.null() }
        }
        json.endArray()
    }
}

extension JSONWriter {
    /// An event's body as one JSON object: the value of `body` in its line.
    public mutating func body(of event: Event) { body(of: event, for: nil) }

    /// Returns the same as one user may read it: with null in place of another user's number.
    ///
    /// - Parameter reader: nil for who may see everybody's.
    package mutating func body(of event: Event, for reader: UserID?) { fields(of: event, for: reader) }

    /// The same of an event of bets.
    public mutating func body(of event: BetEvent) { fields(of: event, for: nil) }

    /// - Parameter reader: the only user whose number is written; nil for all.
    mutating func fields(of event: some EventSet, for reader: UserID?) {
        beginObject()
        var fields = JSONFieldWriter(json: JSONWriter(), onlyUser: reader)
        swap(&fields.json, &self)
        event.write(&fields)
        swap(&fields.json, &self)
        endObject()
    }

    /// A time as ISO 8601 in UTC with microseconds.
    public mutating func value(_ moment: Timestamp) {
        value(unescaped: { moment.writeISO8601(to: &$0) })
    }
}
