import Draft
import Records

/// A time when the whole house stood still: the service was down, or the machine's clock was set back behind the ledger's.
/// Every room that drafts then is paused alike.
struct Outage: Hashable, Sendable {
    /// When the service was last up, as the first pause states it.
    var start: Timestamp
    /// When the first record behind it was made.
    var end: Timestamp
    /// Where that record stands: rooms that draft before it are to be paused behind it.
    var position: UInt64
    /// Whether a step of the clock is the cause: all are paused in the same append then.
    var isStep: Bool

    /// How long a service that starts again may take to pause the rooms that were running.
    static let longestRestart = Interval.seconds(10)

    /// When the last room had to be paused.
    var pausesUntil: Timestamp { isStep ? end : end + Self.longestRestart }
}

/// What the ledger shows of outages: its own silences, and what its software and its rooms' pauses say of them.
///
/// An outage that rooms claim is one only if no record of the whole ledger lies inside it. Software of rules before
/// `firstRules` did not see to that, and is not held to it.
struct Outages: Sendable {
    /// The rules since which a decision's time is its record's, and an outage is one for all rooms.
    static let firstRules: UInt16 = 3

    /// More than a second in which nothing was recorded.
    struct Silence: Sendable {
        var start: Timestamp
        var end: Timestamp
        /// Where the record stands that ended it.
        var position: UInt64
    }

    /// In the order of the ledger.
    private(set) var outages: [Outage] = []

    /// Silences that ended with the start of software: who was to start a draft then may have been down.
    private(set) var restarts: [Silence] = []

    /// When the last record of the ledger was made; nil where that is not known.
    private(set) var lastRecordedAt: Timestamp?

    /// - Parameters:
    ///   - silences: of the whole ledger, in its order.
    ///   - marks: events that tell of outages and of software, in their order.
    init(silences: [Silence], marks: [RecordedEvent], lastRecordedAt: Timestamp?) {
        self.lastRecordedAt = lastRecordedAt
        var rules: UInt16 = 0
        for mark in marks {
            switch mark.event {
            case .softwareStarted(let started):
                rules = max(rules, started.rulesVersion)
                if let silence = Self.first(of: silences, endingAfter: mark.recordedAt - .milliseconds(1)),
                    silence.position == mark.position
                {
                    restarts.append(silence)
                }
            case .clockStepped(let stepped) where rules >= Self.firstRules:
                outages.append(
                    Outage(start: stepped.from, end: mark.recordedAt, position: mark.position, isStep: true))
            case .roomPaused(let paused) where paused.kind == .outage && rules >= Self.firstRules:
                note(mark, silences)
            default: continue
            }
        }
    }

    private mutating func note(_ pause: RecordedEvent, _ silences: [Silence]) {
        if let last = outages.last, last.position <= pause.position, pause.recordedAt <= last.pausesUntil { return }
        guard pause.recordedAt - pause.moment > AuditNotes.longestHandling else {
            outages.append(
                Outage(start: pause.moment, end: pause.recordedAt, position: pause.position, isStep: false))
            return
        }
        let asleep = pause.moment + AuditNotes.longestHandling
        guard let silence = Self.first(of: silences, endingAfter: asleep), silence.start <= asleep,
            pause.recordedAt <= silence.end + Outage.longestRestart, silence.position <= pause.position
        else { return }
        outages.append(
            Outage(start: pause.moment, end: silence.end, position: silence.position, isStep: false))
    }

    private static func first(of silences: [Silence], endingAfter time: Timestamp) -> Silence? {
        var (low, high) = (0, silences.count)
        while low < high {
            let middle = (low + high) / 2
            if silences[middle].end <= time { low = middle + 1 } else { high = middle }
        }
        return low < silences.count ? silences[low] : nil
    }

    /// The outage for which a room was paused; nil where records of the ledger lie inside what the pause claims.
    func outage(of pause: RecordedEvent) -> Outage? {
        guard let last = outages.last(where: { $0.position <= pause.position }), pause.recordedAt <= last.pausesUntil
        else { return nil }
        return last
    }

    /// Whether nobody could do what was due at a moment before it was recorded.
    func excuse(_ due: Timestamp, recordedAt time: Timestamp) -> Bool {
        let latest = due + AuditNotes.longestHandling
        func covers(_ start: Timestamp, _ end: Timestamp) -> Bool {
            start <= latest && due <= end && time <= end + Outage.longestRestart
        }
        return outages.contains { covers($0.start, $0.end) } || restarts.contains { covers($0.start, $0.end) }
    }
}

/// Gathers what `Outages` asks about from events in the order of the ledger.
struct OutageGatherer: Sendable {
    private(set) var silences: [Outages.Silence] = []
    private(set) var marks: [RecordedEvent] = []
    private var firstRecordedAt: (time: Timestamp, position: UInt64)?
    private(set) var lastRecordedAt: Timestamp?

    /// Takes the time of the next record, whatever it says.
    mutating func note(_ time: Timestamp, at position: UInt64) {
        if let last = lastRecordedAt, time - last > AuditNotes.longestHandling {
            silences.append(Outages.Silence(start: last, end: time, position: position))
        }
        if firstRecordedAt == nil { firstRecordedAt = (time, position) }
        lastRecordedAt = time
    }

    /// Takes an event that tells of outages or software; others pass.
    mutating func note(mark recorded: RecordedEvent) {
        switch recorded.event {
        case .softwareStarted, .clockStepped: marks.append(recorded)
        case .roomPaused(let paused) where paused.kind == .outage: marks.append(recorded)
        default: break
        }
    }

    /// Adds what was gathered of the next part of the ledger.
    mutating func append(_ next: OutageGatherer) {
        if let first = next.firstRecordedAt { note(first.time, at: first.position) }
        silences += next.silences
        marks += next.marks
        if let last = next.lastRecordedAt { lastRecordedAt = last }
    }

    var outages: Outages { Outages(silences: silences, marks: marks, lastRecordedAt: lastRecordedAt) }
}
