import Draft
import DraftLedger
import Records

/// Users who join, and rooms that fill and start.
extension SimulatedOperator {
    /// A room between its fill and its start.
    private struct Countdown {
        var room: RoomID
        var filledAt: Timestamp
        var endsAt: Timestamp
    }

    /// Lets users join until a number of rooms of the contest have filled, and starts these rooms.
    ///
    /// - Returns: the rooms that have started, in the order in which they did.
    func fill(_ run: inout ContestRun, upTo target: Int) throws(SimulationError) -> [RoomSetup] {
        var counting: [Countdown] = []
        var setups: [RoomSetup] = []
        while run.filled < target || !counting.isEmpty {
            let isFilling = run.filled < target
            var moment = try later(.milliseconds(40)...(.milliseconds(1_500)))
            // A draft starts when its countdown is over, also while other users are about to join.
            while let first = counting.first, !isFilling || first.endsAt <= moment + Self.longestJoin {
                setups.append(try start(first.room, filledAt: first.filledAt, endsAt: first.endsAt))
                counting.removeFirst()
                moment = max(moment, now)
            }
            guard isFilling else { continue }
            let before = desk.journal.events.count
            try join(&run, at: moment)
            for event in desk.journal.events[before...] {
                guard case .room(let room) = event.stream else { continue }
                if case .opened = event.event.preparation { run.opened += 1 }
                if case .taken = event.event.membership { run.joins += 1 }
                if case .countdown(let countdown) = event.event.preparation {
                    run.filled += 1
                    counting.append(Countdown(room: room, filledAt: now, endsAt: countdown.endsAt))
                }
            }
        }
        return setups
    }

    /// The most that somebody's joining takes, with all that goes with it.
    private static let longestJoin = Interval.seconds(4)

    private func start(
        _ id: RoomID, filledAt: Timestamp, endsAt: Timestamp
    ) throws(SimulationError) -> RoomSetup {
        var moment = max(now, endsAt + random.interval(.milliseconds(1)...(.milliseconds(20))))
        if let outage, moment >= outage.start {
            try restart(after: outage)
            moment = max(now, moment)
        }
        try desk.demand(.room(id, .startDraft), as: .scheduler, at: moment)
        guard let room = states.room(id) else {
            throw .refused(command: .startDraft, refusal: Refusal(.unknownRoom, "Room \(id) is not there."))
        }
        let script =
            options.isLively
            ? RoomScript.lively(
                ordinal: filledRooms, of: options.rooms, picks: room.ruleset.snake.pickCount, outage: outage)
            : RoomScript()
        filledRooms += 1
        return RoomSetup(room: room, filledAt: filledAt, startedAt: now, script: script)
    }

    /// One user joins with one or more entries, paying in what is missing first.
    private func join(_ run: inout ContestRun, at moment: Timestamp) throws(SimulationError) {
        let limit = states.tournament(run.id)?.details.maxEntriesPerUser ?? .max
        var place = min(random.index(below: options.userCount), random.index(below: options.userCount))
        var seats = 0
        for _ in 0..<options.userCount {
            let held = states.wallet(user(place)).entryCounts[run.id] ?? 0
            seats = min(seatsOpen(to: user(place), run), Int(limit) - Int(held))
            if seats > 0 { break }
            place = (place + 1) % options.userCount
        }
        let member = user(place)
        if try register(place, at: moment), options.isLively { try settleIn(member) }
        let entries = min(seats, wantedEntries())
        try payIn(member, entries: entries, of: run.id)
        try desk.demand(
            .wallet(
                member, .joinTournament(run.id, entries: UInt8(entries), entropy: broughtEntropy())), as: .user(member),
            at: max(moment, now + random.interval(.milliseconds(20)...(.milliseconds(400)))))
        if options.isLively { try afterJoin(of: member, run) }
    }

    /// In how many different rooms a user can still take a seat. As many rooms may wait at a time as a user may want
    /// entries, so that no user waits long.
    private func seatsOpen(to user: UserID, _ run: ContestRun) -> Int {
        let waiting = states.waitingRooms(of: run.id)
        let open = waiting.count { states.room($0)?.seat(of: user) == nil }
        if run.opened == run.contest.rooms {
            // From here on rooms fill one after the other, so that the last one is the one that stays open.
            guard let first = waiting.first else { return 0 }
            return states.room(first)?.seat(of: user) == nil ? 1 : 0
        }
        return open + min(run.contest.rooms - run.opened, max(waiting.isEmpty ? 1 : 0, 6 - waiting.count))
    }

    private func wantedEntries() -> Int {
        switch random.below(100) {
        case ..<62: 1
        case ..<82: 2
        case ..<94: 3
        default: 5
        }
    }

    /// - Returns: whether the user is new.
    @discardableResult
    func register(_ place: Int, at moment: Timestamp) throws(SimulationError) -> Bool {
        guard !isRegistered[place] else { return false }
        isRegistered[place] = true
        try desk.demand(.user(user(place), .registerUser), as: .user(user(place)), at: moment)
        return true
    }
}
