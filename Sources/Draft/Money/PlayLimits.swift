/// A member's own limits of deposits and entries per day and week. Nil means no limit; 0 blocks everything.
///
/// A tighter limit holds at once, a looser one after `coolingOff`. Days and weeks are those of UTC, and a week begins on
/// Monday. An entry counts when it is joined, also where it is left again; a deposit counts when it is recorded, also where it
/// is charged back.
public struct PlayLimits: Hashable, Sendable, Codable {
    public var depositsPerDay: Cents?
    public var depositsPerWeek: Cents?
    /// Entry fees together.
    public var feesPerDay: Cents?
    public var feesPerWeek: Cents?
    public var entriesPerDay: UInt32?
    public var entriesPerWeek: UInt32?

    public init(
        depositsPerDay: Cents? = nil, depositsPerWeek: Cents? = nil, feesPerDay: Cents? = nil,
        feesPerWeek: Cents? = nil,
        entriesPerDay: UInt32? = nil, entriesPerWeek: UInt32? = nil
    ) {
        self.depositsPerDay = depositsPerDay
        self.depositsPerWeek = depositsPerWeek
        self.feesPerDay = feesPerDay
        self.feesPerWeek = feesPerWeek
        self.entriesPerDay = entriesPerDay
        self.entriesPerWeek = entriesPerWeek
    }

    public static let none = PlayLimits()

    /// How long a looser limit waits: a day, in which a member can think better of it.
    public static let coolingOff = Interval.seconds(24 * 60 * 60)

    /// Of money, in the order of their declaration.
    var amounts: [Cents?] { [depositsPerDay, depositsPerWeek, feesPerDay, feesPerWeek] }

    /// Of entries, in the order of their declaration.
    var counts: [UInt32?] { [entriesPerDay, entriesPerWeek] }

    /// Of each two limits the tighter one.
    func tightened(by other: PlayLimits) -> PlayLimits {
        func tighter<Value: Comparable>(_ limit: (PlayLimits) -> Value?) -> Value? {
            guard let own = limit(self), let their = limit(other) else { return limit(self) ?? limit(other) }
            return min(own, their)
        }
        return PlayLimits(
            depositsPerDay: tighter { $0.depositsPerDay }, depositsPerWeek: tighter { $0.depositsPerWeek },
            feesPerDay: tighter { $0.feesPerDay }, feesPerWeek: tighter { $0.feesPerWeek },
            entriesPerDay: tighter { $0.entriesPerDay }, entriesPerWeek: tighter { $0.entriesPerWeek })
    }
}

/// The limits that hold for a member, and those that are to hold later.
public struct StandingLimits: Hashable, Sendable, Codable {
    /// Until the looser ones hold, if some wait.
    public private(set) var now = PlayLimits.none

    /// Wanted, and looser than those that hold; nil where nothing waits.
    public private(set) var later: PlayLimits?

    /// From when on those hold.
    public private(set) var looserFrom: Timestamp?

    init() {}

    /// The limits of a member who was taken over from another ledger.
    init(_ carried: [MemberCarried.Limits]) {
        for limits in carried {
            if limits.from == nil { now = limits.limits } else { (later, looserFrom) = (limits.limits, limits.from) }
        }
    }

    /// The limits as another ledger takes them over.
    var carried: [MemberCarried.Limits] {
        (now == .none ? [] : [MemberCarried.Limits(limits: now)])
            + (later.map { [MemberCarried.Limits(from: looserFrom, limits: $0)] } ?? [])
    }

    /// The limits that hold at a moment.
    public func holding(at moment: Timestamp) -> PlayLimits {
        guard let later, let looserFrom, looserFrom <= moment else { return now }
        return later
    }

    /// Takes what a member has set: instead of what was wanted before and did not hold yet.
    mutating func note(_ set: LimitsSet, at moment: Timestamp) {
        let holding = holding(at: moment)
        now = set.looserFrom == nil ? set.limits : holding.tightened(by: set.limits)
        later = set.looserFrom == nil ? nil : set.limits
        looserFrom = set.looserFrom
    }
}
