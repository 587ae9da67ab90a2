public import Draft
import Records

/// One day of one provider of payments: what the ledger has of it, and what the provider says.
public struct ReconciledDay: Hashable, Sendable, Codable {
    /// The payments of a provider.
    public struct Totals: Hashable, Sendable, Codable {
        public var deposits = Cents.zero
        public var depositCount: UInt32 = 0
        public var withdrawals = Cents.zero
        public var withdrawalCount: UInt32 = 0
        public var chargebacks = Cents.zero
        public var chargebackCount: UInt32 = 0

        /// Deposits minus withdrawals of the provider.
        public var net: Cents { deposits - withdrawals - chargebacks }

        /// All that went either way.
        public var moved: Cents { deposits + withdrawals + chargebacks }
    }

    /// How the two go together.
    public enum Standing: String, Sendable, CaseIterable {
        /// They say the same.
        case covered
        /// They do not.
        case differs
        /// No statement covers the ledger's money.
        case unstated
    }

    public var provider: String

    /// The day's first moment in UTC. An event is of the day on which it was recorded.
    public var day: Timestamp

    public var ledger: Totals

    /// By the last statement; nil without any.
    public var stated: Totals?

    /// The SHA-256 of the last statement's file.
    public var file: Digest256?

    /// How many times the day was stated.
    public var statements: Int

    public var standing: Standing {
        guard let stated else { return .unstated }
        return stated == ledger ? .covered : .differs
    }
}

extension DraftLedger {
    /// The accounts `external/*` day by day, held against the statements of their providers: by provider, then by day.
    ///
    /// One scan of headers on all cores; only movements to and from the outside are read. On the day on which a season ends,
    /// payments are in two ledgers, and the provider states their sum.
    ///
    /// - Parameters:
    ///   - others: further ledgers whose payments and statements count, such as that of the season before.
    ///   - since: days that begin then or later; all for nil.
    ///   - until: days that begin before then; all for nil.
    ///   - provider: one provider's; all for nil.
    ///   - progress: called with the progress of the scan.
    public func reconciliation(
        with others: [DraftLedger] = [], since: Timestamp? = nil, until: Timestamp? = nil, provider: String? = nil,
        progress: ProgressHandler? = nil
    ) throws -> [ReconciledDay] {
        var days: [String: [Timestamp: ReconciledDay]] = [:]
        let filter = EventFilter(
            types: [.depositRecorded, .withdrawalPosted, .chargebackRecorded, .chargebackSettled, .providerStatement])
        for ledger in others + [self] {
            try ledger.events(matching: filter, progress: progress) { recorded in
                guard let (name, day) = recorded.providerDay, provider == nil || provider == name,
                    since.map({ day >= $0 }) ?? true, until.map({ day < $0 }) ?? true
                else { return true }
                days[name, default: [:]][day, default: ReconciledDay(of: name, on: day)].note(recorded.event)
                return true
            }
        }
        return days.keys.sorted().flatMap { name in
            (days[name] ?? [:]).values.sorted { $0.day < $1.day }
        }
    }
}
