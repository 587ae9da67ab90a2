import Draft
import DraftLedger

/// Everything outside the draft rooms, in one line of time: users, their money, the contests, and the rooms until
/// they start.
final class SimulatedOperator {
    var desk: OperatorDesk
    let options: SimulationOptions
    let numbers: SimulationStart
    var random: SeededGenerator

    /// Random numbers for contributions to draws; separate from those of choices.
    var entropy: SeededGenerator

    /// The staff: they request, approve, judge and pay.
    let staff: [UserID]

    /// By place among the drafters: whether that user has registered.
    var isRegistered: [Bool]
    var payments = Payments()
    /// Measures that were proposed.
    var measures: UInt64 = 0
    var statements = ProviderDays()
    var outage: RoomScript.Outage? { didSet { desk.journal.outage = outage } }
    /// Rooms that have filled, in all contests.
    var filledRooms = 0

    static let staffCount = 4

    init(_ options: SimulationOptions, from numbers: SimulationStart, words: WordBook?) {
        self.options = options
        self.numbers = numbers
        random = SeededGenerator(seed: options.seed, purpose: .company, number: numbers.room.number)
        entropy = SeededGenerator(seed: options.seed, purpose: .entropy, number: numbers.room.number)
        staff = (0..<UInt64(Self.staffCount)).map { UserID(numbers.user.number + $0) }
        isRegistered = Array(repeating: false, count: options.userCount)
        let names = SeededGenerator(seed: options.seed, purpose: .companyCommands, number: numbers.room.number)
        let journal = Journal(
            now: numbers.moment, names: names, cryptography: Self.cryptography(options, numbers), words: words)
        desk = OperatorDesk(OperatorStore(firstRoom: numbers.room, journal: journal))
    }

    /// The order draws' secrets come from the seed: a simulated draw has nothing to hide, and must come out again.
    private static func cryptography(
        _ options: SimulationOptions, _ numbers: SimulationStart
    ) -> LedgerCryptography {
        var generator = SeededGenerator(
            seed: options.seed, purpose: .drawSecrets, number: numbers.room.number)
        return LedgerCryptography(
            drawMaster: (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    }

    /// The states as the desk's decisions leave them.
    var states: OperatorStore { desk.store }

    var now: Timestamp { desk.now }
    var manager: Sender { .admin(staff[0]) }

    /// The user at a place among the drafters.
    func user(_ place: Int) -> UserID { UserID(numbers.user.number + UInt64(Self.staffCount + place)) }

    /// A moment after now, as the next thing happens; a service that is down until then has to start first.
    func later(_ range: ClosedRange<Interval>) throws(SimulationError) -> Timestamp {
        let moment = now + random.interval(range)
        guard let outage, moment >= outage.start else { return moment }
        try restart(after: outage)
        return now + random.interval(.milliseconds(10)...(.milliseconds(300)))
    }

    /// The service comes back and says so.
    func restart(after outage: RoomScript.Outage) throws(SimulationError) {
        self.outage = nil
        desk.journal.advance(to: outage.end)
        try startSoftware()
    }

    func startSoftware() throws(SimulationError) {
        var software = SoftwareStarted.blank
        software.rulesVersion = SoftwareStarted.currentRules
        software.version = "simulation"
        try desk.demand(.ledger(.startSoftware(software)), as: .scheduler, at: now)
    }
}
