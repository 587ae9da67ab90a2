import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import Records
import TestSupport
import Testing
import TextFormats

@testable import Server  // tokens are made for people of the house

/// What people of the house sign in a page, and what two of them agree on, over HTTP alone.
@Suite struct SigningTests {
    /// Somebody of the house: a number, a key, and a token.
    private struct Person {
        var user: UserID
        var key: SealingKey
        var token: String
    }

    /// A contest of one room that has drafted, a claim about it, and a house of two founders, another, and a cashier.
    private final class House {
        let table: Table
        let people: [Person]
        let claimant: (token: String, user: UInt64)

        init() async throws {
            table = try await Table()
            try await table.draft()
            claimant = try table.turn().on
            let room = try #require(try table.ledger.room(1))
            let seat = try #require(room.seat(of: UserID(claimant.user)))
            _ = try await table.server.command(
                "{\"kind\":\"openDispute\",\"dispute\":1,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":"
                    + "\(room.version),\"claimant\":\(claimant.user),\"claim\":\"I clicked.\"}", as: claimant.token)
            let tokens = MachineTokens(of: table.ledger.path)
            people = try (901...904).map { number in
                let user = UserID(UInt64(number))
                let token = try tokens.create("page", user: user, roles: [], at: Timestamp(microseconds: 0)).token
                return Person(user: user, key: SealingKey(), token: token)
            }
            let founders = people.prefix(3).map { AuthorityBegan.Founder(person: $0.user, key: $0.key.publicKey) }
            let began = AuthorityBegan(founders: founders, recoveryKey: SealingKey().publicKey)
            _ = try await table.ledger.send(.staff(.beginAuthority(began)), as: .admin(nil), id: .random()).get()
            try table.ledger.publishCheckpoint()
        }

        func signable(_ command: String, by person: Person) async throws -> RunningServer.Answer {
            let id = CommandID.random()
            let body = command.dropLast() + ",\"id\":\"\(id)\",\"actor\":\"admin/\(person.user)\"}"
            return try await table.server.post(
                "/v1/commands/signable?key=\(person.key.publicKey.bytes.hexadecimal)", as: person.token, String(body))
        }

