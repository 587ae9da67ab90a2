import Draft
import DraftLedger
import Pages
import Projections
import Records
import TextFormats

/// The one filter for private data of drafts that are not over: queues, skipped players, refusals.
///
/// Until a draft is complete, cancelled or voided they are the member's alone, whatever staff role the reader has. Then
/// staff may read them, and each read is noted for ``AccessRecorder``.
struct Withholding {
    private let caller: Caller
    private let ledger: DraftLedger
    private let reads: PrivateReads
    /// The rooms that were looked up.
    private var rooms: [RoomID: RoomState?] = [:]

    /// Makes the filter of one answer, or of one part of a stream: it reads each room only once.
    init(from caller: Caller, in ledger: DraftLedger, noting reads: PrivateReads) {
        self.caller = caller
        self.ledger = ledger
        self.reads = reads
    }

    /// The event as a line for the caller.
    mutating func line(of event: RecordedEvent) throws -> String {
        guard try admits(event) else { return Self.withheldLine(at: event.position) }
        return event.jsonLine
    }

    /// Returns whether the caller may have an event, and notes the read where it is a member's private data.
    mutating func admits(_ event: RecordedEvent, as kind: PrivateDataRead.Kind = .records) throws -> Bool {
        if try withholds(event) { return false }
        if let owner = try owner(of: event) { reads.note(owner, kind, room: event.stream.room) }
        return true
    }

    mutating func withholds(_ event: RecordedEvent) throws -> Bool {
        guard let room = event.privateRoom else { return false }
        return try isLive(room)
    }

    /// Whether a draft is not over.
    mutating func isLive(_ id: RoomID) throws -> Bool { try room(id).map { !$0.status.isTerminal } ?? false }

    private mutating func room(_ id: RoomID) throws -> RoomState? {
        if let known = rooms[id] { return known }
        let room = try ledger.room(id)
        rooms[id] = .some(room)
        return room
    }

    /// The member whose private data an event is; nil for public events, and for those that only say who read.
    private mutating func owner(of event: RecordedEvent) throws -> UserID? {
        switch event.event.account {
        case .access, .registered: return nil
        case .alerts, .pushToken, .notices, .keyAdded, .keyRemoved, .limits, .excluded, .closed, .carried, nil: break
        }
        switch event.stream {
        case .queue(let id, let seat): return try room(id)?.member(at: seat)?.user
        case .wallet(let user), .user(let user): return user
        case .system, .pool, .tournament, .room, .clock, .dispute, .staff, .measure, .season, .aliases, .notes: break
        }
        if event.event.refusal != nil { return event.origin?.actor.role == .user ? event.origin?.actor.user : nil }
        if case .opened(let opened) = event.event.caseStep { return opened.claimant }
        guard case .room(let id) = event.stream, event.showsQueueContents, let seat = event.event.seat else {
            return nil
        }
        return try room(id)?.member(at: seat)?.user
    }

    /// Returns a line that only says that there is an event. It has neither the event's user nor its time.
    private static func withheldLine(at position: UInt64) -> String {
        let json: JSON = [
            "position": .of(position), "stream": .null, "version": .null, "previous": .null, "type": .null,
            "recordedAt": .null, "occurredAt": .null, "actor": .null, "commandID": .null, "fingerprint": .null,
            "body": .null, "withheld": .bool(true),
        ]
        return json.compact
    }
}

extension RecordedEvent {
    /// The room until whose end the event is private: an edit of a queue, an explanation of an autopick, a refusal, a
    /// record of an older version that names skipped players. Nil for all other events.
    fileprivate var privateRoom: RoomID? {
        switch stream {
        case .queue(let room, _): room
        case .room(let room): event.refusal != nil || showsQueueContents ? room : nil
        case .system, .pool, .tournament, .clock, .wallet, .user, .dispute, .staff, .measure, .season, .aliases, .notes:
            nil
        }
    }
}

extension Withholding {
    /// Returns the audit of everything for a caller that may see it. Of live drafts, it only says that it found
    /// something.
    ///
    /// - Parameter json: as ``LedgerAudit/json`` has it.
    mutating func audit(_ json: JSON, in ledger: DraftLedger) throws -> JSON {
        let last = json["last"]
        var report = last["report"]
        guard last != .null, report != .null else { return json }
        for list in ["findings", "warnings", "remarks"] {
            guard case .array(let elements) = report[list] else { continue }
            report = report.replacing(
                list, with: .array(try elements.map { try isAboutLiveDraft($0) ? Self.withheld($0) : $0 }))
        }
        if try ledger.rooms().contains(where: { !$0.status.isTerminal }) {
            var counts = report["checked"]
            for name in AuditPage.countsOfLiveDrafts {
                counts = counts.replacing(name, with: .null)
            }
            report = report.replacing("checked", with: counts)
        }
        return json.replacing("last", with: last.replacing("report", with: report))
    }

    private mutating func isAboutLiveDraft(_ finding: JSON) throws -> Bool {
        guard case .string(let text) = finding["stream"], let room = StreamKey(text)?.room else { return false }
        return try isLive(room)
    }

    private static func withheld(_ finding: JSON) -> JSON {
        var finding = finding
        for name in ["stream", "expected", "actual"] { finding = finding.replacing(name, with: .null) }
        return finding.replacing("message", with: .of("It is about a draft that is not over, and shown after that."))
    }
}

extension JSON {
    /// The object with another value of a member that it has.
    fileprivate func replacing(_ name: String, with value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.key == name ? JSON.Member(name, value) : $0 })
    }
}
