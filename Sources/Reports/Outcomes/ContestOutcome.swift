public import Draft
public import DraftLedger

/// The rules and data of a contest's outcome: its rounds, its lineup and the points of its season, as of one position.
public struct ContestOutcome: Sendable {
    public let tournament: TournamentID
    public let title: String
    public let rounds: ContestRoundsSet
    public let scoring: ScoringSet
    public let points: SeasonPoints

    /// Players of the pool without points, each with points that may be the player's and are not assigned to any player.
    public let unplaced: [UnplacedFit]

    /// Its rounds, as far as they are drawn or closed on record.
    public let played: [PlayedRound]

    /// Reads it from the ledger: the contest's own stream, its pool and its season.
    ///
    /// - Parameters:
    ///   - tournament: the contest.
    ///   - ledger: the ledger to read.
    ///   - position: state after that many events.
    /// - Throws: `OutcomeError` for a contest of which not all is known, and `DraftLedgerError`.
    public init(of tournament: TournamentID, in ledger: DraftLedger, upTo position: UInt64) throws {
        guard let state = TournamentState.folding(try ledger.stream(.tournament(tournament), upTo: position)) else {
            throw OutcomeError.unknownContest(tournament)
        }
        guard let rounds = state.rounds else { throw OutcomeError.noRounds(tournament) }
        guard let scoring = state.scoring else { throw OutcomeError.noScoring(tournament) }
        let pool = PoolState.folding(try ledger.stream(.pool(state.details.pool), upTo: position))
        let season = SeasonState.folding(try ledger.stream(.season(rounds.season), upTo: position))
        let points = SeasonPoints(
            season, of: rounds.season, scoring: scoring.scoring, for: pool ?? PoolState(id: state.details.pool),
            playedIn: rounds.weeks, correctionDays: rounds.correctionDays)
        self.init(
            tournament: tournament, title: state.details.title, rounds: rounds, scoring: scoring, points: points,
            played: state.played, unplaced: pool.map { points.unplaced(fitting: points.withoutPoints, of: $0) } ?? [])
    }

    /// Puts it together from its parts.
    public init(
        tournament: TournamentID, title: String, rounds: ContestRoundsSet, scoring: ScoringSet, points: SeasonPoints,
        played: [PlayedRound] = [], unplaced: [UnplacedFit] = []
    ) {
        self.tournament = tournament
        self.title = title
        self.rounds = rounds
        self.scoring = scoring
        self.points = points
        self.unplaced = unplaced
        self.played = played
    }

    /// A round by its number, from 1.
    ///
    /// - Throws: `OutcomeError` for a number that it does not have.
    public func round(_ number: Int) throws(OutcomeError) -> ContestRound {
        guard rounds.rounds.indices.contains(number - 1) else {
            throw .noSuchRound(number, of: rounds.rounds.count)
        }
        return rounds.rounds[number - 1]
    }

    /// A round by its number, from 1, with its weeks up to one.
    ///
    /// - Throws: `OutcomeError` for a number that the contest does not have, and an invalid week or one before the round.
    public func round(_ number: Int, throughWeek week: UInt8?) throws(OutcomeError) -> ContestRound {
        let round = try round(number)
        if let week {
            guard SeasonState.weeks.contains(week) else { throw .noSuchWeek(week) }
            guard week >= round.firstWeek else { throw .weekOutsideRound(week, round: number, round) }
        }
        return round
    }

    /// What is on record of a round behind the first since its pods were drawn; nil before.
    func drawn(_ number: Int) -> PlayedRound? {
        number > 1 && played.indices.contains(number - 1) ? played[number - 1] : nil
    }

    /// The weeks of a round of which there are points, up to one of them.
    func weeks(of round: ContestRound, through last: UInt8?) -> [UInt8] {
        points.weeks.filter { round.weeks.contains($0) && $0 <= last ?? .max }
    }
}

/// Why nothing can be said about the outcome of a contest.
public enum OutcomeError: Error, Hashable, CustomStringConvertible {
    case unknownContest(TournamentID)
    case noRounds(TournamentID)
    case noScoring(TournamentID)
    case noPoints(SeasonID, scoring: String)
    case noSuchRound(Int, of: Int)
    case weekOutsideRound(UInt8, round: Int, ContestRound)
    case noSuchWeek(UInt8)
    /// The entries of a round follow from one whose pods are not recorded.
    case unknownEntrants(round: Int, podsOf: Int)
    /// A simulated season needs something that is not told of all of its weeks.
    case weeksWithout(String, weeks: [UInt8])
    case noContestWithRounds
    case severalContests(Int, one: String)
    case noContest(EntryID)
    case unknownEntry(String)