        /// Signs as a page does: what the server gives back, and nothing else.
        func act(_ command: String, by person: Person) async throws -> RunningServer.Answer {
            let answer = try await signable(command, by: person)
            guard answer.status == 200 else { return answer }
            let json = try answer.json
            let request = try CommandRequest(json: Self.command(in: answer.text))
            let sight = CommandSight(
                anchor: try #require(json["anchor"]?.integer(as: UInt64.self)),
                root: try #require(json["root"]?.string.flatMap { Digest256(hexadecimal: $0) }),
                seenVersion: try #require(json["seenVersion"]?.integer(as: UInt32.self)))
            let signable = SignableCommand(
                request.command, id: try #require(request.id), actor: try #require(request.actor),
                ledger: try #require(json["origin"]?.string))
            let message = signable.message(for: person.key.publicKey, at: sight)
            #expect(json["message"]?.string == message.hexadecimal)
            var sealed = request
            sealed.seal = try person.key.seal(signable, at: sight)
            return try await table.server.post("/v1/commands", as: person.token, sealed.json)
        }

        /// The text of the command that an answer gives back.
        private static func command(in answer: String) -> String {
            let start = answer.range(of: "\"command\":")!.upperBound  // every answer has it
            let end = answer.range(of: ",\"origin\":")!.lowerBound  // and this behind it
            return String(answer[start..<end])
        }
    }

    @Test func twoOfficersAgreeOnAVerdictAndARefundOverHTTP() async throws {
        let house = try await House()
        let (table, people) = (house.table, house.people)
        let appointed =
            "{\"kind\":\"proposeMeasure\",\"measure\":1,\"command\":{\"kind\":\"appointStaff\",\"person\":904,"
            + "\"roles\":4,\"keyForm\":\"ed25519\",\"key\":\"\(people[3].key.publicKey.content.hexadecimal)\"},"
            + "\"reason\":\"Pays.\"}"
        #expect(try await house.act(appointed, by: people[0]).status == 200)
        #expect(try await house.act("{\"kind\":\"approveMeasure\",\"measure\":1}", by: people[1]).status == 200)
        for player in 0..<4 { try await table.pick(player) }
        let verdict =
            "{\"kind\":\"proposeMeasure\",\"measure\":2,\"command\":{\"kind\":\"resolveDispute\",\"dispute\":1,"
            + "\"verdict\":\"upheld\",\"resolvedBy\":901,\"reason\":\"It hung.\"},\"reason\":\"It hung.\"}"
        let proposed = try await house.act(verdict, by: people[0])
        #expect(proposed.status == 200, "\(proposed.text)")
        // Nobody approves the own proposal.
        #expect(try await house.act("{\"kind\":\"approveMeasure\",\"measure\":2}", by: people[0]).status == 403)
        #expect(try await house.act("{\"kind\":\"approveMeasure\",\"measure\":2}", by: people[1]).status == 200)
        // Who is to pay sees the record, and not what others did.
        let record = try await table.server.get("/v1/cases/1", as: people[3].token)
        #expect(try record.json["case"]?["resolution"]?["verdict"]?.string == "upheld", "\(record.text)")
        #expect(try record.json["verdict"]?.kind == .null && record.json["timeline"]?.elements.isEmpty == true)
        let refund =
            "{\"kind\":\"proposeMeasure\",\"measure\":3,\"dispute\":1,\"command\":{\"kind\":\"adjustBalance\","
            + "\"user\":\(house.claimant.user),\"amount\":300,\"firstApprover\":904,\"secondApprover\":904,"
            + "\"dispute\":1,\"reason\":\"It hung.\"},\"reason\":\"It hung.\"}"
        let before = try table.ledger.balances().accountRows.first { $0.account.user?.number == house.claimant.user }
        let asked = try await house.act(refund, by: people[3])
        #expect(asked.status == 200, "\(asked.text)")
        let pending = try await table.server.get("/v1/approvals/3", as: people[1].token).json
        #expect(pending["stage"]?.string == "pending" && pending["command"]?["amount"]?.integer() == 300)
        #expect(pending["reason"]?.string == "It hung." && pending["proposer"]?.integer() == 904)
        let approved = try await house.act("{\"kind\":\"approveMeasure\",\"measure\":3}", by: people[1])
        #expect(approved.status == 200, "\(approved.text)")
        let after = try table.ledger.balances().accountRows.first { $0.account.user?.number == house.claimant.user }
        #expect(after.map { $0.balance.value } == before.map { $0.balance.value + 300 })
        let page = try await table.server.get("/v1/approvals/3", as: people[1].token).json
        #expect(page["stage"]?.string == "approved" && page["endedBy"]?.integer() == 902)
        let list = try await table.server.get("/v1/approvals", as: people[1].token).json
        #expect(list.elements.map { $0["stage"]?.string } == ["approved", "approved", "approved"])
        #expect(try await table.server.get("/v1/approvals/9", as: people[1].token).status == 404)
        let staff = try await table.server.get("/v1/staff", as: people[1].token).json
        #expect(staff.elements.compactMap { $0["person"]?.integer() } == [901, 902, 903, 904])
        try await table.server.stop()
    }

    @Test func whatIsNotSignedRightIsRefused() async throws {
        let house = try await House()
        let (table, people) = (house.table, house.people)
        let dismissal = "{\"kind\":\"dismissStaff\",\"person\":903,\"reason\":\"Left.\"}"
        let unsigned = try await table.server.command(
            dismissal.dropLast() + ",\"actor\":\"admin/901\"}", as: people[0].token)
        #expect(unsigned.status == 403, "\(unsigned.text)")
        // In another's name, by another's key.
        let other = Person(user: 901, key: people[1].key, token: people[1].token)
        #expect(try await house.signable(dismissal, by: other).status == 403)
        let foreign = Person(user: 901, key: people[1].key, token: people[0].token)
        #expect(try await house.act(dismissal, by: foreign).status == 403)
        let server = table.server
        let body = dismissal.dropLast() + ",\"id\":\"\(CommandID.random())\",\"actor\":\"admin/901\"}"
        for path in ["", "?key=", "?key=00", "?key=\(people[0].key.publicKey.bytes.hexadecimal)&x=1"] {
            let answer = try await server.post("/v1/commands/signable\(path)", as: people[0].token, String(body))
            #expect(answer.status == 400, "\(path)")
        }
        let key = people[0].key.publicKey.bytes.hexadecimal
        #expect(try await server.post("/v1/commands/signable?key=\(key)", String(body)).status == 401)
        #expect(try await server.post("/v1/commands/signable?key=\(key)", as: people[0].token, "[]").status == 400)
        #expect(try table.ledger.staff().members[903] != nil)
        try await server.stop()
    }

    @Test func theStreamsOfDismissedStaffEndByTheEvent() async throws {
        let house = try await House()
        let (server, people) = (house.table.server, house.people)
        var dismissed = try await EventReader(server, path: "/v1/stream/all", as: people[2].token)
        var other = try await EventReader(server, path: "/v1/stream/all", as: people[1].token)
        _ = try await dismissed.until("live")
        _ = try await other.until("live")
        let answer = try await house.act(
            "{\"kind\":\"dismissStaff\",\"person\":903,\"reason\":\"Left.\"}", by: people[0])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await dismissed.until("bye").last?.name == "bye")
        #expect(try await server.get("/v1/events", as: people[2].token).status == 403)
        // The streams of others continue.
        #expect(try await other.until("events").last?.data.contains("StaffDismissed") == true)
        try await server.stop()
    }

