import Draft

/// The results that sites state for the entries of a room, by the events so far.
struct StatedRoom: Sendable {
    /// Of the room; nil for one of none.
    let tournament: TournamentID?

    /// One for each round of which anything is stated: the later word, filled from earlier ones, and where it stands.
    private(set) var statements: [(results: ResultsStated, position: UInt64)] = []

    /// The positions of all statements, from which a kept audit reads them again.
    private var positions: [UInt64] = []

    init(of tournament: TournamentID?) { self.tournament = tournament }

    /// Of the first round's last statement; of rooms of which several rounds are stated, by which they are told.
    var position: UInt64 { statements.first?.position ?? 0 }

    /// The same with the next statement.
    func taking(_ results: ResultsStated, at position: UInt64) -> StatedRoom {
        var room = self
        room.positions.append(position)
        if let known = statements.firstIndex(where: { $0.results.round == results.round }) {
            room.statements[known] = (results.filled(from: statements[known].results), position)
        } else {
            room.statements.append((results, position))
        }
        return room
    }
}

extension StatedRoom: Codable {
    /// The events are encoded by their positions.
    private struct Content<Recorded: Codable>: Codable {
        var tournament: TournamentID?
        var events: [Recorded]
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Content(tournament: tournament, events: positions))
    }

    init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer().decode(Content<KeptEvent>.self)
        self.init(of: content.tournament)
        for recorded in content.events.map(\.recorded) {
            guard case .resultsStated(let results) = recorded.event else { continue }
            self = taking(results, at: recorded.position)
        }
    }
}

/// The comparison of stated results with the computed ones, after the whole ledger has been read.
///
/// A difference is not a fault of the ledger: its scores have their own source, and the site's may differ.
struct StatedComparison: Sendable {
    /// The rules and scores of a contest at the end of the ledger.
    private struct Terms: Sendable {
        var rounds: ContestRoundsSet
        var lineup: Lineup
        var points: SeasonPoints
    }

    private var contests: [TournamentID: Terms] = [:]

    /// - Parameters:
    ///   - tournaments: those of rooms with stated results. A contest without known rounds, lineup, pool or season's
    ///     points cannot be compared.
    ///   - pool: finds a pool.
    ///   - season: finds a season.
    init<Failure: Error>(
        _ tournaments: [TournamentState], pool: (PoolID) throws(Failure) -> PoolState?,
        season: (SeasonID) throws(Failure) -> SeasonState?
    ) throws(Failure) {
        for tournament in tournaments {
            guard let rounds = tournament.rounds, let scoring = tournament.scoring,
                let pool = try pool(tournament.details.pool), let season = try season(rounds.season)
            else { continue }
            contests[tournament.id] = Terms(
                rounds: rounds, lineup: scoring.lineup,
                points: SeasonPoints(
                    season, of: rounds.season, scoring: scoring.scoring, for: pool, playedIn: rounds.weeks,
                    correctionDays: rounds.correctionDays))
        }
    }

    /// Holds all that is stated of a room against it.
    ///
    /// - Parameters:
    ///   - stated: of the room.
    ///   - room: as the whole ledger leaves it.
    ///   - tally: what it comes to goes there.
    func compare(_ stated: StatedRoom, with room: RoomState, into tally: inout StatedTally) {
        guard room.status == .complete else { return }
        for (results, position) in stated.statements { compare(results, at: position, with: room, into: &tally) }
    }

