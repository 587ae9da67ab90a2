import AsyncHTTPClient
public import Draft
import NIOHTTP1
public import Notices
import TextFormats

/// Live Activities by the Apple Push Notification service, over HTTP/2.
///
/// ```swift
/// let channel = try APNsChannel(
///     APNsChannel.Settings(keyFile: "AuthKey.p8", keyID: "ABC123DEFG", team: "DEF123GHIJ", bundle: "dog.topdog.app"))
/// ```
public final class APNsChannel: ActivityChannel {
    public struct Settings: Sendable {
        /// The path of the signing key, a file that ends in .p8.
        public var keyFile: String
        public var keyID: String
        public var team: String
        /// The app's bundle ID.
        public var bundle: String
        /// The address of the service: `https://api.sandbox.push.apple.com` for apps under development.
        public var address: String
        /// The path of a PEM file with certificates to trust in addition to those of the system; nil without.
        public var trustedCertificates: String?

        public static let productionAddress = "https://api.push.apple.com"

        public init(
            keyFile: String, keyID: String, team: String, bundle: String, address: String = productionAddress,
            trustedCertificates: String? = nil
        ) {
            (self.keyFile, self.keyID, self.team, self.bundle) = (keyFile, keyID, team, bundle)
            (self.address, self.trustedCertificates) = (address, trustedCertificates)
        }
    }

    private let address: String
    private let topic: String
    private let token: ProviderToken
    private let client: BoundedClient

    /// - Throws: `DeliverySettingsError` for a key, an ID or an address that cannot be used.
    public init(_ settings: Settings) throws(DeliverySettingsError) {
        guard !settings.bundle.isEmpty,
            settings.bundle.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
            )
        else {
            throw DeliverySettingsError(
                .badValue, in: "the settings of APNs", "The bundle is \"\(settings.bundle)\". Use the app's bundle ID.")
        }
        let service = try ServiceURL(settings.address, in: "the address of APNs")
        address = service.text
        topic = "\(settings.bundle).push-type.liveactivity"
        token = try ProviderToken(keyFile: settings.keyFile, keyID: settings.keyID, team: settings.team)
        let trusted = try SettingsFile.certificates(in: settings.trustedCertificates)
        client = BoundedClient(hosts: [service.host], version: .automatic, trusting: trusted)
    }

    public func send(_ change: ActivityChange, to token: String, at now: Timestamp) async -> DeliveryResult {
        // It becomes a part of the path.
        guard (1...512).contains(token.utf8.count), token.utf8.allSatisfy(\.isHexadecimalDigit) else {
            return .gone("The token of the Live Activity does not consist of hexadecimal digits.")
        }
        do {
            let first = try self.token.token(at: now)
            let answer = try await client.answer(to: request(change, to: token, signedBy: first))
            guard Self.reason(of: answer) == "ExpiredProviderToken" else { return Self.result(answer, at: now) }
            let second = try self.token.token(at: now, replacing: first)
            // A second token within 20 minutes would be refused, too.
            guard second != first else { return .retry(Self.text(answer), after: nil) }
            let last = try await client.answer(to: request(change, to: token, signedBy: second))
            return Self.result(last, at: now)
        } catch let failure as RequestFailure {
            return failure.result
        } catch {
            return .retry("The token for APNs could not be signed: \(error).", after: nil)
        }
    }

    private func request(_ change: ActivityChange, to token: String, signedBy provider: String) -> BoundedRequest {
        // APNs sends an update of priority 5 when it suits the phone, and counts one of priority 10 against a budget.
        let isUrgent = change.step != .update || change.state.isMyTurn
        return BoundedRequest(
            "\(address)/3/device/\(token)",
            headers: [
                ("authorization", "bearer \(provider)"), ("apns-topic", topic), ("apns-push-type", "liveactivity"),
                ("apns-priority", isUrgent ? "10" : "5"),
                ("apns-expiration", "\(change.goodUntil.microseconds / 1_000_000)"),
                ("apns-id", ActivityPayload.id(of: change, on: token)),
            ], json: ActivityPayload.json(change))
    }

    // MARK: Answers

    private static func reason(of answer: BoundedAnswer) -> String { answer.object?["reason"]?.string ?? "" }

    private static func text(_ answer: BoundedAnswer) -> String {
        "APNs answered \(answer.status) \(reason(of: answer).prefix(100))".trimmingSpaces
    }

    static func result(_ answer: BoundedAnswer, at now: Timestamp) -> DeliveryResult {
        let text = text(answer)
        switch (answer.status, reason(of: answer)) {
        case (200, _): return .accepted(answer.headers.first(name: "apns-id"))
        case (410, _), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone(text)
        case (403, "ExpiredProviderToken"), (429, _), (500, _), (503, _):
            return .retry(text, after: answer.retryAfter(at: now))
        case (501..<600, _): return .unclear(text)
        default: return .refused(text)
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
