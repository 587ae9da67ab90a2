/// The rules of one room, fixed when it opens.
public struct Ruleset: Hashable, Sendable {
    /// The name under which the clock's settings go.
    public enum Preset: UInt8, Sendable, CaseIterable {
        case fast = 1
        case slow = 2
        /// No clock of this ledger: imported history.
        case untimed = 3
        case custom = 4
    }

    /// Which way each round runs.
    public enum Order: UInt8, Sendable, CaseIterable, BitwiseCopyable {
        /// Forward in odd rounds, back in even ones.
        case snake = 1
        /// The same, but from round 3 on the other way around: rounds 2 and 3 both run back.
        case thirdRoundReversal = 2
    }

    public var preset: Preset

    /// Teams in the room, 2-32.
    public var teams: UInt8

    /// Rounds of the draft, 1-30.
    public var rounds: UInt8

    /// How long a slot has for its pick. Of imported history what its source states, zero where it does not: a fact
    /// about the draft that decides nothing.
    public var pickClock: Interval

    /// How long after the deadline a pick that reached the edge still counts.
    public var grace: Interval

    /// From the draw of the order to pick 1.
    public var countdown: Interval

    /// How often the remaining time is recorded as shown.
    public var tickInterval: Interval

    /// The limits an autopick keeps to, unless the seat has set its own. Of imported history they say nothing: which
    /// limits the other site had, no source tells.
    public var limits: PositionLimits

    /// Which autopick is used; 1 is the only one so far.
    public var autopickPolicy: UInt8

    /// The number of missed picks in a row after which autodraft is turned on; 0 for never.
    public var missedPicksBeforeAutodraft: UInt8

    /// The hours in which the clocks are stopped every night; nil if they run day and night.
    public var overnight: OvernightWindow?

    /// Which way each round runs.
    public var order: Order

    public init(
        preset: Preset, teams: UInt8, rounds: UInt8, pickClock: Interval, grace: Interval, countdown: Interval,
        tickInterval: Interval, limits: PositionLimits = .standard, autopickPolicy: UInt8 = 1,
        missedPicksBeforeAutodraft: UInt8 = 2, overnight: OvernightWindow? = nil, order: Order = .snake
    ) {
        self.overnight = overnight
        self.order = order
        self.preset = preset
        self.teams = teams
        self.rounds = rounds
        self.pickClock = pickClock
        self.grace = grace
        self.countdown = countdown
        self.tickInterval = tickInterval
        self.limits = limits
        self.autopickPolicy = autopickPolicy
        self.missedPicksBeforeAutodraft = missedPicksBeforeAutodraft
    }

    /// The seating order's arithmetic for these teams and rounds.
    @inlinable
    public var snake: Snake { Snake(teams: teams, rounds: rounds, order: order) }

    /// Whether picks have a clock.
    @inlinable
    public var isTimed: Bool { preset != .untimed }

    public static let allowedTeams: ClosedRange<UInt8> = 2...32
    public static let allowedRounds: ClosedRange<UInt8> = 1...30
}

extension Ruleset {
    /// 30 s a pick and 5 s of grace, a minute's countdown, a tick every second.
    public static func fast(teams: UInt8 = 12, rounds: UInt8 = 18) -> Ruleset {
        Ruleset(
            preset: .fast, teams: teams, rounds: rounds, pickClock: .seconds(30), grace: .seconds(5),
            countdown: .seconds(60), tickInterval: .seconds(1))
    }

    /// 12 hours a pick without grace, a minute's countdown, a tick every minute.
    public static func slow(teams: UInt8 = 12, rounds: UInt8 = 18) -> Ruleset {
        Ruleset(
            preset: .slow, teams: teams, rounds: rounds, pickClock: .seconds(12 * 3600), grace: .zero,
            countdown: .seconds(60), tickInterval: .seconds(60))
    }

