import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Replay
import TextFormats
import Testing

@testable import Server  // the cache of standings

/// Standings and lineups over HTTP: the figures of the commands, and for whom they are.
@Suite struct OutcomeTests {
    /// Picks P0 to P3 in turn: the first member has P0 and P3, the second one P1 and P2.
    private func finish(_ table: Table) async throws -> (first: UInt64, second: UInt64) {
        let (first, second) = (try table.turn().on.user, try table.turn().off.user)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        return (first, second)
    }

    private func standings(_ table: Table, _ query: String = "", as token: String? = nil) async throws -> JSONValue {
        let after = try table.ledger.size
        let path = "/v1/tournaments/1/standings?after=\(after)" + (query.isEmpty ? "" : "&\(query)")
        let answer = try await table.server.get(path, as: token)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json
    }

    private func lines(_ standings: JSONValue) -> [String] {
        (standings["entries"]?.elements ?? []).map { entry in
            let place = entry["place"]?.integer(as: Int.self).map { "\($0)" } ?? "-"
            let goesOn = entry["advances"]?.boolean.map { $0 ? " goes on" : "" } ?? ""
            return "\(entry["user"]?.integer() ?? 0) \(entry["pointsHundredths"]?.integer() ?? 0) \(place)\(goesOn)"
        }
    }

    /// Who asks for events that are not there gets the kept standings, and no computation for each request.
    @Test func aPositionThatIsNotReachedComputesNothingAgain() async throws {
        let (table, desk) = (try await Table.ofOutcome(), StandingsDesk())
        _ = try await finish(table)
        func told(after: UInt64) throws -> StandingsDesk.Told {
            try desk.standings(of: 1, at: .latest, after: after, in: table.ledger)
        }
        let first = try told(after: 0)
        #expect(try told(after: .max).byPoints === first.byPoints)
        // What is recorded since then is in the answer to who asks for it.
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        let later = try told(after: table.ledger.size)
        #expect(later.byPoints !== first.byPoints && later.position > first.position)
        try await table.server.stop()
    }

    @Test func standingsAreThoseOfTheWeeksThatHavePoints() async throws {
        let table = try await Table.ofOutcome()
        let before = try await standings(table)
        #expect(before["rounds"]?.elements.count == 2 && before["weeks"]?.elements.isEmpty == true)
        #expect(before["throughWeek"]?.isNull == true && lines(before).isEmpty)
        let (first, second) = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        let one = try await standings(table)
        #expect(lines(one) == ["\(second) 2500 1 goes on", "\(first) 1000 2"])
        #expect(one["throughWeek"]?.integer() == 1 && one["isFinal"]?.boolean == false)
        let names = (one["names"]?.elements ?? []).map { $0["name"]?.string ?? "" }
        #expect(names.sorted() == ["anna", "ben"])
        try await table.score(week: 2, [1_000, 0, 0, 2_000], isFinal: true)
        #expect(lines(try await standings(table)) == ["\(first) 3000 1 goes on", "\(second) 2500 2"])
        #expect(lines(try await standings(table, "week=1")) == ["\(second) 2500 1 goes on", "\(first) 1000 2"])
        #expect(lines(try await standings(table, "by=points&top=1")) == ["\(first) 3000 1 goes on"])
        #expect(lines(try await standings(table, "room=2")).isEmpty)
        #expect(try await standings(table, "top=0")["entriesInRound"]?.integer() == 2)
        let size = try table.ledger.size
        try await table.score(week: 3, [10, 0, 0, 0])
        let last = try await standings(table)
        #expect(last["round"]?.integer() == 2 && lines(last) == ["\(first) 10 1"])
        let past = try await table.server.get("/v1/tournaments/1/standings?at=pos:\(size)")
        #expect(try past.json["throughWeek"]?.integer() == 2)
        try await table.server.stop()
    }

    @Test func whoseNameIsAnotherIsNotToldThatNothingChanged() async throws {
        let table = try await Table.ofOutcome()
        _ = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        let path = "/v1/tournaments/1/standings"
        let tag = try #require(try await table.server.get("\(path)?after=\(table.ledger.size)").header("etag"))
        #expect(try await table.server.get(path, ["If-None-Match": tag]).status == 304)
        let renamed = try await table.server.send(
            "PUT", "/v1/users/\(table.anna.user)/settings", as: table.anna.token, "{\"name\":\"Nobody\"}")
        #expect(renamed.status == 200, "\(renamed.text)")
        let after = try await table.server.get(path, ["If-None-Match": tag])
        #expect(after.status == 200 && after.text.contains("Nobody") && !after.text.contains("anna"))
        try await table.server.stop()
    }

