import Draft
import Timekeeping

/// A notice on its way, as the outbox stores it.
struct OutboxEntry: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Its time has not come.
        case waiting
        /// The intent to send it is stored. After a crash, nothing tells whether it was sent.
        case sending
        case settled(NoticesRecorded.Outcome, NoticesRecorded.Reason, at: Timestamp)
    }

    var notice: Notice
    var channel: NoticesRecorded.Channel
    var state: State
    /// Whether it waits for the end of the member's quiet hours.
    var isDeferred = false
    /// The number of the event in which it is to be recorded; nil until its turn is over.
    var batch: UInt64?
}

/// The decisions about notices: what is sent when, what is not sent and why, and when it is recorded.
///
/// A value without clock, disk or network. Its owner passes the events, the time and the results, and carries out each
/// ``Step``: it stores the rows and the place durably **before** it sends. So whatever moment a crash comes at, no notice is
/// sent twice: one whose sending was stored and whose result was not is `unclear` from then on.
struct NoticeDesk: Sendable {
    /// The work that follows from something, in this order.
    struct Step {
        /// Rows to store; nil removes one.
        var rows: [NoticeID: OutboxEntry?] = [:]
        /// Everything below this position is in the rows.
        var position: UInt64?
        /// To send once the rows are stored. One result is expected for each.
        var sends: [OutboxEntry] = []
        var changes: [ActivityChange] = []
        /// To record in the ledger once the rows are stored.
        var records: [Record] = []

    }

    /// An event about one turn of a member.
    struct Record: Hashable, Sendable {
        var batch: UInt64
        var user: UserID
        var content: NoticesRecorded
    }

    /// The questions that it asks about members.
    struct Members: Sendable {
        var wants: @Sendable (UserID, NoticesRecorded.Kind) throws -> Bool
        var quietHours: @Sendable (UserID) throws -> QuietHours?
        /// Whether a member has an address for a channel.
        var hasAddress: @Sendable (UserID, NoticesRecorded.Channel) throws -> Bool
    }

    private var planner: NoticePlanner
    private let members: Members
    /// The channel of each kind of notice; nil where none is configured, and nothing is planned.
    private let channel: @Sendable (NoticesRecorded.Kind) -> NoticesRecorded.Channel?
    private var entries: [NoticeID: OutboxEntry]
    /// The notices of each member and room that are not recorded.
    private var open: [Place: Set<NoticeID>] = [:]
    /// The turns that are over, and wait for results.
    private var over: [Place: PickNumber?] = [:]
    private var deadlines = DeadlineHeap<NoticeID>()
    private(set) var position: UInt64
    private(set) var lastBatch: UInt64

    private struct Place: Hashable {
        var user: UserID
        var room: RoomID
    }

    /// - Parameters:
    ///   - stored: the rows of the outbox.
    ///   - position: up to which the rows hold everything.
    ///   - lastBatch: the last number of a batch.
    init(
        _ sources: NoticePlanner.Sources, _ members: Members, stored: [OutboxEntry], position: UInt64,
        lastBatch: UInt64, channel: @escaping @Sendable (NoticesRecorded.Kind) -> NoticesRecorded.Channel?
    ) {
        planner = NoticePlanner(sources)
        self.members = members
        self.channel = channel
        self.position = position
        self.lastBatch = lastBatch
        entries = Dictionary(uniqueKeysWithValues: stored.map { ($0.notice.id, $0) })
        for entry in stored { note(entry) }
    }

    /// When something may be due next; nil while nothing is to come before something happens.
    var nextDue: Timestamp? { deadlines.first?.time }

    /// Notices that are not recorded.
    var openCount: Int { entries.count }

    /// Rooms that are in memory.
    var roomCount: Int { planner.roomCount }

    // MARK: What happens

