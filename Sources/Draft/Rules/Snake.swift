/// The snake: who picks when. The only place that knows.
///
/// `round = (n-1)/T + 1`, `pickInRound = (n-1)%T + 1`; the slot runs forward in odd rounds and back in even ones, so
/// the outermost slots own two picks in a row.
///
/// Numbers outside of the draft give answers without a meaning, but never trap: a damaged record can hold any.
public struct Snake: Hashable, Sendable, BitwiseCopyable {
    /// Teams in the room, 2-20.
    public var teams: UInt8

    /// Rounds of the draft, 1-30.
    public var rounds: UInt8

    @inlinable
    public init(teams: UInt8, rounds: UInt8) {
        self.teams = teams
        self.rounds = rounds
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
        return round(of: pick) % 2 == 1 ? place &- 1 : teams &- place
    }

    /// The pick that a slot makes in a round (from 1).
    @inlinable
    public func pick(of slot: Slot, in round: UInt8) -> PickNumber {
        let place = round % 2 == 1 ? slot &+ 1 : teams &- slot
        return PickNumber(round &- 1) * PickNumber(teams) + PickNumber(place)
    }

    /// A pick as drafters say it: pick 17 of 12 teams is "2.05". A number outside of the draft is only the number.
    public func label(of pick: PickNumber) -> String {
        guard pick >= 1, pick <= pickCount else { return "\(pick)" }
        let place = pickInRound(of: pick)
        return "\(round(of: pick)).\(place < 10 ? "0" : "")\(place)"
    }
}
