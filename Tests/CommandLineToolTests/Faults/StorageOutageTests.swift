import CommandTesting
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Platform
import Records
import TestSupport
import Testing

/// A member is on the clock while the ledger cannot store anything: the time is given back, and the turn is the member's.
@Suite(.serialized, .enabled(if: Mount.isPossible, "mounting file systems takes root on Linux; not tested here"))
struct StorageOutageTests {
    /// A clock that is set by hand, and the time for which the process has run.
    private final class Machine: Sendable {
        private let clocks: Guarded<(time: Timestamp, awake: Int64)>

        init(at time: Timestamp) { clocks = Guarded((time, 0)) }

        @Sendable func now() -> Int64 { clocks.withLock { $0.time.microseconds } }
        @Sendable func awake() -> Int64 { clocks.withLock { $0.awake } }
        var time: Timestamp { clocks.withLock { $0.time } }

        func run(for interval: Interval) {
            clocks.withLock { $0 = ($0.time + interval, $0.awake + interval.microseconds) }
        }
    }

    /// Room 1 drafts on a small disk, with its first pick on the clock.
    private final class Scene {
        let disk: Mount
        let path: String
        let machine: Machine
        let ledger: DraftLedger
        let user: Sender
        /// The findings of an audit before anything went wrong: the draft was started ahead of its time.
        let findings: Int

        init() async throws {
            let house = try await LiveHouse()
            _ = try await house.startDraft()
            user = .user(try house.userOnClock())
            machine = Machine(at: try #require(try house.events.last).recordedAt + .seconds(2))
            house.ledger.close()
            disk = try Mount.smallDisk(bytes: 8 << 20)
            path = disk.path + "/a.ledger"
            try FileManager.default.copyItem(atPath: house.path, toPath: path)
            findings = try Self.findings(in: path)
            ledger = try DraftLedger.open(
                at: path, for: .writing, upkeep: .none, by: machine.now, awake: machine.awake)
        }

        deinit {
            ledger.close()
            disk.remove()
        }

        var room: RoomState { get throws { try #require(try ledger.room(1)) } }

        func send(_ command: Command, as sender: Sender) async throws -> Outcome {
            try await ledger.send(command, as: sender, id: .random())
        }

        /// Fills the disk, and sends what is stored nowhere else until nothing more can be stored.
        func fillUp() async throws {
            disk.fill()
            for _ in 0..<2_000 {
                do {
                    _ = try await send(.user(1, .setAlertPreferences(.all)), as: .user(1))
                } catch let error as DraftLedgerError where error.code == .diskFull {
                    return
                }
            }
            Issue.record("a full disk stores everything")
        }

        static func findings(in path: String) throws -> Int {
            let audited = Ran(["--ledger", path, "audit", "--format", "json"]).json as? [String: Any]
            return try #require(audited?["findingCount"] as? Int)
        }

        var events: [RecordedEvent] {
            get throws {
                var all: [RecordedEvent] = []
                try ledger.events { recorded in
                    all.append(recorded)
                    return true
                }
                return all
            }
        }
    }

    @Test func aFullDiskTakesNobodysTurn() async throws {
        let scene = try await Scene()
        let clock = try #require(try scene.room.runningClock)
        try await scene.fillUp()
        let last = try #require(try scene.events.last)
        let left = clock.deadline - last.recordedAt
        // The pick comes in time, and cannot be stored; then the clock runs out.
        scene.machine.run(for: .seconds(5))
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        await #expect(throws: DraftLedgerError.self) { try await scene.send(pick, as: scene.user) }
        scene.machine.run(for: left)
        scene.machine.run(for: .seconds(600))
        let expiry = Command.room(1, .automatePick(pick: 1, epoch: clock.epoch))
        await #expect(throws: DraftLedgerError.self) { try await scene.send(expiry, as: .scheduler) }
        #expect(try scene.ledger.size == last.position + 1)

        scene.disk.empty()
        let back = scene.machine.time
        let picked = try await scene.send(pick, as: scene.user).get()
        #expect(picked.first?.event.type == .pickMade)
        let events = try scene.events.filter { $0.position > last.position }
        #expect(
            events.prefix(4).map(\.event.type) == [.clockStepped, .roomPaused, .roomResumed, .clockStarted])
        #expect(
            events.first?.event
                == .clockStepped(ClockStepped(from: last.recordedAt, to: back, cause: .storage)))
        #expect(events.dropFirst().first?.origin?.occurredAt == last.recordedAt)
        if case .clockStarted(let started)? = events.dropFirst(3).first?.event {
            #expect(started.deadline == back + left)
        }
        #expect(events.allSatisfy { $0.event.type != .pickAutomated })
        scene.ledger.close()
        #expect(try Scene.findings(in: scene.path) == scene.findings)
    }

    /// Nobody sends anything when the disk has room again: looking at the clock is enough.
    @Test func anOutageIsRecordedAsSoonAsItIsOver() async throws {
        let scene = try await Scene()
        let clock = try #require(try scene.room.runningClock)
        try await scene.fillUp()
        let last = try #require(try scene.events.last)
        scene.machine.run(for: .seconds(3))
        _ = await scene.ledger.lookAtClock()
        scene.machine.run(for: .seconds(3))
        scene.disk.empty()
        // The drafts are paused in one commit and resumed in the next: between the two no clock runs.
        while try [nil, clock.epoch].contains(scene.room.runningClock?.epoch) { _ = await scene.ledger.lookAtClock() }
        #expect(
            try scene.room.runningClock?.deadline == scene.machine.time + (clock.deadline - last.recordedAt))
        scene.ledger.close()
        #expect(try Scene.findings(in: scene.path) == scene.findings)
    }

    /// Several outages one after the other take no time either, nor do they give more than they took.
    @Test func everyOutageGivesBackWhatItTook() async throws {
        let scene = try await Scene()
        for length in [1, 40, 7_200] as [Int64] {
            let deadline = try #require(try scene.room.runningClock).deadline
            try await scene.fillUp()
            let last = try #require(try scene.events.last)
            scene.machine.run(for: .seconds(length))
            scene.disk.empty()
            _ = try await scene.send(.user(2, .setAlertPreferences(.all)), as: .user(2)).get()
            #expect(
                try scene.room.runningClock?.deadline == deadline + (scene.machine.time - last.recordedAt))
        }
        scene.ledger.close()
        #expect(try Scene.findings(in: scene.path) == scene.findings)
    }
}
