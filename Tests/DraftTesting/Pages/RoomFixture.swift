package import Draft
import DraftLedger
package import Pages
import Records

/// A room written event by event, the way a ledger would hold it.
package struct RoomFixture {
    package static let room: RoomID = 12
    // A time as ISO 8601 has it.
    package static let epoch = Timestamp(iso8601: "2026-08-01T20:00:00Z")!

    package private(set) var events: [RecordedEvent] = []
    package private(set) var state: RoomState?
    /// The moment at which the next event is recorded.
    package var now = Self.epoch

    package var view: RoomView {
        // There is a room from its first event on.
        RoomView(
            room: state!, pool: .fixture, contest: "Best Ball Classic", users: [1: "Ann", 2: "Bjørn", 4: "田中"])
    }

    package init() {}

    package mutating func add(_ event: Event, actor: Sender? = .scheduler, occurredAt: Timestamp? = nil) {
        let origin = actor.map {
            CommandOrigin(
                occurredAt: occurredAt ?? now, actor: $0, commandID: CommandID(high: 0, low: UInt64(events.count)))
        }
        let recorded = RecordedEvent(
            position: 100 + UInt64(events.count) * 3, stream: .room(Self.room), version: UInt32(events.count + 1),
            previous: events.last?.position, recordedAt: now, origin: origin, event: event)
        events.append(recorded)
        state.fold(recorded)
    }

    /// Opened, filled by users 1… and drawn in the order of the seats turned by `turn`, started and on the clock.
    package static func started(teams: UInt8 = 4, rounds: UInt8 = 3, turn: UInt8 = 1) -> RoomFixture {
        var fixture = joined(teams: teams, rounds: rounds)
        var filled = RoomFilled.blank
        filled.seats = teams
        fixture.add(.roomFilled(filled))
        fixture.add(.draftOrderDrawn(DraftOrderDrawn(secret: .zero, seats: (0..<teams).map { ($0 + turn) % teams })))
        var countdown = CountdownStarted.blank
        countdown.endsAt = fixture.now + .seconds(60)
        fixture.add(.countdownStarted(countdown))
        fixture.now = fixture.now + .seconds(60)
        fixture.add(.draftStarted(DraftStarted()))
        fixture.startClock()
        return fixture
    }

    package static func joined(teams: UInt8 = 4, rounds: UInt8 = 3, members: UInt8? = nil) -> RoomFixture {
        var fixture = RoomFixture()
        fixture.add(
            .roomOpened(
                RoomOpened(
                    tournament: 1, pool: 1, entryFee: Cents(2500), ruleset: .fast(teams: teams, rounds: rounds),
                    commitment: .zero, externalID: "")))
        for seat in 0..<(members ?? teams) {
            let user = UserID(UInt64(seat) + 1)
            var taken = SeatTaken.blank
            (taken.seat, taken.user, taken.entry) = (seat, user, EntryID(room: room, join: UInt16(seat) + 1))
            fixture.add(.seatTaken(taken), actor: .user(user))
        }
        return fixture
    }

    package mutating func startClock() {
        guard let room = state, let slot = room.slotOnClock else { return }
        add(
            .clockStarted(
                ClockStarted(
                    pick: room.currentPickNumber, slot: slot, epoch: room.epoch + 1, deadline: now + .seconds(30),
                    graceEndsAt: now + .seconds(35))))
    }

    /// The slot on the clock takes a player by hand, `after` its clock started.
    package mutating func pick(_ player: PlayerIndex, after: Interval = .seconds(12)) {
        now = now + after
        let (pick, slot, seat) = turn
        add(
            .pickMade(PickMade(pick: pick, slot: slot, seat: seat, player: player, adp: nil, claimedAt: nil)),
            actor: .user(UserID(UInt64(seat) + 1)))
        startClock()
    }

    package mutating func autopick(_ player: PlayerIndex?, _ source: PickAutomated.Source, queueVersion: UInt32 = 0) {
        now = now + .seconds(36)
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat) = turn
        (made.player, made.reason, made.source) = (player, .clockExpired, source)
        (made.queueVersion, made.policyVersion) = (queueVersion, 1)
        add(.pickAutomated(made))
        startClock()
    }

    private var turn: (PickNumber, Slot, Seat) {
        // Who picks has started a draft that is not over.
        (state!.currentPickNumber, state!.slotOnClock!, state!.seatOnClock!)
    }
}

extension PoolState {
    /// Twenty-four players whose names try every way to be awkward.
    package static let fixture: PoolState = {
        let rows: [(String, PlayerPosition, String)] = [
            ("Ja'Marr Chase", .wideReceiver, "CIN"), ("Bijan Robinson", .runningBack, "ATL"),
            ("Justin Jefferson", .wideReceiver, "MIN"), ("Saquon Barkley", .runningBack, "PHI"),
            ("Amon-Ra St. Brown", .wideReceiver, "DET"), ("Josh Allen", .quarterback, "BUF"),
            ("Brock Bowers", .tightEnd, "LV"), ("Kenneth Walker III", .runningBack, "SEA"),
            ("Patrick Mahomes II", .quarterback, "KC"), ("José Ramírez", .wideReceiver, "SF"),
            ("松井 秀喜", .runningBack, "NYG"), ("Trey McBride", .tightEnd, "ARI"),
        ]
        var pool = PoolState(id: 1)
        pool.title = "Fixture"
        pool.players = (0..<60).map { index in
            let row = rows[index % rows.count]
            let name = index < rows.count ? row.0 : "\(row.0.split(separator: " ")[0]) Number\(index)"
            return PlayerListing(
                index: PlayerIndex(index), position: row.1, byeWeek: 7, adp: UInt32(index * 100 + 100),
                projectedPoints: nil, rank: UInt16(index + 1), externalID: "", name: name, team: row.2)
        }
        return pool
    }()
}

extension Terminal {
    /// A terminal without colours, as wide as that.
    package static func plain(_ columns: Int) -> Terminal {
        Terminal(isInteractive: true, columns: columns, rows: 50, colors: .none)
    }
}

extension Collection<StyledText> {
    /// As it would stand in a file.
    package var page: String { map { $0.trimmed.plain }.joined(separator: "\n") }
}
