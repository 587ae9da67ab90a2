import Draft
import DraftLedger
import Projections

/// The effects of a change: players, points and prizes.
extension ContestWhatIf {
    func check(_ lineup: Lineup) throws(ContestWhatIfError) {
        let drafted = Int(contest.details.ruleset.rounds)
        guard (1...max(1, drafted)).contains(lineup.starters) else {
            throw .badLineup(starters: lineup.starters, drafted: drafted)
        }
    }

    /// The effects of a pick that takes another player.
    func exchange(_ pick: ContestChange.Pick) throws -> ContestWhatIfReport.Exchange {
        let events = try ledger.stream(.room(pick.room), upTo: analysis.rosters.position)
        guard let room = RoomState.folding(events), room.tournament == contest.id, room.pool == pool.id else {
            throw ContestWhatIfError.notOfContest(pick.room, contest.id)
        }
        guard room.status == .complete else { throw ContestWhatIfError.notComplete(pick.room) }
        let board = room.board
        guard let made = board.first(where: { $0.number == pick.number }), let entry = made.entry,
            let was = made.pick.player.flatMap({ pool.player($0) })
        else { throw ContestWhatIfError.noSuchPick(pick.number, pick.room) }
        guard let becomes = pool.player(pick.player) else { throw ContestWhatIfError.noSuchPlayer(pick.player) }
        let taken = board.first { $0.pick.player == pick.player }
        if let taken, taken.number <= pick.number {
            throw ContestWhatIfError.taken(name: becomes.name, by: taken.number, instead: pick.number)
        }
        return ContestWhatIfReport.Exchange(
            pick: pick.number, entry: entry, was: was, becomes: becomes, laterPick: taken?.number,
            laterEntry: taken?.entry)
    }

    /// The entries with other prizes, if all rounds are known on both sides.
    func prizes(_ would: TournamentState, users: [EntryID: UserID]) -> [ContestWhatIfReport.Prize]? {
        guard contest.isDecidedByRounds(), let table = PrizeTable(contest.details.prizes), table.lastPlace > 0,
            let was = awards(of: contest, table), let becomes = awards(of: would, table)
        else { return nil }
        return Set(was.keys).union(becomes.keys).filter { was[$0]?.amount != becomes[$0]?.amount }
            .map {
                ContestWhatIfReport.Prize(entry: $0, user: users[$0], was: was[$0], becomes: becomes[$0])
            }
            .sorted { one, other in
                let (mine, theirs) = (one.was?.amount ?? .zero, other.was?.amount ?? .zero)
                return mine != theirs ? mine > theirs : one.entry < other.entry
            }
    }

    /// - Returns: nil while a round is not closed.
    private func awards(of contest: TournamentState, _ table: PrizeTable) -> [EntryID: ContestWhatIfReport.Award]? {
        guard contest.openRound == nil, !contest.played.isEmpty else { return nil }
        var awards: [EntryID: ContestWhatIfReport.Award] = [:]
        for (index, entry) in contest.ranking(first: Int(table.lastPlace)).enumerated() {
            let place = UInt32(index) + 1
            awards[entry] = ContestWhatIfReport.Award(place: place, amount: table.total(of: place...place))
        }
        return awards
    }
}

/// Players who change places between rosters.
struct RosterExchange: Sendable {
    private let entries: Set<EntryID>
    private let was: PlayerIndex
    private let becomes: PlayerIndex

    init(_ exchange: ContestWhatIfReport.Exchange) {
        entries = Set([exchange.entry, exchange.laterEntry].compactMap { $0 })
        (was, becomes) = (exchange.was.index, exchange.becomes.index)
    }

    /// Puts each of the two in the other's place. O(roster) for the entries that are meant.
    func apply(to roster: inout [PlayerIndex], of entry: EntryID) {
        guard entries.contains(entry) else { return }
        for place in roster.indices {
            if roster[place] == was {
                roster[place] = becomes
            } else if roster[place] == becomes {
                roster[place] = was
            }
        }
    }
}

/// The points of a contest's season as they are, and as another scoring would have them.
struct ChangedPoints {
    private let whatIf: ContestWhatIf
    private let change: ContestChange.Scoring?

    /// The season as statistics tell it, by the contest's own scoring and by the other one; nil where none do.
    private var told: SeasonState?
    private var becoming: SeasonState?

    /// The players whose points count, by index in the pool.
    private var drafted: [PlayerIndex] = []

