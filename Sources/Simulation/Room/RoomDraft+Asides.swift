import Draft

/// Events apart from the turn.
extension RoomDraft {
    /// At the start everybody who is there connects.
    func welcome() {
        for seat in drafters.indices {
            isAway[seat] = drafters[seat].personality.style == .sleeper && random.chance(250)
            if !isAway[seat] {
                agenda.add(.connect(Seat(seat)), at: now + tempo.interval(0...4_000, using: &random))
            }
        }
    }

    /// Plans what else happens during a turn: about one thing every fourth.
    func planAsides() {
        planIncident()
        let moment = now + tempo.interval(100...9_000, using: &random)
        switch random.below(1_000) {
        case ..<140: agenda.add(.queueEdit, at: moment)
        case ..<152: agenda.add(.outOfTurn, at: moment)
        case ..<164: agenda.add(.takenPlayer, at: moment)
        case ..<166: agenda.add(.unknownPlayer, at: moment)
        case ..<169: agenda.add(.staleQueue, at: moment)
        case ..<171: agenda.add(.foreignQueue, at: moment)
        case ..<175: agenda.add(.autodraftWish, at: moment)
        case ..<205: agenda.add(.comeBack, at: moment)
        case ..<225:
            let seat = Seat(random.index(below: drafters.count))
            if drafters[Int(seat)].personality.style == .sleeper || random.chance(120) {
                agenda.add(.leave(seat), at: moment)
            }
        default: break
        }
    }

    private func planIncident() {
        guard nextIncident < script.incidents.count else { return }
        let (pick, incident) = script.incidents[nextIncident]
        guard pick <= desk.room.currentPickNumber else { return }
        nextIncident += 1
        if incident == .disputeRejected { return }
        agenda.add(.incident(incident), at: now + tempo.interval(500...1_400, using: &random))
    }

    func perform(_ act: Agenda.Act, at moment: Timestamp) throws(SimulationError) {
        switch act {
        case .pick(let seat): try makePick(seat, at: moment)
        case .automate: try automateTurn(at: moment)
        case .latePick(let seat, let pick): tapLate(seat, pick, at: moment)
        case .outOfTurn: tapOutOfTurn(at: moment)
        case .takenPlayer: tapTaken(at: moment)
        case .unknownPlayer: tapUnknown(at: moment)
        case .queueEdit: editQueue(at: moment)
        case .staleQueue: editStaleQueue(at: moment)
        case .foreignQueue: editForeignQueue(at: moment)
        case .autodraftWish: wishAutodraft(at: moment)
        case .comeBack: comeBack(at: moment)
        case .leave(let seat): leave(seat, at: moment)
        case .connect(let seat): setConnection(seat, true, at: moment)
        case .incident(let incident): try meet(incident, at: moment)
        }
    }

    private func setConnection(_ seat: Seat, _ connected: Bool, at moment: Timestamp) {
        desk.send(.room(id, .setConnection(seat: seat, connected: connected)), as: .scheduler, at: moment)
    }

    private func leave(_ seat: Seat, at moment: Timestamp) {
        guard !isAway[Int(seat)] else { return }
        isAway[Int(seat)] = true
        setConnection(seat, false, at: moment)
    }

    /// Somebody who was away is back, and mostly wants to draft for himself again.
    private func comeBack(at moment: Timestamp) {
        guard let seat = isAway.firstIndex(of: true), let member = desk.room.member(at: Seat(seat)) else { return }
        isAway[seat] = false
        setConnection(Seat(seat), true, at: moment)
        if member.autodraft, let user = member.user, random.chance(500) {
            desk.send(.room(id, .setAutodraft(seat: Seat(seat), on: false)), as: .user(user))
        }
    }

    private func wishAutodraft(at moment: Timestamp) {
        let seat = Seat(random.index(below: drafters.count))
        guard let member = desk.room.member(at: seat), let user = member.user, !isAway[Int(seat)] else { return }
        desk.send(.room(id, .setAutodraft(seat: seat, on: !member.autodraft)), as: .user(user), at: moment)
        if seat == desk.room.seatOnClock, let clock = desk.room.runningClock {
            agenda.dropTurnEnds()
            plan(seat, by: clock)
        }
    }
}
