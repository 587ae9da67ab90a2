package import Bets
import Values

// Fixed-size fields first, then groups, then texts, as SBE orders them.

// MARK: League

extension TeamListed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("team", &team)
        coder.optional("yearFounded", &yearFounded)
        coder.text("abbreviation", &abbreviation)
        coder.text("fullName", &fullName)
        coder.text("city", &city)
        coder.text("nickname", &nickname)
        coder.text("feed", &feed)
    }
}

extension AthleteListed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("athlete", &athlete)
        coder.optional("team", &team)
        coder.text("name", &name)
        coder.text("position", &position)
        coder.text("feed", &feed)
    }
}

// MARK: Games

extension GameScheduled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("season", &season)
        coder.scalar("home", &home)
        coder.scalar("away", &away)
        coder.scalar("date", &date)
        coder.optional("tipOff", &tipOff)
        coder.scalar("isNeutral", &isNeutral)
        coder.text("feed", &feed)
    }
}

extension GameMoved: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("date", &date)
        coder.optional("tipOff", &tipOff)
        coder.text("feed", &feed)
    }
}

extension GameStarted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("tippedOffAt", &tippedOffAt)
        coder.text("feed", &feed)
    }
}

extension ScoreUpdated: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("home", &home)
        coder.scalar("away", &away)
        coder.scalar("period", &period)
        coder.scalar("secondsLeft", &secondsLeft)
        coder.scalar("phase", &phase)
        coder.text("feed", &feed)
    }
}

extension PeriodScore: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("home", &home)
        coder.scalar("away", &away)
    }
}

extension GameFinal: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("endedAt", &endedAt)
        coder.scalar("secondsPlayed", &secondsPlayed)
        coder.scalar("ending", &ending)
        coder.group("periods", &periods)
        coder.text("feed", &feed)
    }
}

extension CorrectionProposed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("secondsPlayed", &secondsPlayed)
        coder.scalar("ending", &ending)
        coder.optionalDigest("reasonDigest", &reason.digest)
        coder.group("periods", &periods)
        coder.text("reason", &reason.text)
    }
}

extension ResultCorrected: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("proposedBy", &proposedBy)
        coder.scalar("secondsPlayed", &secondsPlayed)
        coder.scalar("ending", &ending)
        coder.optionalDigest("reasonDigest", &reason.digest)
        coder.group("periods", &periods)
        coder.text("reason", &reason.text)
        coder.text("feed", &feed)
    }
}

// MARK: Box scores

extension BoxLine: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seconds", &seconds)
        coder.scalar("points", &points)
        coder.scalar("fieldGoals", &fieldGoals)
        coder.scalar("fieldGoalAttempts", &fieldGoalAttempts)
        coder.scalar("threePointers", &threePointers)
        coder.scalar("threePointAttempts", &threePointAttempts)
        coder.scalar("freeThrows", &freeThrows)
        coder.scalar("freeThrowAttempts", &freeThrowAttempts)
        coder.scalar("offensiveRebounds", &offensiveRebounds)
        coder.scalar("defensiveRebounds", &defensiveRebounds)
        coder.scalar("assists", &assists)
        coder.scalar("steals", &steals)
        coder.scalar("blocks", &blocks)
        coder.scalar("turnovers", &turnovers)
        coder.scalar("fouls", &fouls)
    }
}

extension AthleteLine: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("athlete", &athlete)
        coder.optional("isStarter", &isStarter)
        coder.part(&line)
    }
}

extension BoxScoreRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("team", &team)
        coder.part(&line)
        coder.group("athletes", &athletes)
        coder.text("feed", &feed)
    }
}

// MARK: Markets

extension OfferRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("market", &market)
        coder.scalar("line", &line)
        coder.scalar("firstOdds", &firstOdds)
        coder.scalar("secondOdds", &secondOdds)
        coder.scalar("offeredAt", &offeredAt)
        coder.text("book", &book)
        coder.text("feed", &feed)
    }
}

