import Bets
import Testing
import Values

/// A ledger of bets in memory, with a clock that tests move.
struct BetLog {
    private(set) var records: [RecordedBetEvent] = []
    private(set) var state = BetState()
    /// The ledger's clock.
    var now: Timestamp
    private var heads: [BetStream: (position: UInt64, version: UInt32)] = [:]
    private var commands: UInt64 = 0

    static let season: LeagueSeason = 2025
    static let game: GameID = 22_500_123
    static let boston: TeamID = 1_610_612_738
    static let lakers: TeamID = 1_610_612_747
    static let date = GameDate(daysSinceEpoch: 20_422)
    /// 2025-11-30T19:30:00Z, on `date`.
    static let tipOff = Timestamp(microseconds: 1_764_531_000_000_000)

    init(now: Timestamp = tipOff - .seconds(8 * 3_600)) { self.now = now }

    /// A ledger with the game LAL at BOS on the schedule.
    static func scheduled() throws -> BetLog {
        var log = BetLog()
        try log.accept(
            .listTeam(season, TeamListed(team: boston, abbreviation: "BOS", fullName: "Boston", feed: "league")))
        try log.accept(
            .listTeam(season, TeamListed(team: lakers, abbreviation: "LAL", fullName: "Lakers", feed: "league")))
        try log.accept(
            .scheduleGame(
                game,
                GameScheduled(season: season, home: boston, away: lakers, date: date, tipOff: tipOff, feed: "league")))
        return log
    }

    /// The sender that the kind of command is usually from.
    static func sender(of command: BetCommand) -> Sender {
        switch command.kind {
        case .recordBet: if case .recordBet(let user, _) = command { .user(user) } else { .importer }
        case .makeAnalysis: .scheduler
        case .publishModel: .admin(90)
        case .correctResult:
            if case .correctResult(_, let correction) = command, correction.feed.isEmpty {
                .admin(90)
            } else {
                .provider(onBehalfOf: nil)
            }
        case .listTeam, .listAthlete, .scheduleGame, .moveGame, .startGame, .updateScore, .finishGame, .recordBoxScore,
            .recordOffer, .withdrawOffer, .recordPropLine, .withdrawPropLine:
            .provider(onBehalfOf: nil)
        }
    }

    /// Decides a command and appends what follows from it.
    mutating func send(
        _ command: BetCommand, by sender: Sender? = nil, at occurredAt: Timestamp? = nil, dispute: CaseID? = nil
    ) -> BetDecision {
        commands += 1
        let origin = CommandOrigin(
            occurredAt: occurredAt, actor: sender ?? Self.sender(of: command),
            commandID: CommandID(high: 0, low: commands), dispute: dispute)
        let decision = decide(command, origin: origin, now: now, state: state)
        if case .accepted(let events) = decision { append(events, origin) }
        return decision
    }

    /// Appends without a decision.
    mutating func append(_ events: [BetStreamEvent], _ origin: CommandOrigin?) {
        for event in events {
            let head = heads[event.stream]
            let recorded = RecordedBetEvent(
                position: UInt64(records.count), stream: event.stream, version: (head?.version ?? 0) + 1,
                previous: head?.position, recordedAt: now, origin: origin, event: event.event)
            heads[event.stream] = (recorded.position, recorded.version)
            records.append(recorded)
            state.fold(recorded)
        }
    }

    /// Sends a command that has to be accepted.
    ///
    /// - Returns: the positions of its events.
    @discardableResult
    mutating func accept(
        _ command: BetCommand, by sender: Sender? = nil, at occurredAt: Timestamp? = nil, dispute: CaseID? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> Range<UInt64> {
        let first = UInt64(records.count)
        if case .refused(let refusal) = send(command, by: sender, at: occurredAt, dispute: dispute) {
            Issue.record("\(command) is refused: \(refusal)", sourceLocation: location)
            throw refusal
        }
        return first..<UInt64(records.count)
    }

    /// Sends a command that has to be refused.
    mutating func refuse(
        _ command: BetCommand, by sender: Sender? = nil, at occurredAt: Timestamp? = nil, dispute: CaseID? = nil
    ) -> BetRefusal? {
        let count = records.count
        guard case .refused(let refusal) = send(command, by: sender, at: occurredAt, dispute: dispute) else {
            return nil
        }
        #expect(records.count == count && !refusal.message.isEmpty && refusal.message.hasSuffix("."))
        return refusal
    }
}

extension BetLog {
    /// The sides of a bet in the tests: an offer is recorded with the bet's line and odds.
    struct Wager {
        var market: Market
        var side: Side
        var line: Line
        var odds: UInt32 = 1_910
        var stake: UInt32 = 1_000

