public import Draft
import Foundation
import TextFormats

/// The backends that receive events, as a JSON file describes them.
///
/// ```json
/// {"endpoints": [
///   {"id": "billing", "url": "https://billing.example.com/hooks", "secrets": ["whsec_…"],
///    "topics": ["contest.entries_closed", "draft.draft_completed"]}
/// ]}
/// ```
public struct WebhookConfiguration: Sendable {
    public var endpoints: [WebhookEndpoint]
    /// Whether endpoints may be on this machine, and without encryption. For development only.
    public var allowsLoopback: Bool

    public init(endpoints: [WebhookEndpoint], allowsLoopback: Bool = false) {
        self.endpoints = endpoints
        self.allowsLoopback = allowsLoopback
    }

    /// Reads a file.
    ///
    /// - Parameter path: of a JSON file with the members `endpoints` and, for development, `allowLoopback`.
    /// - Throws: `DeliverySettingsError` with the first fault and its place.
    public init(contentsOf path: String) throws(DeliverySettingsError) {
        let file = try SettingsFile.object(in: path)
        try file.onlyHas(["endpoints", "allowLoopback"])
        allowsLoopback = try file.boolean("allowLoopback") ?? false
        guard let list = file.value["endpoints"], list.kind == .array else {
            throw DeliverySettingsError(.badValue, in: path, "It needs a member \"endpoints\" with an array.")
        }
        endpoints = []
        for (index, element) in list.elements.enumerated() {
            guard element.kind == .object else {
                throw DeliverySettingsError(.badValue, in: path, "Endpoint \(index + 1) is not an object.")
            }
            let object = SettingsObject(place: "\(path), endpoint \(index + 1)", value: element)
            let endpoint = try WebhookEndpoint(object, allowsLoopback: allowsLoopback)
            guard !endpoints.contains(where: { $0.id == endpoint.id }) else {
                throw DeliverySettingsError(
                    .badValue, in: object.place, "The id \"\(endpoint.id)\" occurs twice. Use another one.")
            }
            endpoints.append(endpoint)
        }
    }
}

/// A backend that receives events.
public struct WebhookEndpoint: Sendable {
    /// Names the endpoint in the store: the cursor belongs to it, whatever its address is later.
    public let id: String
    /// The address to which events are sent.
    public let url: String
    /// The signing keys. Each signs every message, so that a key can be replaced without a gap.
    let keys: [WebhookKey]
    /// The types of events that it receives; nil for all public ones.
    public let topics: Set<EventType>?
    /// Whether the configuration has it enabled.
    public let isEnabled: Bool
    /// The name of the host.
    let host: String

    /// - Parameters:
    ///   - id: 1 to 64 letters, digits, `-` or `_`.
    ///   - url: an https address. With `allowsLoopback`, http on a loopback address, too.
    ///   - secrets: one to eight keys of the form `whsec_…`.
    ///   - topics: names of types such as `draft.pick_made`; nil for all public ones.
    ///   - isEnabled: false keeps the cursor and sends nothing.
    ///   - allowsLoopback: for development only.
    /// - Throws: `DeliverySettingsError` for a value that is not allowed.
    public init(
        id: String, url: String, secrets: [String], topics: [String]? = nil, isEnabled: Bool = true,
        allowsLoopback: Bool = false
    ) throws(DeliverySettingsError) {
        let place = "webhook endpoint \"\(id)\""
        func fault(_ detail: String) -> DeliverySettingsError { DeliverySettingsError(.badValue, in: place, detail) }
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ Self.isName($0) }) else {
            throw fault("The id has to consist of 1 to 64 letters, digits, hyphens and underscores.")
        }
        let address = try ServiceURL(url, in: place)
        guard allowsLoopback || address.isEncrypted && !InternetAddress.isLoopbackName(address.host) else {
            throw fault(
                "\(url) is on this machine. Use an https address, or set \"allowLoopback\" for development.")
        }
        guard (1...8).contains(secrets.count) else {
            throw fault(
                "It has \(secrets.count) secrets. Use one, and several only while a key is replaced; at most 8.")
        }
        self.id = id
        self.url = url
        host = address.host
        keys = try secrets.map { secret throws(DeliverySettingsError) in
            guard let key = WebhookKey(secret) else {
                throw DeliverySettingsError(
                    .badKey, in: place,
                    "A secret is not \"whsec_\" with base64 of 24 to 64 bytes. Make one: echo whsec_$(openssl rand -base64 32)"
                )
            }
            return key
        }
        self.topics = try topics.map { topics throws(DeliverySettingsError) in
            var types: Set<EventType> = []
            for topic in topics {
                guard let type = PublicEvent.type(named: topic) else {
                    throw fault("\"\(topic)\" is not a public type of event. \(PublicEvent.advice(for: topic))")
                }
                types.insert(type)
            }
            return types
        }
        self.isEnabled = isEnabled
    }

    fileprivate init(_ object: SettingsObject, allowsLoopback: Bool) throws(DeliverySettingsError) {
        try object.onlyHas(["id", "url", "secrets", "topics", "enabled"])
        try self.init(
            id: try object.text("id"), url: try object.text("url"), secrets: try object.texts("secrets") ?? [],
            topics: try object.texts("topics"), isEnabled: try object.boolean("enabled") ?? true,
            allowsLoopback: allowsLoopback)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether it receives an event.
    func wants(_ event: RecordedEvent) -> Bool {
        PublicEvent.admits(event) && topics.map { $0.contains(event.event.type) } ?? true
    }
}
