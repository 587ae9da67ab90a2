public import Draft

/// A contest as it came out and as it would have, side by side.
public struct ContestWhatIfReport: Sendable {
    public var tournament: TournamentID
    public var title: String
    public var season: SeasonID
    /// The contest's own.
    public var scoring: ScoringSet
    public var change: ContestChange

    /// State after that many events of the ledger.
    public var ledgerPosition: UInt64

    /// The effects of the changed pick, or nil.
    public var exchange: Exchange?

    /// From the first on, as far as anything can be told.
    public var rounds: [Round]

    /// Why no more rounds are told; nil where all are.
    public var end: End?

    /// The entries with other prizes, by recorded winnings in descending order, then by number; nil if it cannot be
    /// told: some round is not, or the contest has no prizes that follow from its rounds.
    public var prizes: [Prize]?

    /// Notes that qualify the points.
    public var findings: [SeasonPoints.Finding]

    public struct Round: Sendable {
        /// From 1.
        public var number: Int
        public var terms: ContestRound
        /// The last week that counts; nil before any week of the round has points.
        public var throughWeek: UInt8?
        /// Whether all weeks of the round count and are final.
        public var isFinal: Bool
        /// Whether its standings are on record. Then both sides count the season as of the version at which it closed.
        public var isClosed: Bool
        /// Whether other entries would play it, so that the contest's secret would have drawn other pods.
        public var isRedrawn: Bool
        /// By pod as it would be, then by place; behind them those who would not play, by number.
        public var entries: [Entry]

        /// Entries that would advance and do not, and that advance and would not.
        public var gained: Int { entries.count(where: \.wouldGoOn) }
        public var lost: Int { entries.count(where: \.wouldGoOut) }
    }

    public struct Entry: Hashable, Sendable {
        public var entry: EntryID
        /// Nil where no user is known.
        public var user: UserID?
        /// As it is; nil for one that does not play the round.
        public var was: Side?
        /// As it would be; likewise.
        public var becomes: Side?

        /// Whether its place, its advance or its part in the round would differ.
        public var isAffected: Bool {
            was?.place != becomes?.place || was?.advances != becomes?.advances || (was == nil) != (becomes == nil)
        }
        public var wouldGoOn: Bool { becomes?.advances == true && was?.advances != true }
        public var wouldGoOut: Bool { was?.advances == true && becomes?.advances != true }
    }

    /// How an entry stands in a round.
    public struct Side: Hashable, Sendable {
        /// Of all weeks that count, in hundredths.
        public var points: Int64
        /// The most points in one week, in hundredths; nil before any week has points.
        public var bestWeek: Int64?
        /// Within the room or the pod, from 1; nil where not all are known with whom it is compared.
        public var place: Int?
        /// Whether it advances; nil in the last round, and where the place is not known.
        public var advances: Bool?
        /// Behind the first round, from 1.
        public var pod: Int?
    }

    /// A pick that takes another player. The later pick that took this player gets the released one instead; no other pick
    /// changes.
    public struct Exchange: Hashable, Sendable {
        public var pick: PickNumber
        public var entry: EntryID
        public var was: PlayerListing
        public var becomes: PlayerListing
        /// The pick that took the player, and its entry; nil without one.
        public var laterPick: PickNumber?
        public var laterEntry: EntryID?
    }

    public enum End: Hashable, Sendable {
        /// Nothing is on record of its weeks.
        case notPlayed(round: Int)
        /// Its standings are not on record, so the entries of the next one are unknown.
        case notClosed(round: Int)
        /// Its pods are not drawn.
        case notDrawn(round: Int)
        /// Of its weeks not all points are known by the other scoring.
        case pointsMissing(round: Int, ContestWhatIfError.Lack)
    }

    public struct Prize: Hashable, Sendable {
        public var entry: EntryID
        public var user: UserID?
        public var was: Award?
        public var becomes: Award?
    }

    /// By the contest's prize table.
    public struct Award: Hashable, Sendable {
        /// Of the whole contest, from 1.
        public var place: UInt32
        public var amount: Cents
    }
}
