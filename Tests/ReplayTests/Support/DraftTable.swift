import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Records
import Testing

/// A small contest played by hand or by a text: two or more users, one room, commands with the times that a test gives
/// them.
///
/// Commands go through the rules and leave what a service would leave. What no service would do, a test writes with
/// `record` or `refuse`.
struct DraftTable {
    private var house: House
    /// Whether the machine's clock is behind the ledger's, by which nothing is decided then.
    private var isSetBack = false

    /// When pick 1 came on the clock.
    static let start = House.start
    static let room: RoomID = 1

    /// A room with pick 1 on the clock at `start`: users 1... on seats 0..., each with 100.00.
    ///
    /// - Parameter isFormer: whether picks of the rules say whom they passed over, as they once did.
    init(
        teams: UInt8 = 2, rounds: UInt8 = 6, isFormer: Bool = false, change: (inout Ruleset) -> Void = { _ in }
    ) {
        var rules = Ruleset.fast(teams: teams, rounds: rounds)
        change(&rules)
        var plan = HousePlan(rules)
        // Somebody with two names, as most have.
        plan.pool[plan.pool.count - 1].name = "Player Last"
        self.init(counting: plan, isFormer: isFormer)
        must(.room(Self.room, .startDraft), as: .scheduler, at: Self.start, now: Self.start)
    }

    /// The same room with its countdown running until `start`.
    private init(counting plan: HousePlan, isFormer: Bool = false) {
        let cryptography = LedgerCryptography(drawMaster: TemporaryLedger.drawMaster)
        house = House(
            firstPosition: 1,
            cryptography: isFormer ? FormerCryptography(cryptography) as any DraftCryptography : cryptography)
        for (command, sender) in plan.commands { must(command, as: sender, at: Self.start - .seconds(200)) }
        let joined = Self.start - plan.ruleset.countdown
        for (command, sender) in plan.joins { must(command, as: sender, at: joined, now: joined) }
    }

    // MARK: State

    var state: LedgerState { house.state }
    var room: RoomState { house.room }

    /// What is in the ledger, but for its own first event.
    var recorded: [RecordedEvent] { house.log }
    var pending: [PendingEvent] { recorded.map { PendingEvent($0) } }

    /// The user on the clock, and its seat.
    var userOnClock: UserID { house.userOnClock }
    var seatOnClock: Seat { seat(ofPick: room.currentPickNumber) }

    /// The user whose slot has a pick.
    func user(ofPick pick: PickNumber) -> UserID { house.user(ofSlot: room.ruleset.snake.slot(of: pick)) }
    func seat(ofPick pick: PickNumber) -> Seat { room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))] }

    /// The position of the last event.
    var last: UInt64 { UInt64(house.log.count) }

    /// The position of the first event of a type.
    func position(of type: EventType) throws -> UInt64 {
        try #require(house.log.first { $0.event.type == type }).position
    }

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
        _ command: Command, as sender: Sender = House.admin, at arrival: Timestamp, now: Timestamp? = nil
    ) -> Decision {
        let machine = now ?? arrival + .milliseconds(2)
        let now = isSetBack ? machine : max(machine, house.log.last?.recordedAt ?? machine)
        return house.send(command, as: sender, at: arrival, now: now, fingerprint: command.fingerprint)
    }

    mutating func must(
        _ command: Command, as sender: Sender = House.admin, at arrival: Timestamp, now: Timestamp? = nil
    ) {
        if case .refused(let refusal) = send(command, as: sender, at: arrival, now: now) {
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

    /// The clock is shown.
    mutating func tick(_ tick: ClockTicked, at moment: Timestamp) {
        house.append([StreamEvent(.clock(Self.room), .clockTicked(tick))], origin: nil, at: moment)
    }

    /// Software of today's rules starts.
    mutating func startSoftware(rules: UInt16 = SoftwareStarted.currentRules, at seconds: Double) {
        let started = SoftwareStarted(rulesVersion: rules, version: "1", commit: "")
        must(.ledger(.startSoftware(started)), as: .scheduler, at: Self.at(seconds), now: Self.at(seconds))
    }

    /// The machine's clock steps back; the ledger's time, by which all is decided, stands still.
    mutating func stepBack(to moment: Timestamp) {
        house.append(
            [StreamEvent(.system, .clockStepped(ClockStepped(from: lastRecordedAt, to: moment)))], origin: nil,
            at: lastRecordedAt)
    }

    /// The machine's clock leaps forward, or the machine is suspended.
    mutating func leap(from start: Timestamp, at end: Timestamp, cause: ClockStepped.Cause? = nil) {
        house.append(
            [StreamEvent(.system, .clockStepped(ClockStepped(from: start, to: end, cause: cause)))], origin: nil,
            at: end)
    }

    /// The ledger's time.
    var lastRecordedAt: Timestamp { house.log.last?.recordedAt ?? Self.start }

    /// The machine's clock is set back behind the ledger's, by software that decided by it.
    mutating func setBack(to moment: Timestamp) {
        isSetBack = true
        guard let last = house.log.last?.recordedAt else { return }
        let step = Event.clockStepped(ClockStepped(from: last, to: moment))
        house.append([StreamEvent(.system, step)], origin: nil, at: last)
    }

    // MARK: What no service does

    /// Writes events without asking the rules.
    mutating func record(
        _ events: [StreamEvent], of command: Command, as sender: Sender, at arrival: Timestamp, now: Timestamp? = nil,
        dispute: CaseID? = nil
    ) {
        var origin = house.nextOrigin(sender, at: arrival, fingerprint: command.fingerprint)
        origin.dispute = dispute
        house.append(events, origin: origin, at: now ?? arrival + .milliseconds(2))
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
    mutating func refuse(_ command: Command, as sender: Sender, _ refusal: Refusal, at arrival: Timestamp) {
        record([house.rejection(refusal, of: command)], of: command, as: sender, at: arrival)
    }

    /// The table as a ledger.
    func ledger() throws -> TemporaryLedger {
        try TemporaryLedger(createdAt: Self.start - .seconds(1_000), pending)
    }
}

extension DraftTable: DraftDesk {
    /// Plays a text draft, whose outcomes are what really came of its commands.
    init(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let draft = try DraftScript(script)
        var plan = HousePlan(draft.ruleset)
        plan.pool = draft.players
        self.init(counting: plan)
        try expectDraft(script, on: &self, sourceLocation: sourceLocation)
    }

    mutating func answer(
        _ command: Command, from sender: Sender, at moment: Timestamp, now: Timestamp
    ) -> Decision {
        send(command, as: sender, at: moment, now: now)
    }
}