    /// The work that a crash has left: what was being sent is unclear, and what was to be recorded is recorded.
    mutating func resume(at now: Timestamp) throws -> Step {
        var step = Step()
        for entry in entries.values where entry.state == .sending {
            settle(entry, as: .unclear, because: .none, at: now, &step)
        }
        var batches: [UInt64: [OutboxEntry]] = [:]
        for entry in entries.values { if let batch = entry.batch { batches[batch, default: []].append(entry) } }
        step.records += batches.sorted { $0.key < $1.key }.map { record($0.key, $0.value) }
        for place in open.keys { try noteOver(place) }
        for place in over.keys { flush(place, at: now, &step) }
        try sendDue(at: now, &step)
        return step
    }

    /// Folds the ledger's next events.
    mutating func fold(_ events: [RecordedEvent], at now: Timestamp) throws -> Step {
        var step = Step()
        for recorded in events where recorded.position >= position {
            let plan = try planner.fold(recorded)
            position = recorded.position + 1
            for notice in plan.notices {
                guard let channel = channel(notice.id.kind) else { continue }
                let entry = OutboxEntry(notice: notice, channel: channel, state: .waiting)
                store(entry, &step)
            }
            step.changes += plan.changes.filter { $0.goodUntil >= now }
            for turn in plan.turns {
                let place = Place(user: turn.user, room: turn.room)
                guard open[place] != nil else { continue }
                over[place] = .some(turn.pick)
                flush(place, at: now, &step)
            }
        }
        step.position = position
        try sendDue(at: now, &step)
        return step
    }

    /// The time has come that ``nextDue`` named.
    mutating func wake(at now: Timestamp) throws -> Step {
        var step = Step()
        try sendDue(at: now, &step)
        return step
    }

    /// Takes the outcome of a notice that was sent.
    mutating func note(
        _ outcome: NoticesRecorded.Outcome, _ reason: NoticesRecorded.Reason, of id: NoticeID, at now: Timestamp
    ) -> Step {
        var step = Step()
        guard let entry = entries[id], entry.state == .sending else { return step }
        settle(entry, as: outcome, because: reason, at: now, &step)
        let place = Place(user: id.user, room: entry.notice.room)
        if over[place] != nil { flush(place, at: now, &step) }
        return step
    }

    /// The ledger has the event of a batch, or will never take it.
    mutating func noteRecorded(_ record: Record) -> Step {
        var step = Step()
        let place = Place(user: record.user, room: record.content.room)
        for id in open[place] ?? [] where entries[id]?.batch == record.batch {
            entries[id] = nil
            open[place]?.remove(id)
            step.rows[id] = .some(nil)
        }
        if open[place]?.isEmpty == true { open[place] = nil }
        return step
    }

    /// Whether a notice that is being sent is still true and in time: another attempt makes sense.
    mutating func isWorthSending(_ id: NoticeID, at now: Timestamp) throws -> Bool {
        guard let entry = entries[id], entry.state == .sending, now <= entry.notice.goodUntil else { return false }
        return try planner.isTrue(entry.notice, upTo: position)
    }

    // MARK: Decisions

    private mutating func sendDue(at now: Timestamp, _ step: inout Step) throws {
        while let due = deadlines.first, due.time <= now {
            deadlines.removeFirst()
            guard let entry = entries[due.subject], entry.state == .waiting, entry.notice.dueAt <= now else { continue }
            try send(entry, at: now, &step)
        }
    }

    private mutating func send(_ entry: OutboxEntry, at now: Timestamp, _ step: inout Step) throws {
        var entry = entry
        let notice = entry.notice
        let user = notice.id.user
        guard try planner.isTrue(notice, upTo: position) else {
            return settleOvertaken(entry, at: now, &step)
        }
        guard now <= notice.goodUntil else { return settle(entry, as: .suppressed, because: .late, at: now, &step) }
        guard try members.wants(user, notice.id.kind) else {
            return settle(entry, as: .suppressed, because: .preference, at: now, &step)
        }
        if let end = try members.quietHours(user)?.end(at: now) {
            guard end <= notice.goodUntil else {
                return settle(entry, as: .suppressed, because: .quietHours, at: now, &step)
            }
            entry.notice.dueAt = end
            entry.isDeferred = true
            return store(entry, &step)
        }
        guard try members.hasAddress(user, entry.channel) else {
            return settle(entry, as: .suppressed, because: .noAddress, at: now, &step)
        }
        entry.state = .sending
        store(entry, &step)
        step.sends.append(entry)
    }

