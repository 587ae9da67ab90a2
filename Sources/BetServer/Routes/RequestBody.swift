import Server
import TextFormats

/// The body of a request, a JSON object whose members are read by name.
struct RequestBody {
    private let root: JSONValue

    /// Reads the body of a request.
    ///
    /// - Throws: `VALIDATION_ERROR` for anything but an object, 413 for one that is too large.
    init(_ exchange: Exchange) async throws {
        let bytes = try await exchange.body(upTo: exchange.limits.commandBytes).bytes
        try self.init(bytes)
    }

    init(_ bytes: [UInt8]) throws {
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw BetProblem(.validationError, "The body is not JSON: \(error).")
        }
        guard root.kind == .object else { throw BetProblem(.validationError, "The body is not a JSON object.") }
        var names: Set<String> = []
        for (name, _) in root.members where !names.insert(name).inserted {
            throw BetProblem(field: name, "'\(name)' is there twice.")
        }
    }

    /// The value of a member; nil if it is missing or null.
    fileprivate func value(_ name: StaticString) -> JSONValue? { root[name].flatMap { $0.isNull ? nil : $0 } }

    /// The shape of a body that has these members.
    static func shape(_ name: String, _ members: [Shape.Member]) -> NamedShape { (name, .object(members)) }
}

/// One member of a body: the one statement of its name, its shape and its bounds.
///
///     static let nonce = BodyField.optionalText("nonce", upTo: 256)
///     let text = try Self.nonce.read(body)
struct BodyField<Value>: Sendable {
    let name: StaticString
    let shape: Shape
    let isRequired: Bool
    /// Reads the member.
    let read: @Sendable (RequestBody) throws -> Value

    private init(
        _ name: StaticString, _ shape: Shape, isRequired: Bool, read: @escaping @Sendable (RequestBody) throws -> Value
    ) {
        (self.name, self.shape, self.isRequired, self.read) = (name, shape, isRequired, read)
    }

    /// The member in the shape of its body.
    var member: Shape.Member { Shape.Member(name: "\(name)", isRequired: isRequired, shape: shape) }
}

extension BodyField where Value == JSONValue? {
    /// A member with any value; nil if it is missing or null.
    static func any(_ name: StaticString) -> Self { Self(name, .any, isRequired: false) { $0.value(name) } }
}

extension BodyField where Value == String? {
    /// A text; nil if it is missing or null.
    static func optionalText(_ name: StaticString, upTo bytes: Int = 8_192) -> Self {
        Self(name, .nullable(.string), isRequired: false) { body in
            guard let value = body.value(name) else { return nil }
            guard let text = value.string else {
                throw BetProblem(field: "\(name)", "'\(name)' is \(value.excerpt), expected a text.")
            }
            guard text.utf8.count <= bytes else {
                throw BetProblem(field: "\(name)", "'\(name)' has \(text.utf8.count) bytes, expected at most \(bytes).")
            }
            return text
        }
    }
}

extension BodyField where Value == String {
    /// A text that has to be there.
    static func text(_ name: StaticString, _ shape: Shape = .string, upTo bytes: Int) -> Self {
        let optional = BodyField<String?>.optionalText(name, upTo: bytes)
        return Self(name, shape, isRequired: true) { body in
            guard let text = try optional.read(body), !text.isEmpty else {
                throw BetProblem(field: "\(name)", "'\(name)' is missing. Send a text.")
            }
            return text
        }
    }
}

extension BodyField where Value: Sendable {
    /// A decimal number.
    ///
    /// - Parameters:
    ///   - expected: the numbers in words, such as *a line such as 224.5*.
    ///   - isRequired: whether every body has the member. Reading requires it in any case.
    ///   - number: reads the text of a number; nil for one that is not allowed.
    static func decimal(
        _ name: StaticString, _ expected: String, isRequired: Bool = true,
        _ number: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(name, .number, isRequired: isRequired) { body in
            guard let value = body.value(name) else {
                throw BetProblem(field: "\(name)", "'\(name)' is missing: expected \(expected).")
            }
            guard let found = value.decimalText.flatMap(number) else {
                throw BetProblem(field: "\(name)", "'\(name)' is \(value.excerpt), expected \(expected).")
            }
            return found
        }
    }
}

extension BodyField where Value == Int? {
    /// A whole number in a range; nil if it is missing or null.
    static func optionalInteger(_ name: StaticString, in range: ClosedRange<Int>) -> Self {
        Self(name, .nullable(.integer), isRequired: false) { body in
            guard let value = body.value(name) else { return nil }
            guard let number = value.integer(as: Int.self), range.contains(number) else {
                throw BetProblem(
                    field: "\(name)",
                    "'\(name)' is \(value.excerpt), expected a number from \(range.lowerBound) to "
                        + "\(range.upperBound).")
            }
            return number
        }
    }
}
