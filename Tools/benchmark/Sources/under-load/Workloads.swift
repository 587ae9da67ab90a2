import Contestant
import Draft
import DraftLedger
import Records
import Projections
import Synchronization

/// Picks in many live rooms.
func send(_ options: Options) async throws {
    let disk = Latencies.ofDisk(beside: options.directory, seconds: 1)
    print(disk.line("fdatasync of 4 KiB"))
    let isSigned = options.workload == "signed"
    let live = try await LiveRooms(at: options.directory, rooms: options.rooms, isSigned: isSigned)
    let start = ContinuousClock.now
    let drafted = try await live.draft(senders: options.clients, seconds: options.seconds)
    // Many senders reach the end of all drafts before the time is over.
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let title = "\(options.clients) senders" + (isSigned ? ", signed on the same cores" : "")
    print(drafted.line(title, seconds: seconds, disk: disk))
    live.ledger.close()
}

/// The same, while another writer appends an event of its own every half second.
func sendBesideAppends(_ options: Options) async throws {
    var live = try await LiveRooms(at: options.directory, rooms: options.rooms)
    print(try await live.draft(senders: options.clients, seconds: options.seconds / 2).line("without"))
    try live.goOn()
    let ledger = live.ledger
    let appender = Task {
        let event = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
        while !Task.isCancelled {
            try ledger.append([PendingEvent(stream: .user(99), event: event, origin: nil)])
            try await Task.sleep(for: .milliseconds(500))
        }
    }
    print(try await live.draft(senders: options.clients, seconds: options.seconds / 2).line("during appends"))
    appender.cancel()
    _ = await appender.result
    live.ledger.close()
}

/// Sends one stale pick to each finished room, by a user without a seat in any, while an uninvolved user sends
/// commands. Right after a restart, so that every room has to be read.
func sendBesideStaleCommands(_ options: Options) async throws {
    var live = try await LiveRooms(at: options.directory, rooms: options.rooms)
    _ = try await live.draft(senders: options.clients, seconds: 600)
    try live.restart()
    let ledger = live.ledger
    let over = try ledger.rooms().filter { $0.status == .complete }.map(\.room)
    let stranger = UserID(8_000_001)
    let innocent = try await Innocent(in: ledger)
    let quietEnd = ContinuousClock.now + .seconds(2)
    print(try await innocent.send { ContinuousClock.now >= quietEnd }.line("innocent, alone"))
    let before = anonymousMemory()
    let flood = Task {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<options.clients {
                group.addTask {
                    for number in stride(from: client, to: over.count, by: options.clients) {
                        let stale = Command.room(over[number], .makePick(MakePick(pick: 1, player: 0)))
                        _ = try await ledger.send(stale, as: .user(stranger), id: .random())
                    }
                }
            }
            try await group.waitForAll()
        }
        return ContinuousClock.now - start
    }
    let isOver = Flag()
    let beside = Task { try await innocent.send { isOver.isSet.load(ordering: .relaxed) } }
    let took = try await flood.value
    isOver.isSet.store(true, ordering: .relaxed)
    print(try await beside.value.line("innocent, during stale commands to \(over.count) rooms"))
    let after = anonymousMemory()
    print("flood: \(took), RssAnon \(before) -> \(after) KiB")
    ledger.close()
}

/// Sends the first picks in all rooms after a restart, while a user without a seat in any of them sends commands.
func sendAfterRestart(_ options: Options) async throws {
    var live = try await LiveRooms(at: options.directory, rooms: options.rooms)
    _ = try await live.draft(senders: options.clients, seconds: options.seconds)
    try live.goOn()
    let start = ContinuousClock.now
    try live.restart()
    let innocent = try await Innocent(in: live.ledger)
    print("closed, opened, first command answered: \(ContinuousClock.now - start)")
    let isOver = Flag()
    let beside = Task { try await innocent.send { isOver.isSet.load(ordering: .relaxed) } }
    let firsts = try await live.pickOnce(senders: options.rooms)
    isOver.isSet.store(true, ordering: .relaxed)
    print(firsts.line("first pick in each of \(options.rooms) rooms, all at once"))
    print(try await beside.value.line("innocent, meanwhile"))
    let again = try await live.pickOnce(senders: options.clients)
    print(again.line("second pick in each, \(options.clients) senders"))
    live.ledger.close()
}

/// A user who is not involved in the workload.
private struct Innocent: Sendable {
    private let ledger: DraftLedger
    private let user = UserID(8_000_002)

    init(in ledger: DraftLedger) async throws {
        self.ledger = ledger
        _ = try await ledger.send(.user(user, .registerUser), as: .user(user), id: .random())
    }

    /// Sends one command after the other.
    func send(until isOver: @Sendable () -> Bool) async throws -> Latencies {
        var latencies = Latencies()
        while !isOver() {
            let start = ContinuousClock.now
            _ = try await ledger.send(.user(user, .setAlertPreferences(.all)), as: .user(user), id: .random())
            latencies.add(ContinuousClock.now - start)
        }
        return latencies
    }
}

private final class Flag: Sendable {
    let isSet = Atomic<Bool>(false)
}

/// Picks while many follow a room each.
func sendBesideSubscribers(_ options: Options) async throws {
    let live = try await LiveRooms(at: options.directory, rooms: options.rooms)
    let start = try live.ledger.size
    let subscribers = (0..<options.threads).map { number in
        Task {
            var count = 0
            let room = RoomID(UInt64(number % options.rooms + 1))
            for try await events in try live.ledger.follow(.room(room), from: start) { count += events.count }
            return count
        }
    }
    let drafted = try await live.draft(senders: options.clients, seconds: options.seconds)
    print(drafted.line("\(options.clients) senders, \(options.threads) subscribers", seconds: options.seconds))
    live.ledger.close()
    for subscriber in subscribers { _ = try await subscriber.value }
}
