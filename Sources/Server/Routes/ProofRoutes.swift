import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import Pages
import Records
import TextFormats

/// The routes by which a third party checks the ledger: the keys, proofs, and the records that proofs are about.
struct ProofRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, operations) = (server.reader, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/proofs/keys", id: "getVerifierKeys", tag: .proofs, "Get the keys that verify checkpoints.",
                cost: .read, access: .anyone, privacy: .open, answers: .json("VerifierKeys")
            ) { try await $0.keys($1) },
            route(
                .get, "/v1/proofs/inclusion/{position}", id: "getInclusionProof", tag: .proofs,
                "Prove that the checkpoint contains a record.", cost: .read, access: .anyone, privacy: .open,
                answers: .text
            ) { try await $0.inclusion($1) },
            route(
                .get, "/v1/proofs/consistency", id: "getConsistencyProof", tag: .proofs,
                "Prove that the ledger only grew.",
                cost: .read, access: .anyone, privacy: .open,
                query: [
                    .integer("from", 1...Int64.max, "The size that the caller knows.").required,
                    .integer("to", 1...Int64.max, "The later size; by default the published checkpoint's."),
                ], answers: .text, problems: [404]
            ) { try await $0.consistency($1) },
            route(
                .get, "/v1/records/{position}", id: "getRecord", tag: .proofs, "Get the stored bytes of a record.",
                cost: .read, access: .checked(.records), privacy: .filtered, answers: .file("application/octet-stream")
            ) { try await $0.record($1) },
        ]
    }

    /// Returns the keys that verify checkpoints and receipts. Clients that rely on them also have them from another
    /// source.
    @Sendable
    private func keys(_ exchange: Exchange) async throws -> Response {
        let receipts = operations.receipts.verifierKey.text
        return try await reader.read { ledger in
            // There is a key as soon as something is published.
            let isPublished = try ledger.publishedCheckpoint() != nil
            let checkpoints = isPublished ? try ledger.verifierKey().text : nil
            return Response(json: Self.keys.json(of: (try ledger.origin, checkpoints, receipts)))
        }
    }

    static let keys = Members<(origin: String?, checkpoint: String?, receipt: String)>(
        "VerifierKeys",
        [
            .init("origin") { $0.origin }, .init("checkpoint") { $0.checkpoint }, .init("receipt") { $0.receipt },
        ])

    /// Returns a proof like `draftledger prove`: a C2SP tlog-proof in the published checkpoint. It consists of hashes,
    /// which are public in the tiles. So the proof of every record is public.
    @Sendable
    private func inclusion(_ exchange: Exchange) async throws -> Response {
        let position = try exchange.ledgerPosition()
        let known = exchange.request.headers[.ifNoneMatch]
        return try await reader.read { ledger in
            let published = try ledger.publishedCheckpoint()
            let (size, covered) = (try ledger.size, published?.unverified.size ?? 0)
            guard let published, position < covered else { throw Self.unpublished(position, size) }
            let tag = "\"p\(covered)\""
            if Exchange.isKnown(tag, among: known) { return Self.answer(nil, tag) }
            let proof = try ledger.proof(of: position, in: published)
            return Self.answer(proof.description, tag)
        }
    }

    /// `?from=512&to=991`: as `draftledger consistency` prints it; to the published checkpoint's size where `to` is not
    /// given.
    @Sendable
    private func consistency(_ exchange: Exchange) async throws -> Response {
        let from = try exchange.number(ofQuery: "from", as: UInt64.self)
        let wanted = try exchange.natural("to")
        let known = exchange.request.headers[.ifNoneMatch]
        return try await reader.read { ledger in
            let published = try ledger.publishedCheckpoint()?.unverified.size ?? 0
            let size = try ledger.size
            let to = wanted ?? published
            guard to <= published else { throw Self.unpublished(to - 1, size) }
            guard from <= to else {
                throw Problem(
                    .badRequest, "'from' is \(from), which is more than the \(to) events of the later ledger.")
            }
            let tag = "\"p\(to)\""
            if Exchange.isKnown(tag, among: known) { return Self.answer(nil, tag) }
            let hashes = try ledger.consistencyProof(from: from, to: to).hashes
            return Self.answer(hashes.map { $0.base64 + "\n" }.joined(), tag)
        }
    }

    /// The stored bytes, for whom the record is: what a proof is about.
    @Sendable
    private func record(_ exchange: Exchange) async throws -> Response {
        let (position, caller, reads) = (try exchange.ledgerPosition(), exchange.caller, exchange.reads)
        return try await reader.read { ledger in
            guard position < (try ledger.size) else {
                throw Problem(.notFound, "There is no event at position \(position).")
            }
            let bytes = try ledger.record(at: position)
            let event = try bytes.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
            try caller.demand(
                try caller.maySee(record: event, in: ledger, noting: reads), "The record at position \(position)")
            var headers = HTTPFields()
            headers[.contentType] = "application/octet-stream"
            headers[.cacheControl] = "private, max-age=31536000, immutable"
            return Response(status: .ok, headers: headers, body: .init(bytes))
        }
    }

    // MARK: Answers

    /// - Parameter text: nil for what the caller has already.
    private static func answer(_ text: String?, _ tag: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-cache"
        headers[.eTag] = tag
        guard let text else { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(Array(text.utf8)))
    }

    /// Returns the reason why a position has no proof. A position after the checkpoint may not have a record yet.
    private static func unpublished(_ position: UInt64, _ size: UInt64) -> Problem {
        guard position < size else { return Problem(.notFound, "The ledger has not reached position \(position).") }
        return Problem(.unavailable, "No checkpoint covers position \(position) yet; one is published every 2 seconds.")
    }
}

extension Exchange {
    /// Returns the position in the path, from 0.
    func ledgerPosition() throws -> UInt64 {
        let text = parameters["position"] ?? ""
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let position = UInt64(text), position < .max else {
            throw Problem(.notFound, "There is no position '\(text)'.")
        }
        return position
    }
}

extension Caller {
    /// Whether a record is the caller's to have as it is stored: of a room that he may see what is in public there, of
    /// his own seat, wallet and account all.
    fileprivate func maySee(
        record event: RecordedEvent, in ledger: DraftLedger, noting reads: PrivateReads
    ) throws -> Bool {
        if maySeeAll {
            var withholding = Withholding(from: self, in: ledger, noting: reads)
            return try withholding.admits(event)
        }
        switch event.stream {
        case .room(let id), .clock(let id):
            guard let room = try ledger.room(id), maySee(room), maySee(event, of: room) else { return false }
            // Older records name the players of a user's queue that an autopick skipped.
            guard event.showsQueueContents, case .automated(let made) = event.event.pick else { return true }
            return maySeeQueue(of: made.seat, in: room)
        case .queue(let id, let seat):
            // Of who had the seat when it was recorded.
            guard try ledger.room(id).map({ maySeeQueue(of: seat, in: $0) }) ?? false else { return false }
            let then = try ledger.room(id, at: .position(event.position + 1))
            return then.map { maySeeQueue(of: seat, in: $0) } ?? false
        case .wallet(let user), .user(let user): return maySeeAccount(of: user)
        case .tournament, .pool:
            if event.event.refusal != nil { return false }
            return true
        default: return false
        }
    }
}
