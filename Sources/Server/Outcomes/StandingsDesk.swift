import Draft
import DraftLedger
import Platform
import Reports

/// A cache that computes standings and keeps the last ones. To sort half a million entries takes seconds, and on a day of
/// games thousands of clients ask at once.
final class StandingsDesk: Sendable {
    /// The standings of a contest in a round, if they are known.
    struct Told: Sendable {
        var tournament: TournamentID
        var title: String
        /// Nil for a contest without rounds or scoring.
        var outcome: ContestOutcome?
        /// Nil as long as no week has points.
        var standings: Standings?
        /// The order of the standings' entries.
        let byPoints = PointsOrder()
        /// State after that many events.
        var position: UInt64
    }

    /// The order of all entries by their points, across all pods. It is made for the first request.
    final class PointsOrder: Sendable {
        private let places = Guarded<[UInt32]?>(nil)

        /// Whether an entry ranks before another.
        static func precedes(_ one: Standings.Entry, _ other: Standings.Entry) -> Bool {
            (one.points, other.entry) > (other.points, one.entry)
        }

        /// - Parameter entries: always the same.
        /// - Returns: the rank of each entry, the one with the most points first.
        func places(in entries: [Standings.Entry]) -> [UInt32] {
            places.withLock { places in
                if let places { return places }
                var made = Array(0..<UInt32(entries.count))
                made.sort { Self.precedes(entries[Int($0)], entries[Int($1)]) }
                places = made
                return made
            }
        }
    }

    private struct Key: Hashable {
        var tournament: TournamentID
        var round: Int?
        var week: UInt8?
    }

    private struct Kept {
        var told: Told
        var madeAt: ContinuousClock.Instant
        var entries: Int { told.standings?.entries.count ?? 0 }
    }

    /// The time for which cached standings are served although there are newer events.
    private static let lifetime = Duration.seconds(5)
    /// The maximum number of entries in the cache.
    private static let mostEntries = 1_000_000

    private let kept = Guarded<[Key: Kept]>([:])
    /// A lock for one computation at a time: each takes all cores, and requests that wait then use its result.
    private let making = Guarded<Void>(())

    /// Returns the standings of a contest.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - round: nil for the last one that can be told.
    ///   - week: the last week that counts; nil for all that have points.
    ///   - moment: the moment of the standings.
    ///   - after: the number of events that the standings include at least.
    ///   - ledger: the ledger to read.
    /// - Throws: `OutcomeError`, `DraftLedgerError`.
    func standings(
        of tournament: TournamentID, round: Int? = nil, week: UInt8? = nil, at moment: Moment, after: UInt64,
        in ledger: DraftLedger
    ) throws -> Told {
        let key = Key(tournament: tournament, round: round, week: week)
        guard moment == .latest else { return try Self.made(key, at: moment, in: ledger) }
        if let known = known(key, after, try ledger.size) { return known }
        return try making.withLock { _ in
            if let known = known(key, after, try ledger.size) { return known }
            // The only change since then may be one player's week.
            let earlier = kept.withLock { $0[key]?.told.standings }
            let told = try Self.made(key, at: .latest, in: ledger, restating: earlier)
            keep(told, key)
            return told
        }
    }

    /// The kept standings, if they include what is asked for. Events that the ledger does not have cannot be included: a
    /// request for them would have them computed each time.
    private func known(_ key: Key, _ after: UInt64, _ size: UInt64) -> Told? {
        kept.withLock { kept in
            guard let found = kept[key], found.told.position >= min(after, size),
                found.told.position == size || .now - found.madeAt < Self.lifetime
            else { return nil }
            return found.told
        }
    }

    private func keep(_ told: Told, _ key: Key) {
        kept.withLock { kept in
            kept[key] = Kept(told: told, madeAt: .now)
            while kept.count > 64 || kept.values.reduce(0, { $0 + $1.entries }) > Self.mostEntries,
                let oldest = kept.min(by: { $0.value.madeAt < $1.value.madeAt })
            {
                kept[oldest.key] = nil
            }
        }
    }

    // MARK: Making them

    private static func made(
        _ key: Key, at moment: Moment, in ledger: DraftLedger, restating earlier: Standings? = nil
    ) throws -> Told {
        let position = try ledger.position(of: moment)
        guard let state = TournamentState.folding(try ledger.stream(.tournament(key.tournament), upTo: position))
        else { throw OutcomeError.unknownContest(key.tournament) }
        var told = Told(tournament: key.tournament, title: state.details.title, position: position)
        guard state.rounds != nil, state.scoring != nil else { return told }
        var outcome = try ContestOutcome(of: key.tournament, in: ledger, upTo: position)
        told.outcome = outcome
        // This precedes the reading of rosters, so that a request for an unknown round costs nothing.
        _ = try outcome.round(key.round ?? 1, throughWeek: key.week)
        guard !outcome.points.weeks.isEmpty else { return told }
        let analysis = try Analysis(of: ledger, at: moment, sitesPositions: false)
        // Both must be of the same moment: points may have been recorded meanwhile.
        if analysis.rosters.position != position {
            outcome = try ContestOutcome(of: key.tournament, in: ledger, upTo: analysis.rosters.position)
            (told.outcome, told.position) = (outcome, analysis.rosters.position)
        }
        told.standings = try standings(of: analysis, outcome, key, earlier, in: ledger)
        return told
    }

    /// Of the round that is asked for; else of the last one that has points and of which it is known who plays it.
    private static func standings(
        of analysis: Analysis, _ outcome: ContestOutcome, _ key: Key, _ earlier: Standings?, in ledger: DraftLedger
    ) throws -> Standings {
        func made(_ round: Int) throws -> Standings {
            try analysis.standings(
                outcome, round: round, throughWeek: key.week, restating: earlier?.round == round ? earlier : nil,
                statedIn: ledger)
        }
        if let round = key.round { return try made(round) }
        let through = key.week ?? .max
        let begun = outcome.rounds.rounds.lastIndex { round in
            outcome.points.weeks.contains { $0 <= through && round.weeks.contains($0) }
        }
        for round in stride(from: (begun ?? 0) + 1, to: 1, by: -1) {
            do {
                return try made(round)
            } catch OutcomeError.unknownEntrants {
                // The round before tells, if anything does.
            }
        }
        return try made(1)
    }
}
