import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import Reports
import Server
import TestSupport
import Testing
import TextFormats

/// Reports over HTTP: the figures of the commands, and for whom they are.
@Suite struct ReportTests {
    private func finish(_ table: Table) async throws {
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
    }

    /// Those that can be asked of everybody.
    private let ofField = ReportCatalogue.all.filter { !$0.needsUser }.map { $0.name }

    @Test func aFieldThatStillDraftsIsForAnalysts() async throws {
        let table = try await Table.ofOutcome()
        for week in 1...3 as ClosedRange<UInt8> { try await table.score(week: week, [1_000, 2_500, 100, 0]) }
        try await table.note()
        let roles = try await Roles(at: table)
        for kind in ofField {
            try await roles.expect("/v1/reports/\(kind)", isFor: [.analyst])
            try await roles.expect("/v1/reports/\(kind)?contest=1&includeUnfinished=true", isFor: [.analyst])
        }
        let aboutOthers: Set = [
            "adp", "ownership", "duplicates", "clv", "movers", "portfolio", "advance", "luck", "expect",
        ]
        for kind in ReportCatalogue.all.map({ $0.name }) {
            // What a user's own report is made of alone, that user may know; the rest tells of others.
            let own: Set<Roles.Kind> = aboutOthers.contains(kind) ? [] : [.member]
            try await roles.expect(
                "/v1/reports/\(kind)?user=\(table.anna.user)", isFor: own.union([.analyst]))
        }
        let ownByWish = [
            "clv?reference=at-pick", "portfolio?reference=at-pick", "pairs?size=3", "construction?by=archetype",
            "clv?reference=at-date", "clv?reference=latest&site=site", "portfolio?reference=latest&season=2026",
            "stacks?season=2026&week=15,16",
        ]
        for query in ownByWish {
            let path = "/v1/reports/\(query)&user=\(table.anna.user)"
            try await roles.expect(path, isFor: [.analyst, .member])
            try await roles.expect("\(path)&includeUnfinished=true", isFor: [.analyst, .member])
        }
        // What is left for a seat stands beside what its user has elsewhere.
        let seat = try #require(try table.ledger.room(1)?.members.firstIndex { $0?.user?.number == table.anna.user })
        try await roles.expect("/v1/rooms/1/seats/\(seat)/next", isFor: [.member, .officer])
        try await roles.expect("/v1/users/\(table.anna.user)/exposure", isFor: [.member, .officer])
        try await roles.expect("/v1/balances", isFor: [.officer])
        try await table.server.stop()
    }

    @Test func aContestThatIsOverIsEverybodys() async throws {
        let table = try await Table.ofOutcome()
        try await finish(table)
        for week in 1...3 as ClosedRange<UInt8> { try await table.score(week: week, [1_000, 2_500, 100, 0]) }
        try await table.note()
        let roles = try await Roles(at: table)
        // It still takes entries.
        try await roles.expect("/v1/reports/ownership?contest=1", isFor: [.analyst])
        _ = try await table.ledger.send(.tournament(1, .closeEntries), as: .admin(nil), id: .random()).get()
        for kind in ofField {
            try await roles.expect("/v1/reports/\(kind)?contest=1", isFor: Roles.everybody)
            try await roles.expect("/v1/reports/\(kind)", isFor: [.analyst])
        }
        try await roles.expect("/v1/reports/portfolio?contest=1&user=\(table.anna.user)", isFor: Roles.everybody)
        try await roles.expect("/v1/reports/portfolio?user=\(table.anna.user)", isFor: [.analyst])
        // What a contest that goes on comes to shows in seasons that are made of it.
        try await roles.expect("/v1/reports/expect?contest=1&like=1", isFor: Roles.everybody)
        var other = TournamentCreated.blank
        (other.pool, other.entryFee, other.title) = (1, Cents(500), "Other")
        other.ruleset = .slow(teams: 2, rounds: 2)
        _ = try await table.ledger.send(.tournament(2, .createTournament(other)), as: .admin(nil), id: .random()).get()
        let open = "/v1/reports/expect?contest=1&like=2"
        #expect(try await table.server.get(open, as: roles[.analyst]).status == 404, "it has no rounds")
        #expect(try await table.server.get(open, as: roles[.member]).status == 403)
        #expect(try await table.server.get(open).status == 401)
        try await table.server.stop()
    }

