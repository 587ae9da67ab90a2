import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import NIOCore
import Pages
import Platform
import Records
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
    private let showsLobby: Bool
    private let showsOwn: Bool
    /// The position that was delivered last.
    private let lastDelivered: UInt64?

    /// So many rooms one page shows.
    private static let most = 64

    /// So many messages made of the log wait for one client.
    private static let mostFrames = 256

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
        // Given away when it is sent: a stream is to weigh no more than what is on its way.
        let opening = Guarded<Opening?>(try await opening(on: channel))
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller.user)
                defer { house.tail.leave(viewer, rooms) }
                try await viewer.attending {
                    let output = StreamOutput(viewer)
                    let position = try await begin(viewer, opening, output, &writer)
                    try await follow(viewer, from: position, output, &writer)
                }
                try await writer.finish(nil)
                viewer.hangUpInTurn()
            })
    }

    private func opening(on channel: any Channel) async throws -> Opening {
        let (rooms, caller) = (rooms, caller)
        let own = showsOwn ? caller.user : nil
        // Who has just joined may be ahead of those who watch: the ledger says who may.
        let watched = house.tail.watched(rooms).filter { caller.maySee($0.value.view.room) }
        let now = house.now
        return try await house.catchingUp(for: channel) { ledger in
            let views = try rooms.map { id in
                if let known = watched[id] { return known }
                let position = try ledger.size
                let view = try ledger.view(ofRoom: "\(id)", at: .position(position))
                try caller.demand(caller.maySee(view.room), "Room \(id)")
                return (view: view, position: position)
            }
            var opening = Opening(hello: try Self.hello(of: ledger, at: now), views: views)
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
    }

    /// Which ledger it is, how far it has come, and what time it is.
    static func hello(of ledger: DraftLedger, at now: Timestamp) throws -> String {
        let size = try ledger.size
        let json: JSON = [
            "origin": .of(try ledger.origin), "size": .of(size),
            "root": .of(try ledger.treeEdge(at: size).root.base64), "serverTime": .of(now),
        ]
        return "event: hello\ndata: \(json.compact)\n\n"
    }

    /// Lets the viewer in, and sends what a stream begins with.
    ///
    /// - Returns: the position of what comes next.
    private func begin(
        _ viewer: Viewer, _ opening: Guarded<Opening?>, _ output: StreamOutput,
        _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        let taken = opening.withLock { opening in
            defer { opening = nil }
            return opening
        }
        guard let taken else { throw CancellationError() }
        let start = try house.tail.join(viewer, taken.views, lobby: showsLobby, own: showsOwn)
        try await output.send(taken.hello, into: &writer)
        if let lastDelivered { return lastDelivered + 1 }
        for snapshot in start.snapshots {
            try await output.send("event: snapshot\ndata: \(snapshot)\n\n", into: &writer)
        }
        guard let own = taken.own else { return start.position }
        try await output.send("event: you\ndata: \(own.data)\n\n", into: &writer)
        // What happened between the reading of the money and the rooms' moment is in neither.
        var position = own.position
        while position < start.position {
            let (missed, next) = try await logged(position..<start.position, rooms: [], for: viewer)
            try await output.send(missed.map(\.bytes), into: &writer)
            position = next
        }
        return start.position
    }

    private func follow(
        _ viewer: Viewer, from start: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws {
        var shown = try await sendLobby(newerThan: 0, output, &writer)
        var position = try await catchUp(viewer, from: start, output, &writer)
        try await output.send(StreamOutput.mark("live", position), into: &writer)
        var standing = ViewerStanding(of: caller, in: house)
        for await signal in viewer.signals {
            guard try await standing.stillHolds() else { break }
            let before = position
            shown = try await sendLobby(newerThan: shown, output, &writer)
            let silence = output.sent
            position = try await catchUp(viewer, from: position, output, &writer)
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
        _ viewer: Viewer, from start: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        var position = start
        while true {
            switch house.tail.batch(of: rooms, own: showsOwn, from: position, for: caller) {
            case .frames(let some, let next):
                try await output.send(some.map(\.bytes), into: &writer)
                return next
            case .behind(let end):
                let (frames, next) = try await logged(position..<max(position, end), rooms: rooms, for: viewer)
                try await output.send(frames.map(\.bytes), into: &writer)
                position = next
            }
        }
    }

    /// The same frames, made of the log: no more at a time than may wait for a client that does not take them.
    ///
    /// - Returns: the first of them, and where it goes on.
    private func logged(
        _ positions: Range<UInt64>, rooms: [RoomID], for viewer: Viewer
    ) async throws -> (frames: [Frame], next: UInt64) {
        guard !positions.isEmpty else { return ([], positions.upperBound) }
        let (caller, own) = (caller, showsOwn ? caller.user : nil)
        // The tail has folded them already, for whoever watches them.
        let watched = house.tail.watched(rooms).mapValues(\.view.room).filter { caller.maySee($1) }
        return try await house.catchingUp(for: viewer.channel) { ledger in
            var candidates: [(event: RecordedEvent, room: RoomState?)] = []
            var end = positions.upperBound
            func take(_ stream: StreamKey, in room: RoomState?, from first: UInt64 = 0) throws {
                var count = 0
                try ledger.events(from: max(first, positions.lowerBound), stream: stream) { (event: RecordedEvent) in
                    guard event.position < end else { return false }
                    guard !event.isTick else { return true }
                    candidates.append((event, room))
                    count += 1
                    if count == Self.mostFrames { end = event.position + 1 }
                    return count < Self.mostFrames
                }
            }
            for (id, room) in watched {
                try take(.room(id), in: room)
                // What its queue was before, is somebody else's.
                if let seat = caller.user.flatMap(room.seat) {
                    try take(.queue(id, seat), in: room, from: try ledger.position(ofTaking: seat, in: id))
                }
            }
            if let own {
                for stream in [StreamKey.wallet(own), .user(own)] { try take(stream, in: nil) }
            }
            candidates.sort { $0.event.position < $1.event.position }
            var frames: [Frame] = []
            for (event, room) in candidates where event.position < end {
                guard frames.count < Self.mostFrames else { return (frames, event.position) }
                let frame = if let room { Frame(event, in: room) } else { Frame(own: event) }
                if let frame, frame.reader == nil || frame.reader == caller.user { frames.append(frame) }
            }
            return (frames, end)
        }
    }
}