    private func compare(
        _ results: ResultsStated, at position: UInt64, with room: RoomState, into tally: inout StatedTally
    ) {
        let picked = Set(zip(room.picks, results.picks).compactMap { $1.points == nil ? nil : Int($0.seat) })
        let told = zip(room.members, results.entries).enumerated().filter {
            $1.0 != nil && ($1.1 != .blank || picked.contains($0))
        }
        guard let terms = room.tournament.flatMap({ contests[$0] }), terms.points.pool == room.pool,
            terms.rounds.rounds.indices.contains(Int(results.round) - 1)
        else { return tally.untold += UInt64(told.count) }
        let round = terms.rounds.rounds[Int(results.round) - 1]
        guard round.weeks.allSatisfy(terms.points.weeks.contains) else { return tally.untold += UInt64(told.count) }
        var scorer = RosterScorer(terms.lineup, terms.points, weeks: Array(round.weeks))
        let points = room.members.enumerated().map { seat, member in
            member.map { scorer.score(room.roster(of: Seat(seat)).map(\.player), of: $0.entry).points }
        }
        for (seat, (member, entry)) in told {
            guard let member, let computed = points[seat] else { continue }
            let advances = results.round == 1 ? Self.advances(computed, among: points, round) : nil
            var difference = StatedDifference(
                position: position, room: room.id, draft: room.externalID, entry: member.entry,
                externalID: member.externalID, source: results.source, weeks: round.weeks,
                isFinal: round.weeks.allSatisfy(terms.points.finalWeeks.contains), computed: computed)
            if let stated = entry.points, Int64(stated) != computed { difference.points = stated }
            if let stated = entry.advances, let advances, stated != advances { difference.advances = stated }
            if picked.contains(seat) { difference.picks = Self.picks(of: seat, in: room, results, &scorer) }
            guard difference.points == nil, difference.advances == nil, difference.picks.isEmpty else {
                tally.add(difference)
                continue
            }
            let isCompared = entry.points != nil || advances != nil || picked.contains(seat)
            if isCompared { tally.confirmed += 1 } else { tally.untold += 1 }
        }
    }

    /// The picks of an entry of which something is stated that no best lineups give them.
    private static func picks(
        of seat: Int, in room: RoomState, _ results: ResultsStated, _ scorer: inout RosterScorer
    ) -> [StatedDifference.Pick] {
        let own = zip(room.picks, results.picks).enumerated().filter { Int($1.0.seat) == seat && $1.0.player != nil }
        let roster = own.compactMap(\.element.0.player)
        guard roster.allSatisfy({ Int($0) < scorer.points.positions.count }) else { return [] }
        scorer.take(roster)
        let credits = scorer.credits()
        var differences: [StatedDifference.Pick] = []
        for (place, (index, pick)) in own.enumerated() {
            guard let stated = pick.1.points, Int64(stated) != credits[place],
                !scorer.mayCredit(Int64(stated), at: place)
            else { continue }
            differences.append(
                .init(number: PickNumber(index + 1), stated: stated, computed: credits[place]))
        }
        return differences
    }

    /// Whether an entry of the first round advances; nil where points alone do not tell, because others have as many or
    /// are not known: by what a site breaks ties is not known either.
    private static func advances(_ points: Int64, among all: [Int64?], _ round: ContestRound) -> Bool? {
        let known = all.compactMap(\.self)
        guard known.count == all.count, round.advancing > 0 else { return nil }
        if known.count(where: { $0 >= points }) <= Int(round.advancing) { return true }
        return known.count(where: { $0 > points }) >= Int(round.advancing) ? false : nil
    }
}

/// An entry of which a site states something else than the ledger computes.
struct StatedDifference: Sendable {
    /// Of the site's last statement.
    var position: UInt64
    var room: RoomID
    /// The site's name of the draft; empty if unknown.
    var draft: String
    var entry: EntryID
    /// The site's name of the entry; empty if unknown.
    var externalID: String
    var source: String
    var weeks: ClosedRange<UInt8>
    /// Whether the scores of all of these weeks are final.
    var isFinal: Bool
    /// In hundredths.
    var computed: Int64
    /// The site's stated points, in hundredths; nil if equal to the computed ones.
    var points: Int32? = nil
    /// Whether the entry advances by the site; nil if equal to the computed result.
    var advances: Bool? = nil
    /// Of its picks those of which the site states other points, in their order.
    var picks: [Pick] = []

    /// A pick whose player starts, by the site, for other points than in any best lineups, in hundredths.
    struct Pick: Hashable, Sendable {
        var number: PickNumber
        var stated: Int32
        var computed: Int64
    }

