public import Draft
import Projections

/// How often each player was drafted by the entries of a filter, when, and for how much of the money.
public struct ExposureReport: Sendable {
    public var scope: ReportScope

    /// The known fees of all entries that count; nil when none is known.
    public var fees: Cents?

    /// Entries that count but whose fee is not known: no part of any fee-weighted figure.
    public var entriesWithoutFee: Int

    /// Drafts of the entries that count of which not all seats are known.
    public var partialDrafts: Int

    /// Entries by slot, from slot 0: every slot of the largest draft that counts, also without entries; empty unless
    /// asked for.
    public var entriesBySlot: [Int]

    /// By how often, then by name.
    public var rows: [Row]

    public struct Row: Sendable {
        public var player: PlayerIdentity

        /// Entries that drafted the player.
        public var drafted: Int

        /// `drafted` / N.
        public var exposure: Double

        /// The known fees of the entries that drafted the player; nil when none is known.
        public var fees: Cents?

        /// `fees` / the known fees of all entries; nil when none of the player's is known, and when they come to nothing.
        public var feeWeightedExposure: Double?

        /// The sum of the overall picks at which the player was drafted.
        public var pickSum: Int

        /// `pickSum` / `drafted`.
        public var averagePick: Double

        public var earliestPick: PickNumber
        public var latestPick: PickNumber

        /// Entries that drafted the player, by slot, from slot 0; empty unless asked for. The exposure at a slot is
        /// this / `entriesBySlot`.
        public var draftedBySlot: [Int]
    }
}

extension Analysis {
    /// Exposure: drafted(p) / N; by fee, Σ fee(e with p) / Σ fee(e) over the entries whose fee is known; the
    /// average, earliest and latest pick.
    ///
    /// One scan of the picks; for one user's entries, O(their picks + players).
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - bySlot: counts by slot too.
    public func exposure(_ filter: ReportFilter = ReportFilter(), bySlot: Bool = false) -> ExposureReport {
        let players = showing(filter.entries).players
        let tally = rosters.count(
            filter.entries, of: players, with: ExposureTally(players: players.players.count, bySlot: bySlot))
        let slots = min(tally.mostTeams, ExposureTally.slots)
        var rows: [ExposureReport.Row] = []
        for (number, counted) in tally.players.enumerated() where counted.drafted > 0 {
            let player = players.players[number]
            guard filter.lists(player) else { continue }
            rows.append(
                ExposureReport.Row(
                    player: player, drafted: Int(counted.drafted),
                    exposure: Double(counted.drafted) / Double(tally.scope.entries), fees: counted.knownFees,
                    feeWeightedExposure: tally.fees == 0
                        ? nil : counted.knownFees.map { Double($0.value) / Double(tally.fees) },
                    pickSum: Int(counted.picks), averagePick: Double(counted.picks) / Double(counted.drafted),
                    earliestPick: counted.earliest, latestPick: counted.latest,
                    draftedBySlot: bySlot ? tally.draftedBySlot.prefix(slots).map { Int($0[number]) } : []))
        }
        rows.sort { ($1.drafted, $0.player.name, $0.player.number) < ($0.drafted, $1.player.name, $1.player.number) }
        return ExposureReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            fees: tally.entriesWithoutFee == tally.scope.entries ? nil : Cents(tally.fees),
            entriesWithoutFee: tally.entriesWithoutFee, partialDrafts: tally.partialDrafts,
            entriesBySlot: bySlot ? tally.entriesBySlot.prefix(slots).map { Int($0) } : [], rows: rows)
    }
}
