import Dispatch
public import Draft
public import DraftLedger
import Platform
import Records
public import Timekeeping

/// Tells the members of a ledger's drafts what happens, and records in the ledger what they were told.
///
/// ```swift
/// let outbox = try Outbox(path: ledger.path + "/" + Outbox.directory)
/// let service = try NoticeService(ledger, outbox, [try FileChannel(path: "notices.jsonl")])
/// try await service.run()
/// ```
///
/// The service follows the ledger from where the outbox stands. A notice is on the disk before it is sent, so that a crash
/// never repeats one; a notice whose time has passed is not sent. The event `NoticesRecorded` has the outcome of each.
public final class NoticeService: Sendable {
    /// The outcome of one notice, for metrics and logs.
    public struct Report: Sendable {
        public var notice: Notice
        public var channel: NoticesRecorded.Channel
        public var outcome: NoticesRecorded.Outcome
        public var reason: NoticesRecorded.Reason
        /// The answer of the other side, if it did not accept the notice.
        public var detail: String
        /// From when it was due until its outcome was known.
        public var time: Interval
    }

    /// The work at hand.
    public struct Figures: Hashable, Sendable {
        /// Notices that the ledger has no event of yet.
        public var openNotices: Int
        /// Events of the ledger that were not looked at yet.
        public var lag: UInt64

        package init(openNotices: Int, lag: UInt64) { (self.openNotices, self.lag) = (openNotices, lag) }
    }

    private let ledger: DraftLedger
    private let outbox: Outbox
    private let channels: [NoticesRecorded.Channel: any NoticeChannel]
    private let activities: (any ActivityChannel)?
    private let activityFailure: @Sendable (ActivityChange, String) -> Void
    private let clock: WallClock
    private let desk: Guarded<NoticeDesk>
    private let alerts = Guarded<[UserID: AlertPreferences]>([:])
    private let disk = DispatchQueue(label: "notices")

    private enum Signal: Sendable {
        case recorded([RecordedEvent])
        case alarm(Timestamp)
        case settled(NoticeID, Settlement)
        case stored(NoticeDesk.Record)
        case failed(any Error)
    }

    private struct Settlement: Sendable {
        var outcome: NoticesRecorded.Outcome
        var reason: NoticesRecorded.Reason
        var detail: String
    }

    /// - Parameters:
    ///   - ledger: open for writing.
    ///   - outbox: of this ledger. A new one begins at the ledger's end; so does one of another ledger, as after a restore
    ///     from a backup.
    ///   - channels: at most one of each kind. A file channel takes the notices of all kinds.
    ///   - activities: nil where lock screens are not updated.
    ///   - activityFailure: called for each change of a lock screen that was not taken, with the reason: the ledger has none of
    ///     them.
    ///   - clock: the same as the ledger's.
    /// - Throws: what keeps the ledger or the outbox from being read.
    public init(
        _ ledger: DraftLedger, _ outbox: Outbox, _ channels: [any NoticeChannel],
        activities: (any ActivityChannel)? = nil,
        activityFailure: @escaping @Sendable (ActivityChange, String) -> Void = { _, _ in },
        by clock: WallClock = .system
    ) throws {
        (self.ledger, self.outbox, self.activities, self.clock) = (ledger, outbox, activities, clock)
        self.activityFailure = activityFailure
        let byKind = Dictionary(channels.map { ($0.kind, $0) }) { first, _ in first }
        self.channels = byKind
        let size = try ledger.size
        let known = try outbox.mark()
        let mark: Outbox.Mark
        if let known, try ledger.has(known) {
            mark = known
        } else {
            mark = Outbox.Mark(
                position: size, digest: try ledger.digest(before: size), lastBatch: known?.lastBatch ?? 0)
            try outbox.reset(to: mark)
        }
        let kinds = Set(byKind.keys)
        let alerts = alerts
        desk = Guarded(
            NoticeDesk(
                .of(ledger),
                NoticeDesk.Members(
                    wants: { user, kind in
                        if let known = alerts.withLock({ $0[user] }) { return known.contains(kind.preference) }
                        let wanted = UserState.folding(try ledger.stream(.user(user))).alerts
                        alerts.withLock { $0[user] = $0[user] ?? wanted }
                        return wanted.contains(kind.preference)
                    },
                    quietHours: { try outbox.contact(of: $0).quietHours },
                    hasAddress: { try !outbox.contact(of: $0).addresses(for: $1, of: $0).isEmpty }),
                stored: try outbox.entries(), position: mark.position, lastBatch: mark.lastBatch
            ) { kind in
                if kinds.contains(.file) { return .file }
                let wanted: NoticesRecorded.Channel = kind == .slowDraftEmail ? .email : .push
                return kinds.contains(wanted) ? wanted : nil
            })
    }

    public var figures: Figures {
        let (open, position) = desk.withLock { ($0.openCount, $0.position) }
        // A closed ledger has no lag.
        let size = (try? ledger.size) ?? position
        return Figures(openNotices: open, lag: size > position ? size - position : 0)
    }

