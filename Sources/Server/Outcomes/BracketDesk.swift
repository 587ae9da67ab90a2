import Draft
import DraftLedger
import Platform
import Reports

/// A cache of the brackets that were requested last. Half a million standings are computed again only if the contest
/// has continued.
final class BracketDesk: Sendable {
    /// The rounds of a contest as they are on record.
    struct Told: Sendable {
        var tournament: TournamentID
        var title: String
        /// Nil for a contest without rounds.
        var bracket: Bracket?
    }

    private struct Kept {
        var told: Told
        /// The version of the contest's stream.
        var version: UInt32
        var askedAt: ContinuousClock.Instant

        var entries: Int { told.bracket?.rounds.reduce(0) { $0 + $1.entryCount } ?? 0 }
    }

    /// The maximum number of entries in the cache.
    private static let mostEntries = 2_000_000

    private let kept = Guarded<[TournamentID: Kept]>([:])
    /// A lock for one computation at a time: requests that wait then use its result.
    private let making = Guarded<Void>(())

    /// A contest's rounds.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - moment: as of when.
    ///   - ledger: the ledger to read.
    /// - Throws: `OutcomeError`, `DraftLedgerError`.
    func bracket(of tournament: TournamentID, at moment: Moment, in ledger: DraftLedger) throws -> Told {
        guard moment == .latest else { return try Self.made(tournament, at: moment, in: ledger) }
        if let known = try known(tournament, in: ledger) { return known }
        return try making.withLock { _ in
            if let known = try known(tournament, in: ledger) { return known }
            // An event that is recorded meanwhile may be included or not. In either case, the next request computes it
            // again.
            let version = try ledger.version(of: .tournament(tournament))
            let told = try Self.made(tournament, at: .latest, in: ledger)
            keep(Kept(told: told, version: version, askedAt: .now), tournament)
            return told
        }
    }

    private static func made(_ tournament: TournamentID, at moment: Moment, in ledger: DraftLedger) throws -> Told {
        guard let contest = try ledger.tournament(tournament, at: moment) else {
            throw OutcomeError.unknownContest(tournament)
        }
        let bracket = contest.rounds == nil ? nil : try Bracket(of: contest)
        return Told(tournament: tournament, title: contest.details.title, bracket: bracket)
    }

    private func known(_ tournament: TournamentID, in ledger: DraftLedger) throws -> Told? {
        let version = try ledger.version(of: .tournament(tournament))
        return kept.withLock { kept in
            guard kept[tournament]?.version == version else { return nil }
            kept[tournament]?.askedAt = .now
            return kept[tournament]?.told
        }
    }

    private func keep(_ made: Kept, _ tournament: TournamentID) {
        kept.withLock { kept in
            kept[tournament] = made
            while kept.count > 64 || kept.values.reduce(0, { $0 + $1.entries }) > Self.mostEntries,
                let oldest = kept.min(by: { $0.value.askedAt < $1.value.askedAt })
            {
                kept[oldest.key] = nil
            }
        }
    }
}
