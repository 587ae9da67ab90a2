import CommandTesting
import Draft
import DraftLedger
import Projections
import Records
import Testing

/// `events` with filters lists what a look at every single event finds.
@Suite struct EventFilterTests {
    private func ledger() throws -> AskedLedger { try #require(AskedLedger.shared) }

    private func expect(
        _ arguments: [String], _ fits: (RecordedEvent) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ledger = try ledger()
        let ran = Ran(["--ledger", ledger.path, "events"] + arguments + ["--format", "json"])
        let wanted = ledger.events.filter(fits).map(\.jsonLine)
        #expect(!wanted.isEmpty, "the question has no answer", sourceLocation: sourceLocation)
        #expect(ran.status == 0 && ran.lines.dropLast() == wanted[...], sourceLocation: sourceLocation)
    }

    @Test func byActor() throws {
        let admin = try #require(
            try ledger().events.compactMap(\.origin?.actor).first { $0.role == .admin && $0.user != nil }?.user)
        try expect(["--actor", "admin"]) { $0.origin?.actor.role == .admin }
        try expect(["--actor", "admin/\(admin)"]) { $0.origin?.actor.role == .admin && $0.origin?.actor.user == admin }
        try expect(["--actor", "\(admin)"]) { $0.origin?.actor.user == admin }
        try expect(["--actor", "scheduler", "--type", "PickAutomated"]) {
            $0.origin?.actor == .scheduler && $0.event.type == .pickAutomated
        }
    }

    @Test func byTime() throws {
        let events = try ledger().events
        let (first, last) = (events[events.count / 3].recordedAt, events[events.count / 2].recordedAt)
        try expect(["--since", first.iso8601]) { $0.recordedAt >= first }
        try expect(["--until", last.iso8601]) { $0.recordedAt < last }
        try expect(["--since", first.iso8601, "--until", last.iso8601, "--type", "ClockTicked"]) {
            first <= $0.recordedAt && $0.recordedAt < last && $0.event.type == .clockTicked
        }
    }

    @Test func byRoomAndStream() throws {
        try expect(["--room", "2", "--actor", "user"]) {
            $0.stream == .room(2) && $0.origin?.actor.role == .user
        }
        let from = try #require(try ledger().events.first { $0.stream == .room(2) && $0.version == 30 }).position
        try expect(["--room", "2", "--from", "\(from)"]) {
            [.room(2), .clock(2)].contains($0.stream) && $0.position >= from
        }
        try expect(["--stream", "clock/2"]) { $0.stream == .clock(2) }
        try expect(["--stream", "system"]) { $0.stream == .system }
    }

    @Test func byContest() throws {
        let rooms = try ledger().reading { draft in
            Set(try draft.rooms().filter { $0.tournament == 1 }.map(\.room))
        }
        try expect(["--contest", "1"]) { recorded in
            switch (recorded.stream, recorded.event) {
            case (.tournament(1), _): true
            case (.room(let room), _), (.clock(let room), _), (.queue(let room, _), _): rooms.contains(room)
            case (_, .entryFeeHeld(let fee)): fee.tournament == 1
            case (_, .entryFeePosted(let fee)): fee.tournament == 1
            case (_, .entryFeeReleased(let fee)): fee.tournament == 1
            case (_, .entryFeeRefunded(let fee)): fee.tournament == 1
            case (_, .prizeCredited(let prize)): prize.tournament == 1
            default: false
            }
        }
    }

    @Test func aLimitEndsTheList() throws {
        let ledger = try ledger()
        let all = ledger.events.filter { $0.event.type == .clockTicked }.map(\.position)
        #expect(try ledger.positions("events", "--type", "ClockTicked", "--limit", "5") == Array(all.prefix(5)))
        #expect(try ledger.positions("events", "--limit", "0").isEmpty)
        let user = try ledger.user
        let his = try ledger.positions("events", "--user", "\(user)")
        #expect(try ledger.positions("events", "--user", "\(user)", "--limit", "7") == Array(his.prefix(7)))
    }

    @Test func byUser() throws {
        let ledger = try ledger()
        let user = try ledger.user
        let his = Set(try ledger.positions("events", "--user", "\(user)"))
        let listed = ledger.events.filter { his.contains($0.position) }
        for recorded in ledger.events where recorded.stream == .wallet(user) || recorded.stream == .user(user) {
            #expect(his.contains(recorded.position))
        }
        for recorded in ledger.events {
            switch recorded.event {
            case .seatTaken(let taken): #expect(his.contains(recorded.position) == (taken.user == user))
            case .seatLeft(let left): #expect(his.contains(recorded.position) == (left.user == user))
            case .pickMade, .queueAdded, .connectionChanged:
                if recorded.origin?.actor.role == .user {
                    #expect(his.contains(recorded.position) == (recorded.origin?.actor.user == user))
                }
            case .commandRejected:
                if case .wallet = recorded.stream { continue }
                if recorded.origin?.actor == .user(user) { #expect(his.contains(recorded.position)) }
            case .disputeOpened(let opened): #expect(his.contains(recorded.position) == (opened.claimant == user))
            case .depositRecorded: #expect(his.contains(recorded.position) == (recorded.stream == .wallet(user)))
            default: continue
            }
        }
        #expect(Set(listed.map(\.event.type)).isSuperset(of: [.pickMade, .commandRejected, .disputeResolved]))
        let picks = listed.filter { $0.event.type == .pickMade }.map(\.position)
        #expect(try ledger.positions("events", "--user", "\(user)", "--type", "PickMade") == picks)
        let room = try #require(listed.first { $0.event.type == .pickMade }).stream
        let inRoom = listed.filter { $0.stream == room }.map(\.position)
        #expect(try ledger.positions("events", "--user", "\(user)", "--stream", "\(room)") == inRoom)
    }

    @Test(arguments: ["user/7", "admin", "admin/7", "7", "scheduler", "importer", "provider"])
    func anActorIsRead(text: String) { #expect(ActorPattern(text)?.description == text) }

    @Test(arguments: ["", "/", "boss", "user/", "user/0", "user/x", "/7", "admin/7/8", "0", "-1", "7/admin"])
    func whatIsNoActorIsNot(text: String) { #expect(ActorPattern(text) == nil) }
}