    /// Tells members until the task is cancelled or the ledger is closed.
    ///
    /// - Parameter report: told what became of each notice, from any thread.
    /// - Throws: what keeps the ledger from being read, or the outbox from being written: nothing is sent then.
    public func run(_ report: (@Sendable (Report) -> Void)? = nil) async throws {
        let position = desk.withLock { $0.position }
        try await withThrowingDiscardingTaskGroup { group in
            let source = Inbox<Signal>()
            var stored = position
            var alarm: Timestamp?
            var waiting: [OutboxEntry] = []
            var inFlight = 0
            var steps = [try desk.withLock { try $0.resume(at: clock.now()) }]
            source.yield(.alarm(clock.now()))
            group.addTask { await self.follow(from: position, into: source) }
            for await signals in source {
                let now = clock.now()
                for signal in signals {
                    switch signal {
                    case .recorded(let events):
                        note(events)
                        steps.append(try desk.withLock { try $0.fold(events, at: now) })
                    case .alarm(let time):
                        if alarm == time { alarm = nil }
                        steps.append(try desk.withLock { try $0.wake(at: now) })
                    case .settled(let id, let settlement):
                        inFlight -= 1
                        steps.append(
                            desk.withLock { $0.note(settlement.outcome, settlement.reason, of: id, at: now) })
                    case .stored(let record): steps.append(desk.withLock { $0.noteRecorded(record) })
                    case .failed(let error): throw error
                    }
                }
                let step = NoticeDesk.Step(steps)
                if !step.rows.isEmpty || !step.changes.isEmpty || (step.position ?? stored) >= stored + Self.stride {
                    try await store(step)
                    stored = step.position ?? stored
                }
                waiting += step.sends
                while inFlight < Self.mostInFlight, !waiting.isEmpty {
                    let entry = waiting.removeFirst()
                    inFlight += 1
                    group.addTask {
                        let settlement = await self.send(entry)
                        report?(self.report(entry, settlement))
                        source.yield(.settled(entry.notice.id, settlement))
                    }
                }
                for record in step.records {
                    group.addTask {
                        if await self.record(record) { source.yield(.stored(record)) }
                    }
                }
                if let activities {
                    for change in step.changes { group.addTask { await self.send(change, by: activities) } }
                }
                let next = desk.withLock { $0.nextDue }
                if let next, alarm.map({ next < $0 }) ?? true {
                    alarm = next
                    group.addTask { [clock] in
                        // A cancelled task does not wake the service.
                        guard (try? await clock.sleep(next)) != nil else { return }
                        source.yield(.alarm(next))
                    }
                }
                steps = []
            }
            group.cancelAll()
        }
    }

    /// The number of events without a notice after which the place in the ledger is stored all the same.
    private static let stride: UInt64 = 4_096

    private static let mostInFlight = 256

    private func follow(from position: UInt64, into source: Inbox<Signal>) async {
        do {
            for try await events in ledger.subscribe(from: position) { source.yield(.recorded(events)) }
        } catch {
            source.yield(.failed(error))
        }
        source.finish()
    }

    /// Follows what members want to be told.
    private func note(_ events: [RecordedEvent]) {
        for recorded in events {
            guard case .user(let user) = recorded.stream, case .alerts(let set) = recorded.event.account else {
                continue
            }
            alerts.withLock { $0[user] = set.preferences }
        }
    }

