import Draft
import Pages
import TextFormats

/// The members of a request body, each stated once: the shape in the document and the reading follow.
///
///     static let tap = BodyMembers(
///         "AppPickRequest", BodyMember.text("playerId"), BodyMember.time("clickedAt").optional)
///
///     let (player, time) = try Self.tap.read(body)
struct BodyMembers<each Value>: Sendable {
    /// The entry in the catalog.
    let entry: NamedShape
    private let members: (repeat BodyMember<each Value>)

    init(_ name: String, _ members: repeat BodyMember<each Value>) {
        self.members = (repeat each members)
        var shapes: [Shape.Member] = []
        for member in repeat each members {
            shapes.append(
                Shape.Member(name: "\(member.name)", isRequired: member.isRequired, shape: member.shape))
        }
        entry = (name, .object(shapes))
    }

    /// Reads a JSON object. Members that are not stated are ignored.
    ///
    /// - Throws: `badRequest` for a member that is missing, or that does not have its shape.
    func read(_ body: JSONValue) throws -> (repeat each Value) {
        (repeat try (each members).read(body[(each members).name]))
    }
}

extension Route.Body {
    static func json<each Value>(_ body: BodyMembers<repeat each Value>) -> Route.Body { json(body.entry.name) }
}

/// One member of a request body: the one statement of its name, its shape and its bounds.
struct BodyMember<Value>: Sendable {
    let name: StaticString
    let shape: Shape
    let isRequired: Bool
    /// Reads the member; nil stands for a member that is missing.
    let read: @Sendable (JSONValue?) throws -> Value

    private init(
        _ name: StaticString, _ shape: Shape, isRequired: Bool, read: @escaping @Sendable (JSONValue?) throws -> Value
    ) {
        (self.name, self.shape, self.isRequired, self.read) = (name, shape, isRequired, read)
    }

    /// A member that is required.
    ///
    /// - Parameters:
    ///   - expected: the noun phrase for the values that it can have, such as *a string*.
    ///   - value: reads a value; nil if the member cannot have it.
    init(
        _ name: StaticString, _ shape: Shape, expected: String, value: @escaping @Sendable (JSONValue) throws -> Value?
    ) {
        self.init(name, shape, isRequired: true) { json in
            guard let json else { throw Problem(.badRequest, "The member '\(name)' is missing.") }
            guard let value = try value(json) else {
                throw Problem(.badRequest, "'\(name)' is \(json.excerpt), expected \(expected).")
            }
            return value
        }
    }

    /// The same member in an answer.
    func member<Subject>(_ json: @escaping @Sendable (Subject) -> JSON) -> Member<Subject> {
        Member("\(name)", shape, json)
    }

    /// The same member, which may be missing or null.
    var optional: BodyMember<Value?> {
        BodyMember<Value?>(name, .nullable(shape), isRequired: false) { json in
            guard let json, !json.isNull else { return nil }
            return try read(json)
        }
    }
}

extension BodyMember where Value == String {
    static func text(_ name: StaticString, _ shape: Shape = .string) -> Self {
        Self(name, shape, expected: "a string", value: { $0.string })
    }

    /// - Parameter bytes: the possible lengths in UTF-8.
    static func text(_ name: StaticString, bytes: ClosedRange<Int>) -> Self {
        Self(name, .length(bytes), expected: "a string") { json in
            guard let text = json.string else { return nil }
            guard bytes.contains(text.utf8.count) else {
                throw Problem(
                    .badRequest,
                    "'\(name)' has \(text.utf8.count) bytes, expected \(bytes.words).")
            }
            return text
        }
    }
}

extension BodyMember where Value == [String] {
    static func texts(_ name: StaticString) -> Self {
        Self(name, .list(.string), expected: "a list of strings") { json in
            let texts = json.elements.compactMap(\.string)
            return json.kind == .array && texts.count == json.elements.count ? texts : nil
        }
    }
}

extension BodyMember where Value == Timestamp {
    static func time(_ name: StaticString) -> Self {
        Self(name, .time, expected: "an ISO 8601 time") { $0.string.flatMap { Timestamp(iso8601: $0) } }
    }
}

extension BodyMember where Value: FixedWidthInteger & Sendable {
    /// - Parameters:
    ///   - range: the possible numbers.
    ///   - problem: makes the problem of a number that is not in the range; nil for that of any wrong value.
    static func number(
        _ name: StaticString, _ range: ClosedRange<Value>, outside problem: (@Sendable (Int64) -> Problem)? = nil
    ) -> Self {
        let all = Int64(clamping: range.lowerBound)...Int64(clamping: range.upperBound)
        let shape = all == .min ... .max ? Shape.integer : .within(all)
        let expected = "a whole number from \(range.words)"
        return Self(name, shape, expected: expected) { json in
            if let number = json.integer(as: Value.self), range.contains(number) { return number }
            if let problem, let number = json.integer(as: Int64.self) { throw problem(number) }
            return nil
        }
    }
}
