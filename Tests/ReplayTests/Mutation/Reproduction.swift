import Draft
import DraftLedger
import Records

@testable import Replay  // how commands are told from their events

/// A history decided anew: the commands that its events tell of are sent to a house that knows nothing yet, each with what
/// came from outside, and have to lead to the same records, byte for byte.
///
/// From outside come who sent a command, when it arrived, its id, what a client said of itself, a signature's bytes, and
/// the secrets and commitments of the draws. Everything else the rules give.
struct Reproduction {
    /// The first event that the rules would not have given.
    struct Fault: CustomStringConvertible {
        var position: UInt64
        var type: EventType
        var reason: String
        var description: String { "\(type.name) at \(position): \(reason)" }
    }

    private var state = LedgerState()
    private var seen = SeenCommands()
    private var begun: Set<StreamKey> = []
    private var lastRecordedAt: Timestamp?
    private var secrets: RecordedSecrets

    /// A house that knows nothing yet, of a history that is to be told it.
    init(of events: [RecordedEvent]) { secrets = RecordedSecrets(of: events) }

    /// - Returns: nil for a history in which every event is what `decide` gives.
    static func fault(in events: [RecordedEvent]) -> Fault? {
        Reproduction(of: events).fault(in: events, from: 0)
    }

    /// Tells a house that knows the first events what comes behind them.
    ///
    /// - Parameter start: the place of a command's first event.
    func fault(in events: [RecordedEvent], from start: Int) -> Fault? {
        var house = self
        house.secrets = RecordedSecrets(of: events)
        var start = start
        while start < events.count {
            var group = CommandGroup(events: [events[start]])
            while start + group.events.count < events.count, group.takes(events[start + group.events.count]) {
                group.events.append(events[start + group.events.count])
            }
            if let reason = house.fault(in: group) {
                return Fault(position: group.first.position, type: group.first.event.type, reason: reason)
            }
            for event in group.events { house.fold(event) }
            start += group.events.count
        }
        return nil
    }

    mutating func fold(_ recorded: RecordedEvent) {
        state.fold(recorded)
        seen.fold(recorded)
        begun.insert(recorded.stream)
        lastRecordedAt = recorded.recordedAt
    }

    private func fault(in group: CommandGroup) -> String? {
        guard let origin = group.origin else { return uncausedFault(in: group.first) }
        let now = group.first.recordedAt
        guard group.events.allSatisfy({ $0.recordedAt == now }) else { return "recorded at two moments" }
        let candidates = CommandsOfHistory.candidates(of: group, state)
        guard let first = candidates.first else {
            // Of a command of over a thousand bytes only the digest is kept.
            let isDigest = group.rejection?.content?.hasPrefix("sha256:") == true
            return isDigest ? nil : "no command leads to it"
        }
        var command = candidates.first { $0.fingerprint == origin.fingerprint }
        // Of standings the events tell only a part.
        if case .tournament(_, .awardPrizes) = first { command = first }
        guard let command else { return "the fingerprint is of no command that leads to it" }
        return fault(in: group, of: command, origin, now)
    }

    private func fault(
        in group: CommandGroup, of command: Command, _ origin: CommandOrigin, _ now: Timestamp
    ) -> String? {
        var outcome = outcome(of: command, origin, now)
        // Whether a signature is right is asked before the rules are, of its bytes, which come from outside.
        if group.rejection?.code == .badSignature, origin.signature != nil {
            outcome = [refused(command, Refusal(.badSignature, ""), origin, now)]
        }
        guard outcome.count == group.events.count else {
            return "the rules give \(outcome.map(\.event.type.name)), not \(group.events.map(\.event.type.name))"
        }
        for (index, (var given, recorded)) in zip(outcome, group.events).enumerated() {
            // Its creator's software states its rules.
            if case .created(var created) = given.event.service, case .created(let stated) = recorded.event.service {
                created.rulesVersion = stated.rulesVersion
                given.event = .ledgerCreated(created)
            }
            let cause = index == 0 ? origin : origin.withoutSignature
            let fits = given.streams.contains { stream in
                Self.bytes(of: given.event, in: stream, cause, at: recorded) == Self.bytes(of: recorded)
            }
            if !fits {
                return "the rules give \(given.event) in \(given.streams), not \(recorded.event) in \(recorded.stream)"
            }
        }
        return nil
    }

    /// An event that the rules give, and the streams in which it can stand.
    private typealias Given = (event: Event, streams: [StreamKey])

    /// What a desk makes of a command: nothing for one that was here before.
    private func outcome(of command: Command, _ origin: CommandOrigin, _ now: Timestamp) -> [Given] {
        for anchor in [command.anchor, .system] {
            switch seen.verdict(on: origin, in: anchor) {
            case .new: continue
            case .retry: return []
            case .conflict: return [refused(command, Refusal(.duplicateCommand, ""), origin, now)]
            }
        }
        if case .ledger(.createLedger) = command, !begun.isEmpty {
            return [refused(command, Refusal(.alreadyExists, ""), origin, now)]
        }
        switch decide(command, origin: origin, now: now, state: state, cryptography: secrets) {
        case .accepted(let events): return events.map { (secrets.committing($0), [$0.stream]) }
        case .refused(let refusal): return [refused(command, refusal, origin, now)]
        }
    }

