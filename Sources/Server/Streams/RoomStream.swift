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

/// `GET /v1/stream?rooms=12,13&lobby&me`: the state of rooms, then all of their events, each once and in order. It also
/// has the contests, at most once a second, and the events of the caller's account and money.
///
/// With `Last-Event-ID`, it has only later events. A slow viewer gets the events from the log, and is neither skipped
/// nor waited for.
struct RoomStream: Sendable {
    let reader: LedgerReader
    let authentication: Authentication
    let streams: LiveStreams
    let caller: Caller
    private let place: StreamPlaces.Place
    let rooms: [RoomID]
    private let showsLobby: Bool
    private let showsOwn: Bool
    /// The position that was delivered last.
    private let lastDelivered: UInt64?

    /// The maximum number of rooms on one page.
    private static let most = 64

    /// The maximum number of messages from the log that wait for one client.
    private static let mostFrames = 256

    /// The maximum number of missed positions that are looked up at a time.
    private static let mostPositions = 4_096

    /// The first messages to a viewer.
    private struct Opening: Sendable {
        var hello: String
        var views: [(view: RoomView, position: UInt64)]
        /// The caller's money, and the position as of which it is; nil if that is not shown.
        var own: (data: String, position: UInt64)?
    }

    init(_ exchange: Exchange, _ server: ServerServices) throws {
        (reader, authentication, streams) = (server.reader, server.authentication, server.streams)
        caller = exchange.caller
        (showsLobby, showsOwn) = (try exchange.truth("lobby"), try exchange.truth("me"))
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
        lastDelivered = try exchange.lastDelivered(below: try reader.ledger.size)
        place = try streams.place(for: exchange)
    }

