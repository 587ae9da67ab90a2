public import Draft
import Projections

/// How often each player was drafted in a whole field, and how far one user differs from it.
public struct OwnershipReport: Sendable {
    /// Of the field: its entries are those of all users, also if the filter names one.
    public var scope: ReportScope

    /// The user of the leverage and the number of the user's entries in the field; nil if no user was named.
    public var own: Own?

    public struct Own: Hashable, Sendable {
        public var user: UserID
        public var entries: Int
    }

    /// Drafts of the field of which not all seats are known: their unknown entries are no part of it.
    public var partialDrafts: Int

    /// Whether there are entries of others to compare with the user's; true without a user.
    public var hasOthers: Bool { own.map { $0.entries < scope.entries } ?? true }

    /// By the field's ownership, then by name. The user's entries are part of the field, so all his players are here.
    public var rows: [Row]

    public struct Row: Sendable {
        public var player: PlayerIdentity

        /// Entries of the field that drafted the player.
        public var drafted: Int

        /// `drafted` / N.
        public var ownership: Double

        /// The user's entries that drafted the player; nil without a user.
        public var ownDrafted: Int?

        /// The user's exposure; nil without a user, or if the user has no entries here.
        public var ownExposure: Double?

        /// The user's exposure - the field's; positive for more of the player than others have. Nil too when the field is
        /// the user's entries alone, as if a source has no others: there is nothing to differ from.
        public var leverage: Double?
    }
}

extension Analysis {
    /// Ownership: the exposure over every entry of a contest, or of whatever the filter names.
    ///
    /// With a user in the filter, leverage: his exposure - the field's, over the same contest, dates and clock. One scan
    /// of the field.
    public func ownership(_ filter: ReportFilter = ReportFilter()) -> OwnershipReport {
        var everybody = filter
        everybody.entries.user = nil
        let field = exposure(everybody)
        var own: ExposureReport?
        if filter.entries.user != nil { own = exposure(filter) }
        var drafted: [Int: Int] = [:]
        for row in own?.rows ?? [] { drafted[row.player.number] = row.drafted }
        let entries = own?.scope.entries ?? 0
        let hasOthers = entries < field.scope.entries
        let rows = field.rows.map { row in
            let mine = own.map { _ in drafted[row.player.number] ?? 0 }
            let exposure = mine.flatMap { entries == 0 ? nil : Double($0) / Double(entries) }
            return OwnershipReport.Row(
                player: row.player, drafted: row.drafted, ownership: row.exposure, ownDrafted: mine,
                ownExposure: exposure, leverage: hasOthers ? exposure.map { $0 - row.exposure } : nil)
        }
        var scope = field.scope
        scope.filter = filter
        return OwnershipReport(
            scope: scope, own: filter.entries.user.map { OwnershipReport.Own(user: $0, entries: entries) },
            partialDrafts: field.partialDrafts, rows: rows)
    }
}
