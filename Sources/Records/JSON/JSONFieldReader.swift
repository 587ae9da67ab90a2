import Bets
import Draft
import TextFormats

/// Reads the fields of an event's body, or of a command, from the members of a JSON object.
///
/// Every field must be there and nothing else may be: a member that was dropped would change the record and with it the
/// ledger's root. Where a value is missing, an event says null; a command says null or leaves the member out.
struct JSONFieldReader: CommandCoder {
    /// The kind of object to which the members belong.
    enum Form: Equatable {
        case event
        case command(CommandKind)
        /// The report of a feed.
        case report(BetCommandKind)
    }

    private let form: Form
    private var members: JSONMembers
    private var names: [StaticString] = []
    private let object: JSONValue

    /// The first thing that was wrong; what was read after it is blank.
    private(set) var failure: JSONLineError?

    /// The values of members that may be omitted.
    private let defaults: (any MemberDefaults)?

    init(_ object: JSONValue, of form: Form = .event, filling defaults: (any MemberDefaults)? = nil) {
        self.form = form
        self.defaults = defaults
        self.object = object
        members = JSONMembers(of: object)
    }

    /// Call when all fields were read: finds members that no field asked for.
    mutating func finish() {
        guard failure == nil, let (name, value) = members.leftOver(knowing: names) else { return }
        let whose =
            switch form {
            case .event: "an event"
            case .command(let kind): kind.name.withArticle
            case .report(let kind): kind.name.withArticle
            }
        fail(.unknownField, "the member '\(name)' is not a member of \(whose), or occurs twice", at: value)
    }

    private mutating func fail(
        _ code: JSONLineError.Code, _ found: String, expected: String? = nil, at value: JSONValue
    ) {
        if failure == nil { failure = JSONLineError(code, found, expected: expected, at: value) }
    }

    private mutating func take(_ name: StaticString) -> JSONValue? {
        names.append(name)
        let given = members.take(name)
        let isStated = given.map { !$0.isNull } ?? false
        guard let value = isStated ? given : defaults?.value(of: name, in: object) ?? given else {
            fail(.missingField, "the member '\(name)' is missing", at: object)
            return nil
        }
        return value
    }

    /// - Returns: nil for null, and for what is not there where it may be left out.
    private mutating func takeOptional(_ name: StaticString) -> JSONValue? {
        guard form != .event else { return take(name).flatMap { $0.isNull ? nil : $0 } }
        names.append(name)
        return members.take(name).flatMap { $0.isNull ? nil : $0 }
    }

    /// Reads an optional member that is not a field.
    ///
    /// - Parameter expected: a text about the values that `convert` accepts.
    mutating func member<Value>(
        _ name: StaticString, expected: String, _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let json = takeOptional(name) else { return nil }
        let value = convert(json)
        if value == nil {
            fail(.badValue, "the member '\(name)' is \(json.excerpt)", expected: expected, at: json)
        }
        return value
    }

    private mutating func read<Value: WireScalar>(_ name: StaticString, _ value: JSONValue) -> Value? {
        guard let scalar = JSONScalar(value), let read = Value(json: scalar) else {
            fail(
                .badValue, "the member '\(name)' is \(value.excerpt)", expected: Value.wireType.expectedInJSON,
                at: value)
            return nil
        }
        return read
    }

    private mutating func read(_ name: StaticString, digest value: JSONValue) -> Digest256? {
        guard let words = value.hexadecimalWords(4) else {
            fail(.badValue, "the member '\(name)' is \(value.excerpt)", expected: "64 hexadecimal digits", at: value)
            return nil
        }
        return Digest256(words: (words[0], words[1], words[2], words[3]))
    }

