import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Reports

/// The scores of players, the standings and brackets of contests, and the lineups of entries: the results of the
/// commands `scores`, `standings`, `bracket` and `lineup`.
///
/// Scores are public. Standings are of drafts that are over, which are public, so standings are public too. Only the
/// users themselves learn which entries belong to their user number. A lineup is for callers that may see its room.
struct OutcomeRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication
    let results: Results
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, authentication, results, operations) = (
            server.reader, server.authentication, server.results, server.operations
        )
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/seasons/{season}/scores", id: "listSeasonScores", tag: .seasons,
                "List the points of a season.",
                details: "The list includes points that a correction replaced.", cost: .report,
                access: .anyone, privacy: .open,
                query: [
                    .text("scoring", "Only points of this scoring."), .week("Only this week."),
                    .offset, .limitFormerlyTop, .at,
                ], answers: .page("SeasonScores")
            ) { try await $0.scores($1) },
            route(
                .get, "/v1/tournaments/{tournament}/standings", id: "getContestStandings", tag: .contests,
                "Get the standings of a round.",
                details:
                    "The points of each week's best lineup, of drafts that are over. Without `at` the answer may be some seconds old.",
                cost: .readUnless("at"), access: .anyone, privacy: .open,
                query: [
                    .round("The round, from 1; by default the last with points."), .throughWeek,
                    .user("Only this user's entries."),
                    .room("Only entries of this room."),
                    .firstPod("The first pod to list, in a round whose pods are drawn."),
                    .choice("by", ["points"], "Order all entries by points, not by room or pod."),
                    .limitOfEntries("The maximum number of entries in the answer."), .at,
                ], answers: .page("Standings")
            ) { try await $0.standings($1) },
            route(
                .get, "/v1/tournaments/{tournament}/bracket", id: "getContestBracket", tag: .contests,
                "Get the rounds and pods of a contest.",
                details: "From the recorded events of the contest, without later corrections of scores.",
                cost: .readUnless("at"),
                access: .anyone, privacy: .open,
                query: [
                    .round("The round, from 1; by default the last on record."),
                    .user("Only pods with this user's entries."),
                    .integer("entry", Route.Parameter.positions, "Only pods with this entry."),
                    .firstPod(default: 1, "The first pod to list."),
                    .limitOfEntries(
                        "The maximum number of entries, in addition to those that user or entry selects."), .at,
                ], answers: .page("Bracket")
            ) { try await $0.bracket($1) },
            route(
                .get, "/v1/entries/{entry}/lineup", id: "getEntryLineup", tag: .entries,
                "Get the best lineup of an entry.",
                cost: .read, access: .checked(.spectators), privacy: .open,
                query: [.week("The week; by default the last with points."), .at],
                answers: .page("Lineup")
            ) { try await $0.lineup($1) },
        ]
    }

    /// `?scoring=half-ppr&week=9&from=1000&top=1000`: a season's points, the best of its first week first.
    @Sendable
    private func scores(_ exchange: Exchange) async throws -> Response {
        let id = SeasonID(try exchange.number("season", upTo: StreamKey.maximumNumber))
        let week = try exchange.week()
        let (first, top) = (try exchange.number(ofQuery: "offset"), try exchange.number(ofQuery: "limit"))
        let (moment, scoring, ledger) = (try exchange.momentOfLedger(), exchange.query("scoring"), reader.ledger)
        return try await exchange.longPage(from: reader) { interest in
            let position = try ledger.position(of: moment)
            guard let season = try ledger.season(id, at: .position(position)) else {
                throw Problem(.notFound, "Of season \(id) nothing is on record.")
            }
            try interest.check()
            let page = ScoresPage(season, scoring: scoring, week: week, first: first, top: top, at: position)
            return (page, "p\(position)")
        }
    }

    @Sendable
    private func standings(_ exchange: Exchange) async throws -> Response {
        let tournament = TournamentID(try exchange.number("tournament"))
        let question = try StandingsQuestion(exchange)
        let (caller, desk, rows) = (exchange.caller, results.standings, operations.rows)
        if let user = question.user {
            try caller.demand(caller.maySeeAccount(of: user), "The list of user \(user)'s entries")
        }
        let (moment, after) = (try exchange.momentOfLedger(), try exchange.minPosition() ?? 0)
        let (ledger, tag) = (reader.ledger, authentication.accounts.told.tag)
        if moment == .latest, let answer = exchange.unchanged("p\(try ledger.size).\(tag)") { return answer }
        return try await exchange.longPage(from: reader) { interest in
            try rows.check(ledger)
            try interest.check()
            let told = try Problem.explaining {
                try desk.standings(
                    of: tournament, round: question.round, week: question.week, at: moment, after: after, in: ledger)
            }
            let page = try StandingsAnswer(told, question, in: ledger)
            return (page, "p\(told.position).\(tag)")
        }
    }

    /// Returns the recorded rounds, which change only with the contest's own events.
    @Sendable
    private func bracket(_ exchange: Exchange) async throws -> Response {
        let tournament = TournamentID(try exchange.number("tournament"))
        let question = try BracketQuestion(exchange)
        let (caller, desk, ledger) = (exchange.caller, results.brackets, reader.ledger)
        if let user = question.user {
            try caller.demand(caller.maySeeAccount(of: user), "The list of user \(user)'s entries")
        }
        let moment = try exchange.momentOfLedger()
        return try await exchange.longPage(from: reader) { interest in
            let told = try Problem.explaining { try desk.bracket(of: tournament, at: moment, in: ledger) }
            try interest.check()
            let entries = try question.entries(in: tournament, ledger)
            let page = try Problem.explaining { try BracketAnswer(told, of: entries, question, in: ledger) }
            return (page, nil)
        }
    }

    /// The week's, and what the entry's lineups of all weeks came to; of no week in particular the last one with points.
    @Sendable
    private func lineup(_ exchange: Exchange) async throws -> Response {
        let entry = EntryID(try exchange.number("entry", upTo: UInt64(Int64.max)))
        let week = try exchange.week()
        let (moment, caller, ledger) = (try exchange.momentOfLedger(), exchange.caller, reader.ledger)
        return try await exchange.longPage(from: reader) { _ in
            guard let room = try ledger.room(entry.room),
                room.members.contains(where: { $0?.entry == entry })
            else { throw Problem(.notFound, "There is no entry \(entry).") }
            try caller.demand(caller.maySee(room), "Entry \(entry)")
            let position = try ledger.position(of: moment)
            let page = try Problem.explaining {
                try LineupAnswer(of: entry, week: week, in: ledger, upTo: position)
            }
            return (page, "p\(position)")
        }
    }
}

