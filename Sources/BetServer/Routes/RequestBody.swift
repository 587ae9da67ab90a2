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
    func value(_ name: StaticString) -> JSONValue? { root[name].flatMap { $0.isNull ? nil : $0 } }

    /// A text that has to be there.
    func text(_ name: StaticString, upTo bytes: Int = 8_192) throws -> String {
        guard let text = try optionalText(name, upTo: bytes), !text.isEmpty else {
            throw BetProblem(field: "\(name)", "'\(name)' is missing. Send a text.")
        }
        return text
    }

    /// A text; nil if it is missing.
    func optionalText(_ name: StaticString, upTo bytes: Int = 8_192) throws -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            throw BetProblem(field: "\(name)", "'\(name)' is \(value.excerpt), expected a text.")
        }
        guard text.utf8.count <= bytes else {
            throw BetProblem(field: "\(name)", "'\(name)' has \(text.utf8.count) bytes, expected at most \(bytes).")
        }
        return text
    }

    /// A decimal number that has to be there.
    ///
    /// - Parameter read: reads its text; nil for one that is not allowed.
    func decimal<Value>(_ name: StaticString, _ expected: String, _ read: (String) -> Value?) throws -> Value {
        guard let value = value(name) else {
            throw BetProblem(field: "\(name)", "'\(name)' is missing: expected \(expected).")
        }
        guard let number = value.decimalText.flatMap(read) else {
            throw BetProblem(field: "\(name)", "'\(name)' is \(value.excerpt), expected \(expected).")
        }
        return number
    }

    /// A whole number in a range; nil if it is missing.
    func integer(_ name: StaticString, in range: ClosedRange<Int>) throws -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.integer(as: Int.self), range.contains(number) else {
            throw BetProblem(
                field: "\(name)",
                "'\(name)' is \(value.excerpt), expected a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
