import Bets
import Values

/// Offers of a spread and lines on the points of athletes by many books, as `spread-offers.csv` has the former.
struct OfferFeed {
    let file: String
    private let feed: String

    init(file: String, feed: String) {
        self.file = file
        self.feed = feed
    }

    func command(_ row: FeedTable.Row, of game: GameID) throws(FeedError) -> SourcedCommand {
        let (moment, offeredAt) = try times(row)
        let terms = OfferRecorded(
            market: .spread, line: try row.required("spread") { field throws(FeedError) in try field.line(-80...80) },
            firstOdds: try row.required("homeOdds") { field throws(FeedError) in try field.odds() },
            secondOdds: try row.required("awayOdds") { field throws(FeedError) in try field.odds() },
            offeredAt: offeredAt, book: try row.text("book"), feed: feed)
        return SourcedCommand(.recordOffer(game, terms), at: moment, of: row, file: file, part: "offer")
    }

    func line(
        _ row: FeedTable.Row, of game: GameID, on athlete: AthleteID
    ) throws(FeedError) -> SourcedCommand {
        let (moment, offeredAt) = try times(row)
        let terms = PropLineRecorded(
            athlete: athlete, line: try row.required("line") { field throws(FeedError) in try field.line(0...100) },
            overOdds: try row.required("overOdds") { field throws(FeedError) in try field.odds() },
            underOdds: try row.required("underOdds") { field throws(FeedError) in try field.odds() },
            offeredAt: offeredAt, book: try row.text("book"), feed: feed)
        return SourcedCommand(.recordPropLine(game, terms), at: moment, of: row, file: file, part: "prop line")
    }

    /// The time of the report, and the book's own time; the same where the source has no other.
    private func times(_ row: FeedTable.Row) throws(FeedError) -> (report: Timestamp, book: Timestamp) {
        let report = try row.required("at") { field throws(FeedError) in try field.time() }
        let book = try row.optional("updated") { field throws(FeedError) in try field.timeOfDay(before: report) }
        return (report, book ?? report)
    }
}
