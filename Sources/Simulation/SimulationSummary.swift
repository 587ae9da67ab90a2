package import Draft

/// What a simulation came to.
package struct SimulationSummary: Hashable, Sendable {
    /// Rooms opened: those that follow together.
    package var rooms = 0
    package var completedRooms = 0
    package var voidedRooms = 0
    package var cancelledRooms = 0

    /// Events appended.
    package var events = 0
    package var ticks = 0

    /// Picks made by hand, undone ones included.
    package var manualPicks = 0
    /// Picks that the rules made, undone ones included.
    package var automatedPicks = 0

    /// Refused commands, those counted in one event included.
    package var refusals = 0

    package var users = 0
    /// Seats taken, those left again included.
    package var entries = 0

    package var deposits = Cents.zero
    package var withdrawals = Cents.zero
    package var fees = Cents.zero
    package var refunds = Cents.zero
    package var prizes = Cents.zero
    package var rake = Cents.zero
    package var overlay = Cents.zero

    /// The recording times of the first and the last event; nil before the first.
    package var firstMoment: Timestamp?
    package var lastMoment: Timestamp?

    init() {}

    /// Picks of both kinds.
    package var picks: Int { manualPicks + automatedPicks }
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
        if case .rakeTaken(let taken) = event { rake += taken.amount }
        if case .overlayAdded(let added) = event { overlay += added.amount }
        let subject = event.subject
        switch subject.transfer?.kind {
        case .deposit: deposits += subject.amount ?? .zero
        case .withdrawal: withdrawals += subject.amount ?? .zero
        case .chargeback, .settlement, nil: break
        }
        switch subject.fee?.step {
        case .posted: fees += subject.amount ?? .zero
        case .refunded: refunds += subject.amount ?? .zero
        case .prize: prizes += subject.amount ?? .zero
        case .held, .released, nil: break
        }
    }
}
