public import Draft
import Projections

/// Game stacks entry by entry: the players of each stack, and the players of the opponent.
public struct GameStackRosters: Sendable {
    public var scope: ReportScope

    /// Entries without any known team; they are left out.
    public var entriesWithoutTeam: Int

    /// By week, then by entry, then by the quarterback's team.
    public var rows: [Row]

    public struct Row: Sendable {
        public var week: UInt8
        public var entry: EntryID
        /// The quarterback's team, as an abbreviation.
        public var team: String
        /// The quarterbacks of the team, mostly one.
        public var quarterbacks: [PlayerIdentity]
        /// The other players of the team.
        public var teammates: [PlayerIdentity]
        public var opponent: String
        /// The players of the opponent; none for a stack without a bring-back.
        public var bringBacks: [PlayerIdentity]
    }
}

extension Analysis {
    /// Lists each quarterback with at least one team mate, and the bring-backs of a week, entry by entry.
    ///
    /// One scan of the picks. The rows are as many as the stacks of all entries in these weeks.
    ///
    /// - Parameters:
    ///   - filter: the entries.
    ///   - schedule: the games.
    ///   - weeks: the weeks; those without a game in the schedule are left out.
    public func gameStackRosters(
        _ filter: ReportFilter = ReportFilter(), schedule: GameSchedule,
        weeks: [UInt8] = GameStackReport.playoffWeeks
    ) -> GameStackRosters {
        let weeks = schedule.weeks.filter { weeks.contains($0) }
        let tally = rosters.count(
            filter.entries, of: players, with: GameStackRosterTally(opponents(of: schedule, in: weeks)))
        func named(_ numbers: [UInt32]) -> [PlayerIdentity] { numbers.map { players.players[Int($0)] } }
        let rows = tally.stacks.map { stack in
            let (week, team) = (weeks[stack.week], players.teams[stack.team])
            return GameStackRosters.Row(
                week: week, entry: stack.entry, team: team, quarterbacks: named(stack.quarterbacks),
                teammates: named(stack.teammates), opponent: schedule.opponent(of: team, week: week) ?? "",
                bringBacks: named(stack.bringBacks))
        }
        return GameStackRosters(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            entriesWithoutTeam: tally.entriesWithoutTeam,
            rows: rows.sorted { ($0.week, $0.entry, $0.team) < ($1.week, $1.entry, $1.team) })
    }
}

private struct GameStackRosterTally: RosterTally {
    /// A stack of an entry, with numbers of the catalogue.
    struct Stack {
        /// Index of the week.
        var week: Int
        var entry: EntryID
        var team: Int
        var quarterbacks: [UInt32]
        var teammates: [UInt32]
        var bringBacks: [UInt32]
    }

    private(set) var scope = ScopeTally()
    private(set) var entriesWithoutTeam = 0
    private(set) var stacks: [Stack] = []

    /// As `Analysis.opponents(of:in:)` returns them.
    private let opponents: [[Int?]]
    private var pool = PoolFacts.none
    private var draft: RosterColumns.Draft?

    init(_ opponents: [[Int?]]) { self.opponents = opponents }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        (self.draft, self.pool) = (draft, pool)
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        var members: [Int: (quarterbacks: [UInt32], others: [UInt32])] = [:]
        var isEmpty = true
        for index in part.picks(of: place) {
            let player = Int(part.players[index])
            guard player < pool.teams.count else { continue }
            isEmpty = false
            let team = Int(pool.teams[player])
            guard team != 0 else { continue }
            if pool.positions[player] == .quarterback {
                members[team, default: ([], [])].quarterbacks.append(pool.numbers[player])
            } else {
                members[team, default: ([], [])].others.append(pool.numbers[player])
            }
        }
        guard !members.isEmpty || isEmpty else {
            entriesWithoutTeam += 1
            return
        }
        guard let draft else { return }
        let entry = part.entry(at: place, of: draft)
        for week in opponents.indices {
            for (team, own) in members where !own.quarterbacks.isEmpty && !own.others.isEmpty {
                guard let opponent = opponents[week][team] else { continue }
                let others = members[opponent]
                stacks.append(
                    Stack(
                        week: week, entry: entry, team: team, quarterbacks: own.quarterbacks, teammates: own.others,
                        bringBacks: (others?.quarterbacks ?? []) + (others?.others ?? [])))
            }
        }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        entriesWithoutTeam += other.entriesWithoutTeam
        stacks += other.stacks
    }
}
