public import Values

/// Everything that can be asked of a ledger of bets. The sender, the time and the ID are in the `CommandOrigin`.
///
/// No command settles a bet: bets follow from the results of games.
public enum BetCommand: Hashable, Sendable {
    case listTeam(LeagueSeason, TeamListed)
    case listAthlete(LeagueSeason, AthleteListed)
    case scheduleGame(GameID, GameScheduled)
    case moveGame(GameID, GameMoved)
    case startGame(GameID, GameStarted)
    case updateScore(GameID, ScoreUpdated)
    case finishGame(GameID, GameFinal)
    case recordBoxScore(GameID, BoxScoreRecorded)
    /// A correction of a feed's own report, or of the result by an officer. Later than 72 hours after the final, the same
    /// command by a second officer is the approval.
    case correctResult(GameID, CorrectResult)
    case recordOffer(GameID, OfferRecorded)
    case withdrawOffer(GameID, WithdrawOffer)
    case recordPropLine(GameID, PropLineRecorded)
    case withdrawPropLine(GameID, WithdrawPropLine)
    case makeAnalysis(GameID, AnalysisMade)
    case publishModel(ModelVersion, ModelPublished)
    case recordBet(UserID, BetRecorded)

    /// The kind of this command.
    public var kind: BetCommandKind {
        switch self {
        case .listTeam: .listTeam
        case .listAthlete: .listAthlete
        case .scheduleGame: .scheduleGame
        case .moveGame: .moveGame
        case .startGame: .startGame
        case .updateScore: .updateScore
        case .finishGame: .finishGame
        case .recordBoxScore: .recordBoxScore
        case .correctResult: .correctResult
        case .recordOffer: .recordOffer
        case .withdrawOffer: .withdrawOffer
        case .recordPropLine: .recordPropLine
        case .withdrawPropLine: .withdrawPropLine
        case .makeAnalysis: .makeAnalysis
        case .publishModel: .publishModel
        case .recordBet: .recordBet
        }
    }

    /// The stream that the command is for: its first event, if it has one, goes there.
    public var anchor: BetStream {
        switch self {
        case .listTeam(let season, _), .listAthlete(let season, _): .league(season)
        case .scheduleGame(let game, _), .moveGame(let game, _), .startGame(let game, _), .updateScore(let game, _),
            .finishGame(let game, _), .recordBoxScore(let game, _), .correctResult(let game, _):
            .game(game)
        case .recordOffer(let game, _), .withdrawOffer(let game, _), .recordPropLine(let game, _),
            .withdrawPropLine(let game, _):
            .market(game)
        case .makeAnalysis(let game, _): .analysis(game)
        case .publishModel(let model, _): .model(model)
        case .recordBet(let user, _): .bettor(user)
        }
    }
}

extension BetCommand {
    /// The feed whose report the command is; nil for commands of users, officers and the service.
    ///
    /// A server that takes reports compares it with the name that the sender has proved: the official source's word counts
    /// more than that of the others.
    public var feed: String? {
        switch self {
        case .listTeam(_, let body): body.feed
        case .listAthlete(_, let body): body.feed
        case .scheduleGame(_, let body): body.feed
        case .moveGame(_, let body): body.feed
        case .startGame(_, let body): body.feed
        case .updateScore(_, let body): body.feed
        case .finishGame(_, let body): body.feed
        case .recordBoxScore(_, let body): body.feed
        case .correctResult(_, let body): body.feed.isEmpty ? nil : body.feed
        case .recordOffer(_, let body): body.feed
        case .withdrawOffer(_, let body): body.feed
        case .recordPropLine(_, let body): body.feed
        case .withdrawPropLine(_, let body): body.feed
        case .makeAnalysis, .publishModel, .recordBet: nil
        }
    }
}

/// Corrects the result of a game. The case of a late correction is in the command's origin.
public struct CorrectResult: Hashable, Sendable {
    public var secondsPlayed: UInt16
    public var ending: GameEnding
    /// The points of each period as they should be.
    public var periods: [PeriodScore]
    /// Required of officers.
    public var reason: Wording
    /// The feed that corrects its own report; empty for an officer.
    public var feed: String

    public init(
        secondsPlayed: UInt16, ending: GameEnding, periods: [PeriodScore], reason: Wording = "", feed: String = ""
    ) {
        self.secondsPlayed = secondsPlayed
        self.ending = ending
        self.periods = periods
        self.reason = reason
        self.feed = feed
    }

    /// A completed game, whose seconds of play follow from its periods.
    public init(periods: [PeriodScore], reason: Wording = "", feed: String = "") {
        self.init(
            secondsPlayed: GameClock.secondsPlayed(inPeriods: periods.count), ending: .completed, periods: periods,
            reason: reason, feed: feed)
    }

    package static var blank: Self { Self(secondsPlayed: 0, ending: .completed, periods: []) }
}

/// Withdraws a book's current offer on a market.
public struct WithdrawOffer: Hashable, Sendable {
    public var market: Market
    public var book: String
    /// The feed that reports it.
    public var feed: String

    public init(market: Market, book: String, feed: String) {
        self.market = market
        self.book = book
        self.feed = feed
    }

    package static var blank: Self { Self(market: .total, book: "", feed: "") }
}

/// Withdraws a book's current line on the points of an athlete.
public struct WithdrawPropLine: Hashable, Sendable {
    public var athlete: AthleteID
    public var book: String
    /// The feed that reports it.
    public var feed: String

    public init(athlete: AthleteID, book: String, feed: String) {
        self.athlete = athlete
        self.book = book
        self.feed = feed
    }

    package static var blank: Self { Self(athlete: 0, book: "", feed: "") }
}
