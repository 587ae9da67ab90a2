import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Records

/// `GET /v1/stream/all?from=991`: every event, once and in order, for callers that may see all of them. Events are
/// complete, except for the withheld data of live drafts.
///
/// The stream starts at the current position, unless `from` or `Last-Event-ID` says otherwise. It has ticks only with
/// `ticks=true`, because nine in ten events are ticks.
struct LedgerStream: Sendable {
    let reader: LedgerReader
    let authentication: Authentication
    let streams: LiveStreams
    let privacy: PrivateData
    private let caller: Caller
    private let reads = PrivateReads()
    private let place: StreamPlaces.Place
    private let showsTicks: Bool
    private let start: UInt64

    /// Events that are read at a time.
    private static let slice = 1_000

    init(_ exchange: Exchange, _ server: ServerServices) throws {
        (reader, authentication, streams, privacy) = (
            server.reader, server.authentication, server.streams, server.privacy
        )
        caller = exchange.caller
        showsTicks = try exchange.truth("ticks")
        let size = try reader.ledger.size
        let last = try exchange.lastDelivered(below: size)
        place = try streams.place(for: exchange)
        start = try last.map { $0 + 1 } ?? exchange.natural("from", upTo: size) ?? size
    }

    func response(on channel: any Channel) throws -> Response {
        return Response(
            status: .ok, headers: .eventStream,
            body: ResponseBody { writer in
                let viewer = Viewer(channel, caller, until: authentication.expiry(of: caller))
                try streams.tail.watchAll(viewer)
                defer { streams.tail.leave(viewer, []) }
                try await viewer.attending { try await run(viewer, into: &writer) }
                try await writer.finish(nil)
                viewer.closeAfterSending()
            })
    }

    private func run(_ viewer: Viewer, into writer: inout any ResponseBodyWriter) async throws {
        let output = StreamOutput(viewer)
        let now = reader.now
        try await output.send(try await reader.read { try RoomStream.hello(of: $0, at: now) }, into: &writer)
        var position = start
        var isLive = false
        viewer.signal(.news)
        var standing = ViewerStanding(of: caller, as: viewer, in: authentication)
        for await signal in viewer.signals {
            guard try await standing.stillHolds() else { break }
            let before = position
            while true {
                let (frames, next) = try await slice(from: position, for: viewer)
                guard next > position else { break }
                try await output.send(frames, into: &writer)
                position = next
            }
            if !isLive {
                try await output.send(StreamOutput.mark("live", position), into: &writer)
                isLive = true
            } else if signal == .heartbeat, before == position {
                try await output.send(StreamOutput.mark("progress", position), into: &writer)
            }
        }
        try await output.send(StreamOutput.closing(position), into: &writer)
    }

    /// - Returns: the frames of the next events, and the position after them.
    private func slice(from start: UInt64, for viewer: Viewer) async throws -> (frames: [ByteBuffer], next: UInt64) {
        let (showsTicks, caller, reads) = (showsTicks, caller, reads)
        let slice = try await streams.catchingUp(for: viewer.channel) { ledger in
            var (frames, next) = ([ByteBuffer](), start)
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            try ledger.events(from: start, limit: Self.slice) { (event: RecordedEvent) in
                next = event.position + 1
                if showsTicks || !event.isTick {
                    frames.append(Frame("events", try withholding.line(of: event), at: event.position).bytes)
                }
                return true
            }
            return (frames: frames, next: next)
        }
        try await privacy.accesses.record(reads.take(), by: caller)
        return slice
    }
}
