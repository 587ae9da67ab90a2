/// A command that was turned down: the code for programs, the message for people.
public struct BetRefusal: Error, Hashable, Sendable {
    public var code: BetRefusalCode

    /// The value that was found, the one that was expected, and the remedy.
    public var message: String

    /// For a bet: the current offers of its market, by book.
    public var offered: [BetState.Offer]

    public init(_ code: BetRefusalCode, _ message: String, offered: [BetState.Offer] = []) {
        self.code = code
        self.message = message
        self.offered = offered
    }
}

extension BetRefusal: CustomStringConvertible {
    public var description: String { "\(code.name): \(message)" }
}

/// Why a command was turned down. The names are stable strings that clients rely on; records store the raw values.
public enum BetRefusalCode: UInt8, Sendable, CaseIterable, Codable {
    /// The sender may not send the command, or not about this user.
    case forbidden = 1
    /// A value that no rule allows: odds below 1.001, a side that the market does not have, a completed game with a tie, …
    case invalidValue = 2
    /// The time of the command is too early, or in the future.
    case clockOff = 3
    case unknownGame = 4
    case unknownTeam = 5
    case unknownModel = 6
    /// The record to be created exists with other content, and cannot change.
    case conflict = 7
    /// The report is older than what the same source has reported.
    case stale = 8
    /// The game is not in a status in which this can happen to it.
    case wrongStatus = 9
    /// The offer is not on offer, or was not within the 60 seconds before the bet.
    case offerGone = 10
    /// The game has tipped off.
    case gameStarted = 11
    /// The time for corrections by feeds is over.
    case windowClosed = 12
    /// A late correction needs a case.
    case caseRequired = 13
    /// A late correction needs a second officer.
    case secondOfficerRequired = 14
    /// An analysis was made within the last 300 seconds, and the consensus has not moved by half a point.
    case tooSoon = 15
    /// The officer has a bet on the game.
    case conflictOfInterest = 16
    /// The athlete is not listed in the season of the game.
    case unknownAthlete = 17
    /// The athlete plays for neither of the two teams.
    case athleteNotInGame = 18

    /// The stable string.
    public var name: String { String(describing: self) }

    public init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }
}
