package import Bets
package import Forecast
import Records
import Values

/// The request for an analysis.
package struct AnalysisRequest: Hashable, Sendable {
    package var game: GameID
    /// The position of the offer to look at; nil for the latest current offer of a total.
    package var offer: UInt64?
    /// Nil for the newest published version.
    package var model: ModelVersion?

    package init(game: GameID, offer: UInt64? = nil, model: ModelVersion? = nil) {
        self.game = game
        self.offer = offer
        self.model = model
    }

    /// The first 32 bits of the SHA-256 of the request, by which a retry is told from another request under the same ID.
    var fingerprint: UInt32 {
        var writer = CanonicalWriter()
        writer.write(UInt64(BetCommandKind.makeAnalysis.rawValue))
        writer.write(game)
        writer.write(offer) { $0.write($1) }
        writer.write(model) { $0.write($1) }
        return UInt32(truncatingIfNeeded: Digest256(hashing: writer.bytes).words.0 >> 32)
    }
}

/// Makes analyses from the state of a ledger. The same state, origin, position and moment always give the same one, which is
/// how an audit checks them.
struct Analyser: Sendable {
    /// The ratings on the morning of a date. They only change with the results of earlier games.
    private var ratings: [RatingsKey: TotalsModel] = [:]

    private struct RatingsKey: Hashable {
        var season: LeagueSeason
        var date: GameDate
        var model: ModelVersion
    }

    /// Drops the ratings that an event changes.
    mutating func invalidate(by event: RecordedBetEvent) {
        switch event.event {
        case .gameFinal, .resultCorrected, .boxScoreRecorded, .gameMoved, .modelPublished: ratings = [:]
        case .teamListed, .athleteListed, .gameScheduled, .gameStarted, .scoreUpdated, .correctionProposed,
            .offerRecorded, .offerWithdrawn, .propLineRecorded, .analysisMade, .betRecorded, .betSettled,
            .betResettled:
            break
        }
    }

