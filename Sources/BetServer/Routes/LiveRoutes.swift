import Hummingbird
import HummingbirdCore
import NIOCore
import Platform
import Server
import TextFormats

/// `/v1/live`: scores and odds as they change, as server-sent events. A client that asks for a WebSocket at the same address
/// gets one.
struct LiveRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, LiveTopic.scores.path, id: "followScores", tag: .live, "Follow the scores of games.",
                details: details, cost: .read, access: .anyone, privacy: .open, query: query,
                answers: .stream("score_update, status_change").ofApp
            ) { try $0.follow(.scores, $1) },
            route(
                .get, LiveTopic.odds.path, id: "followOdds", tag: .live, "Follow the odds of games.", details: details,
                cost: .read, access: .anyone, privacy: .open, query: query, answers: .stream("odds_update").ofApp
            ) { try $0.follow(.odds, $1) },
        ]
    }

    private static let details =
        "Begins with the current state of each game. A client that reads slowly gets only the newest state of each game. "
        + "With Upgrade: websocket, the connection becomes a WebSocket on which the client sends "
        + #"{"type":"subscribe","gameIds":["0022400123"]} or unsubscribe, for at most 100 games."#

    private static let query = [
        RouteDescription.Parameter.text("gameIds", length: 1...2_000, "The games, such as 0022400123,0022400124.")
            .required
    ]

    private func follow(_ topic: LiveTopic, _ exchange: Exchange) throws -> Response {
        let request: LiveRequest
        do throws(LiveRequest.Fault) {
            let games = (exchange.query("gameIds") ?? "").split(separator: ",").map { String($0) }
            request = try LiveRequest(.subscribe, games: games)
        } catch {
            throw BetProblem(field: "gameIds", error.message)
        }
        let place = try server.live.place(for: .address(exchange.record.address))
        let (wakes, source) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let follower = Follower(LiveClient(topic) { source.yield() }, in: server.live.hub)
        do {
            try request.apply(to: follower.client, in: server.live.hub)
        } catch let fault as LiveRequest.Fault {
            throw BetProblem(
                fault.code, fault.message, details: ["field": "gameIds", "gameIds": .of(fault.games)])
        }
        let stream = EventStream(
            follower: follower, wakes: wakes, source: source, interval: server.live.interval, place: place)
        return stream.response(on: exchange.channel)
    }
}

/// A client that leaves the hub with the last reference to it, also if its answer is never written: that of a HEAD request, or
/// of a connection that has ended.
private final class Follower: Sendable {
    let client: LiveClient
    private let hub: LiveHub

    init(_ client: LiveClient, in hub: LiveHub) { (self.client, self.hub) = (client, hub) }

    deinit { hub.leave(client) }
}

/// A stream of server-sent events to one client.
private struct EventStream: Sendable {
    let follower: Follower
    let wakes: AsyncStream<Void>
    let source: AsyncStream<Void>.Continuation
    let interval: Duration
    /// Keeps the place among all streams until the stream has ended.
    let place: StreamPlaces.Place

    func response(on channel: any Channel) -> Response {
        Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let watch = try await Departure.watch(channel) { source.finish() }
                defer { watch.end(on: channel) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        while !Task.isCancelled {
                            try await Task.sleep(for: interval)
                            source.yield()
                        }
                    }
                    defer { group.cancelAll() }
                    try await write(into: &writer)
                }
                try await writer.finish(nil)
                // The connection takes no further request after a stream.
                channel.close(mode: .input, promise: nil)
            })
    }

    private func write(into writer: inout any ResponseBodyWriter) async throws {
        source.yield()
        let client = follower.client
        for await _ in wakes {
            if client.isOver {
                try await writer.write(ByteBuffer(string: "retry: \(1_000 + Int.random(in: 0...4_000))\n\n"))
                return
            }
            let news = client.take()
            // A comment keeps proxies from closing the connection.
            let text =
                news.isEmpty
                ? ": \n\n"
                : news.map { "event: \($0.message.type)\nid: \($0.size)\ndata: \($0.message.text)\n\n" }.joined()
            try await writer.write(ByteBuffer(string: text))
        }
    }
}
