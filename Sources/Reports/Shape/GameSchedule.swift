import Draft

/// The schedule by week, from an analyst's file, which is not in the ledger.
public struct GameSchedule: Hashable, Sendable {
    /// By week and the team's canonical abbreviation.
    private var opponents: [UInt8: [String: String]] = [:]

    public struct Game: Hashable, Sendable {
        /// Of the season, from 1.
        public var week: UInt8
        /// The teams, as any site abbreviates them.
        public var home: String
        public var away: String

        public init(week: UInt8, home: String, away: String) {
            self.week = week
            self.home = home
            self.away = away
        }
    }

    public init() {}

    /// Adds a game.
    ///
    /// - Returns: false, and nothing is added, where a team plays already in that week, or against itself.
    public mutating func add(_ game: Game) -> Bool {
        let (home, away) = (TeamName.canonical(game.home), TeamName.canonical(game.away))
        let known = opponents[game.week] ?? [:]
        guard home != away, !home.isEmpty, !away.isEmpty, known[home] == nil, known[away] == nil else { return false }
        opponents[game.week, default: [:]][home] = away
        opponents[game.week, default: [:]][away] = home
        return true
    }

    /// The opponent's canonical abbreviation; nil for a team on bye, and for a week that is not known.
    public func opponent(of team: String, week: UInt8) -> String? {
        opponents[week]?[TeamName.canonical(team)]
    }

    /// The weeks of which a game is known, in order.
    public var weeks: [UInt8] { opponents.keys.sorted() }
}
