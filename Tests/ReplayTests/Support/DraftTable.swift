import Draft
import DraftLedger
import Foundation
import Records

/// A small contest played by hand: two or more users, one room, commands with the times that a test gives them.
///
/// Commands go through the rules and leave what a service would leave. What no service would do, a test writes with
/// `record` or `refuse`.
struct DraftTable {
    private(set) var state = LedgerState()
    private(set) var pending: [PendingEvent] = []
    private var commands: UInt64 = 0
    /// Whether the machine's clock is behind the ledger's, by which nothing is decided then.
    var isSetBack = false
    private let cryptography = LedgerCryptography(drawMaster: Array(repeating: 7, count: 32))

    /// When pick 1 came on the clock.
    static let start = Timestamp(microseconds: 1_790_000_000_000_000)
    static let room: RoomID = 1

    /// A room with pick 1 on the clock at `start`: users 1... on seats 0..., each with 100.00.
    init(teams: UInt8 = 2, rounds: UInt8 = 6, change: (inout Ruleset) -> Void = { _ in }) {
        var rules = Ruleset.fast(teams: teams, rounds: rounds)
        change(&rules)
        let before = Self.start - .seconds(200)
        let players = (0..<UInt16(teams) * UInt16(rounds) + 20).map { index in
            PlayerListing(
                index: index, position: [.runningBack, .wideReceiver, .quarterback, .tightEnd][Int(index) % 4],
                byeWeek: 7, adp: UInt32(index + 1) * 100, projectedPoints: nil, rank: index + 1,
                externalID: "p\(index)", name: "Player \(index)", team: "CIN")
        }
        must(.pool(1, .publishPool(PublishPool(externalID: "", title: "Pool", players: players))), at: before)
        let details = TournamentCreated(
            pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 1_000,
            ruleset: rules, prizes: [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(600))], title: "Test",
            externalID: "")
        must(.tournament(1, .createTournament(details)), at: before)
        for user in (1...UInt64(teams)).map({ UserID($0) }) {
            must(.user(user, .registerUser), as: .user(user), at: before)
            let deposit = Command.wallet(
                user, .recordDeposit(amount: Cents(10_000), provider: "bank", reference: "d\(user)"))
            must(deposit, as: .provider(onBehalfOf: user), at: before)
            let joined = Self.start - rules.countdown
            must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: joined, now: joined)
        }
        must(.room(Self.room, .startDraft), as: .scheduler, at: Self.start, now: Self.start)
    }

    // MARK: State

    var room: RoomState { state.room(Self.room)! }

    /// The user on the clock, and its seat.
    var userOnClock: UserID { room.member(at: room.seatOnClock!)!.user! }
    var seatOnClock: Seat { room.seatOnClock! }

    /// The user whose slot has a pick.
    func user(ofPick pick: PickNumber) -> UserID { room.member(at: seat(ofPick: pick))!.user! }
    func seat(ofPick pick: PickNumber) -> Seat { room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))] }

    /// The position of the last event.
    var last: UInt64 { UInt64(pending.count) }

    // MARK: Commands

    /// Seconds since the start, as a moment.
    static func at(_ seconds: Double) -> Timestamp {
        start + Interval(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// Sends a command through the rules.
    ///
    /// - Parameter now: when it is handled; two milliseconds after its arrival unless given.
    @discardableResult
    mutating func send(
        _ command: Command, as actor: Sender = .admin(900), at arrival: Timestamp, now: Timestamp? = nil
    ) -> Decision {
        let origin = origin(of: command, actor, arrival)
        let machine = now ?? arrival + .milliseconds(2)
        let now = isSetBack ? machine : max(machine, pending.last?.recordedAt ?? machine)
        let decision = decide(command, origin: origin, now: now, state: state, cryptography: cryptography)
        switch decision {
        case .accepted(let events): for event in events { append(event, origin, now) }
        case .refused(let refusal): append(rejection(refusal, of: command), origin, now)
        }
        return decision
    }

    mutating func must(_ command: Command, as actor: Sender = .admin(900), at arrival: Timestamp, now: Timestamp? = nil)
    {
        if case .refused(let refusal) = send(command, as: actor, at: arrival, now: now) {
            preconditionFailure("\(refusal)")
        }
    }

    /// The user on the clock picks.
    mutating func pick(_ player: PlayerIndex, at seconds: Double, now: Double? = nil) {
        must(
            .room(Self.room, .makePick(MakePick(pick: room.currentPickNumber, player: player))), as: .user(userOnClock),
            at: Self.at(seconds), now: now.map(Self.at))
    }

    /// The clock runs out: the scheduler notices a few milliseconds after the grace.
    mutating func expire() {
        let late = room.runningClock!.graceEndsAt + .milliseconds(5)
        must(.room(Self.room, .automatePick(pick: room.currentPickNumber, epoch: room.epoch)), as: .scheduler, at: late)
    }

    // MARK: What no service does

    /// Writes events without asking the rules.
    mutating func record(
        _ events: [StreamEvent], of command: Command, as actor: Sender, at arrival: Timestamp, now: Timestamp? = nil
    ) {
        let origin = origin(of: command, actor, arrival)
        for event in events { append(event, origin, now ?? arrival + .milliseconds(2)) }
    }

    /// The start of a clock that ran from a moment.
    func clock(ofPick pick: PickNumber, epoch: UInt32, from moment: Timestamp) -> StreamEvent {
        var started = ClockStarted.blank
        (started.pick, started.slot, started.epoch) = (pick, room.ruleset.snake.slot(of: pick), epoch)
        started.deadline = moment + room.ruleset.pickClock
        started.graceEndsAt = started.deadline + room.ruleset.grace
        return StreamEvent(.room(Self.room), .clockStarted(started))
    }

    /// Refuses a command, whatever the rules say.
    mutating func refuse(_ command: Command, as actor: Sender, _ refusal: Refusal, at arrival: Timestamp) {
        append(rejection(refusal, of: command), origin(of: command, actor, arrival), arrival + .milliseconds(2))
    }

    private mutating func origin(of command: Command, _ actor: Sender, _ arrival: Timestamp) -> CommandOrigin {
        commands += 1
        return CommandOrigin(
            occurredAt: arrival, actor: actor, commandID: CommandID(high: 1, low: commands),
            fingerprint: command.fingerprint)
    }

    private func rejection(_ refusal: Refusal, of command: Command) -> StreamEvent {
        var recorder = RefusalRecorder()
        return recorder.event(for: refusal, command: command, room: nil)!
    }

    private mutating func append(_ event: StreamEvent, _ origin: CommandOrigin?, _ now: Timestamp) {
        let moment = max(now, pending.last?.recordedAt ?? now)
        pending.append(PendingEvent(stream: event.stream, event: event.event, origin: origin, recordedAt: moment))
        // The ledger's first event stands before all of these.
        let place = EventPlace(
            stream: event.stream, position: UInt64(pending.count), recordedAt: moment, origin: origin)
        state.fold(event.event, at: place)
    }

    /// The table as a ledger.
    func ledger() throws -> TemporaryLedger {
        let temporary = try TemporaryLedger(createdAt: Self.start - .seconds(1_000))
        try temporary.ledger.append(pending)
        return temporary
    }
}
