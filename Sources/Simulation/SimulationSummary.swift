public import Draft

/// What a simulation came to.
public struct SimulationSummary: Hashable, Sendable {
    /// Rooms opened: those that follow together.
    public var rooms = 0
    public var completedRooms = 0
    public var voidedRooms = 0
    public var cancelledRooms = 0

    /// Events appended.
    public var events = 0
    public var ticks = 0

    /// Picks made by hand, undone ones included.
    public var manualPicks = 0
    /// Picks that the rules made, undone ones included.
    public var automatedPicks = 0

    /// Refused commands, those counted in one event included.
    public var refusals = 0

    public var users = 0
    /// Seats taken, those left again included.
    public var entries = 0

    public var deposits = Cents.zero
    public var withdrawals = Cents.zero
    public var fees = Cents.zero
    public var refunds = Cents.zero
    public var prizes = Cents.zero
    public var rake = Cents.zero
    public var overlay = Cents.zero

    /// The recording times of the first and the last event; nil before the first.
    public var firstMoment: Timestamp?
    public var lastMoment: Timestamp?

    init() {}

    /// Picks of both kinds.
    public var picks: Int { manualPicks + automatedPicks }
}

extension SimulationSummary {
    mutating func count(_ event: Event) {
        events += 1
        switch event {
        case .clockTicked: ticks += 1
        case .pickMade: manualPicks += 1
        case .pickAutomated: automatedPicks += 1
        case .commandRejected(let rejected): refusals += Int(rejected.count)
        case .roomOpened: rooms += 1
        case .draftCompleted: completedRooms += 1
        case .roomVoided: voidedRooms += 1
        case .roomCancelled: cancelledRooms += 1
        case .userRegistered: users += 1
        case .seatTaken: entries += 1
        default: countMoney(event)
        }
    }

    private mutating func countMoney(_ event: Event) {
        switch event {
        case .depositRecorded(let deposit): deposits += deposit.amount
        case .withdrawalPosted(let withdrawal): withdrawals += withdrawal.amount
        case .entryFeePosted(let fee): fees += fee.amount
        case .entryFeeRefunded(let fee): refunds += fee.amount
        case .prizeCredited(let prize): prizes += prize.amount
        case .rakeTaken(let taken): rake += taken.amount
        case .overlayAdded(let added): overlay += added.amount
        default: break
        }
    }
}
