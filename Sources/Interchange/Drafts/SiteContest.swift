import Draft

/// The contest of a draft, as its site states it.
struct SiteContest: Hashable, Sendable {
    /// The contest's external ID in the ledger.
    var externalID: String
    var title: String

    /// Whether all its drafts take from the same players of the site. Drafts without a contest are only alike.
    var isOfOneSlate: Bool

    var entryFee: Cents?
    var totalPrizes: Cents?
    var size: UInt32?

    init(
        externalID: String, title: String, isOfOneSlate: Bool = true, entryFee: Cents? = nil, totalPrizes: Cents? = nil,
        size: UInt32? = nil
    ) {
        self.externalID = externalID
        self.title = title
        self.isOfOneSlate = isOfOneSlate
        self.entryFee = entryFee
        self.totalPrizes = totalPrizes
        self.size = size
    }

    /// Drafts that belong to no contest of their site: those of one size and fee are alike.
    ///
    /// - Parameter prefix: before the id, so that no contest of another site has it.
    static func drafts(of teams: UInt8, fee: Cents?, prefix: String) -> SiteContest {
        let words = fee.map { "\($0.value / 100).\($0.value % 100 < 10 ? "0" : "")\($0.value % 100)" }
        return SiteContest(
            externalID: "\(prefix)\(words ?? "no fee"), \(teams) teams",
            title: "Drafts of \(teams)" + (words.map { " for \($0)" } ?? ""), isOfOneSlate: false, entryFee: fee)
    }
}

/// The season whose players are drafted.
///
/// A season's players are one pool, and drafts are about the season of their year. In January those of the playoffs are
/// about the season before, and the first ones of the coming season are held: their contest continues in later months, or
/// has rookies, whom no team has before the spring; of the playoffs' players each has one.
enum DraftSeason {
    /// - Parameters:
    ///   - starts: of one contest's drafts.
    ///   - teams: of each player whether the files name his team.
    /// - Returns: its year; nil for drafts without times.
    static func year(startedAt starts: [Timestamp], hasTeam teams: Set<Bool>) -> Int? {
        guard let last = starts.max()?.iso8601, let year = Int(last.prefix(4)) else { return nil }
        let hasRookies = teams.count == 2
        let isAhead = !last.dropFirst(4).hasPrefix("-01") || hasRookies
        return isAhead ? year : year - 1
    }
}