    @Test func aSeedGivesTheSameExpectations() async throws {
        let table = try await Table.ofOutcome()
        try await finish(table)
        for week in 1...3 as ClosedRange<UInt8> { try await table.score(week: week, [1_000, 2_500, 100, 0]) }
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        func expect(_ query: String) async throws -> RunningServer.Answer {
            try await table.server.get("/v1/reports/expect?\(query)", as: analyst)
        }
        let answer = try await expect("seasons=50&seed=7&top=1")
        let json = try answer.json
        #expect(json["seed"]?.string == "7" && json["seasons"]?.integer() == 50, "\(answer.text)")
        #expect(json["rosters"]?.elements.count == 1 && json["entries"]?.integer() == 2)
        func figures(_ json: JSONValue) -> [Double?] {
            let row = json["rosters"]?.elements.first
            return [
                row?["entry"]?.number, row?["pointsHundredths"]?.number, row?["advance"]?.number,
                row?["advanceLow"]?.number, row?["final"]?.number,
            ]
        }
        let again = try await expect("top=1&seed=7&seasons=50&contest=1").json
        #expect(figures(again) == figures(json) && !figures(json).contains(nil))
        #expect(try await expect("seasons=50").json["seed"]?.string == "1")
        let csv = try await table.server.get(
            "/v1/reports/expect?seasons=5", as: analyst, ["Accept": "text/csv"])
        #expect(csv.text.hasPrefix("entry,externalID,room,pointsHundredths,advance,"))
        // A season of which a week is not told cannot be made.
        let past = try table.ledger.size
        _ = try await table.ledger.send(
            .season(2026, .closeWeek(week: 1, scoring: ScoringSet.halfPPR)), as: .admin(nil), id: .random()
        ).get()
        #expect(try await expect("seasons=5&at=pos:\(past)").status == 200)
        #expect(try await expect("seasons=5&at=pos:\(past - 8)").status == 404)
        try await table.server.stop()
    }

    /// What is on record is told as of its moment. Readers who cannot record anything are not told the command for it.
    @Test func adpsOfDaysAndSchedulesComeFromTheRecord() async throws {
        let table = try await Table()
        try await table.draft()
        try await finish(table)
        let server = table.server
        let analyst = try await server.signIn("ana", roles: ["analyst"]).token
        let none = try await server.get("/v1/reports/clv?reference=latest", as: analyst)
        #expect(none.status == 404)
        #expect(try none.json["detail"]?.string == "No ADP on record.")
        let noGames = try await server.get("/v1/reports/stacks?season=2026", as: analyst)
        #expect(noGames.status == 404 && noGames.text.contains("No schedule of season 2026 is recorded.\""))
        let before = try table.ledger.size
        try await table.note()
        let json = try await server.get("/v1/reports/clv?reference=latest", as: analyst).json
        // P0 to P3 were taken first to fourth; the site's ADPs are 3.00 and 2.00 of the first two.
        let values = (json["players"]?.elements ?? []).map { player in
            "\(player["name"]?.string ?? "") \(player["averageValue"]?.number ?? .nan)"
        }
        #expect(Set(values).isSuperset(of: ["P0 -2.0", "P1 0.0"]), "\(values)")
        #expect(try await server.get("/v1/reports/clv?reference=latest&at=pos:\(before)", as: analyst).status == 404)
        let games = try await server.get("/v1/reports/stacks?season=2026&week=15", as: analyst)
        #expect(games.status == 200 && games.text.contains("\"weeks\""), "\(games.text)")
        #expect(try await server.get("/v1/reports/stacks?season=2025", as: analyst).text.contains("only of 2026"))
        try await table.note(by: "other")
        let several = try await server.get("/v1/reports/clv?reference=latest", as: analyst)
        #expect(several.status == 400 && several.text.contains("site of 2026") && several.text.contains("'site'"))
        #expect(try await server.get("/v1/reports/clv?reference=latest&site=other", as: analyst).status == 200)
        let unknown = try await server.get("/v1/reports/clv?reference=latest&site=x", as: analyst)
        #expect(unknown.status == 404 && unknown.text.contains("other of 2026"))
        try await server.stop()
    }

