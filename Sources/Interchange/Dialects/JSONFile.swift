import Draft
import DraftLedger
import TextFormats

/// Functions for the JSON files of all sites.
enum JSONFile {
    static func parse(_ text: [UInt8], path: String) throws(ImportIssue) -> JSONValue {
        do {
            return try JSONDocument(text).root
        } catch {
            throw ImportIssue(
                file: path, place: error.place, found: error.found,
                expected: error.expected.map { "\($0) of a JSON file" } ?? "a JSON file")
        }
    }

    static func issue(
        _ path: String, at value: JSONValue, draft: String? = nil, found: String, expected: String
    ) -> ImportIssue {
        ImportIssue(file: path, place: value.place, draft: draft, found: found, expected: expected)
    }

    /// The elements of a list. The site writes a list of one as the one alone.
    static func elements(_ value: JSONValue) -> [JSONValue] {
        value.kind == .array ? value.elements : [value]
    }

    /// Says which member an object lacks, and which of its own seems to be a misspelt one of that name.
    static func missing(_ name: StaticString, of value: JSONValue) -> String {
        let wanted = "\(name)"
        let near = NearestName.misprint(of: wanted, among: value.members.map(\.name))
        return "no '\(wanted)'" + (near.map { ", but '\($0)'" } ?? "")
    }

    static func string(_ name: StaticString, of value: JSONValue, _ path: String) throws(ImportIssue) -> String {
        guard let member = value[name] else {
            throw issue(path, at: value, found: missing(name, of: value), expected: "a '\(name)' in quotes")
        }
        guard let text = member.string, !text.isEmpty else {
            throw issue(
                path, at: member, found: "\(member.excerpt) as '\(name)'", expected: "a '\(name)' in quotes")
        }
        guard text.utf8.count <= ImportText.maximumLength else {
            throw issue(
                path, at: member, found: "\(text.utf8.count) bytes as '\(name)'",
                expected: "at most \(ImportText.maximumLength) bytes")
        }
        // A name with one looks like the name without it. Tables refuse it, too.
        guard !text.utf8.contains(0) else {
            throw issue(path, at: member, found: "a NUL character in '\(name)'", expected: "text")
        }
        return text
    }

    /// A number that the site writes in quotes, with zeros before it: "07".
    static func number<Value: FixedWidthInteger>(
        _ name: StaticString, of value: JSONValue, in range: ClosedRange<Value>, _ path: String
    ) throws(ImportIssue) -> Value {
        let text = try string(name, of: value, path)
        guard let number = Value(text), range.contains(number) else {
            throw issue(
                path, at: value[name] ?? value, found: "'\(name)' \"\(text)\"",
                expected: "a whole number from \(range.words)")
        }
        return number
    }

    /// A text that may be missing, null or empty.
    static func optionalString(
        _ name: StaticString, of value: JSONValue, _ path: String
    ) throws(ImportIssue) -> String {
        guard let member = value[name] else {
            // A member in another spelling, such as "lastName", is not missing.
            func folded(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
            guard value.members.contains(where: { folded($0.name) == folded("\(name)") }) else { return "" }
            throw issue(path, at: value, found: missing(name, of: value), expected: "a '\(name)' in quotes")
        }
        return member.isNull || member.string == "" ? "" : try string(name, of: value, path)
    }

    /// A number that is written as one.
    static func integer<Value: FixedWidthInteger>(
        _ name: StaticString, of value: JSONValue, in range: ClosedRange<Value>, _ path: String
    ) throws(ImportIssue) -> Value {
        guard let number: Value = value[name]?.integer(), range.contains(number) else {
            let found = value[name].map { "\($0.excerpt) as '\(name)'" } ?? missing(name, of: value)
            throw issue(
                path, at: value[name] ?? value, found: found,
                expected: "a whole number from \(range.words)")
        }
        return number
    }
}