    /// Analyses a game's total.
    ///
    /// - Parameters:
    ///   - request: what is to be analysed.
    ///   - state: the fold of the first `position` records.
    ///   - origin: the ledger's name.
    ///   - position: the number of records of the ledger.
    ///   - moment: the time of the analysis.
    /// - Throws: `unknown`, `foreignModel`.
    mutating func analysis(
        _ request: AnalysisRequest, of state: BetState, origin: String, position: UInt64, at moment: Timestamp
    ) throws(BetLedgerError) -> AnalysisMade {
        guard let game = state.games[request.game], let date = game.appointment.date else {
            throw BetLedgerError(.unknown, "Game \(request.game) is not on the schedule, or has no date.")
        }
        guard let version = request.model ?? state.models.keys.max(), let model = state.models[version] else {
            throw BetLedgerError(.unknown, "No such analysis model is published. Send publishModel first.")
        }
        let parameters = model.parameters
        guard parameters.isComputedHere else {
            throw BetLedgerError(
                .foreignModel, "Model \(version) has thresholds or draws that this software does not compute.")
        }
        let offers = game.current(.total)
        let offer: BetState.Offer?
        if let wanted = request.offer {
            offer = offers.first { $0.position == wanted }
            guard offer != nil else {
                throw BetLedgerError(.unknown, "Record \(wanted) is not a current offer of a total of this game.")
            }
        } else {
            offer = offers.max { $0.position < $1.position }
        }
        let season = morning(of: date, in: game.season, state, version: version, parameters)
        let (home, away) = (season.ratings.team(game.home.number), season.ratings.team(game.away.number))
        func others(_ market: Market) -> [Consensus.Quote] {
            game.current(market).filter { $0.terms.book != offer?.terms.book }.map {
                Consensus.Quote(
                    line: Int($0.terms.line.halfPoints), odds: Int($0.terms.firstOdds.thousandths),
                    other: Int($0.terms.secondOdds.thousandths))
            }
        }
        let inputs = TotalsInputs(
            model: season.ratings.expected(home: game.home.number, away: game.away.number),
            total: Consensus.total(others(.total)), margin: Consensus.margin(others(.spread)),
            weight: Int(parameters.weight))
        let seed = Digest256(
            hashing: Simulation.seedMessage(
                origin: origin, game: game.id.number, model: version.number, position: position))
        let simulated = Simulation(
            totalMean: inputs.simulatedMean,
            totalDeviation: Int(
                inputs.total == nil ? parameters.totalDeviationOfModel : parameters.totalDeviationOfMarket),
            marginMean: inputs.margin?.mean ?? inputs.model.margin, marginDeviation: Int(parameters.marginDeviation)
        ).run(seed: seed)
        let line = offer?.terms.line ?? Line(nearest: inputs.simulatedMean)
        let forecast = offer.map {
            TotalsForecast(
                simulated, line: Int(line.halfPoints),
                odds: (Int($0.terms.firstOdds.thousandths), Int($0.terms.secondOdds.thousandths)),
                hasConsensus: inputs.total != nil)
        }
        let untilTipOff = game.appointment.tipOff.map { ($0 - moment).microseconds / 1_000_000 }
        let confidence = Confidence(
            games: inputs.model.games, books: inputs.total?.books ?? 0, secondsToTipOff: Int(untilTipOff ?? .max))
        let trend = RecentTrend(home: season.form(of: game.home.number), away: season.form(of: game.away.number))
        let halfPoints = Int(line.halfPoints)
        return AnalysisMade(
            position: position, model: version, seed: seed, offer: offer?.position, line: line,
            inputs: AnalysisInputs(
                modelHome: Int32(clamping: inputs.model.home), modelAway: Int32(clamping: inputs.model.away),
                games: UInt16(clamping: inputs.model.games),
                consensusTotal: inputs.total.map { Int32(clamping: $0.mean) },
                consensusMargin: inputs.margin.map { Int32(clamping: $0.mean) },
                totalBooks: UInt8(clamping: inputs.total?.books ?? 0),
                marginBooks: UInt8(clamping: inputs.margin?.books ?? 0), homePace: Int32(clamping: home.pace),
                awayPace: Int32(clamping: away.pace), homeOffence: Int32(clamping: home.offence),
                awayOffence: Int32(clamping: away.offence), homeDefence: Int32(clamping: home.defence),
                awayDefence: Int32(clamping: away.defence), trend: Int16(clamping: trend.tenths)),
            over: UInt16(clamping: simulated.totals.above(halfPoints)),
            under: UInt16(clamping: simulated.totals.below(halfPoints)),
            push: UInt16(clamping: simulated.totals.equal(halfPoints)),
            verdict: AnalysisMade.Verdict(forecast?.verdict ?? .hold), confidence: AnalysisMade.Confidence(confidence),
            firstTotal: UInt16(clamping: simulated.totals.first), firstMargin: Int16(clamping: simulated.margins.first),
            totals: simulated.totals.counts.map { UInt16(clamping: $0) },
            margins: simulated.margins.counts.map { UInt16(clamping: $0) })
    }

    /// The model after all games of the season on earlier dates that have a result and both box scores.
    mutating func morning(
        of date: GameDate, in season: LeagueSeason, _ state: BetState, version: ModelVersion,
        _ parameters: ModelParameters
    ) -> TotalsModel {
        let key = RatingsKey(season: season, date: date, model: version)
        if let known = ratings[key] { return known }
        var model = TotalsModel(
            parameters: TotalsModel.Parameters(parameters),
            previous: TotalsModel.LeagueMeans(
                rating: Int(parameters.leagueRating), pace: Int(parameters.leaguePace),
                bias: Int(parameters.leagueBias)))
        var days: [GameDate: [(id: GameID, played: PlayedGame)]] = [:]
        for game in state.games.values where game.season == season {
            guard let day = game.appointment.date, day < date, let played = game.played else { continue }
            days[day, default: []].append((game.id, played))
        }
        for (_, games) in days.sorted(by: { $0.key < $1.key }) {
            model.record(day: games.sorted { $0.id < $1.id }.map(\.played))
        }
        ratings[key] = model
        return model
    }
}

