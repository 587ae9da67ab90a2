import Bets
import Forecast
import TextFormats

/// The games of a backtest, from the same files as an import.
struct BacktestFiles {
    private(set) var games: [Backtest.Game] = []
    /// The games with spread offers and a result.
    private(set) var offers: [OfferBacktest.Game] = []
    /// The points of athletes, by season.
    private(set) var athletes: [Int: [PropBacktest.Row]] = [:]

    /// - Throws: `FeedErrors` for rows that cannot be read.
    init(_ files: [FeedImport.File]) throws(FeedErrors) {
        var errors: [FeedError] = []
        var boxes: [BoxKey: FeedTable.Row] = [:]
        var rows: [FeedTable.Row] = []
        var quotes: [String: [Consensus.Quote]] = [:]
        var lines: [FeedTable.Row] = []
        for file in files {
            let table = try FeedTable(file.bytes, file: file.name)
            switch try FeedKind.of(table) {
            case .games: rows += table.rows
            case .teamBoxes:
                for row in table.rows {
                    do throws(FeedError) {
                        boxes[BoxKey(game: try row.text("gameID"), team: try row.text("team"))] = row
                    } catch {
                        errors.append(error)
                    }
                }
            case .spreadOffers:
                for row in table.rows {
                    do throws(FeedError) {
                        quotes[try row.text("gameID"), default: []].append(try Self.quote(row))
                    } catch {
                        errors.append(error)
                    }
                }
            case .athleteBoxes: lines += table.rows
            case .teams, .propLines: continue
            }
        }
        var byID: [String: (game: Backtest.Game, home: String, away: String)] = [:]
        for row in rows {
            do throws(FeedError) {
                guard let game = try Self.game(row, boxes) else { continue }
                games.append(game)
                byID[try row.text("gameID")] = (game, try row.text("home"), try row.text("away"))
                guard let quotes = quotes[try row.text("gameID")] else { continue }
                offers.append(
                    OfferBacktest.Game(
                        margin: game.played.homePoints - game.played.awayPoints, quotes: quotes))
            } catch {
                errors.append(error)
            }
        }
        for row in lines {
            do throws(FeedError) {
                guard let (game, home, away) = byID[try row.text("gameID")] else { continue }
                let opponent = try row.text("team") == home ? away : home
                athletes[game.season, default: []].append(
                    PropBacktest.Row(
                        athlete: try row.text("player"), opponent: Self.number(opponent), day: game.day,
                        minutes: try row.integer("minutes", 0...140), points: try row.integer("pts", 0...200)))
            } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw FeedErrors(errors: errors) }
    }

    /// The backtest of the props of each season with athletes' box scores, from 15 January on.
    var props: [(season: Int, backtest: PropBacktest)] {
        athletes.sorted { $0.key < $1.key }.map { season, rows in
            let first = GameDate("\(season + 1)-01-15").map { Int($0.daysSinceEpoch) } ?? 0
            return (season, PropBacktest(games.filter { $0.season == season }, rows, firstDay: first))
        }
    }

    private struct BoxKey: Hashable {
        var game: String
        var team: String
    }

    /// - Returns: nil for a game without a result or without both box scores.
    private static func game(
        _ row: FeedTable.Row, _ boxes: [BoxKey: FeedTable.Row]
    ) throws(FeedError) -> Backtest.Game? {
        let (id, home, away) = (try row.text("gameID"), try row.text("home"), try row.text("away"))
        let points = try row.optional("homeScore") { field throws(FeedError) in try field.integer(0...400) }
        guard let points, let homeBox = boxes[BoxKey(game: id, team: home)],
            let awayBox = boxes[BoxKey(game: id, team: away)]
        else { return nil }
        let played = PlayedGame(
            home: number(home), away: number(away), homePoints: points,
            awayPoints: try row.integer("awayScore", 0...400), boxes: (try shots(homeBox), try shots(awayBox)),
            minutes: try homeBox.integer("minutes", 1...600))
        let line = try row.optional("closeTotal") { field throws(FeedError) in try field.line(100...400) }
        return Backtest.Game(
            season: Int(try row.required("season") { field throws(FeedError) in try field.season() }.number),
            day: Int(try row.required("date") { field throws(FeedError) in try field.date() }.daysSinceEpoch),
            played: played, closeTotal: line.map { Int($0.halfPoints) })
    }

    private static func quote(_ row: FeedTable.Row) throws(FeedError) -> Consensus.Quote {
        let line = try row.required("spread") { field throws(FeedError) in try field.line(-80...80) }
        let odds = try row.required("homeOdds") { field throws(FeedError) in try field.odds() }
        let other = try row.required("awayOdds") { field throws(FeedError) in try field.odds() }
        return Consensus.Quote(
            line: Int(line.halfPoints), odds: Int(odds.thousandths), other: Int(other.thousandths))
    }

    private static func shots(_ row: FeedTable.Row) throws(FeedError) -> ShotBox {
        ShotBox(
            fieldGoalAttempts: try row.integer("fga", 0...400), freeThrowAttempts: try row.integer("fta", 0...400),
            offensiveRebounds: try row.integer("oreb", 0...400), turnovers: try row.integer("tov", 0...400))
    }

    /// A number for a team within one backtest: the bytes of its abbreviation.
    private static func number(_ abbreviation: String) -> UInt64 {
        abbreviation.utf8.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