    // MARK: FieldCoder

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        guard let json = take(name), let read: Value = read(name, json) else { return }
        value = read
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard let json = takeOptional(name), let read: Value = read(name, json) else { return }
        // A record has no other way to say "nothing" than this number.
        guard form != .event || read.wire != .wireNull else {
            return fail(.badValue, "the member '\(name)' is \(json.excerpt), which means null", at: json)
        }
        value = read
    }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        names.append(name)
        guard let json = members.take(name), let read: Value = read(name, json) else { return }
        value = read
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since version: UInt16) {
        names.append(name)
        guard let json = members.take(name), let read = read(name, digest: json) else { return }
        // A record has no other way to say "nothing" than this digest.
        guard read.words != (.max, .max, .max, .max) else {
            return fail(.badValue, "the member '\(name)' is \(json.excerpt), which means null", at: json)
        }
        value = read
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        guard let json = take(name), let read = read(name, digest: json) else { return }
        value = read
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        guard let json = takeOptional(name), let read = read(name, digest: json) else { return }
        guard form != .event || read.words != (.max, .max, .max, .max) else {
            return fail(.badValue, "the member '\(name)' is \(json.excerpt), which means null", at: json)
        }
        value = read
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        for element in elements(name) {
            guard let value: Value = read(name, element) else { return }
            values.append(value)
        }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        for json in self.elements(name) {
            guard let element: Element = element(of: name, json, expected: "an object") else { return }
            elements.append(element)
        }
    }

    private mutating func element<Element: GroupElement>(
        of name: StaticString, _ json: JSONValue, expected: String
    ) -> Element? {
        guard json.kind == .object else {
            fail(.badValue, "an element of '\(name)' is \(json.excerpt)", expected: expected, at: json)
            return nil
        }
        var reader = JSONFieldReader(json, of: form)
        var element = Element.blank
        element.fields(&reader)
        reader.finish()
        if failure == nil { failure = reader.failure }
        return element
    }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        guard object[Part.firstMember] != nil else { return }
        var read = Part.blank
        read.fields(&self)
        part = read
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        guard let json = take(name) else { return }
        guard let text = json.string else {
            return fail(.badValue, "the member '\(name)' is \(json.excerpt)", expected: "a string", at: json)
        }
        value = text
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        if let json = take(name) { read(name, bytes: json, into: &value) }
    }

    private mutating func read(_ name: StaticString, bytes json: JSONValue, into value: inout [UInt8]) {
        guard let read = json.string.flatMap({ [UInt8](hexadecimal: $0) }) else {
            return fail(
                .badValue, "the member '\(name)' is \(json.excerpt)", expected: "pairs of hexadecimal digits", at: json)
        }
        value = read
    }

    /// Without an id, a sender and a time: it is what somebody asks for, not what somebody has sent.
    mutating func command(_ name: StaticString, _ command: inout Command) {
        guard let json = take(name) else { return }
        do throws(JSONLineError) {
            let request = try CommandRequest(json)
            command = request.command
            guard request == CommandRequest(command) else {
                return fail(.unknownField, "the command in '\(name)' has more members than allowed", at: json)
            }
        } catch {
            if failure == nil { failure = error }
        }
    }

    // MARK: CommandCoder

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { scalar(name, &value) }
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) {
        if let json = takeOptional(name) { read(name, bytes: json, into: &value) }
    }

    mutating func addition(text name: StaticString, _ value: inout String) {
        value = member(name, expected: "a string") { $0.string } ?? ""
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        for json in self.elements(name) {
            if json.isNull {
                elements.append(nil)
            } else {
                guard let element: Element = element(of: name, json, expected: "an object or null") else { return }
                elements.append(element)
            }
        }
    }

    private mutating func elements(_ name: StaticString) -> [JSONValue] {
        guard let json = take(name) else { return [] }
        guard json.kind == .array else {
            fail(.badValue, "the member '\(name)' is \(json.excerpt)", expected: "an array", at: json)
            return []
        }
        return json.elements
    }
}

extension JSONScalar {
    /// - Returns: nil for null, for a fraction and for values that are not scalars.
    init?(_ value: JSONValue) {
        if let integer = value.integer(as: Int64.self) {
            self = .integer(integer)
        } else if let unsigned = value.integer(as: UInt64.self) {
            self = .unsigned(unsigned)
        } else if let string = value.string {
            self = .string(string)
        } else if let boolean = value.boolean {
            self = .bool(boolean)
        } else {
            return nil
        }
    }
}

extension WireType {
    /// The JSON form of values of the type, for error messages.
    var expectedInJSON: String {
        if case .names(let names) = shape {
            return names.count == 2 && name == Bool.wireType.name
                ? "true or false" : "one of " + names.map { "\"\($0.name)\"" }.joined(separator: ", ")
        }
        if name == Timestamp.wireType.name { return "a time such as 2026-01-01T00:00:00.000000Z" }
        if name == OvernightWindow.wireType.name { return "hours such as 00:00-08:00+02:00" }
        return switch primitive {
        case "uint8": "a whole number from 0 to \(UInt8.max)"
        case "uint16": "a whole number from 0 to \(UInt16.max)"
        case "uint32": "a whole number from 0 to \(UInt32.max)"
        case "int32": "a whole number from \(Int32.min) to \(Int32.max)"
        case "uint64": "a whole number of at least 0"
        default: "a whole number"
        }
    }
}