    /// "Underdog states 1517.37 points of entry 65537 (e1) of draft d1 in weeks 1-14; the ledger computes 1517.36."
    var message: String {
        let name = externalID.isEmpty ? "entry \(entry)" : "entry \(entry) (\(externalID))"
        let place = draft.isEmpty ? "room \(room)" : "draft \(draft)"
        let span =
            weeks.count == 1 ? "week \(weeks.lowerBound)" : "weeks \(weeks.dashed)"
        let finality = isFinal ? "" : ", from scores that are not final"
        if points == nil, advances == nil, let pick = picks.first {
            let more = picks.count - 1
            return "\(source) states \(Self.words(Int64(pick.stated))) points of pick \(pick.number), of \(name) of "
                + "\(place) in \(span); in the computed lineups it has \(Self.words(pick.computed))"
                + (more == 0
                    ? "" : ", and \(more) more of the entry's picks \(more == 1 ? "has" : "have") other points")
                + "\(finality)."
        }
        let stated = points.map { "\(Self.words(Int64($0))) points of \(name) of \(place) in \(span)" }
        let going = advances.map { "that it \($0 ? "advances" : "does not advance")" }
        let what =
            switch (stated, going) {
            case (let stated?, nil): stated
            case (let stated?, let going?): "\(stated), and \(going)"
            case (nil, _): "that \(name) of \(place) \(advances == true ? "advances" : "does not advance") from \(span)"
            }
        let computes =
            points == nil
            ? "by the computed \(Self.words(computed)) points it "
                + (advances == true ? "does not" : "does")
            : "the ledger computes \(Self.words(computed))"
                + (going == nil ? "" : ", by which it \(advances == true ? "does not" : "does")")
        let others = picks.first.map { pick in
            "; of \(picks.count == 1 ? "one of its picks" : "\(picks.count) of its picks") it states other points too, for pick "
                + "\(pick.number) \(Self.words(Int64(pick.stated))) instead of \(Self.words(pick.computed))"
        }
        return "\(source) states \(what); \(computes)\(others ?? "")\(finality)."
    }

    private static func words(_ hundredths: Int64) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}

/// The results of the comparison with stated results, of one part of an audit or of all.
struct StatedTally: Sendable {
    /// Entries of which all that is stated and can be computed is as stated.
    var confirmed: UInt64 = 0
    /// Entries of which nothing that is stated can be computed: rounds, lineup or points are not known here.
    var untold: UInt64 = 0
    private(set) var differenceCount = 0
    private var differences: [StatedDifference] = []

    /// Differences that are reported individually; the rest is counted.
    private static let limit = 100

    /// Takes the next difference; they come in the order of their positions.
    mutating func add(_ difference: StatedDifference) {
        differenceCount += 1
        if differences.count <= Self.limit { differences.append(difference) }
    }

    mutating func merge(_ other: Self) {
        confirmed += other.confirmed
        untold += other.untold
        differenceCount += other.differenceCount
        differences += other.differences
        differences.sort { ($0.position, $0.entry) < ($1.position, $1.entry) }
        differences.removeLast(max(0, differences.count - Self.limit - 1))
    }

    /// Adds the counts and reports differences as warnings: they are not breaches.
    func report(to notes: inout AuditNotes) {
        notes.counts.statedResults += confirmed + UInt64(differenceCount)
        notes.counts.confirmedResults += confirmed
        notes.counts.unknownResults += untold
        for difference in differences.prefix(Self.limit) {
            notes.remark(at: difference.position, in: .room(difference.room), difference.message)
        }
        guard differences.count > Self.limit else { return }
        let rest = differenceCount - Self.limit
        notes.remark(
            at: differences[Self.limit].position, in: .room(differences[Self.limit].room),
            "Of \(rest) more \(rest == 1 ? "entry" : "entries"), from here on, sites state other "
                + "results than the ledger computes.")
    }
}
