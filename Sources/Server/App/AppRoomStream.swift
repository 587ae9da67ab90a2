import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Pages

/// `GET /api/draft/R/stream`: the events of the app's two listeners. These are the whole `room` and the whole list of
/// `picks`, at once and whenever they change.
///
/// A message is the newest state and not a step to it, so that a slow client gets fewer messages without missing a
/// state. With `Last-Event-ID`, delivered messages are not sent again. The stream ends when the draft is over, or the
/// member has left the room.
struct AppRoomStream: Sendable {
    let reader: LedgerReader
    let authentication: Authentication
    let streams: LiveStreams
    let app: AppServices
    let caller: Caller
    let room: RoomID
    private let place: StreamPlaces.Place
    /// The position that was delivered last; nil if it is missing or the ledger does not have it.
    private let lastDelivered: UInt64?

    init(_ exchange: Exchange, _ server: ServerServices) throws {
        (reader, authentication, streams, app) = (server.reader, server.authentication, server.streams, server.app)
        caller = exchange.caller
        room = RoomID(try exchange.number("room"))
        place = try streams.place(for: exchange)
        let size = try reader.ledger.size
        lastDelivered = exchange.request.headers[.lastEventID].flatMap { UInt64($0) }.flatMap { $0 < size ? $0 : nil }
    }

    func response(on channel: any Channel) async throws -> Response {
        let (room, lastDelivered) = (room, lastDelivered)
        // A new member may be ahead of the listeners, so the ledger decides about access.
        let heard = streams.tail.heardRoom(room).flatMap { caller.maySee($0) ? $0 : nil }
        let opened = heard == nil ? try await app.room(room, for: caller, on: channel) : nil
        if let status = (heard ?? opened?.view.room)?.status, status.isTerminal, let lastDelivered {
            // A client that returns to a draft that is over is told not to return, unless a pick was corrected since.
            let last = try await reader.read { try $0.stream(.room(room)).last?.position }
            if let last, last <= lastDelivered { return Response(status: .noContent) }
        }
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller, until: authentication.expiry(of: caller))
                if let opened {
                    try streams.tail.listen(viewer, opened)
                } else if try !streams.tail.listen(viewer, with: room) {
                    try streams.tail.listen(viewer, try await app.room(room, for: caller, on: channel))
                }
                defer { streams.tail.leave(viewer, [room]) }
                try await viewer.attending { try await run(viewer, into: &writer) }
                try await writer.finish(nil)
                viewer.closeAfterSending()
            })
    }

    private func run(_ viewer: Viewer, into writer: inout any ResponseBodyWriter) async throws {
        let output = StreamOutput(viewer)
        var delivered = lastDelivered
        viewer.signal(.news)
        var standing = ViewerStanding(of: caller, as: viewer, in: authentication)
        for await signal in viewer.signals {
            guard try await standing.stillHolds(), let body = try streams.tail.appBody(of: room), mayGoOn(body) else {
                break
            }
            let news = messages(of: body, after: delivered)
            if !news.isEmpty {
                if let user = caller.user { streams.tail.show(body.pickNumber, of: room, to: user) }
                try await output.send(news, into: &writer)
                delivered = body.changedAt
            } else if signal == .heartbeat {
                try await output.send(":\n\n", into: &writer)
            }
            if body.isOver { break }
        }
        try await output.send(StreamOutput.closing(0), into: &writer)
    }

    /// Whether the stream may continue. A user that has left the room has the same rights as any other user.
    private func mayGoOn(_ body: AppRoomBody) -> Bool {
        body.isPublic || caller.isOfficer || body.isMember(caller.user)
    }

    /// Only the last message has an ID. Otherwise, a client that got only the first could return with its ID.
    private func messages(of body: AppRoomBody, after delivered: UInt64?) -> [ByteBuffer] {
        func isNew(_ position: UInt64) -> Bool { delivered.map { position > $0 } ?? true }
        guard isNew(body.changedAt) else { return [] }
        var buffers: [ByteBuffer] = []
        if isNew(body.picksChangedAt) {
            buffers += [ByteBuffer(string: "event: picks\ndata: "), body.picks, ByteBuffer(string: "\n\n")]
        }
        buffers.append(ByteBuffer(string: "id: \(body.changedAt)\nevent: room\ndata: "))
        buffers += body.room(for: caller.user, at: reader.now)
        buffers.append(ByteBuffer(string: "\n\n"))
        return buffers
    }
}

/// A room of the app's as it was read, to be listened to.
struct OpenedAppRoom: Sendable {
    var view: RoomView
    /// Events below it are in the view.
    var position: UInt64
    var feed: AppRoomFeed
}
