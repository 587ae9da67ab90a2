import Draft
import DraftLedger
import Records

extension MoneyAuditor {
    /// The events that must be in one append: a seat and its fee, a start and the postings, an end and the refunds.
    mutating func checkFees(_ group: CommandGroup) {
        for recorded in group.events {
            if case .held(let held) = recorded.event.feeStep { checkHold(held, recorded, in: group) }
            guard case .room(let id) = recorded.stream, let room = rooms[id], room.tournament != nil else { continue }
            switch recorded.event.room {
            case .membership(.taken(let taken)):
                checkSeat(taken, recorded, of: room, in: group)
                checkJoining(taken, recorded, of: room)
            case .membership(.left(let left)):
                if let user = left.user { checkNone(.held, of: [left.entry: user], "released", recorded) }
                rooms[id]?.members[left.entry] = nil
            case .preparation(.begun): checkNone(.held, of: room.members, "posted", recorded)
            case .ending(.cancelled): checkNone(.held, of: room.members, "released", recorded)
            case .ending(.voided): checkNone(.posted, of: room.members, "refunded", recorded)
            case .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
                break
            }
        }
    }

    private mutating func checkHold(_ held: EntryFeeHeld, _ recorded: RecordedEvent, in group: CommandGroup) {
        let seats = group.events.count { event in
            if case .taken(let taken) = event.event.membership { taken.entry == held.entry } else { false }
        }
        guard seats != 1, isWhole else { return }
        notes.note(
            .fee, at: recorded, expected: "the seat of entry \(held.entry) in the same append",
            actual: seats == 0 ? "none" : "\(seats)", "A fee was held without a seat.")
    }

    private mutating func checkSeat(
        _ taken: SeatTaken, _ recorded: RecordedEvent, of room: RoomFees, in group: CommandGroup
    ) {
        guard recorded.origin?.actor.role != .importer, let fee = room.fee, let user = taken.user else { return }
        let holds = group.events.compactMap { event -> EntryFeeHeld? in
            guard case .held(let held) = event.event.feeStep, event.stream == .wallet(user),
                held.entry == taken.entry
            else { return nil }
            return held
        }
        guard holds.count == 1, holds[0].amount == fee, holds[0].seat == taken.seat,
            holds[0].tournament == room.tournament
        else {
            return notes.note(
                .fee, at: recorded, expected: "one fee of \(fee.value) cents of user \(user)",
                actual: holds.isEmpty ? "none" : holds.map { "\($0.amount.value) cents" }.joined(separator: ", "),
                "Seat \(taken.seat) was taken without holding exactly its fee.")
        }
    }

    private mutating func checkNone(
        _ stage: WalletState.EntryFee.Stage, of members: [EntryID: UserID], _ what: String, _ recorded: RecordedEvent
    ) {
        for (entry, user) in members.sorted(by: { $0.key < $1.key }) where wallets[user]?.entries[entry]?.stage == stage
        {
            notes.note(
                .fee, at: recorded, expected: "the fee of entry \(entry) \(what)", actual: "still \(stage)",
                "\(recorded.event.type.name.withCapitalArticle) lacks the fee events that belong to it.")
        }
    }
}
