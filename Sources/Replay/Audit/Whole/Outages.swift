import Draft
import Records

/// A time in which the service recorded nothing: it was down, the machine was suspended or its clock leapt forward, or its
/// clock was set back before the ledger's.
/// Every room that drafts then is paused alike.
struct Outage: Hashable, Sendable {
    /// When the service was last up, as the first pause states it.
    var start: Timestamp
    /// The time of the first record after it.
    var end: Timestamp
    /// The position of that record: rooms that draft before it are to be paused after it.
    var position: UInt64
    /// Whether a step of the clock is the cause: all are paused in the same append then.
    var isStep: Bool
    /// Whether only the start of the service after it tells of it, and no pause of a room.
    var isUnstated = false

    /// How long a service that starts again may take to pause the rooms that were running.
    static let longestRestart = Interval.seconds(10)

    /// When the last room had to be paused.
    var pausesUntil: Timestamp { isStep ? end : end + Self.longestRestart }
}

/// The outages of a ledger: gaps in its records, and the statements of its software and its rooms' pauses.
///
/// A claimed outage is valid only if no record of the whole ledger lies inside it, except those of starts of the
/// service that were broken off. Software of rules before `firstRules` did not ensure that, so its histories are not checked for it.
/// Since `SoftwareStarted.rulesOfCauses`, one of a second or less is valid only if the service started then, and a silence
/// that a start of the service ended is an outage even if no pause states it. Outages that people declare are none of the
/// ledger's.
struct Outages: Sendable {
    /// The rules since which a decision's time is its record's, and an outage is one for all rooms.
    static let firstRules: UInt16 = 3

    /// More than a second in which nothing was recorded.
    struct Silence: Codable, Sendable {
        var start: Timestamp
        var end: Timestamp
        /// The position of the record that ended it.
        var position: UInt64
    }

    /// In the order of the ledger.
    private(set) var outages: [Outage] = []

    /// Silences that ended with the start of software: who was to start a draft then may have been down.
    private(set) var restarts: [Silence] = []

    /// When the last record of the ledger was made; nil where that is not known.
    var lastRecordedAt: Timestamp?

    /// By the position of a record of a start: when the last record before the start was made.
    private let lastSigns: [UInt64: Timestamp]

    /// The positions of steps of the clock that cannot have been. Checked since `SoftwareStarted.rulesOfCauses`.
    private(set) var falseSteps: Set<UInt64> = []

    /// The positions of changes of the leader that cannot have been: something was recorded meanwhile, or the epoch is an
    /// earlier one's.
    private(set) var falseLeaders: Set<UInt64> = []

    /// The starts of software, in the order of the ledger: when each was recorded, and the last record before it.
    private var starts: [(recordedAt: Timestamp, lastSign: Timestamp?)] = []

    /// - Parameters:
    ///   - silences: of the whole ledger, in its order.
    ///   - marks: events that tell of outages and of software, in their order.
    ///   - precedents: by the position of a mark, when the record before it was made.
    init(
        silences: [Silence], marks: [RecordedEvent], precedents: [UInt64: Timestamp] = [:], lastRecordedAt: Timestamp?
    ) {
        self.lastRecordedAt = lastRecordedAt
        var signs: [UInt64: Timestamp] = [:]
        for mark in marks where mark.isOfBrokenStart {
            signs[mark.position] = mark.position > 0 ? signs[mark.position - 1] ?? precedents[mark.position] : nil
        }
        lastSigns = signs
        let silences = Self.joined(silences, marks)
        var rules: UInt16 = 0
        var owed: [Silence] = []
        var leader: (position: UInt64, epoch: UInt64)?
        for mark in marks {
            if case .created(let created) = mark.event.service { rules = max(rules, created.rulesVersion ?? 0) }
            if case .software(let started) = mark.event.service {
                rules = max(rules, started.rulesVersion)
                starts.append((mark.recordedAt, signs[mark.position]))
                // A node that takes over has stated that before it starts.
                let start = leader.map { $0.position + 1 == mark.position } == true ? mark.position - 1 : mark.position
                if let silence = Self.silence(endingAt: start, of: silences) {
                    restarts.append(silence)
                    if rules >= SoftwareStarted.rulesOfCauses { owed.append(silence) }
                }
            } else if case .leader(let changed) = mark.event.service {
                let isNext = changed.epoch > leader?.epoch ?? 0
                if !isNext || precedents[mark.position].map({ $0 != changed.since }) ?? false {
                    falseLeaders.insert(mark.position)
                }
                leader = (mark.position, changed.epoch)
            } else if case .stepped(let stepped) = mark.event.service, rules >= Self.firstRules {
                let isPossible = Self.isPossible(stepped, mark, after: precedents[mark.position])
                if !isPossible, rules >= SoftwareStarted.rulesOfCauses { falseSteps.insert(mark.position) }
                // A failure of the storage can be short.
                let isFailure =
                    stepped.cause == .storage && precedents[mark.position].map { $0 <= stepped.from } == true
                guard
                    stepped.to <= stepped.from || Self.isSilent(from: stepped.from, until: mark, silences) || isFailure
                else { continue }
                outages.append(
                    Outage(start: stepped.from, end: mark.recordedAt, position: mark.position, isStep: true))
            } else if case .paused(let paused) = mark.event.clock, paused.kind == .outage, rules >= Self.firstRules {
                let isStrict = rules >= SoftwareStarted.rulesOfCauses
                if isStrict, mark.origin?.actor.role == .admin { continue }
                note(mark, silences, isStrict: isStrict)
            }
        }
        noteUnstated(owed)
    }

