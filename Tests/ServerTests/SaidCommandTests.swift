import Draft
import DraftLedger
import Foundation
import TextFormats
import Testing

@testable import Server  // limits are made small

/// What people and sources say beside drafts, as commands over HTTP: who is who among players, and notes of a season.
@Suite struct SaidCommandTests {
    /// A table with a second pool, and people of the house by the roles of their tokens.
    private final class House {
        let table: Table
        let tokens: [String: (token: String, user: UInt64)]

        init() async throws {
            table = try await Table()
            let players = (0..<3).map { index in
                PlayerListing(
                    index: PlayerIndex(index), position: index == 2 ? .runningBack : .wideReceiver, byeWeek: nil,
                    adp: nil, projectedPoints: nil, rank: nil, externalID: "", name: "Q\(index)", team: "")
            }
            let pool = PublishPool(externalID: "", title: "Other", players: players)
            _ = try await table.ledger.send(.pool(2, .publishPool(pool)), as: .admin(nil), id: .random()).get()
            var tokens: [String: (token: String, user: UInt64)] = [:]
            for role in ["operator", "importer", "officer", "cashier", "analyst", "scheduler"] {
                tokens[role] = try await table.server.signIn("the \(role)", roles: [role])
            }
            self.tokens = tokens
        }

        /// Sends a command in the house's name.
        func send(
            _ command: String, by role: String, id: String = UUID().uuidString
        ) async throws -> RunningServer.Answer {
            let person = try #require(tokens[role])
            let actor = role == "importer" ? "importer" : "admin/\(person.user)"
            return try await table.server.post(
                "/v1/commands", as: person.token, command.dropLast() + ",\"actor\":\"\(actor)\"}",
                ["Idempotency-Key": id])
        }
    }

    private static let joining =
        #"{"kind":"joinPlayers","pool":1,"player":0,"otherPool":2,"otherPlayer":0,"acrossPositions":false,"#
        + #""reason":"Traded."}"#
    private static let parting =
        #"{"kind":"partPlayers","pool":1,"player":1,"otherPool":2,"otherPlayer":1,"reason":"Two men."}"#
    private static let withdrawing =
        #"{"kind":"withdrawAlias","pool":1,"player":0,"otherPool":2,"otherPlayer":0,"reason":"Misread."}"#
    private static let noting = adp(250)
    private static let scheduling =
        #"{"kind":"recordGames","season":2026,"source":"games.csv","games":[{"week":15,"home":"KC","away":"BUF"}],"#
        + #""reason":""}"#

    private static func adp(_ adp: Int, reason: String = "") -> String {
        #"{"kind":"recordNotes","season":2026,"day":"2026-05-24T00:00:00Z","source":"site","notes":"#
            + #"[{"position":"wideReceiver","adp":\#(adp),"externalID":"","name":"P0","team":""}],"#
            + #""reason":"\#(reason)"}"#
    }

    private static let all = [joining, parting, noting, scheduling]

    @Test func operatorsAndImportersSayItAndNobodyElse() async throws {
        let house = try await House()
        let server = house.table.server
        for command in Self.all {
            for role in ["officer", "cashier", "analyst", "scheduler"] {
                let answer = try await house.send(command, by: role)
                #expect(answer.status == 403 && answer.code == "forbidden", "\(role): \(answer.text)")
            }
            // In the own name it is a decision, and its refusal is on record.
            let own = try await server.command(command, as: house.table.anna.token)
            #expect(own.status == 403 && own.code == "forbidden", "\(own.text)")
            #expect(try own.json["recorded"]?.boolean == true)
            #expect(try await server.command(command, as: "").status == 401)
            #expect(try await server.post("/v1/commands", command).status == 401)
        }
        for (index, command) in Self.all.enumerated() {
            let answer = try await house.send(command, by: index % 2 == 0 ? "operator" : "importer")
            #expect(answer.status == 200, "\(answer.text)")
        }
        #expect(try await house.send(Self.withdrawing, by: "importer").status == 200)
        #expect(try house.table.ledger.aliases().statements.count == 1)
        let notes = try #require(try house.table.ledger.notes(of: 2026))
        #expect(notes.positions.map(\.adp) == [250] && notes.games.map(\.week) == [15])
        try await server.stop()
    }