    @Test func whoIsWhoAndWhatSourcesSayIsSigned() async throws {
        let house = try await House()
        let (table, people) = (house.table, house.people)
        let other = PlayerListing(
            index: 0, position: .wideReceiver, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
            externalID: "", name: "Q0", team: "")
        let published = CommandRequest(
            .pool(2, .publishPool(PublishPool(externalID: "", title: "Other", players: [other]))), id: nil, actor: nil
        ).json
        #expect(try await house.act(published, by: people[0]).status == 200)
        let said = [
            #"{"kind":"joinPlayers","pool":1,"player":0,"otherPool":2,"otherPlayer":0,"acrossPositions":false,"#
                + #""reason":"Traded to KC."}"#,
            #"{"kind":"withdrawAlias","pool":1,"player":0,"otherPool":2,"otherPlayer":0,"reason":"Was another."}"#,
            #"{"kind":"partPlayers","pool":1,"player":0,"otherPool":2,"otherPlayer":0,"reason":"Two men."}"#,
            #"{"kind":"recordNotes","season":2026,"source":"teams.csv","notes":[{"position":"wideReceiver","#
                + #""byeWeek":9,"externalID":"","name":"P0","team":"KC"}],"reason":""}"#,
            #"{"kind":"recordGames","season":2026,"source":"games.csv","games":[{"week":15,"home":"KC","away":"BUF"}],"#
                + #""reason":""}"#,
        ]
        // Who is a cashier is of the house, but says none of it: refused on record, under a signature too.
        let appointed =
            "{\"kind\":\"proposeMeasure\",\"measure\":1,\"command\":{\"kind\":\"appointStaff\",\"person\":904,"
            + "\"roles\":4,\"keyForm\":\"ed25519\",\"key\":\"\(people[3].key.publicKey.content.hexadecimal)\"},"
            + "\"reason\":\"Pays.\"}"
        #expect(try await house.act(appointed, by: people[0]).status == 200)
        #expect(try await house.act("{\"kind\":\"approveMeasure\",\"measure\":1}", by: people[1]).status == 200)
        for command in said {
            let unsigned = try await table.server.command(
                command.dropLast() + ",\"actor\":\"admin/901\"}", as: people[0].token)
            #expect(unsigned.status == 403, "\(unsigned.text)")
            let cashier = try await house.act(command, by: people[3])
            #expect(cashier.status == 403 && cashier.code == "forbidden", "\(cashier.text)")
        }
        for command in said {
            let answer = try await house.act(command, by: people[1])
            #expect(answer.status == 200, "\(answer.text)")
        }
        let statements = try table.ledger.aliases().statements
        #expect(statements.map(\.areOne) == [false] && statements[0].place.sender?.user == 902)
        let joined = try #require(try table.ledger.stream(.aliases).first { $0.event.type == .playersJoined })
        guard case .playersJoined(let told) = try table.ledger.told(joined).event else {
            Issue.record("\(joined)")
            return
        }
        #expect(told.reason.description == "Traded to KC.", "what was pinned for the signature")
        let notes = try #require(try table.ledger.notes(of: 2026))
        #expect(notes.facts.map(\.byeWeek) == [9] && notes.games.count == 1)
        try await table.server.stop()
    }

