/// The shape of a JSON value, written as a JSON schema.
///
/// The shapes follow from what writes the values: ``Members`` for objects, and the columns of reports. A test compares the
/// answers of a simulated draft with them.
package indirect enum Shape: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package var name: String
        package var isRequired = true
        package var shape: Shape

        package init(name: String, isRequired: Bool = true, shape: Shape) {
            (self.name, self.isRequired, self.shape) = (name, isRequired, shape)
        }
    }

    case any, integer, number, string, bool, time
    /// A whole number of a range.
    case within(ClosedRange<Int64>)
    /// A text with a number of bytes in this range.
    case length(ClosedRange<Int>)
    /// A text that a regular expression matches.
    case pattern(String, example: String)
    case choice([String])
    case list(Shape)
    case object([Member])
    case map(Shape)
    case named(String)
    case nullable(Shape)
    /// Exactly one of these.
    case either([Shape])
    /// At least one of these: objects without rows can have the shapes of several tables.
    case anyOf([Shape])
    /// A shape with its description, as part of a schema.
    case described(Shape, String)
    /// The shape of a member whose name is of an earlier version, with the name of today.
    case former(Shape, today: String)

    /// The reference to a shape of the catalog.
    package static func schema(of name: String) -> JSON { ["$ref": .of("#/components/schemas/\(name)")] }

    /// The schema of one of several objects, told apart by a member.
    ///
    /// - Parameters:
    ///   - words: the description.
    ///   - member: the one that tells them apart.
    ///   - schemas: by the member's value, the name of the schema.
    package static func oneOf(_ words: String, by member: String, _ schemas: [(value: String, name: String)]) -> JSON {
        [
            "description": .of(words), "oneOf": .array(schemas) { schema(of: $0.name) },
            "discriminator": [
                "propertyName": .of(member),
                "mapping": .object(schemas.map { JSON.Member($0.value, .of("#/components/schemas/\($0.name)")) }),
            ],
        ]
    }

    /// The shape as a JSON schema.
    package var schema: JSON {
        switch self {
        case .any: [:]
        case .integer: ["type": "integer", "format": "int64"]
        case .number: ["type": "number"]
        case .string: ["type": "string"]
        case .bool: ["type": "boolean"]
        case .within(let range):
            Shape.integer.schema.adding(["minimum": .of(range.lowerBound), "maximum": .of(range.upperBound)])
        case .length(let range):
            Shape.string.schema.adding(["minLength": .of(range.lowerBound), "maxLength": .of(range.upperBound)])
        case .pattern(let pattern, _): Shape.string.schema.adding(["pattern": .of(pattern)])
        case .time: ["type": "string", "format": "date-time"]
        case .choice(let values): ["type": "string", "enum": .array(values) { .of($0) }]
        case .list(let element): ["type": "array", "items": element.schema]
        case .map(let value): ["type": "object", "additionalProperties": value.schema]
        case .named(let name): Self.schema(of: name)
        case .either(let shapes): ["oneOf": .array(shapes, \.schema)]
        case .anyOf(let shapes): ["anyOf": .array(shapes, \.schema)]
        case .described(let shape, let words): shape.schema.adding(["description": .of(words)])
        case .former(let shape, let today):
            shape.schema.adding(["deprecated": .bool(true), "description": .of("Deprecated: use \(today).")])
        case .nullable(let shape):
            switch shape {
            case .integer, .number, .string, .bool, .time, .within, .length, .pattern:
                shape.schema.withType { ["type": .array([$0, "null"])] }
            default: ["oneOf": [shape.schema, ["type": "null"]]]
            }
        case .object(let members):
            Self.object(members.filter { $0.name != Self.others }).adding(
                members.first { $0.name == Self.others }.map { ["additionalProperties": $0.shape.schema] } ?? [:])
        }
    }

    /// Returns the same shape with descriptions of those members that have none.
    ///
    /// - Parameter words: the description of a member by its name; nil for none.
    package func describingMembers(_ words: (String) -> String?) -> Shape {
        switch self {
        case .object(let members):
            .object(
                members.map { member in
                    var member = member
                    member.shape = member.shape.describingMembers(words)
                    if !member.shape.isDescribed, let text = words(member.name) {
                        member.shape = .described(member.shape, text)
                    }
                    return member
                })
        case .list(let element): .list(element.describingMembers(words))
        case .map(let value): .map(value.describingMembers(words))
        case .nullable(let shape): .nullable(shape.describingMembers(words))
        case .either(let shapes): .either(shapes.map { $0.describingMembers(words) })
        case .anyOf(let shapes): .anyOf(shapes.map { $0.describingMembers(words) })
        case .described(let shape, let text): .described(shape.describingMembers(words), text)
        case .former(let shape, let today): .former(shape.describingMembers(words), today: today)
        case .any, .integer, .number, .string, .bool, .time, .within, .length, .pattern, .choice, .named: self
        }
    }

    /// Whether it has words of its own, or refers to a shape that has.
    private var isDescribed: Bool {
        switch self {
        case .described, .former, .named: true
        case .nullable(let shape): shape.isDescribed
        case .any, .integer, .number, .string, .bool, .time, .within, .length, .pattern, .choice, .list, .object, .map,
            .either, .anyOf:
            false
        }
    }

    /// The name of the members that an object has besides those that are named.
    package static let others = "*"

    private static func object(_ members: [Member]) -> JSON {
        [
            "type": "object", "required": .array(members.filter(\.isRequired)) { .of($0.name) },
            "properties": .object(members.map { JSON.Member($0.name, $0.shape.schema) }),
        ]
    }

    /// A value that has the shape, with every member that has a name.
    ///
    /// - Parameter named: the example of a shape of the catalog.
    package func example(_ named: (String) -> JSON) -> JSON {
        switch self {
        case .any: nil
        case .integer: .of(1)
        case .within(let range): .of(range.lowerBound)
        case .number: .number(1.5)
        case .string, .length: "text"
        case .pattern(_, let example): .of(example)
        case .bool: .bool(true)
        case .time: "2026-09-01T17:00:00.000000Z"
        case .choice(let values): values.first.map { .of($0) } ?? nil
        case .list(let element): .array([element.example(named)])
        case .map: [:]
        case .named(let name): named(name)
        case .either(let shapes), .anyOf(let shapes): shapes.first?.example(named) ?? nil
        case .described(let shape, _), .former(let shape, _): shape.example(named)
        case .nullable(let shape): shape.example(named)
        case .object(let members):
            .object(
                members.filter { $0.name != Self.others }.map { JSON.Member($0.name, $0.shape.example(named)) })
        }
    }

    /// Explains the first part of a value that does not have the shape; nil if all of it has.
    ///
    /// - Parameter catalog: the shapes that others name.
    package func mismatch(of value: JSONValue, in catalog: [String: Shape], at path: String = "$") -> String? {
        func check(_ isRight: Bool, _ expected: String) -> String? {
            isRight ? nil : "\(path) is \(value.excerpt), expected \(expected)"
        }
        switch self {
        case .any: return nil
        case .integer:
            return check(value.integer(as: Int64.self) ?? value.integer(as: UInt64.self).map { _ in 0 } != nil, "int")
        case .number: return check(value.number != nil, "number")
        case .string: return check(value.string != nil, "string")
        case .within(let range):
            return check(value.integer(as: Int64.self).map(range.contains) ?? false, "int of \(range)")
        case .length(let range):
            return check(value.string.map { range.contains($0.utf8.count) } ?? false, "string of \(range) bytes")
        case .pattern(let pattern, _):
            let regex = try? Regex(pattern)  // nil for a wrong pattern, which nothing matches
            let isRight = value.string.flatMap { text in regex.map { text.wholeMatch(of: $0) != nil } }
            return check(isRight ?? false, "string like \(pattern)")
        case .bool: return check(value.boolean != nil, "bool")
        case .time: return check(value.string?.contains("T") == true, "time")
        case .choice(let values):
            return check(value.string.map(values.contains) ?? false, values.joined(separator: "|"))
        case .nullable(let shape): return value.isNull ? nil : shape.mismatch(of: value, in: catalog, at: path)
        case .named(let name):
            guard let shape = catalog[name] else { return "\(path): the catalog has no shape \(name)" }
            return shape.mismatch(of: value, in: catalog, at: path)
        case .described(let shape, _), .former(let shape, _):
            return shape.mismatch(of: value, in: catalog, at: path)
        case .either(let shapes), .anyOf(let shapes):
            let found = shapes.map { $0.mismatch(of: value, in: catalog, at: path) }
            return found.contains(nil) ? nil : found[0]
        case .list(let element):
            guard value.kind == .array else { return check(false, "array") }
            return value.elements.enumerated().lazy.compactMap {
                element.mismatch(of: $1, in: catalog, at: "\(path)[\($0)]")
            }.first
        case .map(let shape):
            guard value.kind == .object else { return check(false, "object") }
            return value.members.lazy.compactMap { shape.mismatch(of: $1, in: catalog, at: "\(path).\($0)") }.first
        case .object(let members):
            guard value.kind == .object else { return check(false, "object") }
            let found = Dictionary(value.members.map { ($0.name, $0.value) }) { first, _ in first }
            if let missing = members.first(where: { $0.isRequired && found[$0.name] == nil }) {
                return "\(path).\(missing.name) is missing"
            }
            let known = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.shape) })
            for (name, value) in value.members {
                guard let shape = known[name] ?? known[Self.others] else { return "\(path).\(name) is not described" }
                if let mismatch = shape.mismatch(of: value, in: catalog, at: "\(path).\(name)") { return mismatch }
            }
            return nil
        }
    }
}

/// A shape of the OpenAPI document with its name.
package typealias NamedShape = (name: String, shape: Shape)

extension JSON {
    /// The same schema with another `type`.
    fileprivate func withType(_ change: (JSON) -> JSON) -> JSON {
        guard case .object(let members) = self, case .object(let new) = change(self["type"]) else { return self }
        return .object(new + members.filter { $0.key != "type" })
    }
}
