import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Platform
import Records
import TestSupport
import Testing
import TextFormats

@testable import Delivery  // limits and schedules are made small

/// Webhooks of a whole ledger, to local receivers.
@Suite(.withinTheRun) struct WebhookDispatcherTests {
    private let folder = TemporaryDirectory()

    private static let quick = WebhookSchedule(delays: Array(repeating: .milliseconds(1), count: 9))

    private func endpoint(_ server: TestHTTPServer, id: String = "a", topics: [String]? = nil) throws
        -> WebhookEndpoint
    {
        try WebhookEndpoint(
            id: id, url: server.address, secrets: [WebhookTransportTests.secret], topics: topics, allowsLoopback: true)
    }

    private func dispatcher(
        _ house: LiveHouse, _ endpoints: [WebhookEndpoint], schedule: WebhookSchedule = quick,
        limits: WebhookRunner.Limits = WebhookRunner.Limits()
    ) throws -> WebhookDispatcher {
        try WebhookDispatcher(
            house.ledger, WebhookConfiguration(endpoints: endpoints, allowsLoopback: true),
            storedIn: folder("webhooks"), in: .system, limits: limits, schedule: schedule
        ) { HTTPWebhookTransport($0, allowsLoopback: true) }
    }

    /// Runs a dispatcher until a condition holds. It fails by the time limit of the suite.
    private func run(_ dispatcher: WebhookDispatcher, until isDone: () async throws -> Bool) async throws {
        let task = Task { await dispatcher.run() }
        while try await !isDone() { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
    }

    private func positions(_ server: TestHTTPServer) -> [UInt64] {
        server.requests.compactMap { $0.json?["data"]?["position"]?.integer() }
    }

    private func publicEvents(of house: LiveHouse) throws -> [RecordedEvent] {
        try house.events.filter { PublicEvent.admits($0) }
    }

    // MARK: What is public

    @Test func noPrivateTypeHasAName() {
        for type in EventType.allCases where type.isPrivate { #expect(PublicEvent.name(of: type) == nil, "\(type)") }
        #expect(PublicEvent.name(of: .pickMade) == "draft.pick_made")
        #expect(PublicEvent.name(of: .tournamentCreated) == "contest.tournament_created")
        #expect(PublicEvent.type(named: "draft.pick_made") == .pickMade)
        for type in [
            EventType.clockTicked, .staffAppointed, .softwareStarted, .commandRejected, .queueSet, .noticesRecorded,
        ] {
            #expect(PublicEvent.name(of: type) == nil, "\(type)")
        }
    }

    @Test func skippedPlayersDoNotLeaveTheLedger() throws {
        var made = PickAutomated.blank
        made.skipped = [.blank]
        let event = RecordedEvent(
            position: 9, stream: .room(12), version: 3, previous: 7, recordedAt: noon, origin: nil,
            event: .pickAutomated(made))
        #expect(event.showsQueueContents)
        let text = String(decoding: PublicEvent.message(of: event, in: "l").body, as: UTF8.self)
        #expect(text.contains(event.withoutQueueContents.jsonLine) && !text.contains(event.jsonLine))
        #expect(text.hasPrefix(#"{"type":"draft.pick_automated","timestamp":"2026-09-01T12:00:00.000000Z","data":{"#))
    }

    // MARK: Deliveries

    @Test func everyPublicEventArrivesInTheOrderOfItsStream() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let server = try await TestHTTPServer { _, _ in TestAnswer() }
        let dispatcher = try dispatcher(house, [endpoint(server)])
        try await dispatcher.replay(from: 0, to: "a")
        let expected = try publicEvents(of: house)
        #expect(expected.count > 20)
        try await run(dispatcher) {
            let status = try await dispatcher.status()[0]
            return status.waiting == 0 && status.lag == 0
        }
        #expect(positions(server).sorted() == expected.map(\.position))
        for stream in Set(expected.map(\.stream)) {
            let wanted = expected.filter { $0.stream == stream }.map(\.position)
            #expect(positions(server).filter { wanted.contains($0) } == wanted)
        }
        let key = try #require(WebhookKey(WebhookTransportTests.secret))
        for request in server.requests {
            let signed = "\(request["webhook-id"] ?? "").\(request["webhook-timestamp"] ?? "").\(request.text)"
            #expect(request["webhook-signature"] == key.signature(of: Array(signed.utf8)))
            let data = try #require(request.json?["data"])
            #expect(data["salt"] == nil)
            let event = try #require(try house.events.first { $0.position == data["position"]?.integer() })
            #expect(request.text.hasSuffix("\"data\":\(event.withoutQueueContents.jsonLine)}"))
        }
        let status = try #require(try await dispatcher.status().first)
        #expect(status.lag == 0 && status.waiting == 0 && status.deadLetters == 0 && status.failingSince == nil)
        #expect(try status.cursor == house.ledger.size && status.lastDeliveryAt != nil)
    }

    @Test func aNewEndpointReceivesWhatHappensFromNowOn() async throws {
        let house = try await LiveHouse()
        let server = try await TestHTTPServer { _, _ in TestAnswer() }
        let dispatcher = try dispatcher(house, [endpoint(server, topics: ["draft.draft_started", "draft.seat_taken"])])
        let start = try house.ledger.size
        _ = try await house.startDraft()
        try await run(dispatcher) { server.requests.count >= 3 }
        #expect(positions(server).allSatisfy { $0 >= start })
        #expect(
            server.requests.compactMap { $0.json?["type"]?.string }
                == ["draft.seat_taken", "draft.seat_taken", "draft.draft_started"])
    }

