import Draft

/// The statistics of scorings, each in its own unit: yards, catches, touchdowns. Scorings use the raw values.
public enum Statistic: String, Sendable, CaseIterable {
    case passingYards, passingTouchdowns, interceptions
    case rushingYards, rushingTouchdowns
    case receptions, receivingYards, receivingTouchdowns
    /// By returning kicks and punts, or by recovering a fumble.
    case otherTouchdowns
    /// Of the players who threw, ran or caught.
    case twoPointConversions
    case fumblesLost

    var place: Int { Self.places[self] ?? 0 }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

/// A player's statistics of one week, from an analyst's source.
public struct PlayerStatistics: Hashable, Sendable {
    public var week: UInt8
    /// The source's identification of the player: name, position and, if known, team and ID.
    public var player: PlayerNote

    /// By place of the statistic.
    private var counts: [Int32]

    /// The most of anything that a player can have in a week, either way: of more, points would not fit.
    public static let mostOfOne: Int32 = 10_000

    public init(week: UInt8, player: PlayerNote) {
        self.week = week
        self.player = player
        counts = Array(repeating: 0, count: Statistic.allCases.count)
    }

    /// How many; within `mostOfOne`, either way, whatever is set.
    public subscript(_ statistic: Statistic) -> Int32 {
        get { counts[statistic.place] }
        set { counts[statistic.place] = max(-Self.mostOfOne, min(newValue, Self.mostOfOne)) }
    }
}

/// A scoring: the points of each statistic.
public struct StatisticPoints: Hashable, Sendable {
    /// By place of the statistic, hundredths.
    private var worth: [Int32]

    /// The most that one of anything can be worth, in hundredths, either way.
    public static let mostOfOne: Int32 = 10_000

    /// Nothing counts.
    public init() { worth = Array(repeating: 0, count: Statistic.allCases.count) }

    /// Half a point for a reception, as Underdog has it: under it every roster of 910 drafts of Best Ball Mania III comes
    /// out to the cent.
    public static let halfPPR: StatisticPoints = {
        var points = StatisticPoints()
        (points[.passingYards], points[.passingTouchdowns], points[.interceptions]) = (4, 400, -100)
        (points[.rushingYards], points[.rushingTouchdowns]) = (10, 600)
        (points[.receptions], points[.receivingYards], points[.receivingTouchdowns]) = (50, 10, 600)
        (points[.otherTouchdowns], points[.twoPointConversions], points[.fumblesLost]) = (600, 200, -200)
        return points
    }()

    /// The definition of a scoring by its name; nil if only its points are known.
    public static func known(as scoring: String) -> StatisticPoints? {
        scoring == ScoringSet.halfPPR ? .halfPPR : nil
    }

    /// The points of one unit, in hundredths; always within `mostOfOne`, positive or negative.
    public subscript(_ statistic: Statistic) -> Int32 {
        get { worth[statistic.place] }
        set { worth[statistic.place] = max(-Self.mostOfOne, min(newValue, Self.mostOfOne)) }
    }

    /// The points of a week, in hundredths. Within the bounds of both, no sum can overflow.
    public func points(of statistics: PlayerStatistics) -> Int32 {
        Statistic.allCases.reduce(0) { $0 + self[$1] * statistics[$1] }
    }

    /// The same scoring with some statistics worth something else, as somebody has written it down:
    /// `receptions=100,passingTouchdowns=600`, also one a line. Values are whole hundredths of a point.
    ///
    /// - Throws: `badScoring`, which says what was expected.
    public func changed(by text: String) throws(ContestWhatIfError) -> StatisticPoints {
        var changed = self
        var seen: Set<Statistic> = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isNewline })
        where !part.allSatisfy(\.isWhitespace) {
            let halves = part.split(separator: "=", omittingEmptySubsequences: false)
                .map { $0.filter { !$0.isWhitespace } }
            guard halves.count == 2,
                let statistic = Statistic.allCases.first(where: {
                    $0.rawValue.lowercased() == halves[0].lowercased()
                }),
                let worth = Int32(halves[1]), worth.magnitude <= Self.mostOfOne.magnitude
            else { throw .badScoring(String(part.prefix(60))) }
            guard seen.insert(statistic).inserted else { throw .badScoring("\(statistic.rawValue), a second time") }
            changed[statistic] = worth
        }
        guard !seen.isEmpty else { throw .badScoring("") }
        return changed
    }
}
