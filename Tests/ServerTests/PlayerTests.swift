import Draft
import DraftLedger
import LedgerTesting
import Server
import TextFormats
import Testing

/// Who is who among the players of pools, over HTTP, and the numbers and words that addresses take.
@Suite struct PlayerTests {
    /// Says that the first players of two pools are one.
    private func join(at table: Table) async throws {
        let player = PlayerListing(
            index: 0, position: .wideReceiver, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil, externalID: "x",
            name: "Other P0", team: "KC")
        let pool = PublishPool(externalID: "second", title: "Second", players: [player])
        let number = try table.ledger.freeNumbers().pool
        _ = try await table.ledger.send(.pool(number, .publishPool(pool)), as: .admin(nil), id: .random()).get()
        let joined = PlayersJoined(PoolPlayer(1, 0), PoolPlayer(number, 0), reason: "One and the same.")
        _ = try await table.ledger.send(.aliases(.joinPlayers(joined)), as: .admin(nil), id: .random()).get()
    }

    @Test func whoSeesWhatWasSaid() async throws {
        let table = try await Table()
        let roles = try await Roles(at: table)
        #expect(try await table.server.get("/v1/players/aliases").json.elements.isEmpty)
        let before = try table.ledger.size
        try await join(at: table)
        let after = "after=\(try table.ledger.size)"
        for path in ["/v1/players", "/v1/players?unmatched=true", "/v1/players/aliases"] {
            let address = path + (path.contains("?") ? "&" : "?") + after
            try await roles.expect(address, isFor: Roles.everybody)
            try await roles.expect(address, isFor: Roles.everybody, ["Accept": "text/csv"])
        }
        for kind in Roles.Kind.allCases {
            let answer = try await table.server.get("/v1/players/aliases", as: roles[kind])
            let rows = try answer.json.elements
            let seesHouse = [.officer, .auditor, .cashier].contains(kind)
            #expect(rows.count == 1 && rows.first?["areOne"]?.boolean == true, "\(kind)")
            #expect(rows.first?["otherName"]?.string == "Other P0")
            #expect(rows.first?["actor"]?.string == (seesHouse ? "admin" : nil), "\(kind)")
            #expect(rows.first?["reason"]?.string == (seesHouse ? "One and the same." : nil), "\(kind)")
            #expect(seesHouse || !answer.text.contains("One and the same"))
            let other = try await table.server.get(
                "/v1/players/aliases", as: roles[seesHouse ? .nobody : .officer],
                ["If-None-Match": answer.header("etag") ?? ""])
            #expect(other.status == 200, "what is not the same for both is not taken for the same")
        }
        #expect(try await table.server.get("/v1/players/aliases?at=pos:\(before)").json.elements.isEmpty)
        let csv = try await table.server.get("/v1/players", ["Accept": "text/csv"]).text
        #expect(csv.hasPrefix("playerID,name,position,team,pools,listings"))
        for wrong in ["players?unmatched=yes", "players?at=pick:1", "players/aliases?at=seq:1", "players?kind=x"] {
            #expect(try await table.server.get("/v1/\(wrong)").status == 400, "\(wrong)")
        }
        try await table.server.stop()
    }

