import Draft
import DraftTesting
import Ledger
import Records

@testable import DraftLedger  // what a room is asked for, and what is appended beside the desk

/// What users and the house want.
extension DeskSimulation {
    /// Has a user do something, and again after some time.
    func act(as user: UserID) {
        after(200_000 + delay(upTo: 6_000_000)) { [self] in
            guard isTroubled else { return }
            act(as: user)
            let (command, actor) = wish(of: user)
            let errand = reusingAnID(self.errand(command, as: actor))
            if has(.withdrawal), oneIn(3) { errand.patience = delay(upTo: oneIn(2) ? 1_000 : 3_000_000) }
            send(errand)
            // A double tap.
            if oneIn(6), errand.isRepeatable { after(delay(upTo: 5_000)) { [self] in send(errand) } }
            if strikes(.flood, oneIn: 12) { hammer(as: user) }
        }
    }

    /// Now and then it goes under an id that its sender has used before.
    private func reusingAnID(_ errand: Errand) -> Errand {
        guard oneIn(15),
            let other = errands.last(where: { $0.actor == errand.actor && $0.known != nil && $0.isRepeatable }),
            other.command.anchor == errand.command.anchor, other.fingerprint != errand.fingerprint
        else { return errand }
        errands.removeLast()
        let twin = self.errand(errand.command, as: errand.actor, id: other.id)
        twin.repeatsAnID = true
        return twin
    }

    /// The same refused click, dozens of times.
    private func hammer(as user: UserID) {
        let room = history.rooms.last { $0.seat(of: user) != nil && !$0.status.isTerminal }
        for _ in 0..<30 {
            let command: Command =
                room.map { .room($0.id, .makePick(MakePick(pick: 99, player: 0))) }
                ?? .wallet(user, .leaveRoom(77))
            let errand = self.errand(command, as: .user(user))
            after(delay(upTo: 400_000)) { [self] in send(errand) }
        }
    }

    private func wish(of user: UserID) -> (Command, Sender) {
        let mine = history.rooms.filter { !$0.status.isTerminal && $0.seat(of: user) != nil }
        guard !mine.isEmpty, !oneIn(6) else { return errandOfMoney(of: user) }
        let room = mine[pick(below: mine.count)]
        switch room.status {
        case .waiting where oneIn(5): return (.wallet(user, .leaveRoom(room.id)), .user(user))
        case .waiting where oneIn(3): return (.wallet(user, .joinTournament(1, entries: 1)), .user(user))
        case .paused where room.pause?.kind == .manual && oneIn(3): return (.room(room.id, .resumeRoom), House.admin)
        default: return play(room, as: user)
        }
    }

    private func errandOfMoney(of user: UserID) -> (Command, Sender) {
        switch pick(below: 6) {
        case 0:
            return (.user(user, .setAlertPreferences(AlertPreferences(rawValue: UInt8(pick(below: 64))))), .user(user))
        case 1:
            // Of a provider whose references repeat.
            let reference = "r\(pick(below: 12))"
            return (
                .wallet(user, .recordDeposit(amount: Cents(700), provider: "bank", reference: reference)),
                .provider(onBehalfOf: user)
            )
        default: return (.wallet(user, .joinTournament(1, entries: 1)), .user(user))
        }
    }

    private func play(_ room: RoomState, as user: UserID) -> (Command, Sender) {
        let seat = room.seat(of: user) ?? 0
        let number = room.currentPickNumber
        let free = (0..<40).map { PlayerIndex($0) }.filter { !room.taken.contains($0) }
        let player = free[pick(below: free.count)]
        func making(_ pick: PickNumber, _ player: PlayerIndex) -> (Command, Sender) {
            (.room(room.id, .makePick(MakePick(pick: pick, player: player))), .user(user))
        }
        switch pick(below: 14) {
        case 0: return making(number + 1, player)
        case 1: return making(max(2, number) - 1, player)
        case 2: return making(number, room.picks.last?.player ?? 0)
        case 3, 4:
            let queueing = QueueCommand.addToQueue(player: player, index: nil, expectedVersion: nil)
            return (.queue(room.id, seat, queueing), .user(user))
        case 5: return (.room(room.id, .setAutodraft(seat: seat, on: oneIn(2))), .user(user))
        case 6 where oneIn(3):
            return (.room(room.id, .pauseRoom(kind: .manual, reason: "A break.")), House.admin)
        case 7: return (.room(room.id, .tickClock(pick: number)), .scheduler)
        default:
            // On the clock or not: who is not is told so.
            return making(number, player)
        }
    }

    /// Appends what somebody else has decided by the same rules, past the desk.
    func appendBeside(_ service: Service) throws {
        guard !service.writer.isBroken else { return }
        let user = UserID(UInt64(1 + pick(below: Int(Self.users))))
        let (command, actor) = wish(of: user)
        if case .room(_, .tickClock) = command { return }
        let live = LiveState(source: service.source)
        live.readsAtOnce = true
        let reading = ClockReading(
            machine: machine, lastRecordedAt: history.events.last?.recordedAt.microseconds ?? .min)
        // While the clock is behind, drafts stand still, which is the desk's to see to.
        guard !reading.isSetBack else { return }
        let errand = self.errand(command, as: actor)
        let origin = errand.origin(at: reading.now)
        let decision = decide(
            command, origin: origin, now: reading.now, state: live, cryptography: service.cryptography)
        guard case .accepted(let events) = decision, live.takeFailure() == nil else { return }
        let pending = events.map { PendingEvent(stream: $0.stream, event: $0.event, origin: origin) }
        let appended = try service.ledger.appendBlocking(
            AppendRequest(
                records: try RecordBatch(encoding: pending, salting: service.cryptography.saltKey),
                recordedAt: .at(reading.recordedAt)))
        service.writer.hasReasonToBeginAnew = true
        errand.known = .accepted(Array(appended.positions))
        try follow(service)
        note(.appendedBeside)
        if oneIn(2) { after(delay(upTo: 5_000_000)) { [self] in send(errand) } }
    }

    /// Asks how a room is.
    func ask(_ service: Service) {
        let rooms = history.rooms
        guard !rooms.isEmpty else { return }
        let room = rooms[pick(below: rooms.count)].id
        let version = history.heads[.room(room)]?.version ?? 0
        service.desk.ask(
            Inquiry(room: room) { [unowned self] result in
                attempt {
                    guard service.isAlive, let answer = try? result.get() else { return }
                    try follow(service)
                    guard history.states(of: room, since: version).contains(answer) else {
                        throw Wrong("\(room) was answered as it never durably was since version \(version)")
                    }
                    note(.roomAnswered)
                }
            })
    }
}
