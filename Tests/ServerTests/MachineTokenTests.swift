import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing
import TextFormats

@testable import Server  // what is stored of a token is the module's own

/// Tokens of programs, and the end of a member's account.
@Suite struct MachineTokenTests {
    private static let now = Timestamp(microseconds: 1_780_000_000_000_000)

    @Test func aTokenIsShownOnceAndStoredAsADigest() throws {
        let directory = TemporaryDirectory()
        let tokens = MachineTokens(of: directory.path)
        #expect(try tokens.list().isEmpty)
        let (token, entry) = try tokens.create("backend", user: 905, roles: [.backend], at: Self.now)
        let file = try String(contentsOfFile: directory("tokens.json"), encoding: .utf8)
        #expect(
            !file.contains(token) && !file.contains(token.split(separator: "_").last ?? "") && file.contains(entry.id))
        let attributes = try FileManager.default.attributesOfItem(atPath: directory("tokens.json"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try tokens.entry(of: token)?.user == 905)
        for wrong in ["", "draftledger_", String(token.dropLast()), token + "0", token.uppercased(), entry.id] {
            #expect(try tokens.entry(of: wrong) == nil)
        }
        #expect(try tokens.revoke("nonsense") == nil)
        #expect(try tokens.revoke(entry.id)?.id == entry.id)
        #expect(try MachineTokens(of: directory.path).entry(of: token) == nil)
    }