    /// Imported history: picks in order, no clock that decides, no autodraft.
    ///
    /// - Parameters:
    ///   - teams: 2-32.
    ///   - rounds: 1-30.
    ///   - statedClock: the time a pick had, as the source states it; zero where it does not.
    ///   - order: which way each round runs.
    public static func untimed(
        teams: UInt8, rounds: UInt8, statedClock: Interval = .zero, order: Order = .snake
    ) -> Ruleset {
        Ruleset(
            preset: .untimed, teams: teams, rounds: rounds, pickClock: statedClock, grace: .zero, countdown: .zero,
            tickInterval: .zero, missedPicksBeforeAutodraft: 0, order: order)
    }

    /// The pick clock that the source of imported history states; nil if not stated, and for drafts held
    /// here.
    public var statedClock: Interval? { isTimed || pickClock <= .zero ? nil : pickClock }

    /// The clock that a draft had, wherever it was held: the preset's, and of imported history `fast` for at most two
    /// minutes a pick, `slow` for more, `untimed` where its source states none.
    public var tempo: Preset {
        statedClock.map { $0 <= Self.longestFastClock ? .fast : .slow } ?? preset
    }

    /// Sites' fast drafts give half a minute to a minute and a half, slow ones an hour and more.
    private static let longestFastClock = Interval.seconds(120)
}

/// The snake: who picks when. The only place that knows.
///
/// `round = (n-1)/T + 1`, `pickInRound = (n-1)%T + 1`; the slot runs forward in odd rounds and back in even ones, so
/// the outermost slots own two picks in a row. With third-round reversal the directions swap from round 3 on.
///
/// Numbers outside of the draft give answers without a meaning, but never trap: a damaged record can hold any.
public struct Snake: Hashable, Sendable, BitwiseCopyable {
    /// Teams in the room, 2-32.
    public var teams: UInt8

    /// Rounds of the draft, 1-30.
    public var rounds: UInt8

    /// Which way each round runs.
    public var order: Ruleset.Order

    @inlinable
    public init(teams: UInt8, rounds: UInt8, order: Ruleset.Order = .snake) {
        self.teams = teams
        self.rounds = rounds
        self.order = order
    }

    /// Whether a round (from 1) runs from the first slot to the last.
    @inlinable
    public func runsForward(inRound round: UInt8) -> Bool {
        (round % 2 == 1) != (order == .thirdRoundReversal && round >= 3)
    }

    /// The most picks that a draft can have.
    public static var mostPicks: PickNumber {
        PickNumber(Ruleset.allowedTeams.upperBound) * PickNumber(Ruleset.allowedRounds.upperBound)
    }

    /// The number of picks in the whole draft, which is also the last pick's number.
    @inlinable
    public var pickCount: PickNumber { PickNumber(teams) * PickNumber(rounds) }

    /// The round of a pick, from 1.
    @inlinable
    public func round(of pick: PickNumber) -> UInt8 {
        UInt8(truncatingIfNeeded: (pick &- 1) / PickNumber(max(teams, 1))) &+ 1
    }

    /// The place of a pick in its round, from 1, in the order in which the picks are made.
    @inlinable
    public func pickInRound(of pick: PickNumber) -> UInt8 {
        UInt8(truncatingIfNeeded: (pick &- 1) % PickNumber(max(teams, 1))) &+ 1
    }

    /// The slot that owns a pick, from 0.
    @inlinable
    public func slot(of pick: PickNumber) -> Slot {
        let place = pickInRound(of: pick)
        return runsForward(inRound: round(of: pick)) ? place &- 1 : teams &- place
    }

    /// The pick that a slot makes in a round (from 1).
    @inlinable
    public func pick(of slot: Slot, in round: UInt8) -> PickNumber {
        let place = runsForward(inRound: round) ? slot &+ 1 : teams &- slot
        return PickNumber(round &- 1) * PickNumber(teams) + PickNumber(place)
    }

    /// A pick as drafters say it: pick 17 of 12 teams is "2.05". A number outside of the draft is only the number.
    public func label(of pick: PickNumber) -> String {
        guard pick >= 1, pick <= pickCount else { return "\(pick)" }
        let place = pickInRound(of: pick)
        return "\(round(of: pick)).\(place < 10 ? "0" : "")\(place)"
    }
}