    func response(on channel: any Channel) async throws -> Response {
        // Given away when it is sent: a stream is to weigh no more than what is on its way.
        let opening = Guarded<Opening?>(try await opening(on: channel))
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller, until: authentication.expiry(of: caller))
                defer { streams.tail.leave(viewer, rooms) }
                try await viewer.attending {
                    let output = StreamOutput(viewer)
                    let position = try await begin(with: opening, for: viewer, output, &writer)
                    try await follow(viewer, from: position, output, &writer)
                }
                try await writer.finish(nil)
                viewer.closeAfterSending()
            })
    }

    private func opening(on channel: any Channel) async throws -> Opening {
        let (rooms, caller) = (rooms, caller)
        let own = showsOwn ? caller.user : nil
        // A new member may be ahead of the viewers, so the ledger decides about access.
        let watched = streams.tail.watched(rooms).filter { caller.maySee($0.value.view.room) }
        let now = reader.now
        return try await streams.catchingUp(for: channel) { ledger in
            let views = try rooms.map { id in
                if let known = watched[id] { return known }
                guard try ledger.room(id) != nil else { throw Problem(.notFound, "There is no room \(id).") }
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

    /// Returns the ledger's identity, its position, and the time.
    static func hello(of ledger: DraftLedger, at now: Timestamp) throws -> String {
        let size = try ledger.size
        let json: JSON = [
            "origin": .of(try ledger.origin), "size": .of(size),
            "root": .of(try ledger.treeEdge(at: size).root.base64), "serverTime": .of(now),
        ]
        return "event: hello\ndata: \(json.compact)\n\n"
    }

    /// Sends the time to clients whose clocks follow the server's.
    private static func time(_ now: Timestamp) -> String {
        let json: JSON = ["serverTime": .of(now)]
        return "event: time\ndata: \(json.compact)\n\n"
    }

    /// Admits the viewer, and sends the first messages of the stream.
    ///
    /// - Returns: the position of what comes next.
    private func begin(
        with opening: Guarded<Opening?>, for viewer: Viewer, _ output: StreamOutput,
        _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        let taken = opening.withLock { opening in
            defer { opening = nil }
            return opening
        }
        guard let taken else { throw CancellationError() }
        let start = try streams.tail.join(viewer, taken.views, lobby: showsLobby, own: showsOwn)
        try await output.send(taken.hello, into: &writer)
        if let lastDelivered { return lastDelivered + 1 }
        for snapshot in start.snapshots {
            try await output.send("event: snapshot\ndata: \(snapshot)\n\n", into: &writer)
        }
        guard let own = taken.own else { return start.position }
        try await output.send("event: you\ndata: \(own.data)\n\n", into: &writer)
        // Events between the reading of the money and the rooms' moment are in neither.
        var position = own.position
        while position < start.position {
            position = try await sendLogged(position..<start.position, of: [], to: viewer, output, &writer)
        }
        return start.position
    }

    private func follow(
        _ viewer: Viewer, from start: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws {
        var shown = try await sendLobby(newerThan: 0, output, &writer)
        var position = try await catchUp(viewer, from: start, output, &writer)
        try await output.send(StreamOutput.mark("live", position), into: &writer)
        var standing = ViewerStanding(of: caller, as: viewer, in: authentication)
        for await signal in viewer.signals {
            guard try await standing.stillHolds() else { break }
            let before = position
            shown = try await sendLobby(newerThan: shown, output, &writer)
            if signal == .time { try await output.send(Self.time(reader.now), into: &writer) }
            let silence = output.sent
            position = try await catchUp(viewer, from: position, output, &writer)
            if signal == .heartbeat, silence == output.sent || before == position {
                try await output.send(StreamOutput.mark("progress", position), into: &writer)
            }
        }
        try await output.send(StreamOutput.closing(position), into: &writer)
    }

    /// - Returns: the version that the viewer has now.
    private func sendLobby(
        newerThan shown: UInt64, _ output: StreamOutput, _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        let version = streams.tail.lobbyVersion
        guard showsLobby, version > shown else { return shown }
        let data = try await streams.lobby.data(version, from: reader)
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
            switch streams.tail.batch(of: rooms, own: showsOwn, from: position, for: caller) {
            case .frames(let some, let next):
                try await output.send(some.map(\.bytes), into: &writer)
                return next
            case .behind(let end):
                position = try await sendLogged(
                    position..<max(position, end), of: rooms, to: viewer, output, &writer)
            }
        }
    }

    /// Sends what the log has between two positions.
    ///
    /// - Returns: the position of what comes next.
    private func sendLogged(
        _ positions: Range<UInt64>, of rooms: [RoomID], to viewer: Viewer, _ output: StreamOutput,
        _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        var missed = try await missed(positions, of: rooms, by: viewer)
        while !missed.positions.isEmpty {
            let some = missed.positions.prefix(Self.mostFrames)
            // A viewer that lost access to one of the rooms is asked again what it has missed.
            guard let bytes = try await logged(some, of: missed, for: viewer) else { return some[some.startIndex] }
            if bytes.readableBytes > 0 { try await output.send([bytes], into: &writer) }
            missed.positions.removeFirst(some.count)
        }
        return missed.end
    }

    /// The events that a viewer has missed: their positions in the log, and their rooms.
    private struct Missed: Sendable {
        var positions: ArraySlice<UInt64>
        var rooms: [RoomID]
        /// The position after them.
        var end: UInt64
    }

    /// Returns those of some rooms that the caller may see now. The tail has folded them for all viewers.
    private func visible(_ rooms: [RoomID]) -> [RoomID: RoomState] {
        streams.tail.watched(rooms).mapValues(\.view.room).filter { caller.maySee($1) }
    }

    private func missed(
        _ positions: Range<UInt64>, of rooms: [RoomID], by viewer: Viewer
    ) async throws -> Missed {
        guard !positions.isEmpty else { return Missed(positions: [], rooms: [], end: positions.upperBound) }
        let (visible, user, own) = (visible(rooms), caller.user, showsOwn ? caller.user : nil)
        return try await streams.catchingUp(for: viewer.channel) { ledger in
            var streams: [(stream: StreamKey, start: UInt64)] = []
            func add(_ stream: StreamKey, from first: UInt64 = 0) {
                streams.append((stream, max(first, positions.lowerBound)))
            }
            for (id, room) in visible {
                add(.room(id))
                // The earlier queue belongs to another user.
                if let seat = user.flatMap(room.seat) {
                    add(.queue(id, seat), from: try ledger.position(ofTaking: seat, in: id))
                }
            }
            if let own {
                add(.wallet(own))
                add(.user(own))
            }
            let found = try ledger.positions(of: streams, below: positions.upperBound, limit: Self.mostPositions)
            let isAll = found.count < Self.mostPositions
            return Missed(
                positions: found[...], rooms: Array(visible.keys),
                end: isAll ? positions.upperBound : found[found.count - 1] + 1)
        }
    }

    /// The same frames as the tail's, made of the log or of what was made of it for others; in one piece, and that away from
    /// the threads on which everybody else's requests are answered.
    ///
    /// - Returns: nil if the caller may not see one of the rooms any more.
    private func logged(
        _ positions: ArraySlice<UInt64>, of missed: Missed, for viewer: Viewer
    ) async throws -> ByteBuffer? {
        let (rooms, reader, cache) = (visible(missed.rooms), caller.user, streams.frames)
        guard rooms.count == missed.rooms.count else { return nil }
        return try await streams.catchingUp(for: viewer.channel) { ledger in
            var frames = cache.frames(at: positions)
            var shared: [(UInt64, Frame?)] = []
            try ledger.events(at: positions.filter { frames[$0] == nil }) { event in
                let frame =
                    switch event.stream {
                    case .room(let id), .queue(let id, _): rooms[id].flatMap { Frame(event, in: $0) }
                    default: Frame(own: event)
                    }
                frames.updateValue(frame, forKey: event.position)
                if case .room = event.stream { shared.append((event.position, frame)) }
                return true
            }
            cache.keep(shared)
            return StreamOutput.joined(
                positions.compactMap { position in
                    guard let frame = frames[position] ?? nil, frame.reader == nil || frame.reader == reader else {
                        return nil
                    }
                    return frame.bytes
                })
        }
    }
}
