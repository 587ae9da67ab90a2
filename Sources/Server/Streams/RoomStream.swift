import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import NIOCore
import Pages
import TextFormats

/// `GET /v1/stream?rooms=12,13`: rooms as they stand, then everything that happens in them, each once and in order.
///
/// With `Last-Event-ID`, only what came behind it. A viewer who is slow is read to from the log, neither skipped nor
/// waited for.
struct RoomStream: Sendable {
    let house: House
    let caller: Caller
    /// Whose stream it is among those that one client may hold.
    let client: RateLimiter.Client
    let rooms: [RoomID]
    /// The position that was delivered last.
    let lastDelivered: UInt64?

    /// So many rooms one page shows.
    private static let most = 64

    init(_ exchange: Exchange, _ house: House) throws {
        self.house = house
        caller = exchange.caller
        client = exchange.caller.user.map { .user($0) } ?? .address(exchange.record.address)
        let names = (exchange.query("rooms") ?? "").split(separator: ",")
        rooms = try names.map { name in
            guard let number = UInt64(name), number > 0, number <= StreamKey.maximumNumber else {
                throw Problem(.badRequest, "'rooms' has '\(name)': expected numbers of rooms, as in rooms=12,13.")
            }
            return RoomID(number)
        }
        guard !rooms.isEmpty, rooms.count <= Self.most, Set(rooms).count == rooms.count else {
            throw Problem(.badRequest, "'rooms' names \(rooms.count) rooms, expected 1 to \(Self.most), each once.")
        }
        lastDelivered = try exchange.request.headers[.lastEventID].map { text in
            guard let position = UInt64(text) else {
                throw Problem(.badRequest, "Last-Event-ID is '\(text)', expected a position.")
            }
            return position
        }
    }

    func response(on channel: any Channel) async throws -> Response {
        let (rooms, caller) = (rooms, caller)
        let (views, hello) = try await house.reading { ledger in
            let views = try rooms.map { id in
                let position = try ledger.size
                let view = try ledger.view(ofRoom: "\(id)", at: .position(position))
                try caller.demand(caller.maySee(view.room), "Room \(id)")
                return (view: view, position: position)
            }
            let size = try ledger.size
            let hello: JSON = [
                "origin": .of(try ledger.origin), "size": .of(size),
                "root": .of(try ledger.treeEdge(at: size).root.base64),
            ]
            return (views, hello)
        }
        if let lastDelivered, lastDelivered >= (try house.ledger.size) {
            throw Problem(.badRequest, "Last-Event-ID is \(lastDelivered), which the ledger has not reached.")
        }
        let place = try house.operations.streams.place(for: client, atMost: house.operations.options.streamsPerClient)
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        headers[.accelBuffering] = "no"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                let viewer = Viewer(channel)
                let start = try house.tail.join(viewer, views)
                defer { house.tail.leave(viewer, rooms) }
                try await run(viewer, from: start, greeting: hello, into: &writer)
                try await writer.finish(nil)
                withExtendedLifetime(place) {}
            })
    }

    private func run(
        _ viewer: Viewer, from start: (position: UInt64, snapshots: [String]), greeting: JSON,
        into writer: inout any ResponseBodyWriter
    ) async throws {
        func send(_ text: String) async throws { try await write([ByteBuffer(string: text)]) }
        func write(_ buffers: [ByteBuffer]) async throws {
            viewer.write(since: .now)
            try await writer.write(contentsOf: buffers)
            viewer.write(since: nil)
        }
        var position = start.position
        let time: JSON = ["serverTime": .of(house.now)]
        try await send("event: hello\ndata: \(greeting.adding(time).compact)\n\n")
        if let lastDelivered {
            position = lastDelivered + 1
        } else {
            for snapshot in start.snapshots { try await send("event: snapshot\ndata: \(snapshot)\n\n") }
        }
        position = try await catchUp(from: position) { try await write($0) }
        try await send(Self.mark("live", position))
        for await signal in viewer.signals {
            let before = position
            var isSilent = true
            position = try await catchUp(from: position) {
                isSilent = false
                try await write($0)
            }
            if signal == .heartbeat, isSilent || before == position { try await send(Self.mark("progress", position)) }
        }
        try await send("retry: \(1_000 + Int.random(in: 0...4_000))\n\(Self.mark("bye", position))")
    }

    /// Sends all that there is from a position on.
    ///
    /// - Returns: the position of what comes next.
    private func catchUp(
        from start: UInt64, write: ([ByteBuffer]) async throws -> Void
    ) async throws -> UInt64 {
        var position = start
        while true {
            let frames: [Frame]
            switch house.tail.batch(of: rooms, from: position, for: caller.user) {
            case .frames(let some, let next):
                if !some.isEmpty { try await write(some.map(\.bytes)) }
                return next
            case .behind(let end):
                frames = try await logged(position..<max(position, end))
                position = max(position, end)
            }
            if !frames.isEmpty { try await write(frames.map(\.bytes)) }
        }
    }

    /// The same frames, made of the log.
    private func logged(_ positions: Range<UInt64>) async throws -> [Frame] {
        let (rooms, user) = (rooms, caller.user)
        return try await house.reading { ledger in
            var frames: [Frame] = []
            for id in rooms {
                guard let room = try ledger.room(id) else { continue }
                var streams: [StreamKey] = [.room(id)]
                if let seat = user.flatMap(room.seat) { streams.append(.queue(id, seat)) }
                for stream in streams {
                    for event in try ledger.stream(stream, upTo: positions.upperBound)
                    where positions.contains(event.position) {
                        guard let frame = Frame(event, in: room), frame.reader == nil || frame.reader == user else {
                            continue
                        }
                        frames.append(frame)
                    }
                }
            }
            return frames.sorted { $0.position < $1.position }
        }
    }

    /// An event without data, whose id moves although nothing happened. No id before the ledger's first event.
    private static func mark(_ name: String, _ next: UInt64) -> String {
        (next > 0 ? "id: \(next - 1)\n" : "") + "event: \(name)\ndata:\n\n"
    }
}
