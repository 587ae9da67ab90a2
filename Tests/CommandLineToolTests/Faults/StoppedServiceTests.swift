import CommandTesting
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing

/// A service whose process is stopped while somebody is on the clock, and goes on later.
@Suite(.withinTheRun) struct StoppedServiceTests {
    /// The first leap of the clock by two seconds or more, and what the room's stream has behind it: nil until its clock
    /// runs again, since each of these events is a commit of its own.
    private func outage(
        in path: String
    ) throws -> (step: ClockStepped, recordedAt: Timestamp, events: [RecordedEvent])? {
        let ledger = try DraftLedger.open(at: path, upkeep: .none)
        defer { ledger.close() }
        for recorded in try ledger.stream(.system) {
            guard case .clockStepped(let step) = recorded.event, step.to - step.from >= .seconds(2) else { continue }
            let events = try ledger.stream(.room(1)).filter { $0.position > recorded.position }
            guard events.contains(where: { $0.event.type == .clockStarted }) else { return nil }
            return (step, recorded.recordedAt, events)
        }
        return nil
    }

    /// How many findings an audit has: the test has started the draft ahead of its time.
    private func findings(in path: String) throws -> Int {
        let audited = Ran(["--ledger", path, "audit", "--format", "json"]).json as? [String: Any]
        return try #require(audited?["findingCount"] as? Int)
    }

    @Test func whatAStoppedProcessKeptFromPickingIsAnOutage() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        house.ledger.close()
        let before = try findings(in: house.path)
        let service = try ChildProcess(
            Executables.draftledger, ["--ledger", house.path, "serve", "--listen", "127.0.0.1:0"])
        defer { service.kill() }
        while !(service.outputText + service.errorText).contains("listens at") {
            guard service.isRunning else {
                throw ChildProcess.EndedEarly(end: service.wait(), errors: service.errorText)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        // A stop counts once the service has looked at its clock, which a busy machine delays.
        repeat {
            try await Task.sleep(for: .seconds(1))
            service.send(SIGSTOP)
            try await Task.sleep(for: .milliseconds(2_600))
            service.send(SIGCONT)
            for _ in 0..<40 where try outage(in: house.path) == nil { try await Task.sleep(for: .milliseconds(50)) }
        } while try outage(in: house.path) == nil
        let found = try #require(try outage(in: house.path))
        #expect(found.recordedAt == found.step.to)
        let types = found.events.prefix(3).map(\.event.type)
        #expect(types == [.roomPaused, .roomResumed, .clockStarted])
        guard case .roomPaused(let pause)? = found.events.first?.event,
            case .clockStarted(let clock)? = found.events.dropFirst(2).first?.event
        else { return }
        #expect(pause.kind == .outage && found.events.first?.origin?.occurredAt == found.step.from)
        // Nobody lost the time in which nobody could do anything.
        #expect(clock.deadline == found.step.to + pause.remaining)
        service.send(SIGTERM)
        #expect(service.wait() == .exit(0), "\(service.errorText)")
        #expect(try findings(in: house.path) == before, "\(Ran(["--ledger", house.path, "audit"]).output)")
    }
}
