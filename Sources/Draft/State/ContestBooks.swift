/// What has flowed through one contest's escrow, and how far its rooms are: what spans the streams of a tournament.
///
/// `escrow` is what is left in the pot, and must end at zero.
public struct ContestBooks: Hashable, Sendable {
    /// Entries that were joined and not left or cancelled.
    public package(set) var entries: UInt32 = 0
    /// Those of them whose fee went back because their room was voided.
    public package(set) var refundedEntries: UInt32 = 0
    /// Entry fees posted.
    public package(set) var fees: Cents = .zero
    public package(set) var refunds: Cents = .zero
    public package(set) var prizes: Cents = .zero
    public package(set) var rake: Cents = .zero
    public package(set) var overlay: Cents = .zero
    /// The contest's rooms by status.
    public package(set) var rooms = RoomTally()

    package init() {}

    public var escrow: Cents { fees + overlay - refunds - prizes - rake }

    /// Entries that can still win: neither left, cancelled nor refunded.
    public var standingEntries: UInt32 { entries >= refundedEntries ? entries - refundedEntries : 0 }
}

extension ContestBooks {
    /// The contest whose books an event changes; nil for all other events.
    package static func contest(of event: Event, in stream: StreamKey) -> TournamentID? {
        switch event {
        case .entryFeeHeld(let fee): fee.tournament
        case .entryFeePosted(let fee): fee.tournament
        case .entryFeeReleased(let fee): fee.tournament
        case .entryFeeRefunded(let fee): fee.tournament
        case .prizeCredited(let prize): prize.tournament
        case .overlayAdded, .rakeTaken:
            if case .tournament(let id) = stream { id } else { nil }
        default: nil
        }
    }

    /// Folds an event of this contest, of whatever stream. The rooms' statuses are not in such an event: whoever
    /// folds rooms moves `rooms`.
    package mutating func evolve(_ event: Event) {
        switch event {
        // Counts wrap: a part of a history may end entries that another part began, and `merge` brings them together.
        case .entryFeeHeld: entries &+= 1
        case .entryFeePosted(let fee): fees += fee.amount
        case .entryFeeReleased: entries &-= 1
        case .entryFeeRefunded(let fee):
            refundedEntries += 1
            refunds += fee.amount
        case .prizeCredited(let prize): prizes += prize.amount
        case .overlayAdded(let added): overlay += added.amount
        case .rakeTaken(let taken): rake += taken.amount
        default: break
        }
    }

    /// Adds the books of another part of the same contest's history.
    package mutating func merge(_ other: ContestBooks) {
        entries &+= other.entries
        refundedEntries += other.refundedEntries
        fees += other.fees
        refunds += other.refunds
        prizes += other.prizes
        rake += other.rake
        overlay += other.overlay
        rooms.merge(other.rooms)
    }
}
