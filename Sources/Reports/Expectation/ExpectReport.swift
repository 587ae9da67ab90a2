public import Draft
import Projections

/// The expected results of a contest's entries over simulated seasons: advance rate, final rate and
/// winnings.
public struct ExpectReport: Sendable {
    public var scope: ReportScope

    public var terms: ExpectTerms

    /// The user of the entries.
    public var contest: String

    /// Of the contest that the seasons come from.
    public var reference: String

    /// How many entries the contest has, or is taken to have, so that later rounds and prizes are those of its size.
    public var contestEntries: Int

    /// Drafts that were played through: those of the report's entries, and others that stand for the rest of the field.
    public var drafts: Int

    /// Entries of the filter that are left out: of their drafts not all seats are known.
    public var leftOut: Int

    /// Drafted players of whom nothing is known that a season could be made of: each of theirs counts 0.00.
    public var withoutSeason: [PlayerIdentity]

    /// Of how many drafted players something is projected; nil without projections.
    public var projected: Int?

    /// Of how many ranked players the NFL team is known: their good weeks are their team mates', too.
    public var withTeam: Int

    /// Projections without a match or with a weak one.
    public var sideFindings: [SideFinding]

    /// By what they may expect to win; without prizes by how often they advance; then by number.
    public var rows: [Row]

    /// How often entries advanced of whom that was expected; nil before the contest's first round is over.
    public var calibration: Calibration?

    /// A mean over the seasons, and where it lies, as far as that many of them tell: 95 %.
    ///
    /// The interval is that of the simulation alone. How far the model is from the truth, no number of seasons tells.
    public struct Estimate: Hashable, Sendable {
        public var mean: Double
        public var low: Double
        public var high: Double
    }

    public struct Row: Sendable {
        public var entry: EntryID
        /// Nil where no user is known.
        public var user: UserID?
        /// In the first round, in hundredths.
        public var points: Double
        /// The share of the seasons in which it plays each round, from the second.
        public var reached: [Estimate]
        /// Its winnings in cents; nil if the prizes are unknown.
        public var won: Estimate?

        /// Nil for a contest of one round.
        public var advance: Estimate? { reached.first }
        /// The last round of all; nil for a contest of one round.
        public var final: Estimate? { reached.last }
        public var room: RoomID { entry.room }
    }
}

/// The parameters of a simulation: with the ledger, they reproduce the same figures.
public struct ExpectTerms: Hashable, Sendable {
    /// The seed of the seasons.
    public var seed: UInt64
    /// Nil for as many as ``seasons(of:)`` says.
    public var seasons: Int?
    /// How far a player's true level may be from what the rank promises, in thousandths; nil for
    /// ``levelError(isSameSeason:)``.
    public var levelError: Int?
    /// How many drafts are played at least, where the contest has as many: those without an entry of the filter stand for the
    /// rest of the field in the later rounds.
    public var drafts: Int
    /// The number of entries of the contest; nil for a number that makes the last round one full pod, or the known number if
    /// that is larger.
    public var entries: Int?
    /// Place by place; empty where they are not known.
    public var prizes: [PrizeTier]

    /// Twenty times as many as the largest contest has: what no terms that somebody made up may exceed.
    public static let mostEntries = 10_000_000

    /// How many drafts make a closing ADP at least, where the contest has as many.
    public static let closingDrafts = 20

    /// Returns how many seasons are simulated by default: 1,000, or fewer of a large field, so that ``defaultPlays`` bounds
    /// the time; 100 at least.
    public static func seasons(of entries: Int) -> Int { max(100, min(1_000, defaultPlays / max(1, entries))) }

    /// Entries times seasons that are simulated by default: 10 to 20 seconds of one core.
    public static let defaultPlays = 10_000_000

    /// Returns the level error that is used by default, in thousandths: the calibration in the article of this module.
    ///
    /// - Parameter isSameSeason: whether the donors' season is the one that is simulated. Another season promises each rank
    ///   something else, which makes the error larger.
    public static func levelError(isSameSeason: Bool) -> Int { isSameSeason ? 620 : 900 }

    public init(
        seed: UInt64 = 1, seasons: Int? = nil, drafts: Int = 100, entries: Int? = nil, prizes: [PrizeTier] = [],
        levelError: Int? = nil
    ) {
        self.seed = seed
        self.seasons = seasons
        self.levelError = levelError
        self.drafts = drafts
        self.entries = entries
        self.prizes = prizes
    }
}

extension ExpectTerms {
    /// The same, with what a contest says itself of its size and its prizes, where they are not stated.
    package func filled(from contest: TournamentState?) -> Self {
        var terms = self
        terms.entries = entries ?? contest?.details.maxEntries.map { Int($0) }
        if prizes.isEmpty { terms.prizes = contest?.details.prizes ?? [] }
        return terms
    }
}

/// The limits of a simulation on a shared machine. They do not change figures.
public struct ExpectLimits: Sendable {
    /// Entries times seasons, those that stand for the field too; nil for as many as are asked for.
    public var plays: Int?
    /// Cores; nil for all.
    public var threads: Int?
    /// Asked before each season, on any of the cores: what it throws ends the simulation. Nil never ends it.
    public var check: (@Sendable () throws -> Void)?

    public init(plays: Int? = nil, threads: Int? = nil, check: (@Sendable () throws -> Void)? = nil) {
        self.plays = plays
        self.threads = threads
        self.check = check
    }

    public static let none = ExpectLimits()

    /// - Throws: `ReportLimit` for more than may be.
    func check(entries: Int, seasons: Int) throws(ReportLimit) {
        guard let plays, entries > 0, seasons > plays / entries else { return }
        throw .seasons(seasons, entries: entries, most: plays)
    }
}

/// What is projected of a player in a week.
public struct WeekProjection: Hashable, Sendable {
    /// The subject.
    public var player: PlayerNote
    public var week: UInt8
    /// In hundredths.
    public var points: Int32

    public init(player: PlayerNote, week: UInt8, points: Int32) {
        self.player = player
        self.week = week
        self.points = points
    }
}

extension ExpectReport.Estimate {
    /// - Parameters:
    ///   - moments: of some seasons.
    ///   - count: how many.
    ///   - most: what no season exceeds; nil for no such bound. No season is below 0.
    init(_ moments: SeasonPlay.Moments, of count: Int, most: Double?) {
        let n = Double(count)
        mean = moments.sum / n
        let variance = max(0, moments.squares - moments.sum * mean) / max(1, n - 1)
        let spread = 1.959963984540054 * (variance / n).squareRoot()
        low = max(0, mean - spread)
        high = min(most ?? .infinity, mean + spread)
    }

    /// - Parameters:
    ///   - successes: seasons in which it came so.
    ///   - count: of all.
    init(_ successes: Int, of count: Int) {
        let interval = AdvanceReport.interval(successes, of: count)
        (mean, low, high) = (Double(successes) / Double(count), interval.lowerBound, interval.upperBound)
    }
}
