@testable import Draft

/// A ledger in memory: commands go through `decide`, what they come to is given its place and folded, refusals
/// included, as the library does with a ledger on disk.
struct TestLedger {
    private(set) var state = LedgerState()
    private(set) var log: [RecordedEvent] = []
    private var heads: [StreamKey: RecordedEvent] = [:]
    private var commands: UInt64 = 0

    /// Decides a command and folds the outcome.
    ///
    /// - Parameters:
    ///   - moment: when it reached the edge of the system.
    ///   - now: the ledger's clock; the same moment unless given.
    @discardableResult
    mutating func send(
        _ command: Command, by actor: Sender, at moment: Timestamp, now: Timestamp? = nil
    ) -> Decision {
        commands += 1
        let now = now ?? moment
        let origin = CommandOrigin(occurredAt: moment, actor: actor, commandID: CommandID(high: 0, low: commands))
        let decision = decide(command, origin: origin, now: now, state: state, cryptography: FakeCryptography())
        switch decision {
        case .accepted(let events): append(events, origin: origin, at: now)
        case .refused(let refusal):
            guard heads[command.anchor] != nil else { break }
            let rejected = CommandRejected(
                command: command.kind, code: refusal.code, pick: refusal.pick, seat: refusal.seat,
                player: refusal.player, deadline: refusal.deadline, graceEndsAt: refusal.graceEndsAt,
                margin: refusal.margin, claimedAt: nil, count: 1)
            append([StreamEvent(command.anchor, .commandRejected(rejected))], origin: origin, at: now)
        }
        return decision
    }

    /// Appends events without asking any rule.
    mutating func append(_ events: [StreamEvent], origin: CommandOrigin?, at now: Timestamp) {
        for event in events {
            let head = heads[event.stream]
            let recorded = RecordedEvent(
                position: UInt64(log.count), stream: event.stream, version: (head?.version ?? 0) + 1,
                previous: head?.position, recordedAt: now, origin: origin, event: event.event)
            heads[event.stream] = recorded
            log.append(recorded)
            state.fold(recorded)
        }
    }

    /// What a command would come to, without folding it.
    func decision(_ command: Command, by actor: Sender, at moment: Timestamp) -> Decision {
        var copy = self
        return copy.send(command, by: actor, at: moment)
    }

    /// The events of one room, in order.
    func history(of room: RoomID) -> [RecordedEvent] { log.filter { $0.stream == .room(room) } }
}

extension Decision {
    /// The code of a refusal; nil for what was accepted.
    var code: RefusalCode? {
        if case .refused(let refusal) = self { refusal.code } else { nil }
    }

    /// The events of what was accepted; none for a refusal.
    var events: [Event] {
        if case .accepted(let events) = self { events.map(\.event) } else { [] }
    }
}