    @Test func aSeasonsScoresAreToldPageByPageAndAsOfAnyMoment() async throws {
        let table = try await Table.ofOutcome()
        #expect(try await table.server.get("/v1/seasons/2026/scores").status == 404)
        try await table.score(week: 1, [1_000, 2_500, -100], isFinal: true)
        let size = try table.ledger.size
        try await table.score(week: 2, [500, 700])
        func lines(_ query: String) async throws -> [String] {
            let answer = try await table.server.get("/v1/seasons/2026/scores\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return (try answer.json["scores"]?.elements ?? []).map { score in
                "\(score["week"]?.integer() ?? 0) \(score["playerName"]?.string ?? "") "
                    + "\(score["pointsHundredths"]?.integer(as: Int.self) ?? 0) \(score["isFinal"]?.boolean ?? false)"
            }
        }
        let all = ["1 P1 2500 true", "1 P0 1000 true", "1 P2 -100 true", "2 P1 700 false", "2 P0 500 false"]
        #expect(try await lines("") == all)
        #expect(try await lines("?from=1&top=3") == Array(all[1...3]))
        #expect(try await lines("?from=9") == [])
        #expect(try await lines("?scoring=ppr") == [])
        #expect(try await lines("?week=2&scoring=half-ppr") == Array(all[3...]))
        #expect(try await lines("?at=pos:\(size)") == Array(all[..<3]))
        let json = try await table.server.get("/v1/seasons/2026/scores?top=0").json
        #expect(json["count"]?.integer() == 5)
        #expect(try json["position"]?.integer() == table.ledger.size)
        let final = (json["finalWeeks"]?.elements ?? []).map { "\($0["week"]?.integer() ?? 0)" }
        #expect(final == ["1"])
        for wrong in ["?top=10001", "?week=x", "?week=0", "?week=23", "?at=pick:1", "?sort=1"] {
            #expect(try await table.server.get("/v1/seasons/2026/scores\(wrong)").status == 400, "\(wrong)")
        }
        try await table.server.stop()
    }

    @Test func aLineupSaysWhoStartedAndWhatEachWeekCameTo() async throws {
        let table = try await Table.ofOutcome()
        let (first, _) = try await finish(table)
        let entry = try #require(try table.ledger.room(1)?.members.first { $0?.user?.number == first } ?? nil).entry
        let empty = try await table.server.get("/v1/entries/\(entry)/lineup").json
        #expect(empty["week"]?.isNull == true && empty["players"]?.elements.isEmpty == true)
        #expect(try await table.server.get("/v1/entries/\(entry)/lineup?week=1").status == 404)
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        try await table.score(week: 2, [500, 0, 0, 2_000])
        let answer = try await table.server.get("/v1/entries/\(entry)/lineup")
        let json = try answer.json
        let players = (json["players"]?.elements ?? []).map { player in
            "\(player["slot"]?.string ?? "") \(player["playerName"]?.string ?? "") \(player["pointsHundredths"]?.integer() ?? 0)"
        }
        #expect(json["week"]?.integer() == 2 && players == ["WR P3 2000", "BN P0 500"])
        #expect(json["isFinal"]?.boolean == false && json["pointsHundredths"]?.integer() == 2_000)
        let weeks = (json["weeks"]?.elements ?? []).map { $0["pointsHundredths"]?.integer() ?? 0 }
        #expect(weeks == [1_000, 2_000])
        let earlier = try await table.server.get("/v1/entries/\(entry)/lineup?week=1").json
        #expect(earlier["pointsHundredths"]?.integer() == 1_000 && earlier["isFinal"]?.boolean == true)
        let csv = try await table.server.get("/v1/entries/\(entry)/lineup", ["Accept": "text/csv"])
        #expect(csv.text.hasPrefix("playerID,playerName,position,slot,pointsHundredths"))
        let tag = try #require(answer.header("etag"))
        #expect(try await table.server.get("/v1/entries/\(entry)/lineup", ["If-None-Match": tag]).status == 304)
        try await table.server.stop()
    }

