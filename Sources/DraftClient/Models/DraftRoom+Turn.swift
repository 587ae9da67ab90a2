public import Foundation

/// The turn and the owners of picks: as the server states them, or computed from its numbers for a board.
extension DraftRoom {
    /// The viewer; nil for who has no seat.
    public var me: Participant? { participants.first(where: \.isUser) }

    /// Whether there is an order, and with it somebody whose turn each pick is.
    private var isDrawn: Bool { status != .waiting && !awaitsReveals && participants.count == teams && teams > 0 }

    /// The member on the clock; nil while no clock runs.
    public var onTheClock: Participant? {
        guard status == .active, currentPickNumber <= totalPicks else { return nil }
        return participant(for: currentPickNumber)
    }

    public var isMyTurn: Bool { onTheClock?.isUser == true }

    /// The place in the draft order whose pick a number is: the order turns at the end of each round.
    ///
    /// - Parameter pick: from 1 to `totalPicks`.
    /// - Returns: nil for any other number.
    public func participantIndex(for pick: Int) -> Int? {
        guard (1...max(1, totalPicks)).contains(pick), totalPicks > 0, teams > 0 else { return nil }
        let (round, place) = (pick - 1).quotientAndRemainder(dividingBy: teams)
        return round.isMultiple(of: 2) ? place : teams - 1 - place
    }

    /// Returns the owner of a pick; nil before the order is drawn.
    public func participant(for pick: Int) -> Participant? {
        guard isDrawn, let index = participantIndex(for: pick) else { return nil }
        return participants.first { $0.index == index }
    }

    /// Round and place in it, as in 2.05.
    public func label(of pick: Int) -> String {
        guard teams > 0, pick > 0 else { return "" }
        let (round, place) = (pick - 1).quotientAndRemainder(dividingBy: teams)
        return "\(round + 1).\(place < 9 ? "0" : "")\(place + 1)"
    }

    /// The picks until the viewer's next turn: 0 on the clock; nil if the viewer has no more turns.
    public var picksAway: Int? {
        guard isDrawn, let me, 0 < currentPickNumber, currentPickNumber <= totalPicks else { return nil }
        // Within two rounds each participant has a turn, however many rounds a server states.
        return (0...min(totalPicks - currentPickNumber, 2 * teams))
            .first { participantIndex(for: currentPickNumber + $0) == me.index }
    }

    /// The remaining time of the pick and of its grace on the server's clock; nil if no clock runs. Never below zero.
    ///
    /// - Parameter now: on this machine's clock.
    public func timeLeft(at now: Date = .now) -> (untilDeadline: TimeInterval, untilGraceEnds: TimeInterval)? {
        guard let clock else { return nil }
        let there = now.addingTimeInterval(serverAhead)
        return (
            max(0, clock.deadline.timeIntervalSince(there)), max(0, clock.graceEndsAt.timeIntervalSince(there))
        )
    }

    /// A participant's picks, in their order.
    public func roster(of participant: Participant.ID) -> [DraftPick] {
        picks.filter { $0.participantId == participant }
    }

    /// Those of a list who can still be picked, in its order.
    public func available(of players: [Player]) -> [Player] {
        let taken = Set(picks.map(\.player.id))
        return players.filter { !taken.contains($0.id) }
    }
}
