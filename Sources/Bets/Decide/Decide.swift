public import Values

/// The rules: the decision about a command, given the state of the ledger. Pure, and the only such function.
///
/// The consequences of an event are part of the same decision: a final settles the game's bets at once.
///
/// ```swift
/// switch decide(.recordBet(7, bet), origin: origin, now: now, state: state) {
/// case .accepted(let events): append(events)
/// case .refused(let refusal): show(refusal.message, refusal.offered)
/// }
/// ```
///
/// - Parameters:
///   - command: the request.
///   - origin: the sender, and the moment when the command reached the edge of the system. Of an importer, the source's own
///     time.
///   - now: the ledger's clock.
///   - state: the fold of all records.
/// - Returns: events to append together, or a refusal. The same arguments always give the same answer.
public func decide(
    _ command: BetCommand, origin: CommandOrigin, now: Timestamp, state: BetState
) -> BetDecision {
    let decider = BetDecider(kind: command.kind, origin: origin, now: now, state: state)
    do throws(BetRefusal) {
        try decider.checkSender(of: command)
        try decider.checkClock()
        return .accepted(try decider.events(for: command))
    } catch {
        return .refused(error)
    }
}

/// The decision about a command: events for one or more streams, appended together or not at all, or a refusal.
public enum BetDecision: Hashable, Sendable {
    /// The events in their order. Empty for a report that says nothing new, such as a feed's second one.
    case accepted([BetStreamEvent])
    case refused(BetRefusal)
}

/// The limits that decisions compare with.
public enum BetRules {
    /// How long before a bet its offer may have ended.
    public static let offerGrace = Interval.seconds(60)
    /// How long a command may take from the edge of the system to its decision.
    public static let longestQueue = Interval.seconds(60)
    /// How far the clocks of the edge and of the ledger may differ.
    public static let clockTolerance = Interval.seconds(5)
    /// How far a book's clock may be ahead.
    public static let bookTolerance = Interval.seconds(60)
    /// How long before the scheduled tip-off a game may begin. An earlier game has to be moved first.
    public static let earliestStart = Interval.seconds(3_600)
    /// The time between two analyses of a game whose consensus does not move.
    public static let analysisInterval = Interval.seconds(300)
    /// The move of the consensus after which an analysis is made at once: half a point, in millionths.
    public static let analysisMove: Int32 = 500_000
    /// The age from which an importer's line on an athlete is not compared with the athlete's current team.
    public static let pastImport = Interval.seconds(86_400)
    /// The lines of totals, of spreads, and on the points of an athlete.
    public static let totals = Line(halfPoints: 1)...Line(halfPoints: 1_000)
    public static let spreads = Line(halfPoints: -200)...Line(halfPoints: 200)
    public static let propLines = Line(halfPoints: 1)...Line(halfPoints: 200)
    /// The user's own rating of a bet.
    public static let confidences: ClosedRange<UInt8> = 1...5
    /// Points of a team in a game.
    public static let mostPoints: UInt16 = 400
    /// Athletes of a box score.
    public static let mostAthletes = 40
    /// Bytes of the name of a feed or a book, of another name, and of free text.
    public static let feedBytes = 64
    public static let nameBytes = 255
    public static let textBytes = 1_000
}

/// One decision in the making: the arguments of `decide`, with the rules as extensions, one file for each subject.
struct BetDecider {
    let kind: BetCommandKind
    let origin: CommandOrigin
    let now: Timestamp
    let state: BetState

    /// The moment that the rules compare: the command's own, or now if its source gives no time.
    var moment: Timestamp { origin.occurredAt ?? now }

    var isImport: Bool { origin.actor.role == .importer }

    /// Finds the rule that a command falls under. Each rule is named by its kind.
    func events(for command: BetCommand) throws(BetRefusal) -> [BetStreamEvent] {
        switch command {
        case .listTeam(let season, let listed): try listTeamEvents(season, listed)
        case .listAthlete(let season, let listed): try listAthleteEvents(season, listed)
        case .scheduleGame(let game, let scheduled): try scheduleGameEvents(game, scheduled)
        case .moveGame(let game, let moved): try moveGameEvents(game, moved)
        case .startGame(let game, let started): try startGameEvents(game, started)
        case .updateScore(let game, let update): try updateScoreEvents(game, update)
        case .finishGame(let game, let final): try finishGameEvents(game, final)
        case .recordBoxScore(let game, let box): try recordBoxScoreEvents(game, box)
        case .correctResult(let game, let correction): try correctResultEvents(game, correction)
        case .recordOffer(let game, let offer): try recordOfferEvents(game, offer)
        case .withdrawOffer(let game, let withdrawal): try withdrawOfferEvents(game, withdrawal)
        case .recordPropLine(let game, let offered): try recordPropLineEvents(game, offered)
        case .withdrawPropLine(let game, let withdrawal): try withdrawPropLineEvents(game, withdrawal)
        case .makeAnalysis(let game, let made): try makeAnalysisEvents(game, made)
        case .publishModel(let version, let published): try publishModelEvents(version, published)
        case .recordBet(let user, let bet): try recordBetEvents(user, bet)
        }
    }

    /// An event of a game with the settlements that follow from it: each bet on the game whose outcome changes.
    func withSettlements(_ event: BetEvent, of game: BetState.Game) -> [BetStreamEvent] {
        var after = game
        // The ledger gives the position later. This one is after all others, which is all that settling asks.
        after.fold(
            RecordedBetEvent(
                position: .max, stream: .game(game.id), version: 0, previous: nil, recordedAt: now, origin: origin,
                event: event))
        return [BetStreamEvent(.game(game.id), event)]
            + game.bets.compactMap { id in
                guard let bet = state.bets[id], let change = Self.change(of: bet, by: settle(bet, after)) else {
                    return nil
                }
                return BetStreamEvent(.bettor(bet.user), change)
            }
    }

    /// The event that brings a bet's recorded outcome to another one; nil if nothing changes.
    private static func change(of bet: BetState.Bet, by settlement: BetSettlement?) -> BetEvent? {
        guard let last = bet.outcomes.last?.settlement else {
            return settlement.map { .betSettled(BetSettled(bet: bet.id, $0)) }
        }
        let new = settlement ?? BetSettlement(outcome: .pending, rule: .disputed, profit: .zero)
        return new == last ? nil : .betResettled(BetResettled(bet: bet.id, from: last, to: new))
    }
}

extension BetSettled {
    fileprivate init(bet: BetID, _ settlement: BetSettlement) {
        self.init(
            bet: bet, outcome: settlement.outcome, rule: settlement.rule, profit: settlement.profit,
            home: settlement.home, away: settlement.away)
    }
}

extension BetResettled {
    fileprivate init(bet: BetID, from last: BetSettlement, to new: BetSettlement) {
        self.init(
            bet: bet, previousOutcome: last.outcome, previousProfit: last.profit, outcome: new.outcome, rule: new.rule,
            profit: new.profit, home: new.home, away: new.away)
    }
}