    @Test func theSameIdIsTheSameOutcomeAndNeverAnotherCommand() async throws {
        let house = try await House()
        let ledger = house.table.ledger
        let others = [
            Self.joining.replacing("Traded", with: "Renamed"), Self.parting.replacing("Two", with: "Three"),
            Self.adp(260), Self.scheduling.replacing("\"week\":15", with: "\"week\":16"),
        ]
        for (command, other) in zip(Self.all, others) {
            let id = UUID().uuidString
            let first = try await house.send(command, by: "operator", id: id)
            #expect(first.status == 200 && first.header("idempotency-replayed") == nil, "\(first.text)")
            let size = try ledger.size
            let again = try await house.send(command, by: "operator", id: id)
            #expect(again.status == 200 && again.header("idempotency-replayed") == "true", "\(again.text)")
            #expect(try ledger.size == size)
            let changed = try await house.send(other, by: "operator", id: id)
            #expect(changed.status == 422 && changed.code == "duplicateCommand", "\(changed.text)")
        }
        let notes = try #require(try ledger.notes(of: 2026))
        #expect(notes.positions.map(\.adp) == [250] && notes.games.map(\.week) == [15])
        #expect(try ledger.aliases().statements.count == 2)
        let refused = Self.withdrawing.replacing("\"player\":0", with: "\"player\":1").replacing(
            "\"otherPlayer\":0", with: "\"otherPlayer\":2")
        let id = UUID().uuidString
        let first = try await house.send(refused, by: "operator", id: id)
        #expect(first.status == 404 && first.code == "unknownAlias", "\(first.text)")
        let size = try ledger.size
        let again = try await house.send(refused, by: "operator", id: id)
        #expect(again.status == 404 && again.header("idempotency-replayed") == "true")
        #expect(try ledger.size == size)
        try await house.table.server.stop()
    }

    @Test func whatContradictsIsRefusedWithItsCode() async throws {
        let house = try await House()
        for command in Self.all { #expect(try await house.send(command, by: "operator").status == 200) }
        let wrong: [(command: String, status: UInt, code: String)] = [
            (Self.joining, 409, "alreadyExists"),
            (Self.joining.replacing(#""player":0"#, with: #""player":1"#), 409, "aliasContradiction"),
            (
                Self.joining.replacing(#""player":0"#, with: #""player":3"#)
                    .replacing(#""otherPlayer":0"#, with: #""otherPlayer":2"#), 409, "otherPosition"
            ),
            (Self.joining.replacing(#""otherPlayer":0"#, with: #""otherPlayer":9"#), 422, "playerNotInPool"),
            (Self.joining.replacing("Traded.", with: ""), 422, "invalidValue"),
            (Self.noting, 422, "invalidValue"), (Self.adp(260), 422, "invalidValue"),
            (Self.scheduling, 422, "invalidValue"),
            (Self.scheduling.replacing("\"week\":15", with: "\"week\":30"), 422, "invalidValue"),
        ]
        for (command, status, code) in wrong {
            let answer = try await house.send(command, by: "operator")
            #expect(answer.status == status && answer.code == code, "\(command): \(answer.text)")
        }
        #expect(try await house.send(Self.adp(260, reason: "Misread."), by: "operator").status == 200)
        #expect(try house.table.ledger.notes(of: 2026)?.positions.map(\.adp) == [260])
        // What is about a version is asked of queues alone, and no field is passed over.
        for command in Self.all {
            let versioned = command.dropLast() + ",\"expectedVersion\":1}"
            #expect(try await house.send(String(versioned), by: "operator").status == 400)
        }
        try await house.table.server.stop()
    }

    @Test func aFileOfPlayersIsOneCommand() async throws {
        let house = try await House()
        func notes(_ count: Int) -> String {
            let notes = (0..<count).map { number in
                #"{"position":"wideReceiver","adp":\#(number + 100),"externalID":"id-\#(number)","name":"Player Number "#
                    + #"\#(number) of a long name","team":"KC"}"#
            }
            return #"{"kind":"recordNotes","season":2026,"day":"2026-05-24T00:00:00Z","source":"site","notes":["#
                + notes.joined(separator: ",") + #"],"reason":""}"#
        }
        #expect(notes(900).utf8.count > 64 << 10 && notes(12_000).utf8.count > 1 << 20)
        let answer = try await house.send(notes(900), by: "operator")
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        #expect(try house.table.ledger.notes(of: 2026)?.positions.count == 900)
        #expect(try await house.send(notes(12_000), by: "operator").status == 413)
        try await house.table.server.stop()
    }
}