    /// What the document says of a number's range and of words that must say something, addresses hold to.
    @Test func numbersAndMomentsAreThoseOfTheDocument() async throws {
        let table = try await Table()
        let paths = try #require(try JSONDocument(OpenAPI.document).root["paths"])
        for (path, item) in paths.members {
            for parameter in item["get"]?["parameters"]?.elements ?? [] where parameter["in"]?.string == "query" {
                let (name, schema) = (parameter["name"]?.string ?? "", parameter["schema"])
                if schema?["type"]?.string == "integer" {
                    #expect(schema?["minimum"] != nil && schema?["maximum"] != nil, "\(path) \(name)")
                }
                if ["at", "since", "until", "split", "openedBefore", "day"].contains(name) {
                    #expect(schema?["minLength"]?.integer(as: Int.self) == 1, "\(path) \(name)")
                }
            }
        }
        let beyond = "9223372036854775808"
        for path in ["/v1/reference-data", "/v1/players", "/v1/players/aliases"] {
            #expect(try await table.server.get("\(path)?after=9223372036854775807").status == 200)
            for wrong in ["after=\(beyond)", "after=-1", "after=", "after=x", "at="] {
                let answer = try await table.server.get("\(path)?\(wrong)")
                #expect(answer.status == 400, "\(path) \(wrong)")
            }
        }
        // The cursor of this list is `from`.
        let clara = try await table.server.signIn("clara", roles: ["auditor"])
        #expect(try await table.server.get("/v1/events?after=3&limit=1", as: clara.token).status == 400)
        #expect(try await table.server.get("/v1/events?after=3", as: clara.token, ["Prefer": "wait=1"]).status == 200)
        for wrong in ["/v1/rooms?at=", "/v1/tournaments?at=", "/v1/seasons/2026/reference-data?day="] {
            #expect(try await table.server.get(wrong).status == 400, "\(wrong)")
        }
        try await table.server.stop()
    }

    /// A number beyond the range that the document states is refused wherever an operation takes it, with the range; so is
    /// a word that is not one of a choice.
    @Test func everyOperationRefusesWhatItsDescriptionLeavesOut() async throws {
        let table = try await Table()
        let staff = try await table.server.signIn(
            "clara", roles: ["operator", "officer", "cashier", "auditor", "analyst", "importer"])
        let paths = try #require(try JSONDocument(OpenAPI.document).root["paths"])
        var asked = 0
        for (path, item) in paths.members where path.hasPrefix("/v1/") && !path.contains("{provider}") {
            let address = path.replacing(#/\{[a-z]+\}/#, with: "1")
            for described in item["get"]?["parameters"]?.elements ?? [] {
                guard let parameter = try described.resolved, parameter["in"]?.string == "query",
                    let name = parameter["name"]?.string, let schema = parameter["schema"]
                else { continue }
                var wrong: [String] = []
                if let most = schema["maximum"]?.integer(as: UInt64.self) { wrong.append("\(most)0") }
                if let least = schema["minimum"]?.integer(as: Int64.self), least > 0 { wrong.append("\(least - 1)") }
                if schema["enum"] != nil { wrong.append("none-of-these") }
                for value in wrong {
                    let answer = try await table.server.get("\(address)?\(name)=\(value)", as: staff.token)
                    // What does not exist is said first; some operations are for members only.
                    #expect([400, 403, 404].contains(answer.status), "\(address)?\(name)=\(value): \(answer.text)")
                    if answer.status == 400 { asked += 1 }
                }
            }
        }
        #expect(asked > 100, "\(asked)")
        try await table.server.stop()
    }

    /// A caller who may not see something reads who may.
    @Test func aRefusedReadSaysWhoMayRead() async throws {
        let table = try await Table()
        for path in ["/v1/events", "/v1/staff/actions", "/v1/webhooks"] {
            let answer = try await table.server.get(path, as: table.anna.token)
            let detail = try #require(try answer.json["detail"]?.string)
            #expect(answer.status == 403 && detail.hasPrefix("You may not see "), "\(path): \(detail)")
            #expect(detail.contains("auditors"), "\(path): \(detail)")
        }
        try await table.server.stop()
    }
}

extension JSONValue {
    /// A parameter of the document, or the one of the components that it refers to.
    fileprivate var resolved: JSONValue? {
        get throws {
            guard let reference = self["$ref"]?.string, let name = reference.split(separator: "/").last else {
                return self
            }
            return try JSONDocument(OpenAPI.document).root["components"]?["parameters"]?.members.first {
                $0.name == String(name)
            }?.value
        }
    }
}
