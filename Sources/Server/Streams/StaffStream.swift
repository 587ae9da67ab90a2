import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// `GET /v1/stream/staff`: short notices of changes to what pages of staff show. A page reads the changed parts again.
///
/// A notice has numbers and no content, and names only topics that the caller may read. With `Last-Event-ID`, the first
/// notice names everything that has changed since. The deliveries to webhooks are always in it, because their changes have
/// no position in the ledger.
struct StaffStream: Sendable {
    private let reader: LedgerReader
    private let authentication: Authentication
    private let tail: LedgerTail
    private let caller: Caller
    private let place: StreamPlaces.Place
    /// The position that was delivered last.
    private let lastDelivered: UInt64?

    init(_ exchange: Exchange, _ server: ServerServices) throws {
        (reader, authentication, tail) = (server.reader, server.authentication, server.streams.tail)
        caller = exchange.caller
        lastDelivered = try exchange.lastDelivered(below: try reader.ledger.size)
        place = try server.streams.place(for: exchange)
    }

    func response(on channel: any Channel) throws -> Response {
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller, until: authentication.expiry(of: caller))
                let start = try tail.watchStaff(viewer)
                defer { tail.leave(viewer, []) }
                try await viewer.attending { try await run(viewer, from: start, into: &writer) }
                try await writer.finish(nil)
                viewer.closeAfterSending()
            })
    }

    private func run(
        _ viewer: Viewer, from start: LedgerTail.StaffPosition, into writer: inout any ResponseBodyWriter
    ) async throws {
        let output = StreamOutput(viewer)
        let now = reader.now
        try await output.send(try await reader.read { try RoomStream.hello(of: $0, at: now) }, into: &writer)
        var position = start
        if let lastDelivered { position = LedgerTail.StaffPosition(next: lastDelivered + 1, deliveries: 0) }
        var isLive = false
        viewer.signal(.news)
        var standing = ViewerStanding(of: caller, as: viewer, in: authentication)
        for await signal in viewer.signals {
            guard try await standing.stillHolds() else { break }
            let (notice, next) = tail.staffNotice(since: position, for: caller)
            if let notice { try await output.send([notice], into: &writer) }
            position = next
            if !isLive {
                try await output.send(StreamOutput.mark("live", position.next), into: &writer)
                isLive = true
            } else if signal == .heartbeat, notice == nil {
                try await output.send(StreamOutput.mark("progress", position.next), into: &writer)
            }
        }
        try await output.send(StreamOutput.closing(position.next), into: &writer)
    }
}