extension PropLineRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("athlete", &athlete)
        coder.scalar("line", &line)
        coder.scalar("overOdds", &overOdds)
        coder.scalar("underOdds", &underOdds)
        coder.scalar("offeredAt", &offeredAt)
        coder.text("book", &book)
        coder.text("feed", &feed)
    }
}

extension OfferWithdrawn: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("offer", &offer)
        coder.text("feed", &feed)
    }
}

// MARK: Models and analyses

extension ModelParameters: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("window", &window)
        coder.scalar("shrinkage", &shrinkage)
        coder.scalar("homeAdvantage", &homeAdvantage)
        coder.scalar("leagueWeight", &leagueWeight)
        coder.scalar("biasWeight", &biasWeight)
        coder.scalar("weight", &weight)
        coder.scalar("leagueRating", &leagueRating)
        coder.scalar("leaguePace", &leaguePace)
        coder.scalar("leagueBias", &leagueBias)
        coder.scalar("totalDeviationOfMarket", &totalDeviationOfMarket)
        coder.scalar("totalDeviationOfModel", &totalDeviationOfModel)
        coder.scalar("marginDeviation", &marginDeviation)
        coder.scalar("draws", &draws)
        coder.scalar("lean", &lean)
        coder.scalar("strong", &strong)
        coder.scalar("kellyShare", &kellyShare)
        coder.scalar("greatestStake", &greatestStake)
    }
}

extension ModelPublished: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.digest("table", &table)
        coder.digest("backtest", &backtest)
        coder.part(&parameters)
        coder.text("title", &title)
    }
}

extension AnalysisInputs: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("modelHome", &modelHome)
        coder.scalar("modelAway", &modelAway)
        coder.scalar("games", &games)
        coder.optional("consensusTotal", &consensusTotal)
        coder.optional("consensusMargin", &consensusMargin)
        coder.scalar("totalBooks", &totalBooks)
        coder.scalar("marginBooks", &marginBooks)
        coder.scalar("homePace", &homePace)
        coder.scalar("awayPace", &awayPace)
        coder.scalar("homeOffence", &homeOffence)
        coder.scalar("awayOffence", &awayOffence)
        coder.scalar("homeDefence", &homeDefence)
        coder.scalar("awayDefence", &awayDefence)
        coder.scalar("trend", &trend)
    }
}

extension AnalysisMade: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("position", &position)
        coder.scalar("model", &model)
        coder.digest("seed", &seed)
        coder.optional("offer", &offer)
        coder.scalar("line", &line)
        coder.part(&inputs)
        coder.scalar("over", &over)
        coder.scalar("under", &under)
        coder.scalar("push", &push)
        coder.scalar("verdict", &verdict)
        coder.scalar("confidence", &confidence)
        coder.scalar("firstTotal", &firstTotal)
        coder.scalar("firstMargin", &firstMargin)
        coder.list("totals", &totals)
        coder.list("margins", &margins)
    }
}

// MARK: Bettors

extension BetRecorded: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("game", &game)
        coder.optional("offer", &offer)
        coder.scalar("market", &market)
        coder.scalar("side", &side)
        coder.scalar("line", &line)
        coder.scalar("odds", &odds)
        coder.scalar("stake", &stake)
        coder.optional("confidence", &confidence)
        coder.optionalDigest("notesDigest", &notes.digest)
        coder.text("notes", &notes.text)
        coder.text("book", &book)
    }
}

extension BetSettled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("bet", &bet)
        coder.scalar("outcome", &outcome)
        coder.scalar("rule", &rule)
        coder.scalar("profit", &profit)
        coder.scalar("home", &home)
        coder.scalar("away", &away)
    }
}

extension BetResettled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("bet", &bet)
        coder.scalar("previousOutcome", &previousOutcome)
        coder.scalar("previousProfit", &previousProfit)
        coder.scalar("outcome", &outcome)
        coder.scalar("rule", &rule)
        coder.scalar("profit", &profit)
        coder.scalar("home", &home)
        coder.scalar("away", &away)
    }
}
