import Bets
import Values

/// The times of a game. Seconds count from the beginning of the evening; those after it pass faster by `speed`.
struct Pace: Sendable {
    var base: Timestamp
    var speed = 1

    /// Whether the evening is played now; a past one is recorded as a whole.
    var isLive = false

    /// Times of the past are whole minutes, so that a ledger takes many reports in one commit.
    func at(_ seconds: Int) -> Timestamp {
        guard isLive, seconds > 0 else { return base + .seconds(Int64(Self.floor(seconds, to: 60))) }
        return base + Interval(microseconds: Int64(seconds) * 1_000_000 / Int64(speed))
    }

    /// The slot of an offer or a bet: in the past they come together.
    func slot(_ seconds: Int, _ length: Int = 1_800) -> Int {
        isLive && seconds > 0 ? seconds : Self.floor(seconds, to: length)
    }

    private static func floor(_ seconds: Int, to length: Int) -> Int {
        seconds >= 0 ? seconds / length * length : -((length - 1 - seconds) / length * length)
    }
}

/// One game from its place on the schedule to its box scores, as steps.
struct GameScript {
    var id: GameID
    var season: LeagueSeason
    var home: SimulatedLeague.Team
    var away: SimulatedLeague.Team
    /// In seconds of `pace`.
    var tipOff: Int
    var pace: Pace
    var incident: Incident?
    /// How much of the game is reported.
    var detail: Detail
    var score: GameScore
    var lines: BookLines
    /// The number of books that offer the game.
    var books: Int
    var chance: Chance

    enum Detail: Sendable {
        /// Few offers, the tip-off and the result.
        case result
        /// Offers, and scores by period.
        case periods
        /// Offers that move often with analyses, and scores by minute.
        case minutes
    }

    static let hour = 3_600
    static let day = 24 * hour
    /// The opening of the lines, before the tip-off.
    static let opening = 9 * hour

    /// The actual tip-off.
    private var start: Int { incident == .delayed ? tipOff + 1_800 : tipOff }

    /// The times of play: those of the next date for a game that was moved.
    private var play: Pace { incident == .moved ? Pace(base: pace.base + .seconds(Int64(Self.day))) : pace }

    /// The last moment at which books offer the game.
    var lastOffer: Int {
        switch incident {
        case .moved, .cancelled: tipOff - 3 * Self.hour
        case .delayed, .reportedLate, .interrupted, .corrected, .disputed, .abandonedLate, .abandonedEarly, nil:
            start - 30
        }
    }

    func write(to steps: inout StepList) {
        let first = pace.at(tipOff - Self.opening - Self.hour)
        let appointment = GameScheduled(
            season: season, home: home.id, away: away.id, date: date, tipOff: pace.at(tipOff),
            feed: SimulatedFeed.official)
        steps.add(.scheduleGame(id, appointment), at: first)
        writeOffers(to: &steps)
        writePropLines(to: &steps)
        writeMove(to: &steps)
        guard incident != .cancelled else { return }
        writePlay(to: &steps)
    }

    /// The US date, which begins at 10:00 UTC.
    private var date: GameDate { Self.date(of: pace.at(tipOff)) }

    static func date(of moment: Timestamp) -> GameDate {
        GameDate(daysSinceEpoch: Int32(clamping: (moment.microseconds - 36_000_000_000) / 86_400_000_000))
    }

    // MARK: Before the game

    private func writeOffers(to steps: inout StepList) {
        for book in 0..<books {
            for market in Market.allCases {
                var chance = chance.fork(.book, book * 8 + Int(market.rawValue))
                var second = tipOff - Self.opening + chance.number(0...1_800)
                while second < lastOffer {
                    let moment = pace.at(detail == .result ? pace.slot(second, 3 * Self.hour) : pace.slot(second))
                    let offer = lines.offer(
                        market, of: book, progress: progress(at: second), at: moment, chance: &chance)
                    steps.add(.recordOffer(id, offer), at: moment)
                    if detail == .minutes, market == .total, second > -2 * Self.hour { steps.analyse(id, at: moment) }
                    let wait = wait(after: second, chance: &chance)
                    writeWithdrawal(market, of: book, between: second..<second + wait, steps: &steps, chance: &chance)
                    second += wait
                }
            }
        }
    }

    /// From 0 at the opening of the lines to 1000 at the tip-off.
    func progress(at second: Int) -> Int { min(1_000, max(0, 1_000 + (second - start) * 1_000 / Self.opening)) }

    /// The seconds until a book moves a line again: more often in the last hour.
    private func wait(after second: Int, chance: inout Chance) -> Int {
        guard detail == .minutes else { return chance.number(2 * Self.hour...5 * Self.hour) }
        return second > 0 ? chance.number(240...600) : chance.number(1_800...2 * Self.hour)
    }

    /// Now and then a book takes a market down before it offers it again.
    private func writeWithdrawal(
        _ market: Market, of book: Int, between seconds: Range<Int>, steps: inout StepList, chance: inout Chance
    ) {
        guard chance.isOne(in: 12), seconds.count > 120 else { return }
        let second = seconds.upperBound - 90
        guard second < lastOffer else { return }
        steps.add(
            .withdrawOffer(
                id, WithdrawOffer(market: market, book: BookLines.books[book], feed: SimulatedFeed.odds)),
            at: pace.at(second))
    }

