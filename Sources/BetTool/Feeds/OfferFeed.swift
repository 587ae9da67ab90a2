import Bets
import Values

/// Offers of a spread by many books, as `spread-offers.csv` has them.
struct OfferFeed {
    let file: String
    private let feed: String

    init(file: String, feed: String) {
        self.file = file
        self.feed = feed
    }

    func game(_ row: FeedTable.Row) throws(FeedError) -> GameID {
        try row.required("gameID") { field throws(FeedError) in try field.game() }
    }

    func command(_ row: FeedTable.Row, of game: GameID) throws(FeedError) -> SourcedCommand {
        let moment = try row.required("at") { field throws(FeedError) in try field.time() }
        let updated = try row.optional("updated") { field throws(FeedError) in try field.timeOfDay(before: moment) }
        let terms = OfferRecorded(
            market: .spread, line: try row.required("spread") { field throws(FeedError) in try field.line(-80...80) },
            firstOdds: try row.required("homeOdds") { field throws(FeedError) in try field.odds() },
            secondOdds: try row.required("awayOdds") { field throws(FeedError) in try field.odds() },
            offeredAt: updated ?? moment, book: try row.text("book"), feed: feed)
        return SourcedCommand(.recordOffer(game, terms), at: moment, of: row, file: file, part: "offer")
    }
}