    /// Adds silences that a start of the service ended and no pause states: the service pauses every room that drafts.
    private mutating func noteUnstated(_ silences: [Silence]) {
        let stated = outages
        let positions = Set(stated.map(\.position))
        // Starts that were broken off are of one outage, whose first pause can state a start somewhat off the last record.
        let unstated = silences.filter { silence in
            !positions.contains(silence.position)
                && !stated.contains { outage in
                    outage.position <= silence.position
                        && (silence.end <= outage.end
                            || outage.start - AuditNotes.longestHandling <= silence.start
                                && silence.start <= outage.start + AuditNotes.longestHandling)
                }
        }
        guard !unstated.isEmpty else { return }
        outages += unstated.map {
            Outage(start: $0.start, end: $0.end, position: $0.position, isStep: false, isUnstated: true)
        }
        outages.sort { $0.position < $1.position }
    }

    /// The silences. Two that are separated only by a start that was broken off are one.
    private static func joined(_ silences: [Silence], _ marks: [RecordedEvent]) -> [Silence] {
        let starts = Set(marks.filter(\.isOfBrokenStart).map(\.position))
        var joined: [Silence] = []
        for var silence in silences {
            var position = silence.position
            while position > 0, starts.contains(position - 1) {
                position -= 1
                guard let last = joined.last, last.position >= position else { continue }
                silence.start = last.start
                break
            }
            joined.append(silence)
        }
        return joined
    }

    private mutating func note(_ pause: RecordedEvent, _ silences: [Silence], isStrict: Bool) {
        // A service that falls again at once falls a second time.
        if let last = outages.last, last.position <= pause.position, pause.recordedAt <= last.pausesUntil,
            last.isStep || pause.moment < last.end || last.start == pause.moment
        {
            return
        }
        guard pause.recordedAt - pause.moment > AuditNotes.longestHandling else {
            guard !isStrict || isOfStart(pause) else { return }
            outages.append(
                Outage(start: pause.moment, end: pause.recordedAt, position: pause.position, isStep: false))
            return
        }
        let asleep = pause.moment + AuditNotes.longestHandling
        guard var index = Self.first(of: silences, endingAfter: asleep) else { return noteBrokenStarts(before: pause) }
        while index + 1 < silences.count, silences[index + 1].start <= asleep,
            silences[index + 1].position <= pause.position
        {
            index += 1
        }
        let silence = silences[index]
        guard silence.start <= asleep, pause.recordedAt <= silence.end + Outage.longestRestart,
            silence.position <= pause.position
        else { return noteBrokenStarts(before: pause) }
        if let last = outages.last, last.start == pause.moment {
            outages[outages.count - 1].end = silence.end
        } else {
            outages.append(
                Outage(start: pause.moment, end: silence.end, position: silence.position, isStep: false))
        }
    }

    /// Whether the service started shortly before a pause that states the last record before that start.
    private func isOfStart(_ pause: RecordedEvent) -> Bool {
        guard let start = starts.last else { return false }
        return start.lastSign == pause.moment && pause.recordedAt <= start.recordedAt + Outage.longestRestart
    }

    /// Adds the outage of a pause before which nothing but starts was recorded. Starts that were broken off can part a
    /// silence into pieces of less than a second.
    private mutating func noteBrokenStarts(before pause: RecordedEvent) {
        guard let sign = lastSigns[pause.position], sign <= pause.moment else { return }
        outages.append(
            Outage(start: pause.moment, end: pause.recordedAt, position: pause.position, isStep: false))
    }

    /// Whether a step can have been: back from the time of its record, or forward to it without a record in between.
    private static func isPossible(
        _ step: ClockStepped, _ mark: RecordedEvent, after precedent: Timestamp?
    ) -> Bool {
        if step.to < step.from { return step.from == mark.recordedAt }
        return step.to == mark.recordedAt && precedent.map { $0 <= step.from } ?? true
    }

