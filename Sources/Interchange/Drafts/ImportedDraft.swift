import Draft

/// A draft of another site, complete and checked, in the game's own terms.
struct ImportedDraft: Hashable, Sendable {
    var externalID: String

    /// Index among the batch's contests.
    var contest: Int

    /// Likewise: the contest that earlier versions took it for; nil where that is the same one.
    var formerContest: Int? = nil

    var teams: UInt8
    var rounds: UInt8
    var order = Ruleset.Order.snake

    /// The time that a pick had; nil where the source does not say.
    var statedClock: Interval? = nil

    /// Nil where the source does not say.
    var startedAt: Timestamp?

    /// By slot; nil for a team of which the source tells nothing.
    var entries: [ImportedEntry?]

    /// In order, without a gap.
    var picks: [ImportedPick]

    /// Of its first pick: where to point when the draft as a whole is refused.
    var place: SourcePlace

    /// Nil where the source does not say.
    var entryFee: Cents? = nil

    /// Of a draft of which a later file can have more picks: what is known of its rounds. Nil for one that is over.
    var growing: ImportedRounds? = nil

    /// Results of entries that the site states, one for each round with stated results, in
    /// the order of the rounds.
    var results: [ResultsStated] = []

    /// Whether a later file can have more picks of the same draft.
    var mayGrow: Bool { growing != nil }
}

struct ImportedEntry: Hashable, Sendable {
    var externalID: String

    /// The user's id and name at the source; empty where it does not say. Personal: neither reaches the log.
    var userID = ""
    var username = ""

    /// The source's ID in every round of its tournament; empty if it is not known.
    var tournamentEntry = ""

    /// The result of the entry in the first round, as the site states it.
    var stated = StatedEntry.blank
}

struct ImportedPick: Hashable, Sendable {
    /// How a pick came about.
    enum Manner: Hashable, Sendable {
        case byHand
        case automated(PickAutomated.Reason, PickAutomated.Source)

        /// The source does not say.
        static let unknown = automated(.unknown, .unknown)
    }

    /// Index among the batch's players; nil for a skipped pick.
    var player: Int?

    /// As the source showed it, in hundredths.
    var adp: UInt32?

    /// Nil where the source has no time for each pick.
    var occurredAt: Timestamp?

    var manner: Manner
}

/// A player as a source describes him.
struct ImportedPlayer: Hashable, Sendable {
    /// Empty where the source has none.
    var externalID: String
    var name: String
    var position: PlayerPosition
    /// The NFL team's abbreviation; empty where the source does not say.
    var team = ""
    var byeWeek: UInt8?
    var adp: UInt32?
    var projectedPoints: Int32?
    var rank: UInt16?

    /// Facts about a player whose ID is only valid in a slate; nil if the ID is permanent.
    var slates: PlayerSlates?

    func listing(at index: PlayerIndex) -> PlayerListing {
        PlayerListing(
            index: index, position: position, byeWeek: byeWeek, adp: adp, projectedPoints: projectedPoints,
            rank: rank, externalID: externalID, name: name, team: team)
    }
}

/// A contest that drafts of a source belong to, with its player pool.
struct ImportedContest: Hashable, Sendable {
    var externalID: String
    var title: String
    var poolExternalID: String
    var poolTitle: String

    /// The players that the pool lists when it is published, in order: indexes of the batch's players.
    var players: [Int]

    /// Of its first draft.
    var teams: UInt8
    var rounds: UInt8

    /// The result that the site states; nil if it states none.
    var entryFee: Cents?
    var maxEntries: UInt32?
    var statedPrizes: Cents?

    /// Nil where it is not known.
    var outcome: ImportedOutcome?
}

/// The content of the files of an import: drafts, and issues.
protocol ImportBatch: Sendable {
    associatedtype Drafts: RandomAccessCollection<ImportedDraft> where Drafts.Index == Int

    /// The dialect's name: part of every command's id.
    var dialect: String { get }
    var files: [SourceFile] { get }
    var players: [ImportedPlayer] { get }
    var contests: [ImportedContest] { get }

    /// In the order in which they go in.
    var drafts: Drafts { get }
    var issues: [ImportIssue] { get }

    /// Notes for the caller, though nothing is wrong.
    var notes: [String] { get }
}

extension ImportBatch {
    var notes: [String] { [] }
}
