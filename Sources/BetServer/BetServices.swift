import Bets
import CoreMetrics
import Logging
import Platform
import Server
import Values

/// The parts of a server for bets, which its routes share.
struct BetServices: Sendable {
    let options: BetServerOptions
    let source: any BetSource
    let identity: BetIdentity
    let feeds: FeedDesk
    let live: LiveServices
    let transport: Transport
    let quotas: Quotas
    let metrics: BetMetrics
    let crossOrigin: CrossOrigin
    let logger: Logger
    let index: GameIndex

    init(_ source: any BetSource, _ options: BetServerOptions) throws {
        self.options = options
        self.source = source
        let operations = options.operations
        let level = Logger.Level(rawValue: operations.logLevel) ?? .warning
        let logger = Logger(label: "statdiscute") { JSONLog($0, level: level, operations.log) }
        self.logger = logger
        let metrics = BetMetrics()
        self.metrics = metrics
        transport = Transport(
            options.limits, operations, certificates: options.certificates, clock: options.clock
        ) { metrics.noteRefusal($0) }
        quotas = Quotas(operations.rates)
        crossOrigin = CrossOrigin(operations.allowedOrigins)
        identity = try BetIdentity(source, options, logger)
        do {
            feeds = try FeedDesk(options.accounts, clock: options.secondsClock)
        } catch {
            identity.close()
            throw error
        }
        let hub = LiveHub { topic, game in try LiveFeed.state(of: game, topic, in: source.snapshot()) }
        live = LiveServices(
            hub: hub, places: StreamPlaces(), operations: operations, logger: logger, interval: options.pingTime,
            mostStreams: options.limits.streams)
        index = GameIndex()
    }

    /// Closes the tables of accounts and of feeds.
    func close() {
        identity.close()
        feeds.close()
    }

    var now: Timestamp { transport.now }

    /// The envelope of an answer that is made now.
    func envelope(_ snapshot: BetSnapshot) -> Envelope {
        Envelope(now: now, season: snapshot.season(on: .today(at: now)))
    }
}

/// The games of each date, and the figures of seasons: recomputed at most once a second.
final class GameIndex: Sendable {
    private struct Built {
        var size: UInt64
        var at: ContinuousClock.Instant
        var byDate: [GameDate: [GameID]]
    }

    private struct Figures {
        var size: UInt64
        var at: ContinuousClock.Instant
        var figures: SeasonFigures
    }

    private static let age = Duration.seconds(1)
    /// Box scores come once a game, and figures of a season take longer.
    private static let ageOfFigures = Duration.seconds(30)
    private static let mostSeasons = 4

    private let built = Guarded<Built?>(nil)
    private let figures = Guarded<[LeagueSeason: Figures]>([:])

    /// The games of a date in the order of their tip-offs, without those that were cancelled.
    func games(on date: GameDate, in snapshot: BetSnapshot) -> [BetState.Game] {
        let now = ContinuousClock.now
        let ids = built.withLock { built -> [GameID] in
            if let built, built.size == snapshot.size || now - built.at < Self.age { return built.byDate[date] ?? [] }
            var byDate: [GameDate: [GameID]] = [:]
            for game in snapshot.state.games.values {
                if let date = game.appointment.date { byDate[date, default: []].append(game.id) }
            }
            built = Built(size: snapshot.size, at: now, byDate: byDate)
            return byDate[date] ?? []
        }
        let games = ids.compactMap { snapshot.state.games[$0] }
        return games.filter { $0.appointment.date == date }.sorted { $0.order < $1.order }
    }

    /// The figures of a season.
    func figures(of season: LeagueSeason, in snapshot: BetSnapshot) -> SeasonFigures {
        let now = ContinuousClock.now
        return figures.withLock { known in
            if let figures = known[season], figures.size == snapshot.size || now - figures.at < Self.ageOfFigures {
                return figures.figures
            }
            if known.count >= Self.mostSeasons, known[season] == nil {
                known.min { $0.value.at < $1.value.at }.map { known[$0.key] = nil }
            }
            let figures = SeasonFigures(of: season, in: snapshot.state)
            known[season] = Figures(size: snapshot.size, at: now, figures: figures)
            return figures
        }
    }
}
