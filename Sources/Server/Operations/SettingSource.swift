import DraftLedger
import Foundation
import TextFormats
import Tokens

/// A value of a setting, of the type that the setting reads.
enum SettingValue: Sendable, Equatable {
    case string(String)
    case int(Int)
    case bool(Bool)
    case stringArray([String])
}

/// The type of a setting's value.
enum SettingType: Sendable { case string, int, bool, stringArray }

/// A source of settings: the command line, the environment, or a file of JSON in which each name is nested at its dots.
struct SettingSource: Sendable {
    /// The description of the source for people.
    let name: String
    private let values: [String: Value]

    /// A value as its source has it.
    private enum Value: Sendable {
        /// The text of a flag or a variable. The setting's type decides how it is parsed.
        case text(String)
        case typed(SettingValue)
        /// A JSON value that is not valid for any setting.
        case other
    }

    /// - Parameter texts: by the keys of their settings.
    init(_ name: String, texts: [String: String]) {
        (self.name, values) = (name, texts.mapValues { .text($0) })
    }

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - names: of all settings.
    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for unknown names.
    init(file path: String, names: [String]) throws(ServerConfigurationError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ServerConfigurationError(
                FileManager.default.fileExists(atPath: path)
                    ? "\(path) cannot be read. Check its permissions." : "There is no file \(path). Check the path.")
        }
        guard ![".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) else {
            throw ServerConfigurationError(
                "\(path) is YAML, which is not read any more. Write the settings as JSON: `serve --print-configuration` "
                    + "prints a file with all of them.")
        }
        var values: [String: Value] = [:]
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(Array(data).withoutByteOrderMark).root
        } catch {
            throw ServerConfigurationError("\(path) is not valid JSON: \(error.reason).")
        }
        guard root.kind == .object else {
            throw ServerConfigurationError("\(path) has no settings: expected an object such as {\"log\": …}.")
        }
        try Self.collect(root, "", &values, of: path)
        if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
            throw .unknown(unknown, quoted: "'\(unknown)'", in: path, among: names, remedy: "Correct the name.")
        }
        (name, self.values) = (path, values)
    }

    private static func collect(
        _ json: JSONValue, _ name: String, _ values: inout [String: Value], of path: String
    ) throws(ServerConfigurationError) {
        guard json.kind == .object else {
            // `null` is the default, as `--print-configuration` writes it.
            if json.isNull { return }
            guard values.updateValue(value(json), forKey: name) == nil else {
                throw ServerConfigurationError("\(path) has '\(name)' twice: remove one of them.")
            }
            return
        }
        for member in json.members {
            try collect(member.value, name.isEmpty ? member.name : "\(name).\(member.name)", &values, of: path)
        }
    }

    private static func value(_ json: JSONValue) -> Value {
        switch json.kind {
        case .string: .typed(.string(json.string ?? ""))
        case .boolean: .typed(.bool(json.boolean ?? false))
        case .number: json.integer(as: Int.self).map { .typed(.int($0)) } ?? .other
        case .array:
            json.elements.allSatisfy { $0.kind == .string }
                ? .typed(.stringArray(json.elements.compactMap(\.string))) : .other
        case .object, .null: .other
        }
    }

    /// Returns whether the source has the setting.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// - Returns: nil if the source has another type than the setting takes.
    func value(of setting: Setting) -> SettingValue? {
        switch values[setting.key] {
        case .text(let text): setting.types.lazy.compactMap { Self.value(text, $0) }.first
        case .typed(let value): value
        case .other, nil: nil
        }
    }

    private static func value(_ text: String, _ type: SettingType) -> SettingValue? {
        switch type {
        case .string: return .string(text)
        case .int: return Int(text).map { .int($0) }
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "1": return .bool(true)
            case "false", "no", "0": return .bool(false)
            default: return nil
            }
        case .stringArray:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            return .stringArray(parts.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }
}
