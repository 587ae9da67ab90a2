import Delivery
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Server
import TextFormats

/// `/v1/feeds`: the signed reports of feeds: schedules, offers, scores, results.
struct FeedRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .post, "/v1/feeds/{feed}/events", id: "reportEvents", tag: .feeds, "Report events as a feed.",
                details:
                    "A message of Standard Webhooks, signed with the feed's Ed25519 key (`v1a`). Its reports are recorded "
                    + "together or not at all. A message that is sent again has its first answer and records nothing. A "
                    + "report has the members of its event, with `kind`, and `game` or `season`.",
                cost: .none, access: .anyone, privacy: .open,
                query: [
                    .header(SignedWebhook.idHeader, "The sender's name for the message, the same at each attempt.")
                        .required,
                    .header(SignedWebhook.timeHeader, "Seconds since 1970; at most 300 from the server's time.")
                        .required,
                    .header(SignedWebhook.signatureHeader, "`v1a,` and the signature in Base64; several with spaces.")
                        .required,
                ], body: .json(FeedMessage.shape), answers: .app(Self.answer)
            ) { try await $0.receive($1) }
        ]
    }

    @Sendable
    private func receive(_ exchange: Exchange) async throws -> Response {
        let feed = exchange.parameters["feed"] ?? ""
        let (bytes, arrival) = try await exchange.body(upTo: exchange.limits.arrayBytes)
        let message: FeedDesk.Message
        do {
            message = try server.feeds.message(of: feed, bytes, at: arrival) { name in
                let values = HTTPField.Name(name).map { exchange.request.headers[values: $0] } ?? []
                return values.count == 1 ? values[0] : nil
            }
        } catch let problem as BetProblem where problem.code == .authInvalid || problem.code == .notFound {
            // Names and keys are not to be guessed quickly.
            try server.quotas.noteFailedSignIn(exchange.record)
            throw problem
        } catch let error as FeedBookError {
            server.logger.error("messages of feeds are refused: \(error)")
            throw Problem(.unavailable, "The server cannot read its feeds. Send the message again later.")
        }
        try server.quotas.admit(feed: feed, exchange.record)
        do {
            let answer = try await server.feeds.record(message, in: server.source)
            server.metrics.note(feed: feed, answer.isRepeat ? "repeated" : "recorded")
            return server.envelope(try server.source.snapshot()).answer(Self.answer, (message.id, answer))
        } catch let problem as BetProblem {
            server.metrics.note(feed: feed, "refused")
            throw problem
        }
    }

    static let answer = AppAnswer<(message: String, answer: FeedDesk.Answer)>(
        "FeedAnswer",
        [
            .init("messageId") { $0.message }, .init("reports") { $0.answer.recorded.reports },
            .init("events") { $0.answer.recorded.positions.count },
            .init("position") { $0.answer.recorded.positions.first }, .init("isRepeat") { $0.answer.isRepeat },
        ])
}
