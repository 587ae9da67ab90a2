public import Values

/// A game on the schedule. Its teams never change; its date and time change by `GameMoved`.
public struct GameScheduled: Hashable, Sendable {
    public var season: LeagueSeason
    public var home: TeamID
    public var away: TeamID
    /// The US date.
    public var date: GameDate
    /// The scheduled tip-off; nil where the source does not say.
    public var tipOff: Timestamp?
    /// Whether it is played in the arena of neither team.
    public var isNeutral: Bool
    /// The feed that reports it.
    public var feed: String

    public init(
        season: LeagueSeason, home: TeamID, away: TeamID, date: GameDate, tipOff: Timestamp?, isNeutral: Bool = false,
        feed: String
    ) {
        self.season = season
        self.home = home
        self.away = away
        self.date = date
        self.tipOff = tipOff
        self.isNeutral = isNeutral
        self.feed = feed
    }

    package static var blank: Self {
        Self(season: 0, home: 0, away: 0, date: GameDate(daysSinceEpoch: 0), tipOff: nil, feed: "")
    }
}

extension GameScheduled: BetEventBody {
    package static let facts = BetEventFacts(.gameScheduled, home: .game, causes: [.scheduleGame])
}

/// A game has another date or time, or is cancelled.
public struct GameMoved: Hashable, Sendable {
    /// The US date; nil for a game that is cancelled, or postponed without a date.
    public var date: GameDate?
    /// The scheduled tip-off; nil where the source does not say, and for a game without a date.
    public var tipOff: Timestamp?
    /// The feed that reports it.
    public var feed: String

    public init(date: GameDate?, tipOff: Timestamp?, feed: String) {
        self.date = date
        self.tipOff = tipOff
        self.feed = feed
    }

    package static var blank: Self { Self(date: nil, tipOff: nil, feed: "") }
}

extension GameMoved: BetEventBody {
    package static let facts = BetEventFacts(.gameMoved, home: .game, causes: [.moveGame])
}

/// A feed reports that a game has tipped off. Each feed can report it once.
public struct GameStarted: Hashable, Sendable {
    /// When play began.
    public var tippedOffAt: Timestamp
    /// The feed that reports it.
    public var feed: String

    public init(tippedOffAt: Timestamp, feed: String) {
        self.tippedOffAt = tippedOffAt
        self.feed = feed
    }

    package static var blank: Self { Self(tippedOffAt: Timestamp(microseconds: 0), feed: "") }
}

extension GameStarted: BetEventBody {
    package static let facts = BetEventFacts(.gameStarted, home: .game, causes: [.startGame])
}

/// A score during a game.
public struct ScoreUpdated: Hashable, Sendable {
    public var home: UInt16
    public var away: UInt16
    /// From 1; 5 is the first overtime.
    public var period: UInt8
    /// Seconds that are left in the period.
    public var secondsLeft: UInt16
    public var phase: GamePhase
    /// The feed that reports it.
    public var feed: String

    public init(home: UInt16, away: UInt16, period: UInt8, secondsLeft: UInt16, phase: GamePhase, feed: String) {
        self.home = home
        self.away = away
        self.period = period
        self.secondsLeft = secondsLeft
        self.phase = phase
        self.feed = feed
    }

    package static var blank: Self {
        Self(home: 0, away: 0, period: 0, secondsLeft: 0, phase: .playing, feed: "")
    }
}

extension ScoreUpdated: BetEventBody {
    package static let facts = BetEventFacts(.scoreUpdated, home: .game, causes: [.updateScore])
}

/// The points of one period: a quarter or an overtime.
public struct PeriodScore: Hashable, Sendable, BitwiseCopyable {
    public var home: UInt8
    public var away: UInt8

    public init(home: UInt8, away: UInt8) {
        self.home = home
        self.away = away
    }

    package static let blank = PeriodScore(home: 0, away: 0)
}

extension [PeriodScore] {
    /// The points of both teams in all periods together.
    public var sums: (home: UInt16, away: UInt16) {
        reduce((0, 0)) { ($0.0 &+ UInt16($1.home), $0.1 &+ UInt16($1.away)) }
    }
}

/// A feed reports the result of a game. Each feed can report it once; a change is `ResultCorrected`.
public struct GameFinal: Hashable, Sendable {
    /// When play ended.
    public var endedAt: Timestamp
    /// Seconds of play: 2880 without overtime, 300 more for each overtime.
    public var secondsPlayed: UInt16
    public var ending: GameEnding
    /// The points of each period: at least four of a completed game, more with overtime.
    public var periods: [PeriodScore]
    /// The feed that reports it.
    public var feed: String

    public init(
        endedAt: Timestamp, secondsPlayed: UInt16, ending: GameEnding, periods: [PeriodScore], feed: String
    ) {
        self.endedAt = endedAt
        self.secondsPlayed = secondsPlayed
        self.ending = ending
        self.periods = periods
        self.feed = feed
    }