    /// Whether the record of a leap is the first since before the leap: who records cannot have been asleep.
    private static func isSilent(from start: Timestamp, until leap: RecordedEvent, _ silences: [Silence]) -> Bool {
        guard let index = first(of: silences, endingAfter: leap.recordedAt - .milliseconds(1)) else { return false }
        return silences[index].position == leap.position && silences[index].start <= start
    }

    /// The silence that a record has ended.
    private static func silence(endingAt position: UInt64, of silences: [Silence]) -> Silence? {
        var (low, high) = (0, silences.count)
        while low < high {
            let middle = (low + high) / 2
            if silences[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low < silences.count && silences[low].position == position ? silences[low] : nil
    }

    /// The index of the first silence that ends after a moment.
    private static func first(of silences: [Silence], endingAfter time: Timestamp) -> Int? {
        var (low, high) = (0, silences.count)
        while low < high {
            let middle = (low + high) / 2
            if silences[middle].end <= time { low = middle + 1 } else { high = middle }
        }
        return low < silences.count ? low : nil
    }

    /// The outage for which a room was paused; nil where records of the ledger lie inside what the pause claims.
    func outage(of pause: RecordedEvent) -> Outage? {
        guard let last = outages.last(where: { $0.position <= pause.position }), pause.recordedAt <= last.pausesUntil
        else { return nil }
        return last
    }

    /// The part of a time that lies in outages and in silences before a start of the service.
    func downtime(from start: Timestamp, until end: Timestamp) -> Interval {
        let stretches = outages.map { ($0.start, $0.end) } + restarts.map { ($0.start, $0.end) }
        var (length, counted) = (Interval.zero, start)
        for (from, until) in stretches.sorted(by: { $0.0 < $1.0 }) where counted < end {
            let (from, until) = (max(from, counted), min(until, end))
            guard from < until else { continue }
            length = length + (until - from)
            counted = until
        }
        return length
    }

    /// Whether the service could not do what was due at a moment before it was recorded.
    func excuse(_ due: Timestamp, recordedAt time: Timestamp) -> Bool {
        let latest = due + AuditNotes.longestHandling
        func covers(_ start: Timestamp, _ end: Timestamp) -> Bool {
            start <= latest && due <= end && time <= end + Outage.longestRestart
        }
        return outages.contains { covers($0.start, $0.end) } || restarts.contains { covers($0.start, $0.end) }
    }
}

/// Gathers what `Outages` asks about from events in the order of the ledger.
struct OutageGatherer: Codable, Sendable {
    private(set) var silences: [Outages.Silence] = []
    private var keptMarks: [KeptEvent] = []
    private var firstRecordedAt: FirstRecord?
    private(set) var lastRecordedAt: Timestamp?
    /// When the record before the one that was noted last was made.
    private var precedent: Timestamp?
    /// By the position of a mark.
    private var precedents: [UInt64: Timestamp] = [:]

    /// Takes the time of the next record, whatever it says.
    mutating func note(_ time: Timestamp, at position: UInt64) {
        precedent = lastRecordedAt
        if let last = lastRecordedAt, time - last > AuditNotes.longestHandling {
            silences.append(Outages.Silence(start: last, end: time, position: position))
        }
        if firstRecordedAt == nil { firstRecordedAt = FirstRecord(time: time, position: position) }
        lastRecordedAt = time
    }

    /// Takes an event that tells of outages or software; others pass.
    mutating func note(mark recorded: RecordedEvent) {
        let type = recorded.event.type
        if case .paused(let paused) = recorded.event.clock {
            guard paused.kind == .outage else { return }
        } else if type != .softwareStarted, type != .clockStepped, type != .leaderChanged {
            return
        }
        keptMarks.append(KeptEvent(recorded))
        if let precedent { precedents[recorded.position] = precedent }
    }

    /// Adds what was gathered of the next part of the ledger.
    mutating func append(_ next: OutageGatherer) {
        if let first = next.firstRecordedAt {
            if let lastRecordedAt { precedents[first.position] = lastRecordedAt }
            note(first.time, at: first.position)
        }
        precedents.merge(next.precedents) { _, later in later }
        silences += next.silences
        keptMarks += next.keptMarks
        if let last = next.lastRecordedAt { lastRecordedAt = last }
    }

    var marks: [RecordedEvent] { keptMarks.map(\.recorded) }

    var outages: Outages {
        Outages(silences: silences, marks: marks, precedents: precedents, lastRecordedAt: lastRecordedAt)
    }
}

/// The first record of a part of the ledger.
struct FirstRecord: Codable, Sendable {
    var time: Timestamp
    var position: UInt64
}
