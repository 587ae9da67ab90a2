/// The rules: the decision about a command, given the state of the ledger. Pure, and the only such function:
/// the live service, the simulator, the importers, the disputes and the what-ifs all call it.
///
/// - Parameters:
///   - command: what somebody wants.
///   - origin: who sent the command and when it reached the edge of the system; `occurredAt` decides deadlines.
///   - now: the ledger's clock; starts clocks and stands in where a source gives no time.
///   - state: what the decision may read; the append must be conditional on every stream that was read.
///   - cryptography: the functions of cryptography that a decision uses.
/// - Returns: events to append together, or a refusal. The same arguments always give the same answer.
public func decide(
    _ command: Command, origin: CommandOrigin, now: Timestamp, state: some HouseStates,
    cryptography: some DraftCryptography
) -> Decision {
    Decider(kind: command.kind, origin: origin, now: now, state: state, cryptography: cryptography)
        .decision(on: command)
}

/// The rules on states that a class holds: one type of decider for all of these.
package func decide(
    _ command: Command, origin: CommandOrigin, now: Timestamp, state: some HouseStates & AnyObject,
    cryptography: some DraftCryptography
) -> Decision {
    Decider(
        kind: command.kind, origin: origin, now: now, state: SharedHouseStates(base: state),
        cryptography: SharedCryptography(base: cryptography)
    ).decision(on: command)
}

/// The rules of one room: what a command comes to there, as far as it is about the room, its queues and its cases. What
/// it means for a contest and for wallets is left out.
///
/// For those who have one room and no house: a room's draft reads nothing of that but when it begins and when it is
/// annulled.
package func decide(
    _ question: RoomQuestion, origin: CommandOrigin, now: Timestamp, state: some RoomStates & AnyObject,
    cryptography: some DraftCryptography
) -> Decision {
    let command = question.command
    return Decider(
        kind: command.kind, origin: origin, now: now, state: SharedRoomStates(base: state),
        cryptography: SharedCryptography(base: cryptography)
    ).decision(on: question, as: command)
}

/// One decision in the making: the arguments of `decide`, with the rules as extensions, one file for each subject.
///
/// The rules of a draft may ask for `RoomStates` alone; those that are for a `Decider` of `HouseStates` may ask for more.
struct Decider<State: RoomStates, Cryptography: DraftCryptography> {
    let kind: CommandKind
    let origin: CommandOrigin
    let now: Timestamp
    let state: State
    let cryptography: Cryptography

    /// Whether this is the effect of an approved request: two staff members have agreed to it.
    var isApproved: Bool { proposer != nil }

    /// The proposer of the approved request that the decision is the effect of; nil for all other decisions.
    var proposer: UserID?

    /// The senders of the command.
    var authority: Authority { kind.authority }

    /// The moment that decides deadlines: the command's own, or now if its source gives no time.
    var occurredAt: Timestamp { origin.occurredAt ?? now }

    fileprivate func decision(on question: RoomQuestion, as command: Command) -> Decision {
        do throws(Refusal) {
            try check(command)
            return .accepted(try events(for: question))
        } catch {
            return .refused(error)
        }
    }

    /// The common checks of every command before its own rule.
    private func check(_ command: Command) throws(Refusal) {
        try checkSender()
        try checkUsers(namedBy: command)
        try checkHouse(sending: command)
        try checkIsSigned(command)
    }

    /// Finds the rule that a question about one room falls under.
    fileprivate func events(for question: RoomQuestion) throws(Refusal) -> [StreamEvent] {
        switch question {
        case .room(let id, let command): try roomEvents(id, command, of: NoContest())
        case .queue(let id, let seat, let command): try queueEvents(id, seat, command)
        case .dispute(let id, let command): try disputeEvents(id, command)
        }
    }
}

extension Decider where State: HouseStates {
    fileprivate func decision(on command: Command) -> Decision {
        do throws(Refusal) {
            try checkIsOpen(to: command)
            try check(command)
            try checkDevice(sending: command)
            try checkProvider(sending: command)
            return .accepted(try events(for: command))
        } catch {
            return .refused(error)
        }
    }

    /// Finds the rule that a command falls under. Each rule is named by its kind: `makePick` is decided by `makePickEvents`.
    func events(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .ledger(let command): try ledgerEvents(command)
        case .pool(let id, let command): try poolEvents(id, command)
        case .tournament(let id, let command): try tournamentEvents(id, command)
        case .room(let id, let command): try roomEvents(id, command, of: state)
        case .queue(let id, let seat, let command): try queueEvents(id, seat, command)
        case .wallet(let user, let command): try walletEvents(user, command)
        case .user(let user, let command): try userEvents(user, command)
        case .dispute(let id, let command): try disputeEvents(id, command)
        case .staff(let command): try staffEvents(command)
        case .measure(let id, let command): try measureEvents(id, command)
        case .season(let id, let command): try seasonEvents(id, command)
        case .aliases(let command): try aliasEvents(command)
        case .notes(let id, let command): try noteEvents(id, command)
        }
    }
}

/// The decision about a command: events for one or more streams, appended together or not at all, or a refusal.
public enum Decision: Sendable {
    /// At least one event; those of one stream in their order.
    case accepted([StreamEvent])
    case refused(Refusal)
}

/// An event and the stream it is for, before the ledger gives it a place.
public struct StreamEvent: Hashable, Sendable {
    public var stream: StreamKey
    public var event: Event

    public init(_ stream: StreamKey, _ event: Event) {
        self.stream = stream
        self.event = event
    }
}

extension Array where Element == Event {
    /// The events as events of a stream.
    func on(_ stream: StreamKey) -> [StreamEvent] { map { StreamEvent(stream, $0) } }
}

/// The functions of cryptography that a draft needs, handed in so that the game depends on nothing.
public protocol DraftCryptography: Sendable {
    func sha256(_ message: [UInt8]) -> Digest256
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256

    /// The secret of a room's order draw. The same room always gets the same one, and it cannot be known from the
    /// outside before the draw reveals it.
    func drawSecret(of room: RoomID) -> Digest256

    /// The secret by which the pods of a contest's round are drawn. It is the SHA-256 of the next round's, as
    /// `PodDraw.secret` makes it from the last round's.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - round: from 2.
    ///   - rounds: how many the contest has.
    func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256

    /// The salt under which a pick of the rules states whom it passed over: `PassedOver` has its bytes. The same pick
    /// always gets the same one, and only the seat's own user can read it.
    ///
    /// - Parameters:
    ///   - room: in which the rules pick.
    ///   - pick: its overall number.
    /// - Returns: nil for picks as they were recorded before there were salts, with the names in the room's own stream.
    func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256?
}
