import Draft
import DraftTesting
import Testing
import Timekeeping

/// A whole contest of 2,000 rooms by a clock that nobody waits for.
@Suite struct VirtualContestTests {
    /// What users do is a function of their numbers: some never come, some autodraft, the others pick in their time.
    private struct Contest {
        static let rooms: UInt64 = 2_000
        static let teams: UInt64 = 4
        /// The last one sits in a room that cannot fill.
        static let users = rooms * teams + 1

        var house = House()
        var keeper = Timekeeper()
        var now = House.start
        var folded = 0
        /// Picks that members are about to make, latest first.
        var agenda: [(time: Timestamp, room: RoomID, pick: PickNumber, user: UserID)] = []
        var lateness: [Interval] = []
        var refusals: [Refusal] = []

        init() {
            var ruleset = Ruleset.fast(teams: UInt8(Self.teams), rounds: 3)
            ruleset.tickInterval = .seconds(10)
            let contest = TournamentCreated(
                pool: 1, entryFee: Cents(100), maxEntries: UInt32(Self.users), maxEntriesPerUser: nil,
                rakeBasisPoints: 1_000, ruleset: ruleset, prizes: [], title: "Virtual", externalID: "")
            let pool = PublishPool(externalID: "", title: "Pool", players: House.players(20))
            send(.pool(1, .publishPool(pool)), as: House.admin)
            send(.tournament(1, .createTournament(contest)), as: House.admin)
        }

        mutating func send(_ command: Command, as sender: Sender) {
            if case .refused(let refusal) = house.send(command, as: sender, at: now) { refusals.append(refusal) }
            for recorded in house.log[folded...] { note(recorded) }
            folded = house.log.count
        }

        private mutating func note(_ recorded: RecordedEvent) {
            keeper.fold(recorded)
            guard case .clockStarted(let clock) = recorded.event, case .room(let id) = recorded.stream,
                let user = house.state.room(id)?.user(ofSlot: clock.slot), user.number % 10 > 1
            else { return }
            let time = now + .milliseconds(Int64(user.number % 20 + UInt64(clock.pick)) * 1_003)
            let place = agenda.firstIndex { $0.time <= time } ?? agenda.count
            agenda.insert((time, id, clock.pick, user), at: place)
        }

        mutating func join() {
            for number in 1...Self.users {
                let user = UserID(number)
                now = now + .milliseconds(10)
                send(.user(user, .registerUser), as: .user(user))
                send(
                    .wallet(user, .recordDeposit(amount: Cents(100), provider: "bank", reference: "\(number)")),
                    as: .provider(onBehalfOf: user))
                send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
                if number % 10 == 1, let room = house.state.room(RoomID((number - 1) / Self.teams + 1)),
                    let seat = room.seat(of: user)
                {
                    send(.room(room.id, .setAutodraft(seat: seat, on: true)), as: .user(user))
                }
                play(until: now)
            }
        }

        /// Lets time run.
        mutating func play(until end: Timestamp) {
            while let next = [agenda.last?.time, keeper.nextDue].compactMap({ $0 }).min(), next <= end {
                now = max(now, next)
                for duty in keeper.takeDue(at: now) {
                    lateness.append(now - duty.dueAt)
                    send(duty.command, as: .scheduler)
                    keeper.settle(duty.command, at: UInt64(folded - 1))
                }
                while let due = agenda.last, due.time <= now {
                    agenda.removeLast()
                    guard let room = house.state.room(due.room), room.currentPickNumber == due.pick else { continue }
                    let player = PlayerIndex((0..<20).first { !room.taken.contains(PlayerIndex($0)) } ?? 0)
                    send(.room(due.room, .makePick(MakePick(pick: due.pick, player: player))), as: .user(due.user))
                }
            }
        }
    }

    @Test func aContestOfTwoThousandRoomsIsDraftedInVirtualTime() {
        var contest = Contest()
        contest.join()
        contest.play(until: contest.now + .seconds(24 * 3_600))

        #expect(contest.refusals == [])
        #expect(contest.lateness.allSatisfy { $0 <= .milliseconds(10) })
        #expect(contest.keeper.roomCount == 0)
        let rooms = contest.house.state.books(1).rooms
        #expect(rooms[.complete] == 2_000 && rooms[.cancelled] == 1)
        #expect(contest.house.state.tournament(1)?.stage == .closed)
        var picks: [PickAutomated.Reason?: Int] = [:]
        for recorded in contest.house.log {
            switch recorded.event {
            case .pickMade: picks[nil, default: 0] += 1
            case .pickAutomated(let made): picks[made.reason, default: 0] += 1
            default: break
            }
        }
        #expect(picks.values.reduce(0, +) == 2_000 * 12)
        // Who never comes misses two picks and autodrafts the third; who autodrafts does all three times.
        #expect(picks[.clockExpired] == 2 * 800 && picks[.autodraft] == 800 + 3 * 800)
    }

    /// A room that a member leaves can fill again, and one more entry makes it full.
    @Test func aContestWhoseLastRoomCanFillStaysOpen() {
        var keeper = Timekeeper()
        var house = House()
        var folded = 0
        func send(_ command: Command, as sender: Sender = House.admin) {
            house.send(command, as: sender)
            for recorded in house.log[folded...] { keeper.fold(recorded) }
            folded = house.log.count
        }
        var plan = HousePlan(.fast(teams: 2, rounds: 2))
        plan.users = 4
        for (command, sender) in plan.commands {
            guard case .tournament(let id, .createTournament(var contest)) = command else {
                send(command, as: sender)
                continue
            }
            contest.maxEntries = 3
            send(.tournament(id, .createTournament(contest)), as: sender)
        }
        send(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1))
        #expect(keeper.nextDue == nil)
        send(.wallet(1, .leaveRoom(1)), as: .user(1))
        #expect(keeper.nextDue == nil)
        send(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2))
        send(.wallet(3, .joinTournament(1, entries: 1)), as: .user(3))
        #expect(keeper.takeDue(at: house.now).isEmpty)
        send(.wallet(4, .joinTournament(1, entries: 1)), as: .user(4))
        #expect(keeper.takeDue(at: house.now).map(\.command) == [.tournament(1, .closeEntries)])
    }
}