    private func writeMove(to steps: inout StepList) {
        let moved: (GameMoved, Int)? =
            switch incident {
            case .delayed:
                (GameMoved(date: date, tipOff: pace.at(start), feed: SimulatedFeed.official), tipOff - 1_200)
            case .moved:
                (
                    GameMoved(
                        date: GameDate(daysSinceEpoch: date.daysSinceEpoch + 1), tipOff: play.at(tipOff),
                        feed: SimulatedFeed.official), tipOff - 2 * Self.hour
                )
            case .cancelled:
                (GameMoved(date: nil, tipOff: nil, feed: SimulatedFeed.official), tipOff - 2 * Self.hour)
            case .reportedLate, .interrupted, .corrected, .disputed, .abandonedLate, .abandonedEarly, nil: nil
            }
        guard let (move, second) = moved else { return }
        steps.add(.moveGame(id, move), at: pace.at(second))
    }

    // MARK: The game

    /// Seconds of the evening for a minute of play, a break, and half-time.
    private static let minute = 150
    private static let pause = 180
    private static let halftime = 900
    private static let interruption = 2_400
    static let reportDelay = 240

    private func writePlay(to steps: inout StepList) {
        let report = incident == .reportedLate ? start + Self.reportDelay : start + 4
        steps.add(
            .startGame(id, GameStarted(tippedOffAt: play.at(start), feed: SimulatedFeed.official)), at: play.at(report))
        var second = start
        for period in 1...score.periods.count {
            let length = GameClock.length(ofPeriod: period) / 60
            for minute in 1...length {
                second += Self.minute
                if isStop(minute, of: period) {
                    update(minute, of: period, phase: .stopped, at: second, in: &steps)
                    guard incident == .interrupted else {
                        return writeAbandoned(minute, of: period, at: second, in: &steps)
                    }
                    second += Self.interruption
                }
                guard second > report, detail == .minutes || detail == .periods && minute == length else { continue }
                update(minute, of: period, phase: minute == length ? .periodBreak : .playing, at: second, in: &steps)
            }
            second += period == 2 ? Self.halftime : Self.pause
        }
        writeResult(endedAt: second - Self.pause, in: &steps)
    }

    private func isStop(_ minute: Int, of period: Int) -> Bool {
        switch incident {
        case .interrupted: (period, minute) == (3, 6)
        case .abandonedLate: (period, minute) == (4, 8)
        case .abandonedEarly: (period, minute) == (2, 5)
        case .delayed, .reportedLate, .corrected, .disputed, .moved, .cancelled, nil: false
        }
    }

    private func update(
        _ minute: Int, of period: Int, phase: GamePhase, at second: Int, in steps: inout StepList
    ) {
        let (home, away) = score.after(minutes: minute, ofPeriod: period)
        steps.add(
            .updateScore(
                id,
                ScoreUpdated(
                    home: home, away: away, period: UInt8(period),
                    secondsLeft: UInt16(GameClock.length(ofPeriod: period) - 60 * minute), phase: phase,
                    feed: SimulatedFeed.official)), at: play.at(second))
    }

    private func writeAbandoned(_ minute: Int, of period: Int, at second: Int, in steps: inout StepList) {
        let played = GameClock.secondsPlayed(inPeriods: period - 1) + UInt16(60 * minute)
        steps.add(
            .finishGame(
                id,
                GameFinal(
                    endedAt: play.at(second), secondsPlayed: played, ending: .abandoned,
                    periods: score.periods(untilMinute: minute, ofPeriod: period), feed: SimulatedFeed.official)),
            at: play.at(second + 73 * Self.hour))
    }

    private func writeResult(endedAt second: Int, in steps: inout StepList) {
        func final(_ feed: String, _ periods: [PeriodScore]) -> BetCommand {
            .finishGame(id, GameFinal(completedAt: play.at(second), periods: periods, feed: feed))
        }
        var official = second + 60
        if incident == .disputed {
            steps.add(final(SimulatedFeed.wire, score.corrected), at: play.at(second + 40))
            steps.add(final(SimulatedFeed.ticker, score.periods), at: play.at(second + 160))
            official = second + 1_200
        }
        steps.add(final(SimulatedFeed.official, score.periods), at: play.at(official))
        var periods = score.periods
        if incident == .corrected {
            periods = score.corrected
            steps.add(
                .correctResult(id, CorrectResult(periods: periods, feed: SimulatedFeed.official)),
                at: play.at(second + 1_800))
        }
        writeBoxes(of: periods, at: play.at(second + 2_400), in: &steps)
    }

    private func writeBoxes(of periods: [PeriodScore], at moment: Timestamp, in steps: inout StepList) {
        let (pace, seconds) = ((home.pace + away.pace) / 2, Int(GameClock.secondsPlayed(inPeriods: periods.count)))
        let (homePoints, awayPoints) = periods.sums
        for (team, points) in [(home, homePoints), (away, awayPoints)] {
            let box = BoxScores.make(
                team, points: Int(points), pace: pace, secondsPlayed: seconds,
                chance: chance.fork(.box, Int(team.id.number)))
            steps.add(.recordBoxScore(id, box), at: moment)
        }
    }

    // MARK: Bettors

    /// The seconds in which bets are accepted.
    var betting: ClosedRange<Int> { (tipOff - Self.opening + 2_000)...max(tipOff - 8 * Self.hour, lastOffer - 60) }

    /// A second after the report of the tip-off; nil for a game that does not begin as scheduled.
    var secondAfterStart: Int? { incident == .cancelled || incident == .moved ? nil : start + Self.reportDelay + 300 }

    /// A second between the tip-off and its report; nil for a game that is reported at once.
    var secondBeforeReport: Int? { incident == .reportedLate ? start + Self.reportDelay / 2 : nil }
}