    @Test func aRestartContinuesWhereItEnded() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let expected = try publicEvents(of: house).map(\.position)
        let server = try await TestHTTPServer { _, _ in TestAnswer() }
        let limits = WebhookRunner.Limits(inFlight: 2, waiting: 7)
        let first = try dispatcher(house, [endpoint(server)], limits: limits)
        try await first.replay(from: 0, to: "a")
        try await run(first) { server.requests.count >= 10 }
        let second = try dispatcher(house, [endpoint(server)], limits: limits)
        try await run(second) { Set(positions(server)).count >= expected.count }
        #expect(Set(positions(server)) == Set(expected))
        // At most the requests under way at the restart came twice, under the same ID.
        #expect(server.requests.count <= expected.count + limits.inFlight)
        #expect(Set(server.requests.map { $0["webhook-id"] }).count == expected.count)
    }

    @Test func aFailingEventIsRetriedAndHoldsBackItsStreamOnly() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let events = try publicEvents(of: house)
        let room = events.filter { $0.stream == .room(1) }.map(\.position)
        let failures = Guarded(3)
        let server = try await TestHTTPServer { request, _ in
            guard request.json?["data"]?["position"]?.integer() == room[1] else { return TestAnswer() }
            let isFailing = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            return TestAnswer(status: isFailing ? 500 : 200)
        }
        let dispatcher = try dispatcher(house, [endpoint(server)])
        try await dispatcher.replay(from: 0, to: "a")
        try await run(dispatcher) { server.requests.count >= events.count + 3 }
        #expect(positions(server).filter { room.contains($0) } == [room[0], room[1], room[1], room[1]] + room[1...])
        let repeated = server.requests.filter { $0.json?["data"]?["position"]?.integer() == room[1] }
        #expect(Set(repeated.map { $0["webhook-id"] }).count == 1)
    }

    @Test func aSlowEndpointDoesNotHoldBackOthers() async throws {
        let house = try await LiveHouse()
        let slow = try await TestHTTPServer { _, _ in
            try await Task.sleep(for: .seconds(1_000))
            return TestAnswer()
        }
        let quick = try await TestHTTPServer { _, _ in TestAnswer() }
        let limits = WebhookRunner.Limits(inFlight: 2)
        let dispatcher = try dispatcher(
            house, [endpoint(slow, id: "slow"), endpoint(quick, id: "quick")], limits: limits)
        for id in ["slow", "quick"] { try await dispatcher.replay(from: 0, to: id) }
        let expected = try publicEvents(of: house).count
        try await run(dispatcher) { quick.requests.count >= expected && slow.requests.count >= 2 }
        // On a busy machine the slow ones have timed out, and are tried again.
        #expect(try await dispatcher.status().map(\.inFlight).max() ?? 3 <= 2)
    }

    @Test func anEndpointThatIsGoneIsDisabledUntilItIsEnabled() async throws {
        let house = try await LiveHouse()
        let isGone = Guarded(true)
        let server = try await TestHTTPServer { _, _ in TestAnswer(status: isGone.withLock { $0 } ? 410 : 200) }
        let limits = WebhookRunner.Limits(inFlight: 1)
        let first = try dispatcher(house, [endpoint(server)], limits: limits)
        try await first.replay(from: 0, to: "a")
        try await run(first) { try await first.status()[0].disabledBecause != nil }
        #expect(server.requests.count == 1)
        #expect(try await first.status()[0].isEnabled == false)
        isGone.withLock { $0 = false }
        let second = try dispatcher(house, [endpoint(server)], limits: limits)
        #expect(try await second.status()[0].disabledBecause?.contains("410") == true)
        try await second.enable("a")
        let expected = try publicEvents(of: house).count
        try await run(second) { server.requests.count > expected }
        #expect(Set(positions(server)).count == expected)
    }

    /// The store of the lost ledger is ahead of the restored one: the next events are sent, though their positions were sent before.
    @Test func aRestoredLedgerThatIsShorterIsFollowed() async throws {
        let house = try await LiveHouse()
        let server = try await TestHTTPServer { _, _ in TestAnswer(status: 200) }
        let size = try house.ledger.size
        do {
            let store = try WebhookStore(at: folder("webhooks"))
            let lost = WaitingEvent(position: size + 3, stream: 1, dueAt: Timestamp(microseconds: 0))
            try store.change("a", to: EndpointState(cursor: size + 1_000), [.wait(lost)])
        }
        let status = try await dispatcher(house, [endpoint(server)]).status()[0]
        #expect(status.cursor == size && status.waiting == 0 && status.lag == 0)
    }

    @Test func deadLettersAreSentAgainAndAReplaySendsEverything() async throws {
        let house = try await LiveHouse()
        let isDown = Guarded(true)
        let server = try await TestHTTPServer { _, _ in TestAnswer(status: isDown.withLock { $0 } ? 500 : 200) }
        let schedule = WebhookSchedule(delays: [.milliseconds(1)])
        let dispatcher = try dispatcher(house, [endpoint(server)], schedule: schedule)
        try await dispatcher.replay(from: 0, to: "a")
        let expected = try publicEvents(of: house).map(\.position)
        let reports = Guarded<[String: Int]>([:])
        let task = Task {
            await dispatcher.run { report in reports.withLock { $0[report.outcome.name, default: 0] += 1 } }
        }
        defer { task.cancel() }
        func wait(until isDone: () async throws -> Bool) async throws {
            while try await !isDone() { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await wait { try await dispatcher.deadLetters(of: "a").count == expected.count }
        #expect(server.requests.count == 2 * expected.count)
        let letter = try #require(try await dispatcher.deadLetters(of: "a").first)
        #expect(letter.position == expected[0] && letter.attempts == 2 && letter.error == "It answered 500.")

        isDown.withLock { $0 = false }
        #expect(try await dispatcher.sendAgain(expected[3], to: "a"))
        try await wait { try await dispatcher.status()[0].lastDeliveryAt != nil }
        #expect(positions(server).last == expected[3])
        #expect(try await dispatcher.deadLetters(of: "a").map(\.position) == expected.filter { $0 != expected[3] })

        try await dispatcher.replay(from: 0, to: "a")
        try await wait { server.requests.count == 3 * expected.count + 1 }
        #expect(positions(server).suffix(expected.count).sorted() == expected)
        try await wait { try await dispatcher.status()[0].waiting == 0 }
        #expect(try await dispatcher.status()[0].deadLetters == 0)
        let count = expected.count
        #expect(reports.withLock { $0 } == ["failed": count, "dead_letter": count, "delivered": count + 1])
        await #expect(throws: WebhookDispatcher.UnknownEndpoint.self) {
            try await dispatcher.replay(from: 0, to: "b")
        }
    }
}
