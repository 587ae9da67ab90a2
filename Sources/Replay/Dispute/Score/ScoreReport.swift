public import Draft
import DraftLedger
import Records

/// The history of an entry's points of a week, the result by the contest's rules, and the verdict.
public struct ScoreReport: Sendable {
    /// A moment after which other points of the week stood on record.
    public struct Step: Sendable {
        /// The events that say so, in the order of the ledger.
        public var positions: [UInt64]
        /// Of the season's stream, from here on.
        public var seasonVersion: UInt32
        public var recordedAt: Timestamp
        /// Whether the week was final before.
        public var isCorrection: Bool
        /// Whether it counts in the contest; false for what came behind the end of its window.
        public var counts: Bool
        /// The changes for players of the pod.
        public var changes: [Change]
        /// By all that stood on record then, in time or not.
        public var standing: Standing
        /// Of the claimed entry in the week: the starters by slot, behind them the bench.
        public var lineup: [Starter]
    }

    public struct Change: Hashable, Sendable {
        public var name: String
        /// In hundredths; nil where nothing was on record.
        public var before: Int32?
        public var after: Int32
        /// Whether the claimed entry drafted him.
        public var isClaimants: Bool
        public var source: String
        public var reason: String
    }

    public struct Standing: Hashable, Sendable {
        /// Of the claimed entry, in hundredths.
        public var week: Int64
        /// Of all weeks of the round so far.
        public var round: Int64
        /// In the pod, from 1.
        public var place: Int
    }

    public struct Starter: Hashable, Sendable {
        public var name: String
        public var slot: LineupSlot
        public var points: Int32
    }

    /// An entry that is compared with the claimed one, or that one itself.
    public struct PodEntry: Hashable, Sendable {
        public var entry: EntryID
        /// By what counts: of a round that is closed as of the version that it names.
        public var standing: Standing
        /// The most points in one week of the round, in hundredths.
        public var bestWeek: Int64
        /// The recorded result since the round closed; nil before.
        public var recorded: RoundStanding?
        /// In the week: the starters by slot, behind them the bench.
        public var lineup: [Starter]
    }

    /// The draw of a round's pods, with the inputs to recompute it.
    public struct Draw: Hashable, Sendable {
        /// From 2.
        public var round: Int
        /// The events that say so.
        public var positions: [UInt64]
        public var secret: Digest256
        /// The commitment to the secret; nil if the contest had none.
        public var commitment: Digest256?
        /// The event that says so: the rounds of the contest, the end of entries, or the draw of the round before.
        public var committedAt: UInt64?
        /// How many play by the standings of the round before.
        public var entrants: Int
        public var pods: Int
        /// The claimed entry's, from 1; nil where it does not play.
        public var pod: Int?
    }

    /// The versions of the rules to which the history is held, and its imports, one sentence each.
    public internal(set) var terms: [String] = []
    public var entry: EntryID
    public var claimant: UserID?
    public var contest: TournamentID
    public var season: SeasonID
    public var week: UInt8
    /// From 1.
    public var round: Int
    /// Entries that are compared with each other.
    public var podSize: Int
    /// The number of entries that advance.
    public var advancing: UInt32
    /// Until when corrections of the week count; nil where the contest has no window, or the week is not final.
    public var correctionsEnd: Timestamp?
    /// The recorded result of the entry since the round closed; nil before.
    public var recorded: RoundStanding?
    /// The version of the season as of which the round closed; nil before.
    public var closedAsOf: UInt32?
    public var verdict: DisputeResolved.Verdict
    /// Those that carry the verdict first.
    public var reasons: [DisputeReport.Reason]
    /// In the order of the ledger.
    public var steps: [Step]
    /// The points with which the round closed; nil before.
    public var closing: Step?
    /// Best first.
    public var podEntries: [PodEntry]
    /// By which the pod came about; none in the first round, whose pods are the rooms.
    public var draws: [Draw]
}

extension ScoreReport {
    /// The answer to the complaint in one sentence, for a person who knows nothing of ledgers.
    public var headline: String {
        let leading = reasons.leading(to: verdict, about: nil)
        return verdict.headline(leading?.answer ?? leading?.text)
    }
}

/// Why nothing can be settled about an entry's points of a week.
public enum ScoreDisputeError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownEntry(EntryID)
    /// It drafts in no contest, or in one whose rounds or scoring are not recorded.
    case noOutcome(EntryID)
    case weekDoesNotCount(UInt8, contest: TournamentID)
    case noPoints(UInt8, season: SeasonID)
    /// It is in no pod of the round, or no event tells in which.
    case doesNotPlay(EntryID, round: Int)

    public var description: String {
        switch self {
        case .unknownEntry(let entry): "There is no entry \(entry)."
        case .noOutcome(let entry):
            "Entry \(entry) is not in a contest with recorded rounds and scoring, so no rules apply."
        case .weekDoesNotCount(let week, let contest): "Week \(week) is not in a round of contest \(contest)."
        case .noPoints(let week, let season): "Week \(week) of season \(season) has no points yet."
        case .doesNotPlay(let entry, let round):
            "Entry \(entry) is not in a recorded pod of round \(round): the pods of later rounds are drawn."
        }
    }
}
