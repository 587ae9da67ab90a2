import Server

extension RouteDescription.Tag {
    static let authentication = Self("authentication", "Signing in, new tokens, signing out.")
    static let games = Self("games", "Games with their lines and analyses.")
    static let athletes = Self("players", "Figures of players.")
    static let bets = Self("bets", "Bets of the caller.")
    static let live = Self("live", "Scores and odds as they change.")
    static let feeds = Self("feeds", "Signed reports of schedules, offers, scores and results.")
    static let log = Self("log", "The checkpoint and the hashes of the ledger.")
    static let state = Self("server", "The state of the server.")
    static let trial = Self("development", "Only on a server for development.")

    /// The nouns of a ledger of bets, in the order of its document.
    static let allOfBets: [Self] = [
        authentication, games, athletes, bets, live, feeds, log, state, trial,
    ]
}
