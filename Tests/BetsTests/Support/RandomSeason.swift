import Bets
import TestSupport
import Testing
import Values

/// Seeded feeds, bettors and officers, most of whom do what they may, and some of whom do not.
struct RandomSeason {
    private(set) var log: BetLog = BetLog(now: RandomSeason.start)
    private(set) var refusals: [BetRefusalCode: Int] = [:]
    private var random: SeededGenerator
    /// Draws the lines on athletes alone, so that they move no other draw.
    private var lineDraws: SeededGenerator
    private var next: UInt64 = 1

    static let start: Timestamp = BetLog.tipOff - .seconds(12 * 3_600)
    static let teams: [TeamID] = [1, 2, 3, 4, 5, 6]
    static let feeds = ["league", "sports-a", "sports-b"]
    static let books = ["betmgm", "fanduel", "pinnacle"]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        lineDraws = SeededGenerator(seed: seed + 1_000)
        for team in Self.teams {
            send(
                .listTeam(
                    BetLog.season,
                    TeamListed(team: team, abbreviation: "T\(team)", fullName: "Team \(team)", feed: "league")))
            let athlete = AthleteListed(athlete: AthleteID(team.number), team: team, name: "A", feed: "league")
            sendOnTime(.listAthlete(BetLog.season, athlete))
        }
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
    }

    private mutating func send(_ command: BetCommand, by sender: Sender? = nil, dispute: CaseID? = nil) {
        // Some senders' clocks are a little slow, and some are wrong.
        let lag = random.oneIn(40) ? Interval.seconds(Int64.random(in: -100...100, using: &random)) : .seconds(1)
        let occurredAt = random.oneIn(3) ? nil : log.now - lag
        if case .refused(let refusal) = log.send(command, by: sender, at: occurredAt, dispute: dispute) {
            refusals[refusal.code, default: 0] += 1
        }
    }

    private mutating func sendOnTime(_ command: BetCommand) {
        if case .refused(let refusal) = log.send(command) { refusals[refusal.code, default: 0] += 1 }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func step() {
        log.now = log.now + .seconds(Int64(number(1...600)))
        // Long pauses, in which windows close.
        if random.oneIn(60) { log.now = log.now + .seconds(Int64(number(1...100)) * 3_600) }
        guard let game = someGame() else { return schedule() }
        switch number(0...39) {
        case 0...1: schedule()
        case 2...9:
            offer(game)
            propLine(game)
        case 10...24: bet(game)
        case 25: move(game)
        case 26, 27: start(game)
        case 28, 29: score(game)
        case 30...32: finish(game)
        case 33: abandon(game)
        case 34, 35: correct(game)
        case 36: correctLate(game)
        case 37, 38:
            send(
                .withdrawOffer(
                    game.id, WithdrawOffer(market: .total, book: Self.books[number(0...2)], feed: "odds")))
        default:
            send(.listTeam(BetLog.season, TeamListed(team: 1, abbreviation: "T1", fullName: "Team 1", feed: "x")))
        }
    }

    /// One of the newest games, mostly.
    private mutating func someGame() -> BetState.Game? {
        guard next > 1 else { return nil }
        let first = random.oneIn(5) ? 1 : max(1, Int(next) - 6)
        return log.state.games[GameID(UInt64(number(first...Int(next) - 1)))]
    }

    private mutating func schedule() {
        let home = Self.teams[number(0...5)]
        let date = GameDate(daysSinceEpoch: Int32((log.now.microseconds + 7_200_000_000) / 86_400_000_000))
        send(
            .scheduleGame(
                GameID(next),
                GameScheduled(
                    season: BetLog.season, home: home, away: Self.teams[number(0...5)], date: date,
                    tipOff: random.oneIn(4) ? nil : log.now + .seconds(7_200), feed: "league")))
        if log.state.games[GameID(next)] != nil { next += 1 }
    }

    private mutating func offer(_ game: BetState.Game) {
        let market = Market.allCases[number(0...2)]
        let line: Line =
            switch market {
            case .total: Line(halfPoints: Int16(number(446...450)))
            case .spread: Line(halfPoints: Int16(number(-16...16)))
            case .moneyline: .none
            }
        send(
            .recordOffer(
                game.id,
                OfferRecorded(
                    market: market, line: line, firstOdds: Odds(thousandths: UInt32(number(1_050...3_000))),
                    secondOdds: Odds(thousandths: UInt32(number(1_050...3_000))),
                    offeredAt: log.now - .seconds(Int64(number(1...30))), book: Self.books[number(0...2)],
                    feed: "odds")))
    }

    /// A line on the athlete of a team, mostly the home team's, or on one that is not listed.
    private mutating func propLine(_ game: BetState.Game) {
        let other = AthleteID(UInt64.random(in: 1...7, using: &lineDraws))
        let athlete = lineDraws.oneIn(4) ? other : AthleteID(game.home.number)
        let book = Self.books.randomElement(using: &lineDraws) ?? ""
        if lineDraws.oneIn(6) {
            return sendOnTime(
                .withdrawPropLine(game.id, WithdrawPropLine(athlete: athlete, book: book, feed: "odds")))
        }
        sendOnTime(
            .recordPropLine(
                game.id,
                PropLineRecorded(
                    athlete: athlete, line: Line(halfPoints: Int16.random(in: 30...50, using: &lineDraws)),
                    overOdds: Odds(thousandths: 1_870), underOdds: Odds(thousandths: 1_950),
                    offeredAt: log.now - .seconds(Int64.random(in: 1...30, using: &lineDraws)), book: book,
                    feed: "odds")))
    }

    private mutating func bet(_ game: BetState.Game) {
        let user = UserID(UInt64(number(1...4)))
        let stake = UInt32(number(1...5_000))
        if random.oneIn(6) {
            let wager = BetLog.Wager(market: .total, side: .over, line: Line(halfPoints: 449), stake: stake)
            return send(
                .recordBet(user, wager.bet(on: game.id, offer: nil, book: random.oneIn(4) ? "betmgm" : "corner")))
        }
        guard let offer = game.offers.suffix(8).randomElement(using: &random) else { return }
        let sides = offer.terms.market.sides
        let side = random.oneIn(2) ? sides.first : sides.second
        guard let line = offer.terms.line(of: side), let odds = offer.terms.odds(of: side) else { return }
        let wager = BetLog.Wager(
            market: offer.terms.market, side: side, line: line, odds: odds.thousandths + (random.oneIn(30) ? 1 : 0),
            stake: stake)
        send(
            .recordBet(user, wager.bet(on: game.id, offer: offer.position)),
            by: random.oneIn(50) ? .user(9) : .user(user))
    }

    private mutating func move(_ game: BetState.Game) {
        let date = game.schedule[0].date.map { GameDate(daysSinceEpoch: $0.daysSinceEpoch + Int32(number(0...1))) }
        send(
            .moveGame(
                game.id, GameMoved(date: random.oneIn(4) ? nil : date, tipOff: nil, feed: "league")))
    }

    private mutating func start(_ game: BetState.Game) {
        let late = Int64(number(1...90))
        send(
            .startGame(
                game.id, GameStarted(tippedOffAt: log.now - .seconds(late), feed: Self.feeds[number(0...2)])))
    }

    private mutating func score(_ game: BetState.Game) {
        if game.starts.isEmpty { start(game) }
        send(
            .updateScore(
                game.id,
                ScoreUpdated(
                    home: UInt16(number(60...90)), away: UInt16(number(60...90)), period: UInt8(number(3...4)),
                    secondsLeft: UInt16(number(0...720)), phase: random.oneIn(2) ? .stopped : .playing,
                    feed: Self.feeds[number(0...2)])))
    }

    /// Feeds mostly agree.
    private mutating func periods() -> [PeriodScore] {
        let (home, away) = random.oneIn(3) ? (number(108...116), number(108...116)) : (113, 111)
        let regular = [PeriodScore].final(home, away)
        return home == away ? regular + [PeriodScore(home: 9, away: 5)] : regular
    }

    private mutating func finish(_ game: BetState.Game) {
        if game.starts.isEmpty { start(game) }
        let feed = Self.feeds[number(0...2)]
        send(
            .finishGame(
                game.id, GameFinal(completedAt: log.now - .seconds(1), periods: periods(), feed: feed)))
    }

    /// Stops a game and gives it up, or finishes it too late; mostly after 72 hours.
    private mutating func abandon(_ game: BetState.Game) {
        guard game.finals.isEmpty, !game.bets.isEmpty else { return }
        if game.starts.isEmpty { start(game) }
        let seconds = UInt16(random.oneIn(2) ? 2_400 : 2_590)
        let feed = Self.feeds[number(0...2)]
        send(
            .updateScore(
                game.id,
                ScoreUpdated(
                    home: 94, away: 92, period: 4, secondsLeft: 2_880 - seconds, phase: .stopped, feed: feed)))
        log.now = log.now + .seconds(Int64(number(70...75)) * 3_600)
        let final =
            random.oneIn(3)
            ? GameFinal(completedAt: log.now - .seconds(1), periods: periods(), feed: feed)
            : GameFinal(
                endedAt: log.now - .seconds(1), secondsPlayed: seconds, ending: .abandoned, periods: .final(94, 92),
                feed: feed)
        send(.finishGame(game.id, final))
    }

    /// Two officers, or one twice, correct a result that has mostly been final for long.
    private mutating func correctLate(_ game: BetState.Game) {
        guard !game.finals.isEmpty else { return }
        log.now = log.now + .seconds(Int64(number(60...90)) * 3_600)
        let correction = BetCommand.correctResult(
            game.id, CorrectResult(periods: .final(number(100...113), 99), reason: "The scorer's sheet"))
        send(correction, by: .admin(90), dispute: 5)
        send(correction, by: .admin(random.oneIn(3) ? 90 : 91), dispute: random.oneIn(4) ? 6 : 5)
    }

    private mutating func correct(_ game: BetState.Game) {
        if random.oneIn(2) {
            return send(
                .correctResult(
                    game.id, CorrectResult(periods: periods(), feed: Self.feeds[number(0...2)])))
        }
        send(
            .correctResult(game.id, CorrectResult(periods: .final(113, 110), reason: "An error")),
            by: .admin(UserID(UInt64(number(90...92)))), dispute: random.oneIn(3) ? nil : 4)
    }
}
