import Foundation
import NIOSSL
package import TextFormats

/// The files that settings name: JSON documents, keys and certificates.
package enum SettingsFile {
    /// Larger than any of them.
    private static let maximumBytes = 1 << 20

    package static func bytes(of path: String) throws(DeliverySettingsError) -> [UInt8] {
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }  // read only
            data = try file.read(upToCount: maximumBytes + 1) ?? Data()
        } catch {
            throw DeliverySettingsError(
                .unreadable, in: path,
                "The file cannot be read: \(error.localizedDescription) Check the path and its permissions.")
        }
        guard data.count <= maximumBytes else {
            throw DeliverySettingsError(
                .unreadable, in: path, "The file has more than \(maximumBytes) bytes. Check the path.")
        }
        return Array(data)
    }

    /// Returns the object that a JSON file consists of.
    package static func object(in path: String) throws(DeliverySettingsError) -> SettingsObject {
        let bytes = try bytes(of: path)
        let root: JSONValue
        do {
            root = try JSONDocument(bytes).root
        } catch {
            throw DeliverySettingsError(.badDocument, in: path, "The file is not JSON: \(error).")
        }
        guard root.kind == .object else {
            throw DeliverySettingsError(.badDocument, in: path, "The file has to consist of one JSON object.")
        }
        return SettingsObject(place: path, value: root)
    }

    /// Returns the certificates of a PEM file.
    static func certificates(in path: String?) throws(DeliverySettingsError) -> [NIOSSLCertificate] {
        guard let path else { return [] }
        let bytes = try bytes(of: path)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty else {
            throw DeliverySettingsError(
                .badKey, in: path, "The file has no certificates in PEM form. Check the path.")
        }
        return certificates
    }
}

/// An object of a file of settings, read member by member.
package struct SettingsObject {
    /// The file, and the place in it.
    package let place: String
    package let value: JSONValue

    package init(place: String, value: JSONValue) {
        self.place = place
        self.value = value
    }

    /// Returns a text that is not empty.
    package func text(_ name: StaticString) throws(DeliverySettingsError) -> String {
        guard let text = value[name]?.string, !text.isEmpty else {
            throw DeliverySettingsError(.badValue, in: place, "It needs a member \"\(name)\" with a text.")
        }
        return text
    }

    /// - Returns: nil without the member.
    package func boolean(_ name: StaticString) throws(DeliverySettingsError) -> Bool? {
        guard let member = value[name] else { return nil }
        guard let boolean = member.boolean else {
            throw DeliverySettingsError(.badValue, in: place, "The member \"\(name)\" has to be true or false.")
        }
        return boolean
    }

    /// - Returns: nil without the member.
    package func optionalText(_ name: StaticString) throws(DeliverySettingsError) -> String? {
        value[name] == nil ? nil : try text(name)
    }

    /// - Returns: nil without the member.
    package func texts(_ name: StaticString) throws(DeliverySettingsError) -> [String]? {
        guard let member = value[name] else { return nil }
        let texts = member.elements.compactMap(\.string)
        guard member.kind == .array, texts.count == member.elements.count else {
            throw DeliverySettingsError(.badValue, in: place, "The member \"\(name)\" has to be an array of texts.")
        }
        return texts
    }

    /// Refuses members that nothing reads: a misspelt one would be ignored.
    package func onlyHas(_ names: [String]) throws(DeliverySettingsError) {
        if let member = value.members.first(where: { !names.contains($0.name) }) {
            throw DeliverySettingsError(
                .badValue, in: place,
                "\"\(member.name)\" is not a member. The members are \(names.joined(separator: ", ")).")
        }
    }
}

/// An address of HTTP in settings.
package struct ServiceURL: Hashable, Sendable {
    /// Without a slash at its end.
    package let text: String
    package let host: String
    let isEncrypted: Bool

    /// - Throws: for an address that is not https. Plain http is allowed for loopback addresses, for development.
    package init(_ text: String, in place: String) throws(DeliverySettingsError) {
        func fault(_ detail: String) -> DeliverySettingsError {
            DeliverySettingsError(.badValue, in: place, "\"\(text)\" \(detail)")
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty
        else { throw fault("is not an address. Use the form https://host/path.") }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw fault("has a user, a password or a fragment. Leave it out.")
        }
        guard scheme == "https" || scheme == "http" && InternetAddress.isLoopbackName(host) else {
            throw fault("is not encrypted. Use https; http is only for loopback addresses.")
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        isEncrypted = scheme == "https"
    }
}
