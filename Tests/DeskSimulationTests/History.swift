import Draft
import DraftTesting
import Foundation
import Ledger
import Merkle
import Records
import TestSupport

@testable import DraftLedger  // reads the log

/// What is durable, as everybody has seen it: it never changes, and only grows.
struct History {
    private(set) var events: [RecordedEvent] = []
    private(set) var state = LedgerState()
    private(set) var heads: [StreamKey: RecordedEvent] = [:]
    /// Where the events of commands stand.
    private(set) var places: [Errand.Key: [UInt64]] = [:]
    private var root: TreeHash?

    var size: UInt64 { UInt64(events.count) }

    /// Reads on.
    ///
    /// - Returns: what is new.
    mutating func follow(_ ledger: Ledger) throws -> ArraySlice<RecordedEvent> {
        let start = events.count
        guard try ledger.size > UInt64(start) else { return [] }
        try ledger.scan(UInt64(start)...) { position, record in
            try take(RecordedEvent(span: record, position: position))
            return true
        }
        root = try ledger.root
        return events[start...]
    }

    private mutating func take(_ event: RecordedEvent) throws {
        let head = heads[event.stream]
        guard event.version == (head?.version ?? 0) + 1, event.previous == head?.position,
            event.recordedAt >= events.last?.recordedAt ?? event.recordedAt
        else { throw Wrong("no event can follow \(head.map { "\($0.position)" } ?? "nothing") like this: \(event)") }
        events.append(event)
        state.fold(event)
        heads[event.stream] = event
        if let origin = event.origin { places[Errand.Key(origin), default: []].append(event.position) }
    }

    /// Whether a ledger has all of it, unchanged, and perhaps more.
    func isBeginning(of ledger: Ledger) throws -> Bool {
        guard try ledger.size >= size else { return false }
        return try root == nil || ledger.treeEdge(at: size).root == root
    }

    /// Whether an event is durable as somebody was told that it is. The record of a tick has no room for its cause.
    func has(_ event: RecordedEvent) -> Bool {
        guard event.position < size else { return false }
        let stored = events[Int(event.position)]
        return stored.stream == event.stream && stored.version == event.version && stored.previous == event.previous
            && stored.recordedAt == event.recordedAt && stored.event == event.event
            && (stored.origin == event.origin || event.event.type == .clockTicked)
    }

    /// The rooms in order of their numbers.
    var rooms: [RoomState] { state.rooms.values.sorted { $0.id < $1.id } }

    /// The states that a room has had since it was of a version, that one included.
    func states(of room: RoomID, since version: UInt32) -> [RoomState?] {
        let own = events.filter { $0.stream == .room(room) }
        return (Int(version)...max(Int(version), own.count)).map { RoomState.folding(own.prefix($0)) }
    }
}

/// What must not be.
struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension DeskSimulation {
    /// The file of a ledger with its first event, which every world begins with.
    static let blank = Result<Data, any Error> {
        let directory = TemporaryDirectory()
        let ledger = try Ledger.create(at: directory("blank.ledger"))
        let origin = "simulation.example/drafts"
        let cause = CommandOrigin(
            occurredAt: nil, actor: .admin(nil), commandID: .ledgerCreation,
            fingerprint: Command.ledger(.createLedger(origin: origin)).fingerprint)
        let created = PendingEvent(
            stream: .system, event: .ledgerCreated(LedgerCreated(origin: origin)), origin: cause)
        let records = try RecordBatch(encoding: [created], salting: nil)
        try ledger.appendBlocking(AppendRequest(records: records, recordedAt: .at(House.start.microseconds)))
        ledger.close()
        return try Data(contentsOf: URL(fileURLWithPath: ledger.path + "/data.mdb"))
    }
}