    @Test func ofChangesAtTheSameTimeNoneIsLost() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...24 {
                group.addTask {
                    // Each by an object of its own, as two processes have.
                    try MachineTokens(of: path).create(
                        "t\(number)", user: UserID(UInt64(number)), roles: [], at: Self.now
                    ).entry.id
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(Set(try MachineTokens(of: path).list().map(\.id)) == ids && ids.count == 24)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask {
                    let revoked = try MachineTokens(of: path).revoke(id)
                    #expect(revoked?.id == id)
                }
            }
            try await group.waitForAll()
        }
        #expect(try MachineTokens(of: path).list().isEmpty)
    }

    @Test func aFileThatCannotBeReadLetsNobodyIn() throws {
        let directory = TemporaryDirectory()
        _ = try directory.write("{\"tokens\":[{}]}", to: "tokens.json")
        #expect(throws: MachineTokensError.self) { try MachineTokens(of: directory.path).entry(of: "draftledger_x") }
    }

    @Test func aBackendActsForMembersAndOnlyAsTheTableAllows() async throws {
        let table = try await Table()
        let tokens = MachineTokens(of: table.ledger.path)
        let (backend, entry) = try tokens.create("backend", user: 905, roles: [.backend], at: Self.now)
        let monitor = try tokens.create("monitor", user: 906, roles: [.auditor], at: Self.now).token
        let me = try await table.server.get("/v1/users/me", as: backend)
        #expect(try me.json["user"]?.integer() == 905 && me.json["roles"]?.elements.first?.string == "backend")
        func join(_ token: String, as actor: String) async throws -> UInt {
            let join =
                "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1,"
                + "\"actor\":\"\(actor)\"}"
            return try await table.server.command(join, as: token).status
        }
        let behalf = "admin/905 for user/\(table.anna.user)"
        #expect(try await join(backend, as: behalf) == 200)
        // Not for whom it does not name, not in another's place, not as the member himself.
        for actor in [
            "admin/905 for user/\(table.ben.user)", "admin/906 for user/\(table.anna.user)", "admin/1",
            "user/\(table.anna.user)", "scheduler", "importer", "provider for user/\(table.anna.user)",
        ] {
            #expect(try await join(backend, as: actor) == 403, "\(actor)")
        }
        // Who reads everything sends nothing, and what a backend is not there for it does not do either.
        #expect(try await join(monitor, as: "admin/906 for user/\(table.anna.user)") == 403)
        for command in [
            "{\"kind\":\"closeEntries\",\"tournament\":1,\"actor\":\"admin/905\"}",
            "{\"kind\":\"adjustBalance\",\"user\":\(table.anna.user),\"amount\":100,\"reason\":\"x\",\"firstApprover\":1,"
                + "\"secondApprover\":2,\"actor\":\"admin/905 for user/\(table.anna.user)\"}",
        ] {
            #expect([400, 403].contains(try await table.server.command(command, as: backend).status), "\(command)")
        }
        #expect(try await table.server.get("/v1/events", as: monitor).status == 200)
        #expect(try await table.server.get("/v1/events", as: backend).status == 403)
        _ = try tokens.revoke(entry.id)
        #expect(try await table.server.get("/v1/users/me", as: backend).status == 401)
        try await table.server.stop()
    }

    /// A backend passes on what a member may send, under both names, and nothing that is for staff.
    @Test func aBackendPassesOnThePicksOfTheMemberThatItNames() async throws {
        let table = try await Table()
        let token = try MachineTokens(of: table.ledger.path)
            .create("backend", user: 905, roles: [.backend], at: Self.now).token
        try await table.draft()
        let turn = try table.turn()
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(turn.on.user)))
        func status(_ command: String, as actor: String) async throws -> UInt {
            let sent = String(command.dropLast()) + ",\"actor\":\"\(actor)\"}"
            return try await table.server.command(sent, as: token).status
        }
        let (queue, pick) = (
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[3,7]}",
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}"
        )
        let behalf = "admin/905 for user/\(turn.on.user)"
        for command in [queue, pick] {
            for actor in ["admin/905", "admin/905 for user/\(turn.off.user)", "admin/906 for user/\(turn.on.user)"] {
                #expect([403, 409].contains(try await status(command, as: actor)), "\(actor)")
            }
            #expect(try await status(command, as: behalf) == 200)
        }
        let picked = try #require(try table.ledger.stream(.room(1)).last { $0.event.type == .pickMade })
        #expect(picked.origin?.actor == .init(.admin, user: 905, onBehalfOf: UserID(turn.on.user)))
        for command in [
            "{\"kind\":\"pauseRoom\",\"room\":1,\"pauseReason\":\"manual\"}", "{\"kind\":\"resumeRoom\",\"room\":1}",
            "{\"kind\":\"cancelRoom\",\"room\":1,\"reason\":\"x\"}", "{\"kind\":\"closeEntries\",\"tournament\":1}",
        ] {
            for actor in ["admin/905", behalf] {
                #expect([400, 403].contains(try await status(command, as: actor)), "\(command) \(actor)")
            }
        }
        try await table.server.stop()
    }

    @Test func anAccountIsErasedOnceNothingIsLeftInIt() async throws {
        let table = try await Table()
        let (token, user) = (table.anna.token, UserID(table.anna.user))
        #expect(try await table.server.send("DELETE", "/v1/users/me").status == 401)
        let rich = try await table.server.send("DELETE", "/v1/users/me", as: token)
        #expect(rich.status == 409 && rich.code == "accountInUse")
        #expect(try rich.json["detail"]?.string == "There are 1,000.00 dollars in the account: withdraw them.")
        let all = try table.ledger.wallet(user).available
        let held = try await table.server.command(
            "{\"kind\":\"holdWithdrawal\",\"user\":\(user),\"amount\":\(all.value),\"provider\":\"play\"}", as: token)
        #expect(held.status == 200)
        #expect(try await table.server.send("DELETE", "/v1/users/me", as: token).status == 409)
        _ = try await table.ledger.send(
            .wallet(user, .postWithdrawal(withdrawal: 1, reference: "w1")), as: .provider(onBehalfOf: user),
            id: .random()
        ).get()
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        #expect(try await table.server.send("DELETE", "/v1/users/me", as: officer).status == 403)
        let erased = try await table.server.send("DELETE", "/v1/users/me", as: token)
        #expect(erased.status == 204, "\(erased.text)")
        #expect(try table.ledger.profile(of: user) == nil)
        #expect(try table.ledger.stream(.user(user)).contains { $0.event.type == .accountClosed })
        // Nor does who has closed an account for good come back as somebody else.
        #expect(try await table.server.get("/v1/rooms", as: token).status == 403)
        // What a restored backup brings back is erased again.
        try table.ledger.setProfiles([(user: user, profile: Profile(externalID: "somebody", displayName: "Anna"))])
        try await table.server.stop()
        try await table.serveAgain()
        #expect(try table.ledger.profile(of: user) == nil)
        let signedIn = try await table.server.post("/dev/tokens", "{\"name\":\"anna\"}")
        #expect(signedIn.status == 403)
        #expect(try table.ledger.verify().isSound)
        try await table.server.stop()
    }

    @Test func whoStillDraftsIsNotErased() async throws {
        let table = try await Table()
        try await table.draft()
        let user = UserID(table.anna.user)
        let all = try table.ledger.wallet(user).available
        _ = try await table.server.command(
            "{\"kind\":\"holdWithdrawal\",\"user\":\(user),\"amount\":\(all.value),\"provider\":\"play\"}",
            as: table.anna.token)
        _ = try await table.ledger.send(
            .wallet(user, .postWithdrawal(withdrawal: 1, reference: "w1")), as: .provider(onBehalfOf: user),
            id: .random()
        ).get()
        let answer = try await table.server.send("DELETE", "/v1/users/me", as: table.anna.token)
        #expect(answer.status == 409 && answer.code == "accountInUse")
        #expect(try table.ledger.profile(of: user) != nil)
        try await table.server.stop()
    }
}