    @Test func theFiguresAreThoseOfTheLedger() async throws {
        let table = try await Table()
        try await table.draft()
        try await finish(table)
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let answer = try await table.server.get("/v1/reports/exposure?position=WR", as: analyst)
        let json = try answer.json
        #expect(json["entries"]?.integer() == 2 && json["filter"]?.string == "all users, all contests, WR only")
        let players = try #require(json["players"]?.elements)
        #expect(players.map { $0["name"]?.string } == ["P0", "P1", "P2", "P3"])
        #expect(players.allSatisfy { $0["drafted"]?.integer() == 1 })
        let csv = try await table.server.get("/v1/reports/exposure?position=WR", as: analyst, ["Accept": "text/csv"])
        #expect(csv.header("content-type") == "text/csv; charset=utf-8" && csv.text.hasPrefix("playerID,name,"))
        let tag = try #require(answer.header("etag"))
        let same = try await table.server.get(
            "/v1/reports/exposure?position=WR", as: analyst, ["If-None-Match": tag])
        #expect(same.status == 304 && same.text == "")
        let past = try await table.server.get("/v1/reports/exposure?at=pos:5", as: analyst)
        #expect(try past.json["entries"]?.integer() == 0)
        let own = try await table.server.get("/v1/users/\(table.anna.user)/exposure", as: table.anna.token)
        #expect(try own.json["entries"]?.integer() == 1)
        try await table.server.stop()
    }

    /// The OpenAPI document, the form and the routes say the same about each report.
    @Test func parametersOfReportsAreDescribedOnce() async throws {
        let table = try await Table()
        let document = try await table.server.get("/openapi.json").json
        let catalogue = try await table.server.get("/v1/reports").json
        #expect(catalogue["reports"]?.elements.map { $0["name"]?.string } == ReportCatalogue.all.map { $0.name })
        let paths = document["paths"]?.members ?? []
        let shared = document["components"]?["parameters"]?.members ?? []
        for type in ReportCatalogue.all {
            let path = paths.first { $0.name == "/v1/reports/\(type.name)" }?.value
            let names = (path?["get"]?["parameters"]?.elements ?? []).map { stated in
                let component = stated["$ref"]?.string?.split(separator: "/").last.map(String.init)
                return component.flatMap { name in shared.first { $0.name == name }?.value["name"]?.string }
                    ?? stated["name"]?.string ?? ""
            }
            let described = (ReportQuestion.parameters + type.parameters.filter { !$0.isFile }).map(\.publicName)
            #expect(described.allSatisfy(names.contains), "\(type.name): \(names) instead of \(described)")
        }
        try await table.server.stop()
    }