    /// A completed game, whose seconds of play follow from its periods.
    public init(completedAt endedAt: Timestamp, periods: [PeriodScore], feed: String) {
        self.init(
            endedAt: endedAt, secondsPlayed: GameClock.secondsPlayed(inPeriods: periods.count), ending: .completed,
            periods: periods, feed: feed)
    }

    package static var blank: Self {
        Self(endedAt: Timestamp(microseconds: 0), secondsPlayed: 0, ending: .completed, periods: [], feed: "")
    }
}

extension GameFinal: BetEventBody {
    package static let facts = BetEventFacts(.gameFinal, home: .game, causes: [.finishGame])
}

/// The lengths of periods in seconds.
public enum GameClock {
    public static let quarters = 4
    public static let quarterSeconds = 720
    public static let overtimeSeconds = 300
    /// More overtimes than any game has had: six.
    public static let mostPeriods = 20

    /// The length of a period, from 1.
    public static func length(ofPeriod period: Int) -> Int { period <= quarters ? quarterSeconds : overtimeSeconds }

    /// Seconds of play in the first periods of a game; at most those of `mostPeriods`.
    public static func secondsPlayed(inPeriods count: Int) -> UInt16 {
        let count = Swift.min(Swift.max(count, 0), mostPeriods)
        return UInt16(Swift.min(count, quarters) * quarterSeconds + Swift.max(0, count - quarters) * overtimeSeconds)
    }
}

/// A box score of one team in one game. A later correction by the source is another such event.
public struct BoxScoreRecorded: Hashable, Sendable {
    public var team: TeamID
    public var line: BoxLine
    /// The athletes who played, each once.
    public var athletes: [AthleteLine]
    /// The feed that reports it.
    public var feed: String

    public init(team: TeamID, line: BoxLine, athletes: [AthleteLine] = [], feed: String) {
        self.team = team
        self.line = line
        self.athletes = athletes
        self.feed = feed
    }

    package static var blank: Self { Self(team: 0, line: .blank, feed: "") }
}

extension BoxScoreRecorded: BetEventBody {
    package static let facts = BetEventFacts(.boxScoreRecorded, home: .game, causes: [.recordBoxScore])
}

/// The counts of a box score, of a team or of an athlete.
public struct BoxLine: Hashable, Sendable, BitwiseCopyable {
    /// Seconds on the court; of a team those of all five places, 14,400 without overtime.
    public var seconds: UInt16
    public var points: UInt16
    public var fieldGoals: UInt16
    public var fieldGoalAttempts: UInt16
    public var threePointers: UInt16
    public var threePointAttempts: UInt16
    public var freeThrows: UInt16
    public var freeThrowAttempts: UInt16
    public var offensiveRebounds: UInt16
    public var defensiveRebounds: UInt16
    public var assists: UInt16
    public var steals: UInt16
    public var blocks: UInt16
    public var turnovers: UInt16
    public var fouls: UInt16

    public init(
        seconds: UInt16 = 0, points: UInt16 = 0, fieldGoals: UInt16 = 0, fieldGoalAttempts: UInt16 = 0,
        threePointers: UInt16 = 0, threePointAttempts: UInt16 = 0, freeThrows: UInt16 = 0,
        freeThrowAttempts: UInt16 = 0, offensiveRebounds: UInt16 = 0, defensiveRebounds: UInt16 = 0,
        assists: UInt16 = 0, steals: UInt16 = 0, blocks: UInt16 = 0, turnovers: UInt16 = 0, fouls: UInt16 = 0
    ) {
        self.seconds = seconds
        self.points = points
        self.fieldGoals = fieldGoals
        self.fieldGoalAttempts = fieldGoalAttempts
        self.threePointers = threePointers
        self.threePointAttempts = threePointAttempts
        self.freeThrows = freeThrows
        self.freeThrowAttempts = freeThrowAttempts
        self.offensiveRebounds = offensiveRebounds
        self.defensiveRebounds = defensiveRebounds
        self.assists = assists
        self.steals = steals
        self.blocks = blocks
        self.turnovers = turnovers
        self.fouls = fouls
    }

    package static let blank = BoxLine()
}

/// One athlete's counts in a game.
public struct AthleteLine: Hashable, Sendable, BitwiseCopyable {
    public var athlete: AthleteID
    /// Nil where the source does not say who started.
    public var isStarter: Bool?
    public var line: BoxLine

    public init(athlete: AthleteID, isStarter: Bool?, line: BoxLine) {
        self.athlete = athlete
        self.isStarter = isStarter
        self.line = line
    }

    package static let blank = AthleteLine(athlete: 0, isStarter: nil, line: .blank)
}
