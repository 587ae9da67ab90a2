/// The totals of one contest's escrow and the stages of its rooms: the state that spans the streams of a contest.
///
/// `escrow` is what is left in the pot, and must end at zero.
public struct ContestBooks: Hashable, Sendable, Codable {
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
        switch (stream, event) {
        case (.tournament(let id), .overlayAdded), (.tournament(let id), .rakeTaken): id
        case (.wallet, _): event.feeContest
        case (_, _): nil
        }
    }

    /// Folds an event of this contest, of any stream. The rooms' statuses are not in such an event: the fold of
    /// the rooms updates `rooms`.
    package mutating func evolve(_ event: Event) {
        switch event.contest {
        case .overlay(let added): overlay += added.amount
        case .rake(let taken): rake += taken.amount
        case .created, .closed, .cancelled, .prizes, .finalized, .rounds, .scoring, .played, .pods, nil: break
        }
        guard let fee = event.fee else { return }
        switch fee.step {
        // Counts wrap: a part of a history may end entries that another part began, and `merge` brings them together.
        case .held: entries &+= 1
        case .posted: fees += fee.amount
        case .released: entries &-= 1
        case .refunded:
            refundedEntries += 1
            refunds += fee.amount
        case .prize: prizes += fee.amount
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

/// How many of a contest's rooms are in each status.
public struct RoomTally: Hashable, Sendable, Codable {
    /// By status: `counts[status.rawValue - 1]`.
    private var counts = [UInt32](repeating: 0, count: RoomStatus.allCases.count)

    package init() {}

    /// How many rooms are in a status.
    public package(set) subscript(status: RoomStatus) -> UInt32 {
        get { counts[Int(status.rawValue) - 1] }
        set { counts[Int(status.rawValue) - 1] = newValue }
    }

    /// Rooms whose draft may still happen or is happening.
    public var unfinished: UInt32 {
        self[.waiting] + self[.countdown] + self[.active] + self[.paused]
    }

    /// Rooms whose draft is happening.
    public var drafting: UInt32 { self[.active] + self[.paused] }

    /// A room's status has changed; nil for a room that was not counted before or is not any more.
    package mutating func move(from old: RoomStatus?, to new: RoomStatus?) {
        if let old, self[old] > 0 { self[old] -= 1 }
        if let new { self[new] += 1 }
    }

    /// Adds the rooms of another tally.
    package mutating func merge(_ other: RoomTally) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