    /// A history does not begin with a refusal; a simulated queue is there as soon as its room is.
    private func refused(_ command: Command, _ refusal: Refusal, _ origin: CommandOrigin, _ now: Timestamp) -> Given {
        let event = Event.commandRejected(CommandRejected(refusal, of: command))
        let streams = (begun.contains(command.anchor) ? [true] : [true, false]).compactMap { isThere -> StreamKey? in
            var recorder = RefusalRecorder()
            return recorder.event(
                for: refusal, command: command, from: origin, room: nil, anchorExists: isThere, at: now)?.stream
        }
        return (event, streams)
    }

    private static func bytes(of recorded: RecordedEvent) -> [UInt8]? {
        bytes(of: recorded.event, in: recorded.stream, recorded.origin, at: recorded)
    }

    private static func bytes(
        of event: Event, in stream: StreamKey, _ origin: CommandOrigin?, at place: RecordedEvent
    ) -> [UInt8]? {
        var writer = RecordWriter()
        var event = event
        // The sentence of a refusal is for people: another wording is the same history.
        if case .commandRejected(var rejected) = event {
            rejected.detail = nil
            event = .commandRejected(rejected)
        }
        // What cannot be written is no record.
        try? writer.write(
            event, stream: stream, origin: origin, place: (place.version, place.previous),
            recordedAt: place.recordedAt)
        return writer.bytes
    }

    // MARK: What no command causes

    private func uncausedFault(in recorded: RecordedEvent) -> String? {
        switch (recorded.event, recorded.stream) {
        case (.clockTicked(let tick), .clock(let id)): tickFault(tick, recorded, in: id)
        case (.commandRejected(let rejected), _): countFault(rejected, recorded)
        case (.clockStepped(let step), .system): stepFault(step, recorded)
        case (.leaderChanged(let changed), .system): leaderFault(changed)
        case (.importedAsFound(let mark), .system):
            mark.first ?? 0 <= recorded.position ? nil : "events after the mark are imported"
        default: "nobody sent it"
        }
    }

    /// A change of the leader begins a later epoch, and states the time of the record before it.
    private func leaderFault(_ changed: LeaderChanged) -> String? {
        changed.since == lastRecordedAt && changed.epoch > 0 ? nil : "something was recorded meanwhile"
    }

    /// A step is a time without a record that ends with its record, or the time by which the machine's clock is behind.
    private func stepFault(_ step: ClockStepped, _ recorded: RecordedEvent) -> String? {
        if step.to < step.from { return step.from == recorded.recordedAt ? nil : "the ledger is elsewhere" }
        let isSilent = lastRecordedAt.map { $0 <= step.from } ?? true
        return isSilent && step.to == recorded.recordedAt ? nil : "something was recorded meanwhile"
    }

    /// What a driver of clocks has seen within one interval of the record.
    private func tickFault(_ tick: ClockTicked, _ recorded: RecordedEvent, in id: RoomID) -> String? {
        guard let room = state.room(id), let clock = room.clock else { return "no clock runs" }
        var seenAt = clock.deadline - .milliseconds(Int64(tick.remaining))
        if tick.remaining == 0 { seenAt = max(seenAt, recorded.recordedAt) }
        let distance = (seenAt - recorded.recordedAt).microseconds.magnitude
        guard distance <= room.ruleset.tickInterval.microseconds.magnitude else { return "another clock was shown" }
        let origin = CommandOrigin(occurredAt: seenAt, actor: .scheduler, commandID: CommandID(high: 0, low: 0))
        let decision = decide(
            Command.room(id, .tickClock(pick: tick.pick)), origin: origin, now: recorded.recordedAt, state: state,
            cryptography: secrets)
        guard case .accepted(let events) = decision, events == [StreamEvent(recorded.stream, recorded.event)] else {
            return "the rules give \(decision)"
        }
        return nil
    }

    /// Some refused command that is counted has to be refused so.
    private func countFault(_ rejected: CommandRejected, _ recorded: RecordedEvent) -> String? {
        guard let flood = rejected.flood, rejected.count > 0, rejected.content == "" else {
            return "a count of nothing, or of no flood"
        }
        guard rejected.command == .makePick, let pick = rejected.pick, case .room(let id) = recorded.stream else {
            let isOfMany =
                rejected.pick == nil && rejected.seat == nil && rejected.player == nil
                && rejected.deadline == nil && rejected.graceEndsAt == nil && rejected.margin == nil
                && rejected.claimedAt == nil
            return isOfMany ? nil : "a sender's count that tells of one command"
        }
        var arrival = flood.firstArrival
        if let margin = rejected.margin, let end = rejected.graceEndsAt { arrival = end - margin }
        let command = Command.room(
            id,
            .makePick(
                MakePick(pick: pick, player: rejected.player ?? .max, seat: nil, claimedAt: rejected.claimedAt)))
        let origin = CommandOrigin(
            occurredAt: arrival, actor: flood.sender, commandID: CommandID(high: 0, low: 0),
            fingerprint: command.fingerprint)
        let decision = decide(
            command, origin: origin, now: recorded.recordedAt, state: state, cryptography: secrets)
        guard case .refused(let refusal) = decision else { return "the counted pick is legal" }
        var stated = CommandRejected(refusal, of: command)
        (stated.content, stated.count, stated.flood) = ("", rejected.count, rejected.flood)
        stated.detail = rejected.detail
        return stated == rejected ? nil : "the counted pick is refused as \(stated), not as \(rejected)"
    }
}
