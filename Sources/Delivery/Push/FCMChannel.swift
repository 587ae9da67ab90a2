public import Draft
public import Notices
import TextFormats

/// Alerts on phones by Firebase Cloud Messaging, HTTP v1.
///
/// ```swift
/// let channel = try FCMChannel(FCMChannel.Settings(serviceAccount: "firebase.json"))
/// ```
public final class FCMChannel: NoticeChannel {
    public struct Settings: Sendable {
        /// The path of the JSON file with the service account's key.
        public var serviceAccount: String
        /// The address of the service. Another one is for tests.
        public var address: String

        public static let productionAddress = "https://fcm.googleapis.com"

        public init(serviceAccount: String, address: String = productionAddress) {
            self.serviceAccount = serviceAccount
            self.address = address
        }
    }

    public let kind = NoticesRecorded.Channel.push
    private let address: String
    private let client: BoundedClient
    private let tokens: AccessTokens

    /// - Throws: `DeliverySettingsError` if the file is not the key of a service account.
    public convenience init(_ settings: Settings) throws(DeliverySettingsError) {
        try self.init(settings, BoundedClient.Bounds())
    }

    init(_ settings: Settings, _ bounds: BoundedClient.Bounds) throws(DeliverySettingsError) {
        let account = try ServiceAccount(contentsOf: settings.serviceAccount)
        let service = try ServiceURL(settings.address, in: "the address of FCM")
        address = "\(service.text)/v1/projects/\(account.project)/messages:send"
        client = BoundedClient(bounds, hosts: [service.host, account.tokenService.host])
        tokens = AccessTokens(of: account, by: client)
    }

    public func send(_ message: Message, to address: String, at now: Timestamp) async -> DeliveryResult {
        let body = FCMMessage.json(message, to: address, at: now)
        var access = await tokens.access(at: now)
        var hasNewToken = false
        while true {
            let token: String
            switch access {
            case .granted(let granted): token = granted
            case .failed(let result): return result
            }
            let answer: BoundedAnswer
            do {
                answer = try await client.answer(
                    to: BoundedRequest(self.address, headers: [("Authorization", "Bearer \(token)")], json: body))
            } catch {
                return error.result
            }
            guard answer.status == 401, !hasNewToken else { return Self.result(answer, at: now) }
            // The token was withdrawn, or the clocks differ: once, a new one may help.
            hasNewToken = true
            access = await tokens.access(at: now, replacing: token)
        }
    }

    static func result(_ answer: BoundedAnswer, at now: Timestamp) -> DeliveryResult {
        let error = answer.object?["error"]
        let codes = (error?["details"]?.elements ?? []).compactMap { $0["errorCode"]?.string }
        let code = codes.first ?? error?["status"]?.string ?? ""
        let said = error?["message"]?.string.map { ": \($0.prefix(200))" } ?? ""
        let reason = "FCM answered \(answer.status)\(code.isEmpty ? "" : " \(code)")\(said)"
        switch answer.status {
        case 200..<300: return .accepted(answer.object?["name"]?.string)
        case 404 where codes.contains("UNREGISTERED"): return .gone(reason)
        case 400 where isAboutToken(error): return .gone(reason)
        case 401, 429, 500, 503: return .retry(reason, after: answer.retryAfter(at: now))
        case 501..<600: return .unclear(reason)
        default: return .refused(reason)
        }
    }

    /// Whether an invalid argument is the token. Any other one is a fault of the message, for which no device is forgotten.
    private static func isAboutToken(_ error: JSONValue?) -> Bool {
        guard let error else { return false }
        let violations = (error["details"]?.elements ?? []).flatMap { $0["fieldViolations"]?.elements ?? [] }
        if violations.contains(where: { $0["field"]?.string == "message.token" }) { return true }
        return violations.isEmpty
            && error["message"]?.string?.lowercased().contains("registration token is not a valid") == true
    }
}
