import Draft
import Notices
import TextFormats

/// The access token of a service account: kept until shortly before its end, and requested by one request at a time.
actor AccessTokens {
    /// A token, or the result for messages that cannot be sent without it.
    enum Access: Hashable, Sendable {
        case granted(String)
        case failed(DeliveryResult)
    }

    private struct Token {
        let text: String
        let renewAt: Timestamp
    }

    /// How long before its end a token is replaced: longer than a request takes.
    private static let margin = Interval.seconds(60)
    /// A token that ends at once would cost a request for each message.
    private static let shortest = Interval.seconds(10)

    private let account: ServiceAccount
    private let client: BoundedClient
    private var token: Token?
    private var request: Task<Access, Never>?

    init(of account: ServiceAccount, by client: BoundedClient) {
        self.account = account
        self.client = client
    }

    /// Returns the token to use.
    ///
    /// - Parameter refused: a token that the server does not accept. If it is the present one, it is replaced.
    func access(at now: Timestamp, replacing refused: String? = nil) async -> Access {
        if let token, token.text != refused, now < token.renewAt { return .granted(token.text) }
        if let request { return await request.value }
        let started = Task { await self.requestToken(at: now) }
        request = started
        return await started.value
    }

    private func requestToken(at now: Timestamp) async -> Access {
        defer { request = nil }
        token = nil
        let answer: BoundedAnswer
        do {
            answer = try await client.answer(to: try account.grant(at: now))
        } catch {
            // Whatever became of the request, the message itself was not sent.
            let reason = (error as? RequestFailure)?.reason ?? "\(error)"
            return .failed(.retry("There is no access token for FCM. \(reason)", after: nil))
        }
        guard answer.status == 200, let object = answer.object, let text = object["access_token"]?.string,
            !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return .failed(Self.failure(answer, at: now)) }
        let lifetime = Interval.seconds(min(86_400, max(0, object["expires_in"]?.integer(as: Int64.self) ?? 3_600)))
        let renewAt = now + max(Self.shortest, Interval(microseconds: lifetime.microseconds - Self.margin.microseconds))
        token = Token(text: text, renewAt: renewAt)
        return .granted(text)
    }

    private static func failure(_ answer: BoundedAnswer, at now: Timestamp) -> DeliveryResult {
        let said = answer.object?["error_description"]?.string ?? answer.object?["error"]?.string ?? ""
        let reason =
            "There is no access token for FCM: the token service answered \(answer.status)\(said.isEmpty ? "" : ", \"\(said.prefix(200))\"")."
        return switch answer.status {
        case 400, 401, 403:
            .refused(reason + " Check the service account, its key and this machine's clock.")
        default: .retry(reason, after: answer.retryAfter(at: now))
        }
    }
}