    private mutating func settle(
        _ entry: OutboxEntry, as outcome: NoticesRecorded.Outcome, because reason: NoticesRecorded.Reason,
        at now: Timestamp, _ step: inout Step
    ) {
        var entry = entry
        entry.state = .settled(outcome, reason, at: now)
        store(entry, &step)
    }

    private mutating func settleOvertaken(_ entry: OutboxEntry, at now: Timestamp, _ step: inout Step) {
        settle(entry, as: .suppressed, because: entry.isDeferred ? .quietHours : .overtaken, at: now, &step)
    }

    private mutating func store(_ entry: OutboxEntry, _ step: inout Step) {
        entries[entry.notice.id] = entry
        step.rows[entry.notice.id] = entry
        note(entry)
    }

    private mutating func note(_ entry: OutboxEntry) {
        open[Place(user: entry.notice.id.user, room: entry.notice.room), default: []].insert(entry.notice.id)
        if entry.state == .waiting { deadlines.insert(.init(time: entry.notice.dueAt, subject: entry.notice.id)) }
    }

    /// Notes the turns of a member that ended before a crash.
    private mutating func noteOver(_ place: Place) throws {
        guard let current = try planner.currentPick(in: place.room, upTo: position) else {
            over[place] = .some(nil)
            return
        }
        let turns = (open[place] ?? []).compactMap { entries[$0]?.notice.pick }.filter { $0 < current }
        if let last = turns.max() { over[place] = .some(last) }
    }

    /// Makes one event of what is known of a turn that is over, once all of it is known.
    private mutating func flush(_ place: Place, at now: Timestamp, _ step: inout Step) {
        guard let turn = over[place] else { return }
        let ids = (open[place] ?? []).filter { id in
            guard let entry = entries[id], entry.batch == nil else { return false }
            guard let turn, let pick = entry.notice.pick else { return true }
            return pick <= turn
        }
        for entry in ids.compactMap({ entries[$0] }) where entry.state == .waiting {
            settleOvertaken(entry, at: now, &step)
        }
        guard !ids.contains(where: { entries[$0]?.state == .sending }) else { return }
        over[place] = nil
        for part in ids.sorted().parts(of: NoticesRecorded.maximumCount) {
            lastBatch += 1
            var members: [OutboxEntry] = []
            for var entry in part.compactMap({ entries[$0] }) {
                entry.batch = lastBatch
                entries[entry.notice.id] = entry
                step.rows[entry.notice.id] = entry
                members.append(entry)
            }
            step.records.append(record(lastBatch, members))
        }
    }

    /// The event of a batch: the same whenever it is made.
    private func record(_ batch: UInt64, _ members: [OutboxEntry]) -> Record {
        let members = members.sorted { $0.notice.id < $1.notice.id }
        let told = members.compactMap { entry -> NoticesRecorded.Notice? in
            guard case .settled(let outcome, let reason, let moment) = entry.state else { return nil }
            return NoticesRecorded.Notice(
                kind: entry.notice.id.kind, channel: entry.channel, outcome: outcome, reason: reason,
                cause: entry.notice.id.cause, at: moment)
        }
        return Record(
            batch: batch, user: members[0].notice.id.user,
            content: NoticesRecorded(
                room: members[0].notice.room, pick: members.compactMap(\.notice.pick).max(), notices: told))
    }
}

extension Array {
    fileprivate func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
