import Draft
import DraftLedger
import Records

/// A house that writes a history for the tests of the audit: each command is decided and recorded half a millisecond after
/// it came, with all that a ledger's records keep of it.
struct HouseScript {
    private(set) var state = LedgerState()
    private(set) var events: [RecordedEvent] = []
    /// The commands that were sent, accepted or refused, with their origins.
    private(set) var sent: [(command: Command, origin: CommandOrigin)] = []
    var now = Timestamp(microseconds: 1_785_542_400_000_000)

    private var heads: [StreamKey: RecordedEvent] = [:]
    private var commands: UInt64 = 0
    private let cryptography = LedgerCryptography(drawMaster: [UInt8](repeating: 7, count: 32))

    /// Sends a command a second after the last one; the scheduler's come at once.
    ///
    /// - Parameters:
    ///   - dispute: because of which somebody of the house acts.
    ///   - key: whose key signs; nobody's for nil.
    @discardableResult
    mutating func send(
        _ command: Command, as sender: Sender, dispute: CaseID? = nil, signedBy key: UserID? = nil
    ) -> Refusal? {
        let origin = nextOrigin(of: command, sender, dispute, key)
        sent.append((command, origin))
        switch decision(on: command, origin) {
        case .accepted(let decided):
            append(decided, origin)
            return nil
        case .refused(let refusal):
            var recorder = RefusalRecorder()
            let event = recorder.event(
                for: refusal, command: command, from: origin, room: nil,
                anchorExists: heads[command.anchor] != nil, at: now)
            append(event.map { [$0] } ?? [], origin)
            return refusal
        }
    }

    /// As a service decides it, which refuses a second beginning before any rule is asked.
    private func decision(on command: Command, _ origin: CommandOrigin) -> Decision {
        if case .ledger(.createLedger) = command, !events.isEmpty {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        return decide(command, origin: origin, now: now, state: state, cryptography: cryptography)
    }

    /// Decides commands as software of other rules did.
    mutating func asSoftware(ofRules rules: UInt16, _ body: (inout HouseScript) -> Void) {
        state.rulesInForce = rules
        body(&self)
        state.rulesInForce = SoftwareStarted.currentRules
    }

    /// Takes over another house's events, which begin with the ledger's first.
    ///
    /// - Parameter rules: by which it decides from here on.
    mutating func take(_ others: ArraySlice<RecordedEvent>, rules: UInt16 = SoftwareStarted.currentRules) {
        for recorded in others {
            heads[recorded.stream] = recorded
            events.append(recorded)
            state.fold(recorded)
        }
        commands = UInt64(others.count)
        now = max(now, (others.last?.recordedAt ?? now) + .milliseconds(1))
        state.rulesInForce = rules
    }

    /// Writes what the rules have not given: the events of a command that nobody decided.
    mutating func force(
        _ events: [StreamEvent], of command: Command, as sender: Sender, dispute: CaseID? = nil,
        signedBy key: UserID? = nil
    ) {
        append(events, nextOrigin(of: command, sender, dispute, key))
    }

    /// Writes an event that no command causes, after a time in which nothing is recorded.
    mutating func record(_ event: Event, after silence: Interval = .zero) {
        now = now + silence
        append([StreamEvent(.system, event)], nil)
    }

    /// Writes a refusal that the rules have not given.
    mutating func refuse(
        _ command: Command, as code: RefusalCode, sender: Sender, in stream: StreamKey? = nil,
        _ change: (inout CommandRejected) -> Void = { _ in }
    ) {
        var rejected = CommandRejected(Refusal(code, "It is refused."), of: command)
        change(&rejected)
        force([StreamEvent(stream ?? command.anchor, .commandRejected(rejected))], of: command, as: sender)
    }

    private mutating func nextOrigin(
        of command: Command, _ sender: Sender, _ dispute: CaseID?, _ key: UserID?
    ) -> CommandOrigin {
        if sender != .scheduler { now = now + .seconds(1) }
        commands += 1
        let signature = key.map { key in
            CommandSignature(
                key: KeyID(digest: Digest256(hashing: Self.key(of: key).bytes)), anchor: 0, seenVersion: 0,
                bytes: Array(repeating: 7, count: CommandSignature.length))
        }
        defer { now = now + Interval(microseconds: 500) }
        return CommandOrigin(
            occurredAt: now, actor: sender, commandID: CommandID(high: 0, low: commands - 1),
            fingerprint: command.fingerprint, dispute: dispute, signature: signature)
    }

    /// Lets time pass until a moment is over; nothing where it is over already.
    mutating func wait(until moment: Timestamp?) {
        if let moment { now = max(now, moment + .milliseconds(1)) }
    }

    /// Somebody of the house sends a command, signed.
    @discardableResult
    mutating func send(_ command: Command, by person: UserID, dispute: CaseID? = nil) -> Refusal? {
        send(command, as: .admin(person), dispute: dispute, signedBy: person)
    }

    /// What somebody signs by. No key of a real scheme: a plain audit looks at whose it is.
    static func key(of person: UserID) -> PublicKey {
        PublicKey(.ed25519, Digest256(words: (0, 0, 0, person.number)))
    }

    private mutating func append(_ decided: [StreamEvent], _ origin: CommandOrigin?) {
        for (place, event) in decided.enumerated() {
            let head = heads[event.stream]
            let recorded = RecordedEvent(
                position: UInt64(events.count), stream: event.stream, version: (head?.version ?? 0) + 1,
                previous: head?.position, recordedAt: now, origin: place == 0 ? origin : origin?.withoutSignature,
                event: event.event)
            heads[event.stream] = recorded
            events.append(recorded)
            state.fold(recorded)
        }
    }
}
