package import Draft

/// The result of a simulation.
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
        if let rejected = event.refusal { refusals += Int(rejected.count) }
        if case .registered = event.account { users += 1 }
        if let event = event.room { count(event) }
        countMoney(event)
    }

    private mutating func count(_ event: Event.Room) {
        switch event {
        case .clock(.ticked): ticks += 1
        case .pick(.made): manualPicks += 1
        case .pick(.automated): automatedPicks += 1
        case .preparation(.opened): rooms += 1
        case .membership(.taken): entries += 1
        case .ending(.completed): completedRooms += 1
        case .ending(.voided): voidedRooms += 1
        case .ending(.cancelled): cancelledRooms += 1
        case .membership, .preparation, .clock, .pick, .seatChange, .results:
            break
        }
    }

    private mutating func countMoney(_ event: Event) {
        if case .rake(let taken) = event.contest { rake += taken.amount }
        if case .overlay(let added) = event.contest { overlay += added.amount }
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
