import Foundation

/// One viewer's stream of a room: the connection, its position, and its updates.
///
/// Rooms of the app come whole with each message. Those that require signatures come as the ledger's own events, of which the
/// newest one's version says as of when the room is to be read: so the client has no rules of its own to fold them by.
actor RoomFeed {
    enum Step: Sendable {
        case connected
        case room(DraftRoom, position: UInt64)
        /// Something came that changes nothing.
        case nothing
        /// The server says when to come back.
        case wait(Duration)
        /// The draft is over, and everything was delivered.
        case over
        /// The connection has ended.
        case ended
    }

    private enum Face { case app, ledger }

    private let client: DraftClient
    private let room: DraftRoom.ID
    private var face: Face?
    /// The position of the last delivered event; nil before the first delivery.
    private var position: UInt64?
    private var version = 0
    private var hasRevealed = false
    private var body: (any AsyncIteratorProtocol<[UInt8], any Error>)?
    private var parser = ServerSentEventParser()
    private var events: [ServerSentEvent] = []

    init(_ client: DraftClient, _ room: DraftRoom.ID) {
        self.client = client
        self.room = room
    }

    /// Closes the connection. The next step opens another one, which resumes after the last delivered event.
    func close() {
        body = nil
        events = []
        parser = ServerSentEventParser()
    }

    func next() async throws(DraftClientError) -> Step {
        guard body != nil else { return try await connect() }
        while events.isEmpty {
            guard let bytes = try await read() else {
                close()
                return .ended
            }
            events = try parser.take(bytes)
            // A comment shows that the server lives.
            if events.isEmpty { return .nothing }
        }
        return face == .ledger ? try await takeLedgerEvents() : try takeAppEvent()
    }

    private func read() async throws(DraftClientError) -> [UInt8]? {
        // An iterator that others cannot reach: it is taken out for as long as it is waited for.
        guard var reading = body else { return nil }
        do {
            let bytes = try await reading.next(isolation: self)
            body = reading
            return bytes
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw Task.isCancelled ? .cancelled : .offline("\(error)")
        }
    }

    // MARK: Connecting

    private func connect() async throws(DraftClientError) -> Step {
        if face == nil { face = try await foundFace() }
        let path = face == .ledger ? "/v1/stream?rooms=\(room)" : "/api/draft/\(room)/stream"
        var headers = ["Accept": "text/event-stream"]
        if let position { headers["Last-Event-ID"] = "\(position)" }
        let stream: TransportStream
        do {
            stream = try await client.stream(Call(path: path, headers: headers, mayLag: true))
        } catch {
            // A ledger that was restored from a copy may not have reached it again.
            guard position != nil, error.problem?.code == .badRequest else { throw error }
            (position, version) = (nil, 0)
            throw .offline("the server does not know how far this client is.")
        }
        guard stream.status == 200 else { return .over }
        body = stream.body.makeAsyncIterator()
        return .connected
    }

    /// Which of the server's two addresses has the room.
    private func foundFace() async throws(DraftClientError) -> Face {
        do {
            _ = try await client.read("/api/draft/\(room)")
            return .app
        } catch {
            guard case .failed(let problem) = error, problem.code == .notFound else { throw error }
            return .ledger
        }
    }

    // MARK: What the streams say

    private func takeAppEvent() throws(DraftClientError) -> Step {
        let event = events.removeFirst()
        switch event.name {
        case "room":
            var room: DraftRoom
            do {
                room = try WireFormat.decoder.decode(DraftRoom.self, from: Data(event.data.utf8))
            } catch {
                throw .undecodable(error)
            }
            room.requiresSignatures = false
            let delivered = event.id.flatMap { UInt64($0) } ?? position ?? 0
            // The same again says nothing new.
            guard delivered != position else { return .nothing }
            position = delivered
            return .room(room, position: delivered)
        case "bye": return .wait(event.pause)
        default: return .nothing
        }
    }

    /// Takes all that has arrived: only the newest state counts, which has every pick in it.
    private func takeLedgerEvents() async throws(DraftClientError) -> Step {
        struct Stamp: Decodable { var version: Int }
        var (newest, reached) = (version, position)
        var isFirst = position == nil
        var pause: Duration?
        for event in events {
            if let id = event.id.flatMap({ UInt64($0) }) { reached = max(reached ?? 0, id) }
            if event.name == "bye" { pause = event.pause }
            guard event.name == "snapshot" || event.name == "events" else { continue }
            do {
                let stamp = try WireFormat.decoder.decode(Stamp.self, from: Data(event.data.utf8))
                newest = max(newest, stamp.version)
            } catch {
                throw .undecodable(error)
            }
        }
        isFirst = isFirst && newest > 0
        guard newest > version || isFirst else {
            events = []
            position = reached
            return pause.map { .wait($0) } ?? .nothing
        }
        let found = try await client.ledgerRoom(room, version: newest)
        // Only what was read is delivered: a reading that failed is repeated by the next connection.
        events = []
        (version, position) = (newest, reached)
        if found.awaitsReveals, !hasRevealed {
            hasRevealed = true
            try await reveal()
        }
        return .room(found, position: reached ?? 0)
    }

    /// Others may have been faster, or the time may be over: that is the draw's affair and not the viewer's.
    private func reveal() async throws(DraftClientError) {
        do {
            try await client.revealEntropy(in: room)
        } catch {
            guard case .refused = error else { throw error }
        }
    }
}
