public import Draft
public import DraftLedger
import Projections

/// The work of a service as soon as it can be reached, and before it takes any command.
extension ClockDriver {
    /// Takes up the clocks of a ledger where its last service left them.
    ///
    /// States that software starts. Every room that drafts gets an outage pause from the ledger's last record on, and
    /// resumes with the time that was left then: no member loses time to an outage, and no pick is made in it. Rooms in an
    /// overnight pause stay paused, or resume if the night is over. A start that was
    /// recorded but not completed is part of the outage. Drafts whose countdown has ended meanwhile start.
    /// **No other command may be sent before this returns.**
    ///
    /// If the machine's clock is behind the ledger's last record, it waits for it (see `DraftLedger.clockLag`).
    ///
    /// - Parameters:
    ///   - ledger: open for writing; no commands may be sent meanwhile.
    ///   - software: what starts; its rules not older than those that the ledger states.
    ///   - clock: the same as the ledger's.
    /// - Returns: what has to `run()` from now on. Some milliseconds for each room that is not over.
    /// - Throws: what keeps the ledger from storing that, and `CancellationError`.
    public static func starting(
        _ ledger: DraftLedger, as software: SoftwareStarted, by clock: WallClock = .system
    ) async throws -> ClockDriver {
        var driver = ClockDriver(ledger, by: clock)
        let lastRecord = try ledger.lastRecordedAt()
        if let lastRecord { try await clock.sleep(lastRecord) }
        // A closed ledger has no drafts, and takes no record of a start.
        guard try !ledger.systemState().isClosed else {
            driver.position = try ledger.size
            return driver
        }
        let lastSign = try ledger.lastSignOfLife()
        try await driver.demand(.ledger(.startSoftware(software)))
        let summaries = try ledger.rooms()
        let running = summaries.filter { $0.status == .active }.map(\.room)
        let left = try summaries.filter { $0.status == .paused }.map(\.room).filter(ledger.isLeftInOutage)
        let pause = RoomCommand.pauseRoom(kind: .outage, reason: "The service was down.")
        try await driver.demandAll(running.map { .room($0, pause) }, at: lastSign)
        try await driver.demandAll((running + left).map { .room($0, .resumeRoom) })
        try driver.watchAll(summaries)
        return driver
    }

    /// Watches all that is not over, as it stands now.
    private mutating func watchAll(_ summaries: [RoomSummary]) throws {
        position = try ledger.size
        let now = clock.now()
        for summary in summaries where !summary.status.isTerminal {
            if let room = try ledger.room(summary.room, at: .position(position)) { keeper.watch(room, at: now) }
        }
        let ofContest = Dictionary(grouping: summaries) { $0.tournament }
        for contest in try ledger.tournaments() where contest.stage == .open && contest.maxEntries != nil {
            let rooms = ofContest[contest.tournament] ?? []
            if let contest = try ledger.tournament(contest.tournament) { keeper.watch(contest, rooms: rooms) }
        }
    }

    private func demand(_ command: Command, at moment: Timestamp? = nil) async throws {
        _ = try await ledger.send(command, as: .scheduler, id: .random(), occurredAt: moment).get()
    }

    /// Some at a time.
    private func demandAll(_ commands: [Command], at moment: Timestamp? = nil) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (count, command) in commands.enumerated() {
                if count >= 256 { try await group.next() }
                group.addTask { try await demand(command, at: moment) }
            }
            try await group.waitForAll()
        }
    }
}

extension DraftLedger {
    /// How far a clock is behind the ledger's last record, nil if it is not: the machine's clock was ahead when that was
    /// written. The ledger's time never goes back, so its drafts stand still until the clock has caught up.
    package func clockLag(by clock: WallClock) throws -> Interval? {
        guard let last = try lastRecordedAt() else { return nil }
        let lag = last - clock.now()
        return lag > .zero ? lag : nil
    }

    /// When the last event was recorded; nil in an empty ledger.
    package func lastRecordedAt() throws -> Timestamp? {
        let size = try size
        return size > 0 ? try event(at: size - 1)?.recordedAt : nil
    }

    /// The last time at which a service was running: the time of the last event, ignoring events of starts that were
    /// interrupted before they resumed a room. Nil without such an event.
    fileprivate func lastSignOfLife() throws -> Timestamp? {
        var position = try size
        while position > 0 {
            position -= 1
            guard let event = try event(at: position), event.isOfBrokenStart else { break }
        }
        return try event(at: position)?.recordedAt
    }

    private func event(at position: UInt64) throws -> RecordedEvent? {
        var found: RecordedEvent?
        try events(from: position, limit: 1) { (event: RecordedEvent) in
            found = event
            return true
        }
        return found
    }

    /// Whether a room still stands in a pause that a service had begun and did not come to end. One that a person of the
    /// house declared is that person's to end.
    fileprivate func isLeftInOutage(_ room: RoomID) throws -> Bool {
        let last = try stream(.room(room)).last { if case .paused = $0.event.clock { true } else { false } }
        guard let last, case .paused(let paused) = last.event.clock else { return false }
        return paused.kind == .outage && last.origin?.actor.role != .admin
    }
}
