import Delivery
import Draft
import DraftLedger
import Foundation
public import Records
import TextFormats

/// The payment providers of a server, as a JSON file describes them.
///
/// ```json
/// {"providers": [
///   {"name": "bank", "form": "standard", "secrets": ["whsec_…"], "signingKey": "bank.key"},
///   {"name": "cards", "form": "card", "secrets": ["whsec_…"], "currency": "usd",
///    "api": "https://api.cards.example", "apiKey": "cards.apikey"}
///  ],
///  "withdrawals": "bank", "deposits": "cards"}
/// ```
public struct PaymentConfiguration: Sendable {
    /// By name.
    public var providers: [String: any PaymentProvider] = [:]
    /// The keys of the providers' accounts in the ledger, by name.
    public var signingKeys: [String: SealingKey] = [:]
    /// The provider of withdrawals; nil where users cannot request any.
    public var withdrawals: String?
    /// The provider with which users begin deposits; nil where they pay in elsewhere.
    public var deposits: String?

    public init() {}

    /// Reads a file. The files that it names are looked for next to it.
    ///
    /// - Throws: `DeliverySettingsError` with the first fault and its place; `DraftLedgerError` for a key file.
    public init(contentsOf path: String) throws {
        let file = try SettingsFile.object(in: path)
        try file.onlyHas(["providers", "withdrawals", "deposits"])
        guard let list = file.value["providers"], list.kind == .array else {
            throw DeliverySettingsError(.badValue, in: path, "It needs a member \"providers\" with an array.")
        }
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        func place(_ name: String) -> String { name.hasPrefix("/") ? name : directory + name }
        for (index, element) in list.elements.enumerated() {
            guard element.kind == .object else {
                throw DeliverySettingsError(.badValue, in: path, "Provider \(index + 1) is not an object.")
            }
            let object = SettingsObject(place: "\(path), provider \(index + 1)", value: element)
            let provider = try Self.provider(object, place)
            guard providers[provider.name] == nil else {
                throw DeliverySettingsError(
                    .badValue, in: object.place, "The name \"\(provider.name)\" occurs twice. Use another one.")
            }
            providers[provider.name] = provider
            if let key = try object.optionalText("signingKey") {
                signingKeys[provider.name] = try SealingKeyFile(place(key)).read()
            }
        }
        withdrawals = try named("withdrawals", in: file)
        deposits = try named("deposits", in: file)
    }

    private func named(_ member: StaticString, in file: SettingsObject) throws -> String? {
        guard let name = try file.optionalText(member) else { return nil }
        guard providers[name] != nil else {
            throw DeliverySettingsError(
                .badValue, in: file.place,
                "\"\(member)\" names the provider \"\(name)\". The providers are \(providers.keys.sorted().joined(separator: ", "))."
            )
        }
        return name
    }

    private static func provider(_ object: SettingsObject, _ place: (String) -> String) throws -> any PaymentProvider {
        let name = try object.text("name")
        guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(isName) else {
            throw DeliverySettingsError(
                .badValue, in: object.place, "The name has 1 to 32 letters, digits, '-', '_' and '.'.")
        }
        let secrets = try object.texts("secrets") ?? []
        guard (1...8).contains(secrets.count), secrets.allSatisfy({ $0.utf8.count >= 16 }) else {
            throw DeliverySettingsError(
                .badKey, in: object.place,
                "It needs \"secrets\" with one signing secret of at least 16 bytes, and several only while one is replaced; at most 8."
            )
        }
        let form = try object.text("form")
        switch form {
        case "standard":
            try object.onlyHas(["name", "form", "secrets", "signingKey"])
            let keys = try secrets.map { secret in
                guard let key = WebhookKey(secret) else {
                    throw DeliverySettingsError(
                        .badKey, in: object.place,
                        "A secret is not \"whsec_\" with base64 of 24 to 64 bytes. Make one: echo whsec_$(openssl rand -base64 32)"
                    )
                }
                return key
            }
            return StandardProvider(name: name, keys: keys)
        case "card":
            try object.onlyHas(["name", "form", "secrets", "signingKey", "currency", "api", "apiKey"])
            return CardProvider(
                name: name, secrets: secrets, currency: try object.text("currency"), intents: try intents(object, place)
            )
        default:
            throw DeliverySettingsError(
                .badValue, in: object.place, "The form is \"\(form)\". The forms are standard and card.")
        }
    }

    private static func intents(_ object: SettingsObject, _ place: (String) -> String) throws -> CardIntents? {
        guard let api = try object.optionalText("api") else { return nil }
        let address = try ServiceURL(api, in: object.place)
        let key = String(decoding: try SettingsFile.bytes(of: place(try object.text("apiKey"))), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty, key.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw DeliverySettingsError(.badKey, in: object.place, "The file of \"apiKey\" has no API key in one line.")
        }
        return CardIntents(address: address.text, key: key, client: BoundedClient(hosts: [address.host]))
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