    /// A filter that is passed over would give figures of something else than was asked.
    @Test func whatIsNotUnderstoodIsRefused() async throws {
        let table = try await Table()
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        for query in [
            "exposure?usr=7", "exposure?user=x", "exposure?user=", "exposure?user=0x7", "exposure?user=1&user=2",
            "exposure?at=pick:3", "exposure?at=x", "exposure?at=pos:99999999", "exposure?slot=32",
            "exposure?clock=quick",
            "exposure?since=x", "exposure?since=2026-01-02&until=2026-01-01", "exposure?includeUnfinished=yes",
            "exposure?position=XX", "exposure?by=day", "exposure?top=0", "exposure?by=week&sort=fees",
            "ownership?sort=own",
            "exposure?minimum=x", "exposure?slot=1&draftPosition=2", "exposure?draftPosition=0", "adp?user=0",
            "adp?undrafted=x",
            "pairs?minimum=0",
            "pairs?top=0", "pairs?by=x", "clv?curve=x", "clv?reference=x", "duplicates?first=0",
            "duplicates?first=999999", "byes?position=WR", "pairs?size=1", "pairs?size=7",
            "clv?site=x", "clv?reference=at-pick&season=2026", "clv?reference=latest&season=x", "stacks?week=17",
            "stacks?season=x", "stacks?season=2026&week=0", "stacks?season=2026&week=15,", "stacks?season=2026&week=x",
            "expect?seasons=0", "expect?seasons=1000001", "expect?seed=x", "expect?seed=-1", "expect?entries=0",
            "expect?entries=10000001", "expect?drafts=0", "expect?top=0", "expect?position=WR", "expect?prizes=x",
            "construction?by=week", "movers?days=0", "movers?days=3651", "movers?split=x",
            "movers?days=7&split=2026-08-01", "movers?split=2026-08-01&since=2026-08-01",
            "movers?split=2026-08-01&until=2026-07-01", "movers?undrafted=x", "movers?by=week", "portfolio",
            "portfolio?user=1&position=WR", "advance?by=week",
            "advance?by=build&position=WR", "advance?minimum=0", "luck?week=0", "luck?week=23", "luck?week=x",
            "luck?position=WR", "luck?top=0",
        ] {
            let answer = try await table.server.get("/v1/reports/\(query)", as: analyst)
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        // Of a contest without rounds nobody advances, and without points nobody was lucky.
        for query in [
            "exposure?contest=99", "pairs?with=Nobody", "nonsense", "advance?contest=1", "luck?contest=1",
            "clv?reference=at-date", "portfolio?user=1&reference=latest", "stacks?season=2026", "expect",
            "expect?contest=1", "expect?contest=1&like=9",
        ] {
            let answer = try await table.server.get("/v1/reports/\(query)", as: analyst)
            #expect(answer.status == 404 && !answer.text.contains(table.ledger.path), "\(query): \(answer.text)")
        }
        // Whose subject at the issuer is known is not found by it here.
        let named = try await table.server.get("/v1/reports/exposure?user=draftledger%20--dev%20anna", as: analyst)
        #expect(named.status == 400)
        try await table.server.stop()
    }

    @Test func whatIsLeftForASeatIsToldWhileItDrafts() async throws {
        let table = try await Table()
        try await table.draft()
        let (on, off) = (try table.turn().on, try table.turn().off)
        #expect(try await table.pick(3).status == 200)
        let seats = try #require(try table.ledger.room(1)).members
        let seat = try #require(seats.firstIndex { $0?.user?.number == off.user })
        let path = "/v1/rooms/1/seats/\(seat)/next"
        let answer = try await table.server.get("\(path)?top=2", as: off.token)
        let json = try answer.json
        #expect(json["left"]?.integer() == 19 && json["currentPickNumber"]?.integer() == 2, "\(answer.text)")
        #expect(json["players"]?.elements.map { $0["name"]?.string } == ["P0", "P1"])
        #expect(json["filter"]?.string == "user \(off.user)")
        // A site's ADPs of its last day go before the pool's.
        try await table.note()
        let dated = try await table.server.get("\(path)?top=2", as: off.token).json
        #expect(dated["players"]?.elements.map { $0["name"]?.string } == ["P1", "P0"])
        #expect(try await table.server.get("\(path)?site=x", as: off.token).status == 404)
        #expect(try await table.server.get(path, as: on.token).status == 403)
        for query in ["?top=0", "?position=XX", "?user=1", "?at=pos:5"] {
            #expect(try await table.server.get(path + query, as: off.token).status == 400, "\(query)")
        }
        // Nor is anybody else told on which seats somebody sits.
        for seat in seats.indices {
            #expect(try await table.server.get("/v1/rooms/1/seats/\(seat)/next").status == 401, "\(seat)")
        }
        for other in ["/v1/rooms/9/seats/0/next", "/v1/rooms/1/seats/x/next", "/v1/rooms/1/seats/2/next"] {
            #expect(try await table.server.get(other, as: off.token).status == 404, "\(other)")
        }
        for player in [0, 1, 2] { #expect(try await table.pick(player).status == 200) }
        #expect(try await table.server.get(path, as: off.token).status == 404)
        try await table.server.stop()
    }

    @Test func soManyReportsAreMadeAtATime() async throws {
        let table = try await Table { $0.operations = { $0.longReads = 0 } }
        let analyst = try await table.server.signIn("ana", roles: ["analyst"]).token
        let answer = try await table.server.get("/v1/reports/byes", as: analyst)
        #expect(answer.status == 503 && answer.header("retry-after") == "5")
        #expect(try await table.server.get("/v1/rooms", as: analyst).status == 200)
        try await table.server.stop()
    }
}