    @Test func pointsAreEverybodysAndWhoseEntriesTheyAreTheUsersOwn() async throws {
        let table = try await Table.ofOutcome()
        let roles = try await Roles(at: table)
        let entry = EntryID(room: 1, join: 1)
        // Of a draft that goes on its members see the lineup, and officers.
        try await roles.expect("/v1/entries/\(entry)/lineup", isFor: [.member, .rival, .officer])
        try await roles.expect("/v1/tournaments/1/standings", isFor: Roles.everybody)
        _ = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0])
        for path in ["/v1/entries/\(entry)/lineup?week=1", "/v1/tournaments/1/standings?room=1"] {
            try await roles.expect(path, isFor: Roles.everybody)
        }
        try await roles.expect(
            "/v1/tournaments/1/standings?user=\(table.anna.user)", isFor: [.member, .officer])
        try await table.server.stop()
    }

    @Test func aScoreIsDisputedByItsOwnUserAndOfficers() async throws {
        let table = try await Table.ofOutcome()
        let roles = try await Roles(at: table)
        let (first, _) = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        let entry = try #require(try table.ledger.room(1)?.members.first { $0?.user?.number == first } ?? nil).entry
        let path = "/v1/entries/\(entry)/dispute?week=1"
        try await roles.expect(path, isFor: [first == table.anna.user ? .member : .rival, .officer])
        let officer = try await table.server.get(path, as: roles[.officer]).json
        #expect(officer["verdict"]?.string == "undecidable" && officer["steps"]?.elements.count == 1)
        let missing = try await table.server.get("/v1/entries/\(entry)/dispute", as: roles[.officer])
        #expect(missing.status == 400)
        let other = try await table.server.get("/v1/entries/\(entry)/dispute?week=9", as: roles[.officer])
        #expect(other.status == 404)
        try await table.server.stop()
    }

    /// It holds the records of drafts, with what others tried in vain: like that about a pick it takes a case.
    @Test func evidenceAboutAScoreIsForOfficersAndTheClaimantOfACase() async throws {
        let table = try await Table.ofOutcome()
        let roles = try await Roles(at: table)
        let (first, _) = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0], isFinal: true)
        let room = try #require(try table.ledger.room(1))
        let seat = try #require(room.seat(of: UserID(first)))
        let entry = try #require(room.member(at: seat)).entry
        let path = "/v1/entries/\(entry)/evidence"
        try await roles.expect("\(path)?week=1", isFor: [.officer])
        let isAnnas = first == table.anna.user
        let claim =
            "{\"kind\":\"openDispute\",\"dispute\":1,\"room\":1,\"pick\":0,\"seat\":\(seat),\"week\":1,\"roomVersion\":"
            + "\(room.version),\"claimant\":\(first),\"claim\":\"A correction cost me the round.\"}"
        let opened = try await table.server.command(claim, as: isAnnas ? table.anna.token : table.ben.token)
        #expect(opened.status == 200, "\(opened.text)")
        try await roles.expect("\(path)?week=1", isFor: [.officer, isAnnas ? .member : .rival])
        // Another week, and another's entry, are no case of his.
        for kind in [Roles.Kind.member, .rival, .auditor] {
            #expect(try await table.server.get("\(path)?week=2", as: roles[kind]).status == 403)
        }
        let other = try #require(room.member(at: 1 - seat)).entry
        try await roles.expect("/v1/entries/\(other)/evidence?week=1", isFor: [.officer])
        let officer = try #require(roles[.officer])
        let bytes = try await table.server.bytes("\(path)?week=1", as: officer)
        let report = EvidenceBundle.verify(bytes, policy: TrustPolicy(log: try table.ledger.verifierKey()))
        #expect(report.isProven && report.verdict == .undecidable && report.claim?.week == 1, "\(report.results)")
        for (query, status) in [("", 400), ("?week=0", 400), ("?week=x", 400), ("?week=9", 404), ("?pick=1", 400)]
            as [(String, UInt)]
        {
            let answer = try await table.server.get(path + query, as: roles[.officer])
            #expect(answer.status == status, "\(query): \(answer.text)")
        }
        #expect(try await table.server.get("/v1/entries/7/evidence?week=1", as: roles[.officer]).status == 404)
        try await table.server.stop()
    }

    @Test func whatCannotBeToldSaysWhy() async throws {
        let table = try await Table.ofOutcome()
        _ = try await finish(table)
        try await table.score(week: 1, [1_000])
        for query in [
            "tournaments/1/standings?round=0", "tournaments/1/standings?week=23", "tournaments/1/standings?by=place",
            "tournaments/1/standings?top=1001", "tournaments/1/standings?round=2&week=1",
            "tournaments/1/standings?usr=1", "tournaments/1/standings?at=pick:3", "entries/65537/lineup?week=0",
            "entries/65537/lineup?week=x", "entries/65537/lineup?day=1",
        ] {
            let answer = try await table.server.get("/v1/\(query)")
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        for path in [
            "tournaments/9/standings", "tournaments/1/standings?round=3", "entries/1/lineup", "entries/65545/lineup",
            "entries/x/lineup",
        ] {
            let answer = try await table.server.get("/v1/\(path)")
            #expect(answer.status == 404 && answer.header("content-type") == "application/problem+json", "\(path)")
        }
        try await table.server.stop()
    }

    @Test func aContestWithoutRoundsIsAskedRightlyToo() async throws {
        let table = try await Table()
        for query in [
            "standings?week=0", "standings?week=23", "standings?round=17", "standings?room=0", "standings?user=0",
            "bracket?user=0", "bracket?round=17",
        ] {
            let answer = try await table.server.get("/v1/tournaments/1/\(query)")
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        try await table.server.stop()
    }

    /// Thousands look at once: what was made a moment ago is shown again, unless later events are asked for.
    @Test func standingsOfAMomentAgoAreShownAgain() async throws {
        let table = try await Table.ofOutcome()
        _ = try await finish(table)
        try await table.score(week: 1, [1_000, 2_500, 100, 0])
        let first = try await table.server.get("/v1/tournaments/1/standings").json
        try await table.score(week: 2, [0, 0, 0, 9_000])
        let known = try #require(first["position"]?.integer(as: UInt64.self))
        let again = try await table.server.get("/v1/tournaments/1/standings").json
        let position = try #require(again["position"]?.integer(as: UInt64.self))
        #expect(position == known || again["throughWeek"]?.integer() == 2)
        let size = try table.ledger.size
        let later = try await table.server.get("/v1/tournaments/1/standings?after=\(size)").json
        #expect(later["position"]?.integer(as: UInt64.self) == size && later["throughWeek"]?.integer() == 2)
        try await table.server.stop()
    }
}