    public var description: String { ([fact] + [remedy].compactMap(\.self)).joined(separator: " ") }

    /// The command that records what is missing.
    private var remedy: String? {
        switch self {
        case .noRounds: "Set them with `contest rounds`, or import Best Ball Mania III."
        case .noScoring: "Set them with `contest rounds`."
        case .noPoints(let season, _): "Import them with `import FILE --input-format scores --season \(season)`."
        case .unknownContest, .noSuchRound, .weekOutsideRound, .noSuchWeek, .unknownEntrants, .weeksWithout,
            .noContestWithRounds, .severalContests, .noContest, .unknownEntry:
            nil
        }
    }

    /// The fault without its remedy, for readers who cannot record anything.
    package var fact: String {
        switch self {
        case .unknownContest(let id): "There is no contest \(id) at this point in time."
        case .noRounds(let id):
            "Contest \(id) has no rounds, so it has no standings and no entry advances."
        case .noScoring(let id): "Contest \(id) has no scoring and lineup."
        case .noPoints(let season, let scoring): "Season \(season) has no \(scoring) points yet."
        case .noSuchRound(let number, let count): "There is no round \(number): the contest has rounds 1 to \(count)."
        case .weekOutsideRound(let week, let number, let round):
            "Week \(week) is before round \(number), which has weeks \(round.firstWeek) to \(round.lastWeek)."
        case .noSuchWeek(let week):
            "There is no week \(week): a season has weeks \(SeasonState.weeks.lowerBound) to "
                + "\(SeasonState.weeks.upperBound)."
        case .unknownEntrants(let round, let other):
            "The entries of round \(round) are unknown: the pods of round \(other) are not recorded."
        case .weeksWithout(let what, let weeks):
            "Weeks of the contest have no \(what): \(weeks.map { "\($0)" }.joined(separator: ", "))."
        case .noContestWithRounds: "The ledger has no contest with defined rounds."
        case .severalContests(let count, let one):
            "\(count) contests have rounds. Name one of them, such as \"\(one)\"."
        case .noContest(let entry): "Entry \(entry) is not in a contest, so it has no lineup rules."
        case .unknownEntry(let name): "There is no entry '\(name)', by number or by its external ID."
        }
    }
}

extension Analysis {
    /// Returns the outcome of a contest; without a contest, that of the only one with rounds.
    ///
    /// - Throws: `OutcomeError` if it has no rounds, or if none or several have; `DraftLedgerError`.
    package func outcome(of contest: TournamentID?, in ledger: DraftLedger) throws -> ContestOutcome {
        if let contest { return try ContestOutcome(of: contest, in: ledger, upTo: rosters.position) }
        var found: [ContestOutcome] = []
        var reason: OutcomeError?
        for tournament in rosters.tournaments {
            do {
                found.append(try ContestOutcome(of: tournament, in: ledger, upTo: rosters.position))
            } catch let error as OutcomeError {
                reason = reason ?? error
            }
        }
        guard let first = found.first else { throw reason ?? OutcomeError.noContestWithRounds }
        guard found.count == 1 else { throw OutcomeError.severalContests(found.count, one: first.title) }
        return first
    }

    /// The outcomes of a contest, or of all contests that have one.
    ///
    /// - Throws: why, where none has.
    package func requiredOutcomes(of contest: TournamentID?, in ledger: DraftLedger) throws -> [ContestOutcome] {
        let (known, reason) = try outcomes(of: contest, in: ledger)
        if let reason, known.isEmpty { throw reason }
        return known
    }

    /// The same.
    ///
    /// - Returns: those that are known, and why the first of the others is not.
    package func outcomes(
        of contest: TournamentID?, in ledger: DraftLedger
    ) throws -> (known: [ContestOutcome], reason: OutcomeError?) {
        var outcomes: [ContestOutcome] = []
        var reason: OutcomeError?
        for tournament in contest.map({ [$0] }) ?? rosters.tournaments {
            do {
                let outcome = try ContestOutcome(of: tournament, in: ledger, upTo: rosters.position)
                guard !outcome.points.weeks.isEmpty else {
                    throw OutcomeError.noPoints(outcome.rounds.season, scoring: outcome.scoring.scoring)
                }
                outcomes.append(outcome)
            } catch let error as OutcomeError {
                reason = reason ?? error
            }
        }
        return (outcomes, reason)
    }
}
