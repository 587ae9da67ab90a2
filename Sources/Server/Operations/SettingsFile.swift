import Configuration
import DraftLedger
import Foundation
import TextFormats
import Yams

/// A file of settings, nested at each dot of their names: JSON, or YAML where its own name ends in `.yaml` or `.yml`.
struct SettingsFile {
    let path: String
    /// Of all settings.
    let names: [String]

    /// - Throws: `ServerConfigurationError` for a file that cannot be read, and for names that there are not.
    func provider() async throws -> any ConfigProvider {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ServerConfigurationError("There is no file \(path), or it cannot be read.")
        }
        let place = InMemoryProvider(
            values: [AbsoluteConfigKey(["filePath"]): ConfigValue(.string(path), isSecret: false)])
        let reader = ConfigReader(provider: place)
        let isYAML = [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
        do {
            guard isYAML else {
                try check(try JSONDocument(Array(data)).root, at: "")
                return try await FileProvider<JSONSnapshot>(config: reader)
            }
            var count = 0
            try check(try Yams.compose(yaml: String(decoding: data, as: UTF8.self)), at: "", &count)
            return try await FileProvider<YAMLSnapshot>(config: reader)
        } catch let error as ServerConfigurationError {
            throw error
        } catch {
            throw ServerConfigurationError("\(path) is not valid \(isYAML ? "YAML" : "JSON"): \(error.reason).")
        }
    }

    /// Refuses names that there are not, wherever they are nested.
    private func check(_ value: JSONValue, at name: String) throws {
        guard value.kind == .object else { return try checkSetting(name) }
        for member in value.members { try check(member.value, at: Self.joined(name, member.name)) }
    }

    private func check(_ node: Node?, at name: String, _ count: inout Int) throws {
        // A few aliases of aliases stand for billions of names.
        count += 1
        guard count <= Self.mostNodes else {
            throw ServerConfigurationError("\(path) has more than \(Self.mostNodes) values: remove its aliases.")
        }
        guard case .mapping(let members)? = node else { return try checkSetting(name) }
        for (key, value) in members {
            guard let part = key.string else {
                throw ServerConfigurationError("\(path) has something below '\(name)' whose name is no text.")
            }
            try check(value, at: Self.joined(name, part), &count)
        }
    }

    private static let mostNodes = 10_000

    private static func joined(_ name: String, _ part: String) -> String { name.isEmpty ? part : "\(name).\(part)" }

    private func checkSetting(_ name: String) throws {
        guard names.contains(name) else {
            throw ServerConfigurationError(
                "\(path) has '\(name)', which is no setting: there are \(names.joined(separator: ", ")).")
        }
    }
}
