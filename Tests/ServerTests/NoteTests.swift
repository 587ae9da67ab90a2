import Draft
import DraftLedger
import LedgerTesting
import TextFormats
import Testing

/// What sites and schedules say of a season, over HTTP: what is on record, page by page, and for whom.
@Suite struct NoteTests {
    private func lines(_ json: JSONValue) -> [String] {
        (json["notes"]?.elements ?? []).map { note in
            let kind = note["kind"]?.string ?? ""
            if kind == "schedule" {
                let week = note["week"]?.integer(as: Int.self).map { "\($0)" } ?? "off"
                return "\(kind) \(week) \(note["away"]?.string ?? "") \(note["home"]?.string ?? "")"
            }
            let figure = note["adpHundredths"]?.integer() ?? note["byeWeek"]?.integer() ?? 0
            return "\(kind) \(note["source"]?.string ?? "") \(note["playerName"]?.string ?? "") \(figure)"
        }
    }

    private func send(_ command: NoteCommand, to table: Table) async throws {
        _ = try await table.ledger.send(.notes(2026, command), as: .admin(nil), id: .random()).get()
    }

    @Test func whoSeesWhatIsOnRecord() async throws {
        let table = try await Table()
        let roles = try await Roles(at: table)
        for kind in Roles.Kind.allCases {
            let empty = try await table.server.get("/v1/reference-data", as: roles[kind])
            #expect(try empty.status == 200 && empty.json.elements.isEmpty)
            #expect(try await table.server.get("/v1/seasons/2026/reference-data", as: roles[kind]).status == 404)
        }
        try await table.note()
        let after = "after=\(try table.ledger.size)"
        for path in [
            "/v1/reference-data?\(after)", "/v1/reference-data?season=2026&\(after)",
            "/v1/seasons/2026/reference-data?\(after)",
        ] {
            try await roles.expect(path, isFor: Roles.everybody)
            try await roles.expect(path, isFor: Roles.everybody, ["Accept": "text/csv"])
        }
        for kind in Roles.Kind.allCases {
            let json = try await table.server.get("/v1/reference-data", as: roles[kind]).json
            let seesHouse = [.officer, .auditor, .cashier].contains(kind)
            #expect(json.elements.count == 2, "\(kind)")
            for row in json.elements {
                #expect(row["recordedBy"]?.elements.map { $0.string } == (seesHouse ? ["admin"] : []), "\(kind)")
                #expect(row["recordedBy"]?.isNull == !seesHouse)
            }
            let tag = try await table.server.get("/v1/reference-data", as: roles[kind]).header("etag")
            let other = try await table.server.get(
                "/v1/reference-data", as: roles[seesHouse ? .nobody : .officer], ["If-None-Match": tag ?? ""])
            #expect(other.status == 200, "what is not the same for both is not taken for the same")
        }
        try await table.server.stop()
    }

    @Test func whoseNotesOfWhichDaysThereAre() async throws {
        let table = try await Table()
        try await table.note()
        let size = try table.ledger.size
        try await table.note(by: "other")
        let day = Timestamp(iso8601: "2025-12-31")
        let correction = RecordNotes(
            day: day, source: "other", notes: [NotedPlayer(position: .wideReceiver, adp: 310, name: "P0")],
            reason: "Misread.")
        try await send(.recordNotes(correction), to: table)
        let facts = [
            NotedPlayer(position: .wideReceiver, byeWeek: 9, name: "P0", team: "KC"),
            NotedPlayer(position: .wideReceiver, byeWeek: 8, name: "P1"),
        ]
        try await send(.recordNotes(RecordNotes(day: nil, source: "teams.csv", notes: facts)), to: table)
        let off = RecordGames(
            source: "later.csv", games: [NotedGame(week: nil, home: "KC", away: "BUF")], reason: "Called off.")
        try await send(.recordGames(off), to: table)
        func rows(_ query: String = "") async throws -> [String] {
            let answer = try await table.server.get("/v1/reference-data\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return try answer.json.elements.map { row in
                "\(row["season"]?.integer() ?? 0) \(row["kind"]?.string ?? "") \(row["source"]?.string ?? "") "
                    + "\(row["day"]?.string?.prefix(10) ?? "-") \(row["count"]?.integer() ?? 0) "
                    + "\(row["corrections"]?.integer() ?? 0)"
            }
        }
        let all = [
            "2026 adp other 2025-12-31 2 1", "2026 adp site 2025-12-31 2 0", "2026 players teams.csv - 2 0",
            "2026 schedule games.csv - 0 0", "2026 schedule later.csv - 0 1",
        ]
        #expect(try await rows() == all)
        #expect(try await rows("?season=2026") == all)
        #expect(try await rows("?season=2025") == [])
        #expect(try await rows("?at=pos:\(size)") == ["2026 adp site 2025-12-31 2 0", "2026 schedule games.csv - 1 0"])
        for wrong in ["?season=x", "?at=pick:1", "?kind=adp"] {
            #expect(try await table.server.get("/v1/reference-data\(wrong)").status == 400, "\(wrong)")
        }
        try await table.server.stop()
    }

    @Test func notesAreToldPageByPageAndAsOfAnyMoment() async throws {
        let table = try await Table()
        try await table.note()
        let size = try table.ledger.size
        let facts = [NotedPlayer(position: .wideReceiver, byeWeek: 9, name: "P0", team: "KC")]
        try await send(.recordNotes(RecordNotes(day: nil, source: "teams.csv", notes: facts)), to: table)
        let off = RecordGames(
            source: "later.csv", games: [NotedGame(week: nil, home: "KC", away: "BUF")], reason: "Called off.")
        try await send(.recordGames(off), to: table)
        func told(_ query: String = "") async throws -> JSONValue {
            let answer = try await table.server.get("/v1/seasons/2026/reference-data\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return try answer.json
        }
        let all = ["adp site P1 200", "adp site P0 300", "players teams.csv P0 9", "schedule off BUF KC"]
        #expect(try await lines(told()) == all)
        #expect(try await told()["count"]?.integer() == 4)
        #expect(try await told("?top=0")["position"]?.integer() == table.ledger.size)
        #expect(try await lines(told("?from=1&top=2")) == Array(all[1...2]))
        #expect(try await lines(told("?from=9")) == [])
        #expect(try await lines(told("?kind=adp&site=site&day=2025-12-31")) == Array(all[..<2]))
        #expect(try await lines(told("?site=teams.csv")) == [all[2]])
        #expect(try await lines(told("?day=2026-01-01")) == [])
        #expect(try await lines(told("?at=pos:\(size)")) == Array(all[..<2]) + ["schedule 15 BUF KC"])
        let csv = try await table.server.get("/v1/seasons/2026/reference-data", ["Accept": "text/csv"])
        #expect(csv.text.hasPrefix("kind,source,day,playerID,playerName,") && csv.header("etag") != nil)
        for wrong in ["?top=10001", "?kind=x", "?day=x", "?day=2026", "?at=pick:1", "?week=1", "?from=x"] {
            #expect(try await table.server.get("/v1/seasons/2026/reference-data\(wrong)").status == 400, "\(wrong)")
        }
        for path in [
            "/v1/seasons/2027/reference-data", "/v1/seasons/x/reference-data",
            "/v1/seasons/2026/reference-data?at=pos:3",
        ] {
            #expect(try await table.server.get(path).status == 404, "\(path)")
        }
        try await table.server.stop()
    }
}
