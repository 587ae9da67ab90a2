import Draft
import DraftLedger
import Records

extension RoomAuditor {
    /// A room's history begins with its opening; only what was refused can stand before it.
    mutating func checkBeginning(_ recorded: RecordedEvent) {
        if case .opened(let opened) = recorded.event.preparation { return checkOpening(opened, recorded) }
        guard recorded.event.refusal == nil, recorded.version == 1 else { return }
        notes.note(
            .status, at: recorded, expected: "a RoomOpened first", actual: recorded.event.type.name,
            "The room's history does not start with its opening.")
    }

    private mutating func checkOpening(_ opened: RoomOpened, _ recorded: RecordedEvent) {
        notes.counts.rooms += 1
        let rules = opened.ruleset
        if !Ruleset.allowedTeams.contains(rules.teams) || !Ruleset.allowedRounds.contains(rules.rounds) {
            notes.note(
                .membership, at: recorded,
                expected: "\(Ruleset.allowedTeams.dashed) teams and \(Ruleset.allowedRounds.dashed) rounds",
                actual: "\(rules.teams) teams and \(rules.rounds) rounds", "The size of the room is not allowed.")
        }
        if opened.commitment == nil, recorded.origin?.actor.role != .importer {
            notes.note(
                .draw, at: recorded, expected: "SHA-256 of a secret", actual: "no commitment",
                "The room opened without a commitment to the secret of its draw.")
        }
        checkTerms(opened, recorded)
    }

    mutating func checkMembership(_ recorded: RecordedEvent, in room: RoomState) {
        switch recorded.event.room {
        case .membership(.taken(let taken)): checkSeat(taken, recorded, in: room)
        case .membership(.left(let left)):
            let member = room.member(at: left.seat)
            if member?.entry != left.entry || member?.user != left.user {
                notes.note(
                    .membership, at: recorded, expected: "the seat's own entry and user",
                    actual: "entry \(left.entry) of user \(left.user?.description ?? "none")",
                    "A user left a seat that belongs to somebody else.")
            }
        case .preparation(.filled):
            // A user's own export knows one team of many.
            let isPartial = recorded.origin?.actor.role == .importer && room.memberCount > 0
            if room.memberCount != room.members.count, !isPartial {
                notes.note(
                    .membership, at: recorded, expected: "\(room.members.count) members",
                    actual: "\(room.memberCount)", "The room was recorded as full with free seats.")
            }
        case .preparation(.drawn(let drawn)): checkDraw(drawn, recorded, in: room)
        case .preparation(.begun):
            if let endsAt = room.countdownEndsAt, recorded.moment < endsAt {
                notes.note(
                    .clock, at: recorded, expected: "not before the countdown's end",
                    actual: "\((endsAt - recorded.moment).seconds()) before it",
                    "The draft started before the end of the countdown.")
            }
            if room.seatOfSlot.isEmpty {
                notes.note(
                    .draw, at: recorded, expected: "an order", actual: "none", "The draft started without an order.")
            }
        case .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
            break
        }
    }

    private mutating func checkSeat(_ taken: SeatTaken, _ recorded: RecordedEvent, in room: RoomState) {
        if Int(taken.seat) >= room.members.count || room.member(at: taken.seat) != nil {
            notes.note(
                .membership, at: recorded, expected: "a free seat", actual: room.placeName(of: taken.seat),
                "Entry \(taken.entry) took a seat that was already taken or does not exist.")
        }
        if let user = taken.user, let seat = room.seat(of: user) {
            notes.note(
                .membership, at: recorded, expected: "one seat per user",
                actual: "\(room.placeName(of: seat)) and entry \(taken.entry)",
                "User \(user) has two seats in the room.")
        }
        let entry = EntryID(room: room.id, join: room.joins &+ 1)
        if taken.entry != entry {
            notes.note(
                .membership, at: recorded, expected: "entry \(entry)", actual: "entry \(taken.entry)",
                "The entry does not have the room's next number.")
        }
    }
}
