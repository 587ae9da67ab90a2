import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Replay
import Testing
import TextFormats
import Timekeeping

@testable import Server  // who acts for the house of a server for development is the module's own

/// A server for development on a ledger of its own: people of the house, a clock that can be set, bots.
@Suite struct DevelopmentTests {
    /// A ledger that has nothing but its creation, and a server in front of it.
    private final class Scene {
        let temporary: TemporaryLedger
        let clock = DevClock()
        let server: RunningServer

        var ledger: DraftLedger { temporary.ledger }

        init() async throws {
            temporary = try TemporaryLedger()
            try temporary.reopen(by: clock.microseconds)
            let clock = clock
            server = try await RunningServer(temporary.ledger) { options in
                options.clock = clock.wallClock
                options.advanceClock = clock.advance
            }
        }

        func send(_ command: Command, as sender: Sender, _ token: String, id: CommandID = .random()) async throws
            -> RunningServer.Answer
        {
            try await server.post("/v1/commands", as: token, CommandRequest(command, id: id, actor: sender).json)
        }

        func advance(_ seconds: Double, as token: String) async throws -> RunningServer.Answer {
            try await server.post("/dev/clock", as: token, "{\"advance\":\(seconds)}")
        }
    }

    @Test func threePeopleActForTheHouseFromTheBeginning() async throws {
        let scene = try await Scene()
        let people = try await scene.server.get("/dev/tokens").json.elements
        #expect(people.map { $0["name"]?.string } == ["alma", "boris", "clara"])
        #expect(people.map { $0["user"]?.integer(as: Int.self) } == [1, 2, 3])
        let roles = people.map { Set($0["roles"]?.elements.compactMap(\.string) ?? []) }
        #expect(roles[0] == ["operator", "officer"] && roles[1] == roles[0])
        #expect(roles[2] == ["operator", "officer", "cashier", "auditor", "analyst"])
        #expect(try scene.ledger.staff().founders == [1, 2, 3])
        #expect(try scene.ledger.tournaments().count == 1)
        // The next start finds all of it, and adds nothing of it.
        try await scene.server.stop()
        let again = try await RunningServer(scene.ledger)
        #expect(try await again.get("/dev/tokens").json.elements.count == 3)
        #expect(try scene.ledger.tournaments().count == 1)
        #expect(try scene.ledger.measures().count == 1)
        try await again.stop()
        #expect(try Audit(scene.ledger).run().findings == [])
        #expect(try scene.ledger.verify().isSound)
    }