    /// - Parameter player: one who would be drafted too.
    init(
        _ change: ContestChange.Scoring?, of whatIf: ContestWhatIf, with player: PlayerIndex?
    ) throws(ContestWhatIfError) {
        (self.whatIf, self.change) = (whatIf, change)
        let own = whatIf.scoring.scoring
        switch change {
        case nil: return
        case .recorded(let name):
            guard whatIf.season?.scores.contains(where: { $0.scoring == name }) == true else {
                throw .noPoints(whatIf.rounds.season, scoring: name)
            }
        case .statistics(let points, let statistics):
            guard let known = StatisticPoints.known(as: own) else { throw .unknownScoring(own) }
            told = Self.season(whatIf.rounds.season, statistics, by: known, named: own)
            becoming = Self.season(whatIf.rounds.season, statistics, by: points, named: own)
        }
        let analysis = whatIf.analysis
        let tally = analysis.rosters.count(
            RosterFilter(tournament: whatIf.contest.id), of: analysis.players,
            with: ExposureTally(players: analysis.players.players.count, bySlot: false))
        let numbers = analysis.players.facts(of: whatIf.pool.id).numbers
        drafted = whatIf.pool.players.map(\.index).filter { index in
            index == player || (Int(index) < numbers.count && tally.players[Int(numbers[Int(index)])].drafted > 0)
        }
    }

    /// A season that was told by such statistics: the fold of the events that would have told it.
    private static func season(
        _ id: SeasonID, _ statistics: [PlayerStatistics], by points: StatisticPoints, named scoring: String
    ) -> SeasonState? {
        var season: SeasonState?
        let place = EventPlace(
            stream: .season(id), position: 0, recordedAt: Timestamp(microseconds: 0), origin: nil)
        for week in statistics {
            let player = week.player
            season.fold(
                .playerScored(
                    PlayerScored(
                        week: week.week, position: player.position, points: points.points(of: week), scoring: scoring,
                        source: "", externalID: player.externalID, name: player.name, team: player.team)),
                at: place)
        }
        return season
    }

    /// As of a version of the season; nil for the last one.
    func own(asOf version: UInt32?) -> SeasonPoints { recorded(as: whatIf.scoring.scoring, version) }

    /// By the other scoring, or the same.
    func changed(asOf version: UInt32?) -> SeasonPoints {
        switch change {
        case nil: own(asOf: version)
        case .recorded(let name): recorded(as: name, version)
        case .statistics: matched(becoming, as: whatIf.scoring.scoring, days: nil)
        }
    }

    private func recorded(as scoring: String, _ version: UInt32?) -> SeasonPoints {
        let season = version.map { version in whatIf.season?.asOf(version: version) } ?? whatIf.season
        return matched(season, as: scoring, days: whatIf.rounds.correctionDays)
    }

    private func matched(_ season: SeasonState?, as scoring: String, days: UInt8?) -> SeasonPoints {
        SeasonPoints(
            season, of: whatIf.rounds.season, scoring: scoring, for: whatIf.pool, playedIn: whatIf.rounds.weeks,
            correctionDays: days)
    }

    /// What is not known of some weeks by the other scoring, of everybody who was drafted; nil where nothing is missing.
    ///
    /// Statistics are taken for what happened only where by the contest's own scoring they come to the points on record.
    func lack(in weeks: [UInt8], asOf version: UInt32?) -> ContestWhatIfError.Lack? {
        let (own, other, isOfStatistics): (SeasonPoints, SeasonPoints, Bool)
        switch change {
        case nil: return nil
        case .recorded: (own, other, isOfStatistics) = (self.own(asOf: version), changed(asOf: version), false)
        case .statistics:
            let told = matched(told, as: whatIf.scoring.scoring, days: nil)
            (own, other, isOfStatistics) = (self.own(asOf: version), told, true)
        }
        var lack = ContestWhatIfError.Lack(
            missing: 0, contradicted: 0, of: 0, examples: [], isOfStatistics: isOfStatistics)
        for player in drafted {
            for week in weeks {
                let (record, word) = (own.points(of: player, week: week), other.points(of: player, week: week))
                guard record != nil || word != nil else { continue }
                lack.of += 1
                if record != nil, word == nil {
                    lack.missing += 1
                } else if isOfStatistics, record ?? 0 != word {
                    lack.contradicted += 1
                } else {
                    continue
                }
                if lack.examples.count < 5, let name = whatIf.pool.player(player)?.name {
                    lack.examples.append("\(name) in week \(week)")
                }
            }
        }
        return lack.missing + lack.contradicted > 0 ? lack : nil
    }
}