        static func over(_ halfPoints: Int16, odds: UInt32 = 1_910) -> Wager {
            Wager(market: .total, side: .over, line: Line(halfPoints: halfPoints), odds: odds)
        }
        static func under(_ halfPoints: Int16) -> Wager {
            Wager(market: .total, side: .under, line: Line(halfPoints: halfPoints))
        }
        static func spread(_ side: Side, _ halfPoints: Int16) -> Wager {
            Wager(market: .spread, side: side, line: Line(halfPoints: halfPoints))
        }
        static func winner(_ side: Side, odds: UInt32) -> Wager {
            Wager(market: .moneyline, side: side, line: .none, odds: odds)
        }

        /// The offer on which the wager can be made.
        func offer(at moment: Timestamp, book: String = "betmgm") -> OfferRecorded {
            let line = side == .away ? -line : line
            let odds = Odds(thousandths: odds)
            let other = Odds(thousandths: 1_905)
            let isFirst = side == market.sides.first
            return OfferRecorded(
                market: market, line: line, firstOdds: isFirst ? odds : other, secondOdds: isFirst ? other : odds,
                offeredAt: moment, book: book, feed: "odds")
        }

        func bet(on game: GameID = BetLog.game, offer: UInt64?, book: String = "") -> BetRecorded {
            BetRecorded(
                game: game, offer: offer, market: market, side: side, line: line, odds: Odds(thousandths: odds),
                stake: Stake(thousandths: stake), book: book)
        }
    }

    /// Records an offer and a bet on it.
    @discardableResult
    mutating func bet(
        _ wager: Wager, by user: UserID = 7, on game: GameID = game, at occurredAt: Timestamp? = nil
    ) throws -> BetID {
        let offer = try accept(.recordOffer(game, wager.offer(at: occurredAt ?? now)), at: occurredAt).last
        let position =
            try offer ?? #require(
                state.games[game]?.current(wager.market).first { $0.terms.book == "betmgm" }?.position)
        let bet = try accept(.recordBet(user, wager.bet(on: game, offer: position)), at: occurredAt)
        return BetID(try #require(bet.first))
    }

    /// Reports the tip-off at the scheduled time.
    mutating func tipOff(of game: GameID = game, at moment: Timestamp = tipOff, feed: String = "league") throws {
        now = max(now, moment + .seconds(1))
        try accept(.startGame(game, GameStarted(tippedOffAt: moment, feed: feed)))
    }

    /// Reports the final two and a half hours after the tip-off.
    mutating func finish(_ periods: [PeriodScore], of game: GameID = game, feed: String = "league") throws {
        let end = Self.tipOff + .seconds(9_000)
        now = max(now, end)
        try accept(.finishGame(game, GameFinal(completedAt: end, periods: periods, feed: feed)))
    }

    func settlement(_ bet: BetID) -> BetSettlement? { state.bets[bet]?.settlement }

    /// The outcome and the profit that are recorded: "win +0.910".
    func result(_ bet: BetID) -> String {
        guard let settlement = settlement(bet) else { return "pending" }
        return "\(settlement.outcome.name) \(settlement.profit)"
    }
}

extension [PeriodScore] {
    /// Four quarters with a final score; the last quarter takes the rest.
    static func final(_ home: Int, _ away: Int) -> [PeriodScore] {
        let (quarter, other) = (home / 4, away / 4)
        return [PeriodScore](repeating: PeriodScore(home: UInt8(quarter), away: UInt8(other)), count: 3)
            + [PeriodScore(home: UInt8(home - 3 * quarter), away: UInt8(away - 3 * other))]
    }
}