    @Test func whatTakesTwoPeopleTakesTwoOfThem() async throws {
        let scene = try await Scene()
        let (alma, boris) = (try await scene.server.signIn("alma"), try await scene.server.signIn("boris"))
        #expect(alma.user == 1 && boris.user == 2)
        let appointed = StaffAppointed(
            person: 901, roles: .cashier, key: SealingKey().publicKey)
        let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "Pays.")
        let (id, measure) = (CommandID.random(), Command.measure(7, .proposeMeasure(proposal)))
        #expect(try await scene.send(measure, as: .admin(1), boris.token).status == 403)
        let proposed = try await scene.send(measure, as: .admin(1), alma.token, id: id)
        #expect(proposed.status == 200, "\(proposed.text)")
        // The same again is answered alike, although it is signed anew.
        let again = try await scene.send(measure, as: .admin(1), alma.token, id: id)
        #expect(again.status == 200 && again.header("idempotency-replayed") == "true")
        let own = try await scene.send(.measure(7, .approveMeasure), as: .admin(1), alma.token)
        #expect(own.status == 403 && own.code == "conflictOfInterest")
        let approved = try await scene.send(.measure(7, .approveMeasure), as: .admin(2), boris.token)
        #expect(approved.status == 200, "\(approved.text)")
        #expect(try scene.ledger.staff().members[901]?.roles == .cashier)
        // The refusal, too.
        let signed = try scene.ledger.stream(.measure(7)).map { $0.origin?.signature != nil }
        #expect(signed == [true, true, true])
        try await scene.server.stop()
    }

    @Test func whoAsksForATokenWithRolesIsAppointed() async throws {
        let scene = try await Scene()
        let alma = try await scene.server.signIn("alma")
        #expect(try await scene.server.get("/v1/events", as: alma.token).status == 200)
        // Who acts for the house is known by now, and has changed before the next request.
        let zoe = try await scene.server.signIn("zoe", roles: ["auditor"])
        #expect(try await scene.server.get("/v1/events", as: zoe.token).status == 200)
        #expect(try scene.ledger.staff().members[UserID(zoe.user)]?.roles == .auditor)
        // Once more without adds nothing and takes nothing away; with others, these are added.
        let measures = try scene.ledger.measures().count
        #expect(try await scene.server.signIn("zoe").user == zoe.user)
        #expect(try await scene.server.signIn("zoe", roles: ["auditor"]).user == zoe.user)
        #expect(try scene.ledger.measures().count == measures)
        _ = try await scene.server.signIn("zoe", roles: ["analyst"])
        #expect(try scene.ledger.staff().members[UserID(zoe.user)]?.roles == [.auditor, .analyst])
        // Who is of the house has no play money and no entry; who has an entry is not of the house.
        #expect(try scene.ledger.wallet(UserID(zoe.user)).available == .zero)
        let anna = try await scene.server.signIn("anna")
        #expect(try scene.ledger.wallet(UserID(anna.user)).available == Cents(100_000))
        let joined = try await scene.server.command(
            "{\"kind\":\"joinTournament\",\"user\":\(anna.user),\"tournament\":1,\"entries\":1}", as: anna.token)
        #expect(joined.status == 200, "\(joined.text)")
        let refused = try await scene.server.post("/dev/tokens", "{\"name\":\"anna\",\"roles\":[\"officer\"]}")
        #expect((400..<500).contains(refused.status) && refused.status != 404, "\(refused.text)")
        #expect(try scene.ledger.staff().members[UserID(anna.user)] == nil)
        try await scene.server.stop()
    }

    @Test func whoWatchesIsToldThatTheClockWasSet() async throws {
        let scene = try await Scene()
        let anna = try await scene.server.signIn("anna")
        var reader = try await EventReader(scene.server, "lobby", as: anna.token)
        _ = try await reader.until("live")
        let before = scene.clock.wallClock.now()
        _ = try await scene.advance(600, as: anna.token)
        let told = try #require(try await reader.until("time").last)
        let time = try JSONDocument(Array(told.data.utf8)).root["serverTime"]?.string.flatMap { Timestamp(iso8601: $0) }
        #expect(try #require(time) - before >= .seconds(600))
        try await scene.server.stop()
    }

    @Test func theClockOfADraftCanBeSetForward() async throws {
        let scene = try await Scene()
        let anna = try await scene.server.signIn("anna")
        let room = try #require(
            try await scene.server.command(
                "{\"kind\":\"joinTournament\",\"user\":\(anna.user),\"tournament\":1,\"entries\":1}", as: anna.token
            ).json["events"]?.elements.count)
        #expect(room > 0)
        for (body, expected) in [
            ("{}", "'room' is missing"), ("{\"room\":\"x\"}", "expected a whole number"), ("{", "not JSON"),
        ] {
            let answer = try await scene.server.post("/dev/bots", as: anna.token, body)
            #expect(answer.status == 400 && answer.text.contains(expected), "\(answer.text)")
        }
        #expect(try await scene.server.post("/dev/bots", as: anna.token, "{\"room\":9}").status == 404)
        #expect(try await scene.server.post("/dev/bots", "{\"room\":1}").status == 401)
        let bots = try await scene.server.post("/dev/bots", as: anna.token, "{\"room\":1}")
        #expect(try bots.status == 200 && bots.json["bots"]?.integer(as: Int.self) ?? 0 > 0, "\(bots.text)")
        let (before, seat) = (scene.clock.wallClock.now(), try scene.ledger.room(1)?.seat(of: UserID(anna.user)))
        // Hours of waiting: the countdown, and Anna's clock as often as it runs.
        while let room = try scene.ledger.room(1), !room.picks.contains(where: { $0.seat == seat }) {
            if room.status == .countdown || room.seatOnClock == seat {
                let answer = try await scene.advance(3_600, as: anna.token)
                #expect(answer.status == 200)
                #expect(try answer.json["now"]?.string.flatMap { Timestamp(iso8601: $0) } != nil)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        let picks = try scene.ledger.stream(.room(1)).map(\.event.type)
        #expect(picks.contains(.pickAutomated) && !picks.contains(.pickMade) && !picks.contains(.roomPaused))
        #expect(scene.clock.wallClock.now() - before >= .seconds(3_600))
        try await scene.server.stop()
        // A busy machine is late for what is due, and what is on its way while the clock is set forward seems to have been for
        // hours: the audit says so.
        let findings = try Audit(scene.ledger).run(room: 1).findings.filter { ![.clock, .arrival].contains($0.rule) }
        #expect(findings.map(\.message) == [])
    }

    @Test func theClockIsSetByWhoIsSignedInAndForwardAlone() async throws {
        let scene = try await Scene()
        let anna = try await scene.server.signIn("anna")
        for seconds in [0, -1, 1e12] {
            #expect(try await scene.advance(seconds, as: anna.token).status == 400)
        }
        #expect(try await scene.server.post("/dev/clock", "{\"advance\":1}").status == 401)
        #expect(try await scene.server.post("/dev/clock", as: anna.token, "{}").status == 400)
        try await scene.server.stop()
        // A server whose clock is the machine's has none to set.
        let table = try await Table()
        let answer = try await table.server.post("/dev/clock", as: table.anna.token, "{\"advance\":1}")
        #expect(answer.status == 404)
        try await table.server.stop()
    }

    @Test func aClockGoesOnFromWhereTheLedgerIs() {
        let clock = DevClock()
        let start = clock.wallClock.now()
        clock.catchUp(with: start + .seconds(5_000))
        #expect(clock.wallClock.now() >= start + .seconds(5_000))
        let later = clock.wallClock.now()
        clock.catchUp(with: start)
        #expect(clock.wallClock.now() >= later)
    }
}