/// The requested part of standings.
struct StandingsQuestion: Hashable, Sendable {
    /// Nil for the last one that can be told.
    var round: Int?
    /// The last week that counts; nil for all that have points.
    var week: UInt8?
    /// The user whose entries are listed; nil for all users.
    var user: UserID?
    /// The room whose entries are listed; nil for all.
    var room: RoomID?
    /// The first pod that is listed, in a round whose pods are drawn; nil for all.
    var from: Int?
    /// Whether all entries are listed in one order, across all pods.
    var isByPoints: Bool
    /// The number of listed entries.
    var top: Int

    init(_ exchange: Exchange) throws {
        round = try exchange.natural("round").map { Int($0) }
        week = try exchange.week()
        user = try exchange.userOfQuery()
        room = try exchange.roomOfQuery()
        from = try exchange.natural("firstPod").map { Int($0) }
        isByPoints = try exchange.flag("by", named: "points")
        top = try exchange.number(ofQuery: "limit")
    }
}

extension Problem {
    /// Runs a closure, and makes problems of the errors of outcomes.
    static func explaining<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as OutcomeError {
            switch error {
            case .noSuchWeek, .weekOutsideRound, .severalContests: throw Problem(.badRequest, error.fact)
            default: throw Problem(.notFound, error.fact)
            }
        } catch let error as RecordedNotesError {
            guard case .severalSites = error else { throw Problem(.notFound, error.fact) }
            throw Problem(.badRequest, "\(error.fact) Name one with 'site' and 'season'.")
        } catch let limit as ReportLimit {
            throw Problem(.badRequest, limit.description)
        } catch let error as ReportArgumentError {
            throw Problem(.badRequest, error.description)
        } catch let error as PlayerNameError {
            throw Problem(.notFound, error.description)
        }
    }
}
