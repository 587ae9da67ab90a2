import CoreMetrics
import Platform
import Server

/// The figures of a server for bets, as `/metrics` prints them.
final class BetMetrics: Sendable {
    private enum Name: String, CaseIterable {
        case requests = "statdiscute_http_requests"
        case request = "statdiscute_http_request"
        case refusals = "statdiscute_refusals"
        case connections = "statdiscute_connections"
        case unreadBytes = "statdiscute_unread_answer_bytes"
        case streams = "statdiscute_streams"
        case followers = "statdiscute_live_clients"
        case events = "statdiscute_ledger_events"
        case messages = "statdiscute_feed_messages"

        var help: String {
            switch self {
            case .requests: "Answers to requests since the start, by method, route and status."
            case .request: "Time from a request to its answer, by route."
            case .refusals: "Requests and connections that were refused since the start, by reason."
            case .connections: "Open connections."
            case .unreadBytes: "Bytes of answers that clients have not read."
            case .streams: "Open WebSockets and event streams."
            case .followers: "Clients that follow at least one game."
            case .events: "Events in the ledger."
            case .messages: "Signed messages of feeds since the start, by feed and outcome."
            }
        }
    }

    private struct Answer: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    private static let methods: Set = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]

    private let registry = PrometheusRegistry(
        helps: Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.rawValue, $0.help) }))
    private let answers = Tallies<Answer>()

    init() {}

    /// Counts an answer.
    ///
    /// - Parameter route: the template of the route; nil for an unknown address.
    func note(_ method: String, route: String?, status: Int, after time: Duration) {
        // The client chooses the method, so the number of methods is unlimited too.
        let answer = Answer(
            method: Self.methods.contains(method) ? method : "other", route: route ?? "none", status: status)
        answers.note(answer, time) { [registry] in
            Tally(
                Counter(
                    label: Name.requests.rawValue,
                    dimensions: [("method", answer.method), ("route", answer.route), ("status", "\(status)")],
                    factory: registry),
                CoreMetrics.Timer(
                    label: Name.request.rawValue, dimensions: [("route", answer.route)], factory: registry))
        }
    }

    /// Counts a refused request or connection.
    func noteRefusal(_ reason: String) {
        Counter(label: Name.refusals.rawValue, dimensions: [("reason", reason)], factory: registry).increment()
    }

    /// Counts a message that a key of a feed has signed.
    func note(feed: String, _ outcome: String) {
        Counter(label: Name.messages.rawValue, dimensions: [("feed", feed), ("outcome", outcome)], factory: registry)
            .increment()
    }

    /// The text of all figures.
    func text(of server: BetServices) throws -> String {
        gauge(.connections, server.transport.connectionCount)
        gauge(.unreadBytes, server.transport.unreadBytes)
        gauge(.streams, server.live.places.count)
        gauge(.followers, server.live.hub.clientCount)
        gauge(.events, Int(clamping: try server.source.snapshot().size))
        return registry.text
    }

    private func gauge(_ name: Name, _ value: Int) {
        Meter(label: name.rawValue, factory: registry).set(Double(value))
    }
}
