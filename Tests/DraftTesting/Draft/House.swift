package import Draft

/// A house in memory: users, pools, contests and rooms behind one desk. Commands go through `decide`, what they come to
/// is given its place and folded, refusals included, as the library does with a ledger on disk.
package struct House {
    package private(set) var state = LedgerState()
    package private(set) var log: [RecordedEvent] = []
    /// The clock of tests to which one moment is as good as another.
    package var now = House.start
    private var heads: [StreamKey: RecordedEvent] = [:]
    private var commands: UInt64 = 0
    private let firstPosition: UInt64
    let cryptography: any DraftCryptography

    /// - Parameters:
    ///   - firstPosition: 1 where a ledger's own first event stands before the house's.
    ///   - cryptography: the ledger's, where its order draws are to be redone.
    package init(firstPosition: UInt64 = 0, cryptography: any DraftCryptography = FakeCryptography()) {
        self.firstPosition = firstPosition
        self.cryptography = cryptography
    }

    /// Decides a command and folds the outcome.
    ///
    /// - Parameters:
    ///   - moment: when it reached the edge of the system.
    ///   - now: the ledger's clock; the same moment unless given.
    ///   - fingerprint: the command's, where the events are to be audited.
    ///   - dispute: the case because of which somebody of the house acts in a member's place.
    ///   - key: by which the sender has signed.
    @discardableResult
    package mutating func send(
        _ command: Command, as sender: Sender, at moment: Timestamp, now: Timestamp? = nil, fingerprint: UInt32 = 0,
        dispute: CaseID? = nil, signedBy key: PublicKey? = nil
    ) -> Decision {
        let now = now ?? moment
        var origin = nextOrigin(sender, at: moment, fingerprint: fingerprint)
        origin.dispute = dispute
        origin.signature = key.map(signature)
        let decision = decide(command, origin: origin, now: now, state: state, cryptography: cryptography)
        switch decision {
        case .accepted(let events): append(events, origin: origin, at: now)
        case .refused(let refusal):
            append([rejection(refusal, of: command)], origin: origin, at: now)
        }
        return decision
    }

    /// Decides a command a millisecond after the last one and folds the outcome.
    @discardableResult
    package mutating func send(_ command: Command, as sender: Sender) -> Decision {
        now = now + .milliseconds(1)
        return send(command, as: sender, at: now)
    }

    /// What a command would come to, without folding it.
    package func decision(_ command: Command, as sender: Sender, at moment: Timestamp) -> Decision {
        var copy = self
        return copy.send(command, as: sender, at: moment)
    }

    /// Who sends the house's next command.
    package mutating func nextOrigin(
        _ sender: Sender, at moment: Timestamp, fingerprint: UInt32 = 0
    ) -> CommandOrigin {
        commands += 1
        return CommandOrigin(
            occurredAt: moment, actor: sender, commandID: CommandID(high: 0, low: commands), fingerprint: fingerprint)
    }

    /// Appends events without asking any rule. No event is recorded before the one that it follows.
    package mutating func append(_ events: [StreamEvent], origin: CommandOrigin?, at now: Timestamp) {
        for (place, event) in events.enumerated() {
            let head = heads[event.stream]
            let recorded = RecordedEvent(
                position: firstPosition + UInt64(log.count), stream: event.stream, version: (head?.version ?? 0) + 1,
                previous: head?.position, recordedAt: max(now, log.last?.recordedAt ?? now),
                origin: place == 0 ? origin : origin?.withoutSignature, event: event.event)
            heads[event.stream] = recorded
            log.append(recorded)
            state.fold(recorded)
        }
    }

    /// A refusal as it goes on record: in the stream of its command, or the ledger's own where that has no events.
    package func rejection(_ refusal: Refusal, of command: Command) -> StreamEvent {
        var rejected = CommandRejected.blank
        (rejected.command, rejected.code, rejected.count) = (command.kind, refusal.code, 1)
        (rejected.pick, rejected.seat, rejected.player) = (refusal.pick, refusal.seat, refusal.player)
        (rejected.deadline, rejected.graceEndsAt) = (refusal.deadline, refusal.graceEndsAt)
        (rejected.margin, rejected.claimedAt) = (refusal.margin, command.claimedAt)
        // A queue is there as soon as its room is.
        var known = command.anchor
        if case .queue(let room, _, _) = command { known = .room(room) }
        return StreamEvent(heads[known] == nil ? .system : command.anchor, .commandRejected(rejected))
    }

    /// The events of one room, in order.
    package func history(of room: RoomID) -> [RecordedEvent] { log.filter { $0.stream == .room(room) } }
}

extension Command {
    /// When the sender says that he clicked.
    fileprivate var claimedAt: Timestamp? {
        if case .room(_, .makePick(let pick)) = self { pick.claimedAt } else { nil }
    }
}

extension Decision {
    /// The code of a refusal; nil for what was accepted.
    package var code: RefusalCode? {
        if case .refused(let refusal) = self { refusal.code } else { nil }
    }

    /// The events of what was accepted; none for a refusal.
    package var events: [Event] {
        if case .accepted(let events) = self { events.map(\.event) } else { [] }
    }
}
