import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import NIOCore
import Pages
import TextFormats

/// `GET /v1/stream?rooms=12,13&lobby&me`: rooms as they stand, then everything that happens in them, each once and in order;
/// the contests, at most once a second; and what happens to the caller's account and money.
///
/// With `Last-Event-ID`, only what came behind it. A viewer who is slow is read to from the log, neither skipped nor
/// waited for.
struct RoomStream: Sendable {
    let house: House
    let caller: Caller
    private let place: StreamPlaces.Place
    let rooms: [RoomID]
    private let request: Request
    private let showsLobby: Bool
    private let showsOwn: Bool
    /// The position that was delivered last.
    private let lastDelivered: UInt64?

    /// So many rooms one page shows.
    private static let most = 64

    /// What a viewer is sent first.
    private struct Opening: Sendable {
        var hello: String
        var views: [(view: RoomView, position: UInt64)]
        /// The caller's money, and the position as of which it is; nil where that is not shown.
        var own: (data: String, position: UInt64)?
    }

    init(_ exchange: Exchange, _ house: House) throws {
        self.house = house
        caller = exchange.caller
        request = exchange.request
        (showsLobby, showsOwn) = (exchange.query("lobby") != nil, exchange.query("me") != nil)
        if showsOwn { _ = try exchange.caller.known() }
        let names = (exchange.query("rooms") ?? "").split(separator: ",")
        rooms = try names.map { name in
            guard let number = UInt64(name), number > 0, number <= StreamKey.maximumNumber else {
                throw Problem(.badRequest, "'rooms' has '\(name)': expected numbers of rooms, as in rooms=12,13.")
            }
            return RoomID(number)
        }
        guard !rooms.isEmpty || showsLobby || showsOwn, rooms.count <= Self.most, Set(rooms).count == rooms.count else {
            throw Problem(.badRequest, "'rooms' names \(rooms.count) rooms, expected 1 to \(Self.most), each once.")
        }
        lastDelivered = try exchange.lastDelivered(below: try house.ledger.size)
        place = try house.streamPlace(for: exchange)
    }

    func response(on channel: any Channel) async throws -> Response {
        let opening = try await opening()
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller.user)
                let start = try house.tail.join(viewer, opening.views, lobby: showsLobby, own: showsOwn)
                defer { house.tail.leave(viewer, rooms) }
                // Who has gone is noticed at once, not with the next thing that there is to say.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await run(viewer, opening, from: start, into: &writer)
                } onInboundClosed: {
                    viewer.dismiss()
                }
                try await writer.finish(nil)
            })
    }

    private func opening() async throws -> Opening {
        let (rooms, caller) = (rooms, caller)
        let own = showsOwn ? caller.user : nil
        var opening = try await house.reading { ledger in
            let views = try rooms.map { id in
                let position = try ledger.size
                let view = try ledger.view(ofRoom: "\(id)", at: .position(position))
                try caller.demand(caller.maySee(view.room), "Room \(id)")
                return (view: view, position: position)
            }
            var opening = Opening(hello: "", views: views)
            if let own {
                let position = try ledger.size
                let wallet = try ledger.wallet(own, at: .position(position))
                let json: JSON = [
                    "user": .of(own), "availableCents": .of(wallet.available.value),
                    "heldCents": .of(wallet.held.value),
                ]
                opening.own = (json.compact, position)
            }
            return opening
        }
        opening.hello = try await Self.hello(of: house)
        return opening
    }

    /// Which ledger it is, how far it has come, and what time it is.
    static func hello(of house: House) async throws -> String {
        let time: JSON = ["serverTime": .of(house.now)]
        return try await house.reading { ledger in
            let size = try ledger.size
            let ledger: JSON = [
                "origin": .of(try ledger.origin), "size": .of(size),
                "root": .of(try ledger.treeEdge(at: size).root.base64),
            ]
            return "event: hello\ndata: \(ledger.adding(time).compact)\n\n"
        }
    }

    private func run(
        _ viewer: Viewer, _ opening: Opening, from start: (position: UInt64, snapshots: [String]),
        into writer: inout any ResponseBodyWriter
    ) async throws {
        let output = StreamOutput(viewer)
        var position = start.position
        try await output.send(opening.hello, into: &writer)
        if let lastDelivered {
            position = lastDelivered + 1
        } else {
            for snapshot in start.snapshots {
                try await output.send("event: snapshot\ndata: \(snapshot)\n\n", into: &writer)
            }
            if let own = opening.own {
                try await output.send("event: you\ndata: \(own.data)\n\n", into: &writer)
                // What happened between the reading of the money and the rooms' moment is in neither.
                let missed = try await logged(own.position..<max(own.position, position), rooms: [])
                try await output.send(missed.map(\.bytes), into: &writer)
            }
        }
        var shown = try await sendLobby(newerThan: 0, output, &writer)
        position = try await catchUp(from: position, output, &writer)
        try await output.send(StreamOutput.mark("live", position), into: &writer)
        var standing = ViewerStanding(of: caller, in: house)
        for await signal in viewer.signals {
            guard try await standing.stillHolds() else { break }
            let before = position
            shown = try await sendLobby(newerThan: shown, output, &writer)
            let silence = output.sent
            position = try await catchUp(from: position, output, &writer)
            if signal == .heartbeat, silence == output.sent || before == position {
                try await output.send(StreamOutput.mark("progress", position), into: &writer)
            }
        }
        try await output.send(StreamOutput.farewell(position), into: &writer)
    }

    /// - Returns: the version that the viewer has now.
    private func sendLobby(
        newerThan shown: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        let version = house.tail.lobbyVersion
        guard showsLobby, version > shown else { return shown }
        let data = try await house.lobby.data(version, of: house)
        try await output.send("event: lobby\ndata: \(data)\n\n", into: &writer)
        return version
    }

    /// Sends all that there is from a position on.
    ///
    /// - Returns: the position of what comes next.
    private func catchUp(
        from start: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        var position = start
        while true {
            switch house.tail.batch(of: rooms, own: showsOwn, from: position, for: caller) {
            case .frames(let some, let next):
                try await output.send(some.map(\.bytes), into: &writer)
                return next
            case .behind(let end):
                let frames = try await logged(position..<max(position, end), rooms: rooms)
                try await output.send(frames.map(\.bytes), into: &writer)
                position = max(position, end)
            }
        }
    }

    /// The same frames, made of the log.
    private func logged(_ positions: Range<UInt64>, rooms: [RoomID]) async throws -> [Frame] {
        guard !positions.isEmpty else { return [] }
        let (caller, own) = (caller, showsOwn ? caller.user : nil)
        return try await house.reading { ledger in
            var frames: [Frame] = []
            func take(_ stream: StreamKey, _ frame: (RecordedEvent) -> Frame?) throws {
                for event in try ledger.stream(stream, upTo: positions.upperBound)
                where positions.contains(event.position) {
                    guard let frame = frame(event), frame.reader == nil || frame.reader == caller.user else { continue }
                    frames.append(frame)
                }
            }
            for id in rooms {
                guard let room = try ledger.room(id), caller.maySee(room) else { continue }
                try take(.room(id)) { Frame($0, in: room) }
                if let seat = caller.user.flatMap(room.seat) { try take(.queue(id, seat)) { Frame($0, in: room) } }
            }
            if let own {
                for stream in [StreamKey.wallet(own), .user(own)] { try take(stream) { Frame(own: $0) } }
            }
            return frames.sorted { $0.position < $1.position }
        }
    }
}
