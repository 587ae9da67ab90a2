public import Values

extension BetState {
    /// A game as its feeds and officers report it, with its offers, analyses and bets.
    public struct Game: Hashable, Sendable {
        public let id: GameID
        public let season: LeagueSeason
        public let home: TeamID
        public let away: TeamID
        public let isNeutral: Bool
        /// The dates and times, in the order of their positions. The first is that of `GameScheduled`.
        public internal(set) var schedule: [Appointment]
        /// The reports that the game has tipped off, at most one for each feed.
        public internal(set) var starts: [Start] = []
        /// The latest score of each feed, in the order of the feeds' first scores.
        public internal(set) var scores: [ScoreReport] = []
        /// The latest score with which a feed reported that play was stopped.
        public internal(set) var stop: ScoreReport?
        /// The reports of the result, at most one for each feed.
        public internal(set) var finals: [ResultReport] = []
        /// The corrections of feeds and officers, in the order of their positions.
        public internal(set) var corrections: [Correction] = []
        /// Late corrections that wait for a second officer.
        public internal(set) var proposals: [Proposal] = []
        public internal(set) var boxScores: [TeamID: BoxScoreRecorded] = [:]
        /// The offers of bets on the game.
        var offerList = OfferList<OfferRecorded>()
        /// The lines on the points of athletes.
        var propLineList = OfferList<PropLineRecorded>()
        /// The analyses, in the order of their positions.
        public internal(set) var analyses: [Analysis] = []
        /// The bets on the game, in the order of their positions.
        public internal(set) var bets: [BetID] = []
    }

    /// A date and a time of a game.
    public struct Appointment: Hashable, Sendable {
        public var position: UInt64
        /// The US date; nil for a game that is cancelled, or postponed without a date.
        public var date: GameDate?
        public var tipOff: Timestamp?
    }

    /// A feed's report that a game has tipped off.
    public struct Start: Hashable, Sendable {
        public var position: UInt64
        public var tippedOffAt: Timestamp
        public var feed: String
    }

    /// A feed's report of a score during a game.
    public struct ScoreReport: Hashable, Sendable {
        public var position: UInt64
        /// When the report reached the ledger.
        public var moment: Timestamp
        public var update: ScoreUpdated
    }

    /// A feed's report of a result.
    public struct ResultReport: Hashable, Sendable {
        public var position: UInt64
        /// When the report reached the ledger.
        public var moment: Timestamp
        public var final: GameFinal
    }

    /// A correction of a result.
    public struct Correction: Hashable, Sendable {
        public var position: UInt64
        /// When the correction reached the ledger.
        public var moment: Timestamp
        /// The case that it follows from; nil for one within 72 hours after the final.
        public var dispute: CaseID?
        /// The sender: the feed's service, or the officer.
        public var officer: UserID?
        public var corrected: ResultCorrected
    }

    /// A correction that waits for a second officer.
    public struct Proposal: Hashable, Sendable {
        public var position: UInt64
        public var officer: UserID
        public var dispute: CaseID
        public var proposed: CorrectionProposed
    }

    /// An analysis of a game.
    public struct Analysis: Hashable, Sendable {
        public var position: UInt64
        /// When the service made it.
        public var moment: Timestamp
        public var made: AnalysisMade
    }
}

/// The status of a game as lists show it.
public enum GameStatus: String, CaseIterable, Sendable {
    case scheduled, live, stopped, final, cancelled
}

extension BetState.Game {
    /// The name of the official source. Its word counts more than that of all other feeds.
    public static let officialFeed = "league"

    /// The current date and time.
    public var appointment: BetState.Appointment { schedule[schedule.count - 1] }

    public var status: GameStatus {
        if !finals.isEmpty { return .final }
        if appointment.date == nil { return .cancelled }
        guard !starts.isEmpty else { return .scheduled }
        return score?.update.phase == .stopped ? .stopped : .live
    }

    /// When play began: the official source's report, otherwise the earliest of the other feeds' reports; nil before one.
    public var tippedOffAt: Timestamp? {
        starts.first { $0.feed == Self.officialFeed }?.tippedOffAt ?? starts.map(\.tippedOffAt).min()
    }

    /// The score that counts during the game: the official source's, otherwise the latest one.
    public var score: BetState.ScoreReport? {
        scores.first { $0.update.feed == Self.officialFeed } ?? scores.max { $0.position < $1.position }
    }

    /// The moment from which a bet on the game is late: the tip-off; of a finished game without a report of it, the scheduled
    /// tip-off or the end.
    public var lateFrom: Timestamp? {
        if let tippedOffAt { return tippedOffAt }
        guard let final = finals.first?.final else { return nil }
        return min(appointment.tipOff ?? final.endedAt, final.endedAt)
    }
}