    private func store(_ step: NoticeDesk.Step) async throws {
        let (position, batch) = desk.withLock { ($0.position, $0.lastBatch) }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            disk.async { [outbox, ledger] in
                done.resume(
                    with: Result {
                        let mark = Outbox.Mark(
                            position: position, digest: try ledger.digest(before: position), lastBatch: batch)
                        try outbox.store(step.rows, mark)
                    })
            }
        }
    }

    // MARK: Sending

    /// Sends a notice to all addresses of its member, again and again where it was certainly not taken, while it is true.
    private func send(_ entry: OutboxEntry) async -> Settlement {
        let notice = entry.notice
        guard let channel = channels[entry.channel] else {
            return Settlement(outcome: .failed, reason: .unreachable, detail: "The channel is not configured any more.")
        }
        var pause = Interval.milliseconds(250)
        var wasTaken = false
        var unclear: String?
        var refused: String?
        var pending: [String]
        do {
            pending = try outbox.contact(of: notice.id.user).addresses(for: entry.channel, of: notice.id.user)
        } catch {
            return Settlement(outcome: .failed, reason: .unreachable, detail: "\(error)")
        }
        while true {
            var again: [String] = []
            var detail = ""
            var wanted: Interval?
            for address in pending {
                let now = clock.now()
                switch await channel.send(Message(notice, at: now), to: address, at: now) {
                case .accepted: wasTaken = true
                // If that fails, the next notice finds it gone again.
                case .gone: try? outbox.update(notice.id.user) { $0.forget(address) }
                case .refused(let reason): refused = reason
                case .unclear(let reason): unclear = reason
                case .retry(let reason, let after):
                    again.append(address)
                    detail = reason
                    wanted = [wanted, after].compactMap(\.self).max()
                }
            }
            // One device that has it is enough: the member was told.
            if wasTaken { return Settlement(outcome: .sent, reason: .none, detail: "") }
            guard !again.isEmpty else { break }
            let resume = clock.now() + max(pause, wanted ?? .zero)
            pause = min(Interval(microseconds: 2 * pause.microseconds), .seconds(8))
            // Neither a service that stops nor one that cannot read the ledger tries again.
            guard resume <= notice.goodUntil, (try? await clock.sleep(resume)) != nil,
                // As above.
                (try? desk.withLock({ try $0.isWorthSending(notice.id, at: clock.now()) })) == true
            else {
                if let unclear { return Settlement(outcome: .unclear, reason: .none, detail: unclear) }
                return Settlement(outcome: .failed, reason: .unreachable, detail: detail)
            }
            pending = again
        }
        if let unclear { return Settlement(outcome: .unclear, reason: .none, detail: unclear) }
        if let refused { return Settlement(outcome: .failed, reason: .refused, detail: refused) }
        return Settlement(outcome: .suppressed, reason: .noAddress, detail: "No device takes messages any more.")
    }

    private func report(_ entry: OutboxEntry, _ settlement: Settlement) -> Report {
        Report(
            notice: entry.notice, channel: entry.channel, outcome: settlement.outcome, reason: settlement.reason,
            detail: settlement.detail, time: clock.now() - entry.notice.dueAt)
    }

    /// Lock screens show the latest state: what cannot be sent at once is left out.
    private func send(_ change: ActivityChange, by channel: any ActivityChannel) async {
        guard let contact = try? outbox.contact(of: change.user) else { return }
        var tokens = contact.tokens(for: .activity(change.room))
        if tokens.isEmpty, change.step == .start { tokens = contact.tokens(for: .activityStart) }
        for token in tokens {
            let now = clock.now()
            guard now <= change.goodUntil else { return }
            // Phones that show the draft already are told its state.
            var change = change
            if change.step == .start, contact.tokens(for: .activity(change.room)).contains(token) {
                change.step = .update
            }
            let result = await channel.send(change, to: token, at: now)
            if let reason = result.failure { activityFailure(change, reason) }
            // If that fails, the next change finds it gone again.
            if case .gone = result { try? outbox.update(change.user) { $0.forget(token) } }
            // If that fails, the device is forgotten when it is gone.
            if change.step == .end { try? outbox.update(change.user) { $0.forget(activityIn: change.room) } }
        }
    }

    // MARK: Recording

    /// Sends a batch to the ledger until that has decided.
    ///
    /// - Returns: false where the service ends before.
    private func record(_ record: NoticeDesk.Record) async -> Bool {
        let id = CommandID(high: outbox.instance, low: record.batch)
        while !Task.isCancelled {
            do throws(DraftLedgerError) {
                _ = try await ledger.send(.user(record.user, .recordNotices(record.content)), as: .scheduler, id: id)
                // A refusal is an outcome too: it stands in the ledger, and is the same however often it is sent.
                return true
            } catch {
                guard error.code != .closed, error.code != .writerLost else { return false }
                guard (try? await clock.sleep(clock.now() + .seconds(1))) != nil else { return false }
            }
        }
        return false
    }
}

extension NoticeDesk.Step {
    /// Several steps as one.
    init(_ steps: [Self]) {
        self.init()
        for step in steps {
            rows.merge(step.rows) { $1 }
            position = step.position ?? position
            sends += step.sends
            changes += step.changes
            records += step.records
        }
    }
}

extension NoticePlanner.Sources {
    fileprivate static func of(_ ledger: DraftLedger) -> Self {
        Self(
            events: { room, position in try ledger.stream(.room(room), upTo: position) },
            title: { try ledger.tournament($0)?.details.title },
            player: { pool, player in
                guard let players = try ledger.pool(pool)?.players, Int(player) < players.count else { return nil }
                let listing = players[Int(player)]
                return (listing.name, "\(listing.position)")
            })
    }
}

extension DraftLedger {
    /// The hash of the record before a position; nil for the first.
    fileprivate func digest(before position: UInt64) throws(DraftLedgerError) -> Digest256? {
        position == 0 ? nil : Digest256(hashing: try record(at: position - 1))
    }

    /// Whether an outbox that stands at a mark is this ledger's.
    fileprivate func has(_ mark: Outbox.Mark) throws(DraftLedgerError) -> Bool {
        guard mark.position <= (try size) else { return false }
        return try digest(before: mark.position) == mark.digest
    }
}

extension Contact {
    /// The addresses of a member for a channel. A file needs none: it names the user.
    func addresses(for channel: NoticesRecorded.Channel, of user: UserID) -> [String] {
        switch channel {
        case .push: tokens(for: .notices)
        case .email: email.map { [$0] } ?? []
        case .file: ["\(user)"]
        }
    }

    /// Forgets a device or an address that does not exist any more.
    mutating func forget(_ address: String) {
        devices.removeAll { $0.token == address }
        if email == address { email = nil }
    }

    /// Forgets the lock screens that showed a draft.
    mutating func forget(activityIn room: RoomID) { devices.removeAll { $0.purpose == .activity(room) } }
}
