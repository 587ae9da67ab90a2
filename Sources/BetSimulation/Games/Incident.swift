/// An incident of a game.
enum Incident: CaseIterable, Sendable {
    /// The game begins later on the same date. Bets stay.
    case delayed
    /// The tip-off is reported minutes after it, and somebody bets meanwhile.
    case reportedLate
    /// Play is stopped, and is resumed after 40 minutes.
    case interrupted
    /// The official source corrects the score half an hour after the final.
    case corrected
    /// Two other feeds report different results before the official source speaks.
    case disputed
    /// The game is played on the next date. Bets are void.
    case moved
    /// The game is not played. Bets are void.
    case cancelled
    /// Play is stopped after 43 minutes and is never resumed. The score counts.
    case abandonedLate
    /// Play is stopped in the second period and is never resumed. Bets are void.
    case abandonedEarly

    /// The incidents that fit into one evening: the others take days.
    static let ofOneNight: [Incident] = [.delayed, .reportedLate, .interrupted, .corrected, .disputed]
}
