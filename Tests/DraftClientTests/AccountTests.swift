import Draft
import DraftClient
import DraftLedger
import LedgerTesting
import Synchronization
import Testing

/// The lobby, the account, and who the server takes a caller for.
@Suite struct AccountTests {
    @Test func theLobbyIsJoinedAndWhatWasWrittenIsRead() async throws {
        let house = try await ClientHouse()
        let anna = try house.client("anna")
        let contest = try await anna.tournaments()[0]
        #expect(contest.title == "Test" && contest.status == .open && contest.draftSpeed == .slow)
        #expect(contest.entryFeeCents == 500 && contest.firstPlacePrizeCents == 900 && contest.teams == 2)
        let before = try await anna.balance()
        let joined = try await anna.join(contest, entries: 2)
        #expect(Set(joined.map(\.roomId)).count == 2)
        let after = try await anna.balance()
        #expect(after.balanceCents == before.balanceCents - 1_000 && after.heldCents == 1_000)
        #expect(try await anna.user().balanceCents == after.balanceCents)
        #expect(try await anna.transactions().first?.amountCents == -500)
        let drafts = try await anna.drafts(.slow)
        #expect(drafts.map(\.status) == [.waiting, .waiting] && drafts[0].participants == 1)
        #expect(try await anna.drafts(.fast).isEmpty)
        try await anna.leave(joined[0].roomId)
        #expect(try await anna.balance().heldCents == 500)
        #expect(try await anna.drafts().map(\.id) == [joined[1].roomId])
        try await house.stop()
    }

    @Test func aJoinOfOneKeyIsOneJoin() async throws {
        let house = try await ClientHouse()
        let anna = try house.client("anna")
        let contest = try await anna.tournaments()[0]
        house.proxy.loseAnswers(2)
        #expect(try await anna.join(contest).count == 1)
        #expect(try house.ledger.rooms().count == 1)
        await #expect { try await anna.join(contest, entries: 250) } throws: { error in
            guard case DraftClientError.refused(let problem) = error else { return false }
            return problem.code == .insufficientBalance && problem.status == 402
        }
        try await house.stop()
    }

    @Test func teamsAndExposureAreThoseOfWhatWasDrafted() async throws {
        let house = try await ClientHouse()
        let clients = try ["anna", "ben"].map { try house.client($0) }
        let room = try await house.begin(clients)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask {
                    var drafter = Drafter(client)
                    try await drafter.draft(room)
                }
            }
            try await group.waitForAll()
        }
        let team = try #require(try await clients[0].teams().first)
        #expect(team.roomId == room && team.picks.count == 2 && team.statusDetail == .complete)
        #expect(try await clients[0].team(team.id).picks == team.picks)
        let exposure = try await clients[0].exposure()
        #expect(exposure.entries == 1 && Set(exposure.players.map(\.player)) == Set(team.picks.map(\.player)))
        #expect(exposure.players.allSatisfy { $0.exposurePercent == 100 })
        try await house.stop()
    }

    @Test func aProfileHasTheNameAndTheAlertsThatWereSet() async throws {
        let house = try await ClientHouse()
        let anna = try house.client("anna")
        #expect(try await anna.setDisplayName("Anna B.").displayName == "Anna B.")
        var alerts = DraftAlerts()
        alerts.twoPicksAway = false
        #expect(try await anna.setAlerts(alerts) == alerts)
        #expect(try await anna.profile().preferences.draftAlerts == alerts)
        try await anna.registerDevice(token: "a token of a phone")
        await #expect { try await anna.setDisplayName("") } throws: { error in
            (error as? DraftClientError)?.problem?.code == .invalidValue
        }
        try await house.stop()
    }

    // MARK: Signing in

    /// Hands out tokens, the first of which is of no use.
    private final class Issuer: Sendable {
        let asked = Mutex<[String?]>([])
        let good: String

        init(_ good: String) { self.good = good }

        func token(_ rejected: String?) -> String {
            asked.withLock { $0.append(rejected) }
            return rejected == nil ? "stale" : good
        }
    }

    @Test func aTokenThatHasRunOutIsRefreshedOnceForAllWhoNeedIt() async throws {
        let house = try await ClientHouse()
        let guest = try DraftClient(house.proxy.address)
        let issuer = Issuer(try await guest.developmentToken(for: "anna"))
        let anna = try DraftClient(house.proxy.address, options: ClientHouse.options) { issuer.token($0) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await anna.balance().balanceCents } }
            for try await cents in group { #expect(cents == 100_000) }
        }
        #expect(issuer.asked.withLock { $0 } == [nil, "stale"])
        try await house.stop()
    }

    @Test func whoHasNoTokenThatIsTakenIsTold() async throws {
        let house = try await ClientHouse()
        let nobody = try DraftClient(house.proxy.address, options: ClientHouse.options)
        let forger = try DraftClient(house.proxy.address, options: ClientHouse.options) { _ in "forged" }
        for client in [nobody, forger] {
            await #expect { try await client.balance() } throws: { error in
                if case DraftClientError.unauthenticated = error { true } else { false }
            }
        }
        #expect(try await nobody.tournaments().count == 1)
        try await house.stop()
    }

    @Test func aServerThatIsNotThereIsSaidToBe() async throws {
        let nobody = try DraftClient("http://127.0.0.1:9", options: ClientHouse.options)
        await #expect { try await nobody.tournaments() } throws: { error in
            if case DraftClientError.offline = error { true } else { false }
        }
        var updates = nobody.updates(of: "1").makeAsyncIterator()
        guard case .offline(_, let pause) = try await updates.next() else {
            Issue.record("No server, and not offline.")
            return
        }
        #expect(pause > .zero)
    }

    @Test(arguments: [
        "", "drafts", "ftp://a.example", "http://drafts.example", "https://a.example/path", "https://u@a.b",
    ])
    func anAddressThatIsNoneIsRefused(address: String) {
        #expect(throws: DraftClientError.self) { try DraftClient(address) }
    }
}
