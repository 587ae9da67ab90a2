import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle

/// The log as C2SP tlog-tiles has it, so that monitors and witnesses of others can follow it.
struct LogRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/log/checkpoint", id: "getCheckpoint", tag: .proofs, "Get the last published checkpoint.",
                cost: .read, access: .anyone, privacy: .open, answers: .text, problems: [404]
            ) { try await $0.checkpoint($1) },
            route(
                .get, "/log/tile/{path*}", id: "getTile", tag: .proofs, "Get a tile of the log.", cost: .read,
                access: .checked(.tiles), privacy: .filtered, answers: .file("application/octet-stream")
            ) { try await $0.tile($1) },
        ]
    }

    @Sendable
    private func checkpoint(_ exchange: Exchange) async throws -> Response {
        guard let published = try await reader.read({ try $0.publishedCheckpoint() }) else {
            throw Problem(.notFound, "Nothing is published yet.")
        }
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "public, max-age=2"
        return Response(status: .ok, headers: headers, body: .init(Array(published.description.utf8)))
    }

    /// Hashes are public; the records under them are for callers that may see all.
    @Sendable
    private func tile(_ exchange: Exchange) async throws -> Response {
        let path: TilePath
        do {
            path = try TilePath("tile/" + (exchange.parameters["path"] ?? ""))
        } catch {
            throw Problem(.notFound, "There is no such tile: \(error).")
        }
        if case .entries = path {
            try exchange.caller.demand(exchange.caller.maySeeAll, "The content of records")
        }
        let (caller, reads) = (exchange.caller, exchange.reads)
        let bytes = try await reader.read { ledger -> [UInt8] in
            // Entries that no published checkpoint covers are not served: they may not be final.
            let size = try ledger.publishedCheckpoint()?.unverified.size ?? 0
            switch path {
            case .tile(let id):
                let last = id.node(at: id.width - 1)
                // The last tile of the highest level would end after the last possible number.
                guard last.index < size >> UInt64(last.level) else {
                    throw Problem(.notFound, "The published checkpoint does not reach that far.")
                }
                return try Tile(id, from: ledger.hashSource).bytes
            case .entries(let index, let width):
                let first = index * UInt64(TileID.fullWidth)
                guard UInt64(width) <= size, first <= size - UInt64(width) else {
                    throw Problem(.notFound, "The published checkpoint does not reach that far.")
                }
                // Bytes under a proof are as they are, or not shown.
                var withholding = Withholding(from: caller, in: ledger, noting: reads)
                try ledger.events(from: first, limit: width) { (event: RecordedEvent) in
                    guard try withholding.admits(event) else {
                        throw Problem(
                            .forbidden, "Position \(event.position) is a member's own until the draft is over.")
                    }
                    return true
                }
                return try EntryBundle(try (first..<first + UInt64(width)).map { try ledger.record(at: $0) }).bytes
            }
        }
        var headers = HTTPFields()
        headers[.contentType] = "application/octet-stream"
        headers[.cacheControl] =
            if case .entries = path { "private, max-age=31536000, immutable" } else {
                "public, max-age=31536000, immutable"
            }
        return Response(status: .ok, headers: headers, body: .init(bytes))
    }
}