extension BetState.Game {
    /// The figures of the game for ratings; nil until it has a completed result and the box scores of both teams.
    var played: PlayedGame? {
        guard case .known(let known) = result, known.rule == .finalScore, let homeBox = boxScores[home]?.line,
            let awayBox = boxScores[away]?.line
        else { return nil }
        return PlayedGame(
            home: home.number, away: away.number, homePoints: Int(known.home), awayPoints: Int(known.away),
            boxes: (ShotBox(homeBox), ShotBox(awayBox)), minutes: (Int(homeBox.seconds) + 30) / 60)
    }
}

extension ShotBox {
    fileprivate init(_ line: BoxLine) {
        self.init(
            fieldGoalAttempts: Int(line.fieldGoalAttempts), freeThrowAttempts: Int(line.freeThrowAttempts),
            offensiveRebounds: Int(line.offensiveRebounds), turnovers: Int(line.turnovers))
    }
}

extension TotalsModel.Parameters {
    fileprivate init(_ published: ModelParameters) {
        self.init()
        window = Int(published.window)
        shrinkage = Int(published.shrinkage)
        homeAdvantage = Int(published.homeAdvantage)
        leagueWeight = Int(published.leagueWeight)
        biasWeight = Int(published.biasWeight)
        weight = Int(published.weight)
    }
}

extension ModelParameters {
    /// The parameters of the model that this software computes, for a season that begins with the means of the last one.
    package static func current(previous: TotalsModel.LeagueMeans = TotalsModel.LeagueMeans()) -> ModelParameters {
        let parameters = TotalsModel.Parameters()
        return ModelParameters(
            window: UInt16(clamping: parameters.window), shrinkage: UInt16(clamping: parameters.shrinkage),
            homeAdvantage: Int32(clamping: parameters.homeAdvantage),
            leagueWeight: UInt16(clamping: parameters.leagueWeight),
            biasWeight: UInt16(clamping: parameters.biasWeight),
            weight: UInt16(clamping: parameters.weight), leagueRating: Int32(clamping: previous.rating),
            leaguePace: Int32(clamping: previous.pace), leagueBias: Int32(clamping: previous.bias),
            totalDeviationOfMarket: Int32(clamping: Simulation.totalDeviationOfMarket),
            totalDeviationOfModel: Int32(clamping: Simulation.totalDeviationOfModel),
            marginDeviation: Int32(clamping: Simulation.marginDeviationOfMarket),
            draws: UInt16(clamping: Simulation.draws), lean: UInt16(clamping: Verdict.lean),
            strong: UInt16(clamping: Verdict.strong), kellyShare: 2_500,
            greatestStake: UInt16(clamping: Price.greatestStake / 100))
    }

    /// Whether the draws and the thresholds are those of this software, and the window and the deviations can be computed.
    var isComputedHere: Bool {
        Int(draws) == Simulation.draws && Int(lean) == Verdict.lean && Int(strong) == Verdict.strong && window > 0
            && totalDeviationOfMarket > 0 && totalDeviationOfModel > 0 && marginDeviation > 0
    }
}

extension Line {
    /// The half-point line nearest to a total in millionths, for a game without an offer: a line without a push.
    fileprivate init(nearest total: Int) {
        self.init(halfPoints: Int16(clamping: 2 * (total / FixedPoint.one) + 1))
    }
}

extension AnalysisMade.Verdict {
    fileprivate init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .strongOver: .strongOver
            case .leanOver: .leanOver
            case .hold: .hold
            case .leanUnder: .leanUnder
            case .strongUnder: .strongUnder
            }
    }
}

extension AnalysisMade.Confidence {
    fileprivate init(_ confidence: Confidence) {
        self =
            switch confidence {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .veryHigh: .veryHigh
            }
    }
}