    @Test func whatIsErasedIsNotSaidToHoldStill() async throws {
        let house = try await House()
        let (table, people) = (house.table, house.people)
        let appointed =
            "{\"kind\":\"proposeMeasure\",\"measure\":1,\"command\":{\"kind\":\"appointStaff\",\"person\":904,"
            + "\"roles\":4,\"keyForm\":\"ed25519\",\"key\":\"\(people[3].key.publicKey.content.hexadecimal)\"},"
            + "\"reason\":\"Pays well.\"}"
        #expect(try await house.act(appointed, by: people[0]).status == 200)
        let token = people[1].token
        var tags: [String: String] = [:]
        for path in ["/v1/approvals/1", "/v1/staff"] {
            let tag = try #require(try await table.server.get(path, as: token).header("etag"))
            #expect(try await table.server.get(path, as: token, ["If-None-Match": tag]).status == 304)
            tags[path] = tag
        }
        let proposed = try #require(try table.ledger.stream(.measure(1)).first)
        // Staff wrote it: one person alone does not erase it.
        let alone = try await table.server.send("DELETE", "/v1/events/\(proposed.position)/text", as: token)
        #expect(alone.status == 422 && alone.text.contains("approverRequired"), "\(alone.text)")
        let erasing =
            "{\"kind\":\"proposeMeasure\",\"measure\":2,\"command\":{\"kind\":\"eraseText\",\"event\":\(proposed.position),"
            + "\"texts\":1,\"ofStaff\":true},\"reason\":\"It names a salary.\"}"
        let asked = try await house.act(erasing, by: people[0])
        #expect(asked.status == 200, "\(asked.text)")
        let approved = try await house.act("{\"kind\":\"approveMeasure\",\"measure\":2}", by: people[1])
        #expect(approved.status == 200, "\(approved.text)")
        for (path, tag) in tags {
            let answer = try await table.server.get(path, as: token, ["If-None-Match": tag])
            #expect(answer.status == 200 && !answer.text.contains("Pays well."), "\(path)")
        }
        try await table.server.stop()
    }

    /// A claim that a member has made ready to sign.
    private func claim(
        _ number: Int, _ house: House, of user: UInt64, id: CommandID = .random()
    ) async throws -> RunningServer.Answer {
        let key = SealingKey().publicKey.bytes.hexadecimal
        return try await house.table.server.post(
            "/v1/commands/signable?key=\(key)", as: house.claimant.token,
            "{\"kind\":\"openDispute\",\"dispute\":\(number),\"room\":1,\"pick\":1,\"seat\":0,\"roomVersion\":1,"
                + "\"claimant\":\(user),\"claim\":\"Claim \(number).\",\"id\":\"\(id)\"}")
    }

    @Test func nobodyHasWordsKeptInAnothersName() async throws {
        let house = try await House()
        let table = house.table
        let other = try table.turn().off.user
        let before = try table.ledger.countWords(about: UserID(other))
        #expect(try await claim(7, house, of: other).status == 403)
        #expect(try table.ledger.countWords(about: UserID(other)) == before)
        let key = SealingKey().publicKey.bytes.hexadecimal
        let pause = try await table.server.post(
            "/v1/commands/signable?key=\(key)", as: house.claimant.token,
            "{\"kind\":\"pauseRoom\",\"room\":1,\"pause\":\"manual\",\"reason\":\"Because.\","
                + "\"id\":\"\(CommandID.random())\"}")
        #expect(pause.status == 403, "\(pause.text)")
        try await table.server.stop()
    }

    @Test func onlySoMuchIsKeptThatNobodySends() async throws {
        let house = try await House()
        let (table, user) = (house.table, house.claimant.user)
        let id = CommandID.random()
        #expect(try await claim(7, house, of: user, id: id).status == 200)
        // The same once more is nothing more.
        for _ in 0..<3 { #expect(try await claim(7, house, of: user, id: id).status == 200) }
        for number in 8..<7 + OpenTexts.most { #expect(try await claim(number, house, of: user).status == 200) }
        let before = try table.ledger.countWords(about: UserID(user))
        let over = try await claim(99, house, of: user)
        #expect(over.status == 429 && over.header("retry-after") != nil, "\(over.text)")
        #expect(try table.ledger.countWords(about: UserID(user)) == before)
        try await table.server.stop()
    }

    @Test func whatIsAcceptedIsNotOpenAnyMore() throws {
        let (words, now) = (OpenTexts(), ContinuousClock.now)
        for number in 0..<UInt64(OpenTexts.most) { try words.open(CommandID(high: 1, low: number), of: 7, at: now) }
        #expect(throws: Problem.self) { try words.open(CommandID(high: 2, low: 0), of: 7, at: now) }
        try words.open(CommandID(high: 2, low: 0), of: 8, at: now)
        words.close(CommandID(high: 1, low: 3), of: 7, isAll: true)
        try words.open(CommandID(high: 2, low: 0), of: 7, at: now)
        #expect(throws: Problem.self) { try words.open(CommandID(high: 2, low: 1), of: 7, at: now) }
        try words.open(CommandID(high: 2, low: 1), of: 7, at: now + .seconds(3_601))
    }
}
