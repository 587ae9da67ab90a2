import Draft
import DraftTesting
import TestSupport

@testable import Notices  // the desk and its steps

/// A ledger, a disk, receivers and a clock in memory: events become visible at their times, sends take their time, and the
/// desk can be lost between any two steps of its work. The disk keeps what was stored.
struct NoticeWorld {
    /// What a receiver got.
    struct Delivery: Hashable {
        var notice: Notice
        var at: Timestamp
    }

    private struct Disk {
        var rows: [NoticeID: OutboxEntry] = [:]
        var position: UInt64 = 0
        var lastBatch: UInt64 = 0
    }

    /// A send whose answer is on its way.
    private struct Answer {
        var id: NoticeID
        var outcome: NoticesRecorded.Outcome
        var reason: NoticesRecorded.Reason
        var at: Timestamp
    }

    let log: [RecordedEvent]
    /// By batch: the ledger takes each only once.
    private(set) var recorded: [UInt64: NoticeDesk.Record] = [:]
    private(set) var deliveries: [Delivery] = []
    private(set) var crashes = 0
    var alerts: [UserID: AlertPreferences] = [:]
    var quiet: [UserID: QuietHours] = [:]
    var unreachable: Set<UserID> = []

    private var disk = Disk()
    private var now: Timestamp
    private var visible = 0
    private var answers: [Answer] = []
    private var unsent: [NoticeDesk.Record] = []
    private var random: SeededGenerator
    /// The chance of a crash at each step of the work, in thousandths.
    private let crashRate: UInt64

    init(_ log: [RecordedEvent], seed: UInt64 = 0, crashRate: UInt64 = 0) {
        self.log = log
        self.crashRate = crashRate
        random = SeededGenerator(digest: seed)
        now = (log.first?.recordedAt ?? House.start) - .milliseconds(1)
    }

    private struct Crash: Error {}

    /// A batch was sent with another content than before.
    private struct ContentChanged: Error {}

    private mutating func mayCrash() throws {
        guard crashRate > 0, random.next() % 1_000 < crashRate else { return }
        crashes += 1
        throw Crash()
    }

    private func newDesk() -> NoticeDesk {
        let (log, alerts, quiet, unreachable) = (log, alerts, quiet, unreachable)
        return NoticeDesk(
            NoticePlanner.Sources(
                events: { room, end in log.filter { $0.stream == .room(room) && $0.position < end } },
                title: { _ in "Contest" }, player: { _, player in ("P\(player)", "RB") }),
            NoticeDesk.Members(
                wants: { (alerts[$0] ?? .all).contains($1.preference) }, quietHours: { quiet[$0] },
                hasAddress: { user, _ in !unreachable.contains(user) }),
            stored: disk.rows.values.sorted { $0.notice.id < $1.notice.id }, position: disk.position,
            lastBatch: disk.lastBatch, channel: { $0 == .slowDraftEmail ? .email : .push })
    }

    /// Runs until all events are seen, all answers are there and all is recorded.
    mutating func run(until end: Timestamp) throws {
        while true {
            do {
                var desk = newDesk()
                // What was on its way to the ledger at the crash is sent again.
                unsent = []
                answers = []
                try carryOut(desk.resume(at: now), by: &desk)
                while try advance(&desk, until: end) {}
                return
            } catch is Crash {
                // A service is back within some seconds, and begins where the disk says.
                visible = log.firstIndex { $0.position >= disk.position } ?? log.count
                now = now + .milliseconds(Int64(random.next() % 4_000))
            }
        }
    }

    /// Lets time pass to the next thing that happens.
    private mutating func advance(_ desk: inout NoticeDesk, until end: Timestamp) throws -> Bool {
        let nextEvent = visible < log.count ? max(log[visible].recordedAt, now) : nil
        let times = [nextEvent, answers.map(\.at).min(), desk.nextDue.map { max($0, now) }].compactMap(\.self)
        if let record = unsent.first {
            try mayCrash()
            // The ledger has it, whether or not the answer arrives.
            recorded[record.batch] = recorded[record.batch] ?? record
            guard recorded[record.batch] == record else { throw ContentChanged() }
            try mayCrash()
            unsent.removeFirst()
            try carryOut(desk.noteRecorded(record), by: &desk)
            return true
        }
        guard let next = times.min(), next <= end else { return false }
        now = next
        try mayCrash()
        if next == nextEvent {
            var portion: [RecordedEvent] = []
            // Several at a time, as a subscription gives them; not always whole appends.
            while visible < log.count, log[visible].recordedAt <= now, portion.count < 1 + Int(random.next() % 6) {
                portion.append(log[visible])
                visible += 1
            }
            try carryOut(desk.fold(portion, at: now), by: &desk)
        } else if let index = answers.indices.min(by: { answers[$0].at < answers[$1].at }), answers[index].at <= now {
            let answer = answers.remove(at: index)
            try carryOut(desk.note(answer.outcome, answer.reason, of: answer.id, at: now), by: &desk)
        } else {
            try carryOut(desk.wake(at: now), by: &desk)
        }
        return true
    }

    private mutating func carryOut(_ step: NoticeDesk.Step, by desk: inout NoticeDesk) throws {
        try mayCrash()
        if !step.rows.isEmpty {
            for (id, row) in step.rows { disk.rows[id] = row }
            disk.position = desk.position
            disk.lastBatch = desk.lastBatch
        }
        for entry in step.sends {
            try mayCrash()
            send(entry)
        }
        try mayCrash()
        unsent += step.records
    }

    /// A receiver takes most of what it gets, within three seconds; all of it where nothing crashes.
    private mutating func send(_ entry: OutboxEntry) {
        let fate = crashRate > 0 ? random.next() % 20 : 2
        let outcome: NoticesRecorded.Outcome = fate == 0 ? .failed : fate == 1 ? .unclear : .sent
        if outcome == .sent || (outcome == .unclear && random.next() % 2 == 0) {
            deliveries.append(Delivery(notice: entry.notice, at: now))
        }
        answers.append(
            Answer(
                id: entry.notice.id, outcome: outcome, reason: outcome == .failed ? .refused : .none,
                at: now + .milliseconds(Int64(random.next() % 3_000))))
    }

    /// Recorded notices by identity; a member's event of the ledger has each once.
    var outcomes: [NoticeID: [NoticesRecorded.Notice]] {
        var all: [NoticeID: [NoticesRecorded.Notice]] = [:]
        for record in recorded.values {
            for notice in record.content.notices {
                all[NoticeID(cause: notice.cause, user: record.user, kind: notice.kind), default: []].append(notice)
            }
        }
        return all
    }

    /// Rows that are still on the disk.
    var leftOver: Int { disk.rows.count }
}
