import Draft

/// The origin of drafts in files: what all drafts of a site have in common.
struct DraftSite: Hashable, Sendable {
    /// Part of every command's id, and of what its pools are called.
    var dialect: String

    /// As people write it.
    var title: String

    /// Before the ids of its drafts, so that no draft of another site has them; empty where they are unlike any other.
    var idPrefix: String

    /// How many rounds most of its contests have.
    var usualRounds: UInt8

    /// Whether a player has another id in each of the site's slates; else an id is his for good.
    var hasSlates = false

    /// Whether earlier versions took drafts of January without a contest for the season before, whatever they held.
    var hadFormerPools = false

    /// A number alone would be taken for one of the ledger's own.
    func id(ofUser name: String) -> String { UInt64(name) == nil ? name : "\(dialect)-\(name)" }

    /// The contest of a draft of the site.
    ///
    /// - Parameters:
    ///   - id: of the contest, in the ledger.
    ///   - pool: what the pool of its players is called there.
    func contest(_ played: SiteContest, id: String, pool: String, teams: UInt8, rounds: UInt8) -> ImportedContest {
        ImportedContest(
            externalID: id, title: played.title, poolExternalID: pool, poolTitle: poolTitle(of: pool), players: [],
            teams: teams, rounds: rounds, entryFee: played.entryFee, maxEntries: played.size,
            statedPrizes: played.totalPrizes)
    }

    /// The id of a contest in the ledger. Drafts that belong to none are one for each season, fee and size.
    ///
    /// - Parameter pool: that of a draft of it alone; nil for one without a time.
    func id(of played: SiteContest, pool: String?) -> String {
        played.isOfOneSlate ? played.externalID : "\(played.externalID), \(pool ?? dialect)"
    }

    /// The title of the pool of a season's players; nil if the season is not known.
    func pool(of season: Int?) -> String? { season.map { "\(dialect)-\($0)" } }

    /// "Underdog players 2025" for "underdog-2025".
    private func poolTitle(of pool: String) -> String {
        ([title, "players"] + pool.split(separator: "-").dropFirst().map(String.init)).joined(separator: " ")
    }

    static let underdog = DraftSite(
        dialect: "underdog", title: "Underdog", idPrefix: "", usualRounds: 18, hasSlates: true, hadFormerPools: true)
}
