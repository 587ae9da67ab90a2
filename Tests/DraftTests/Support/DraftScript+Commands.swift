import Draft

extension DraftScript {
    /// Who sends a line's command, and the words that say what it is.
    func actor(of line: Line, in ledger: TestLedger) throws -> (actor: Sender, action: [String]) {
        let words = line.words
        switch words[0] {
        case "admin": return (TestLedger.admin, Array(words[1...]))
        case "clock": return (.scheduler, Array(words[1...]))
        case "slot":
            guard words.count > 2, let slot = Slot(words[1]) else { break }
            return (.user(ledger.user(ofSlot: slot)), Array(words[2...]))
        case "user":
            guard words.count > 2, let number = UInt64(words[1]) else { break }
            return (.user(UserID(number)), Array(words[2...]))
        default: break
        }
        throw Malformed("unknown sender", in: line.text)
    }

    /// The command of an action, sent to room 1 or to the acting user's queue in it.
    func command(_ action: [String], of line: Line, by actor: Sender, in ledger: TestLedger) throws -> Command {
        let seat = actor.user.flatMap(ledger.room.seat) ?? ledger.room.seatOnClock ?? 0
        func number<Number: FixedWidthInteger>(_ index: Int) throws -> Number {
            guard action.count > index, let number = Number(action[index]) else {
                throw Malformed("no number after \(action[0])", in: line.text)
            }
            return number
        }
        switch action[0] {
        case "starts": return .room(1, .startDraft)
        case "ticks": return .room(1, .tickClock(pick: try number(1)))
        case "picks": return .room(1, .makePick(MakePick(pick: try number(3), player: try player(action[1]))))
        case "automates": return .room(1, .automatePick(pick: try number(1), epoch: try number(3)))
        case "autodraft": return .room(1, .setAutodraft(seat: seat, on: action[1] == "on"))
        case "queues":
            return .queue(1, seat, .setQueue(players: try action[1...].map(player), expectedVersion: nil))
        case "ranks": return .queue(1, seat, .setRankings(players: try action[1...].map(player)))
        case "limits":
            let limits = PositionLimits(
                quarterbacks: try number(1), runningBacks: try number(2), wideReceivers: try number(3),
                tightEnds: try number(4))
            return .queue(1, seat, .setPositionLimits(limits))
        case "extends":
            guard let interval = Interval(seconds: action[3]) else { break }
            return .room(1, .extendClock(pick: try number(1), by: interval, reason: "test"))
        case "pauses":
            guard let kind = RoomPaused.Kind.allCases.first(where: { "\($0)" == action[1] }) else { break }
            return .room(1, .pauseRoom(kind: kind, reason: "test"))
        case "resumes": return .room(1, .resumeRoom)
        case "corrects": return .room(1, .correctPick(try correction(action, of: line)))
        default: break
        }
        throw Malformed("unknown action", in: line.text)
    }

    private func correction(_ action: [String], of line: Line) throws -> CorrectPick {
        guard let pick = PickNumber(action[1]), let approver = action.last.flatMap({ UInt64($0) }),
            let mode = PickCorrected.Mode.allCases.first(where: { "\($0)" == action[2] })
        else { throw Malformed("no correction", in: line.text) }
        return CorrectPick(
            pick: pick, mode: mode, player: action[3] == "to" ? try player(action[4]) : nil, requestedBy: nil,
            approvedBy: UserID(approver), reason: "test")
    }

    private func player(_ name: String) throws -> PlayerIndex {
        if name == "nobody" { return .max }
        guard let index = players.firstIndex(where: { $0.name == name }) else {
            throw Malformed("no player \(name)", in: header[1])
        }
        return PlayerIndex(index)
    }
}
