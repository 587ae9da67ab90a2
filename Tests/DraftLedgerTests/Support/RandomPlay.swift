import Draft
import DraftLedger
import Projections
import TestSupport

/// Plays with a house at random: joins, leaves, queue edits, picks in and out of turn, expiries, pauses, corrections.
/// Most commands are legal, some are not; all go through the ledger.
struct RandomPlay {
    let house: TestHouse
    var generator: SeededGenerator

    init(_ house: TestHouse, seed: UInt64) {
        self.house = house
        generator = SeededGenerator(seed: seed)
    }

    mutating func step() async throws {
        let rooms = try house.ledger.rooms()
        let users = UInt64(house.teams) + 1
        let user = UserID(UInt64.random(in: 1...users, using: &generator))
        guard let summary = rooms.filter({ !$0.status.isTerminal }).randomElement(using: &generator),
            Int.random(in: 0..<8, using: &generator) > 0
        else {
            try await house.send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
            return
        }
        let room = try house.ledger.room(summary.room)!
        switch room.status {
        case .waiting: try await waiting(room, user)
        case .countdown: try await house.send(.room(room.id, .startDraft), as: .scheduler, at: room.countdownEndsAt)
        case .active: try await active(room)
        case .paused: try await house.send(.room(room.id, .resumeRoom))
        default: break
        }
    }

    private mutating func waiting(_ room: RoomState, _ user: UserID) async throws {
        if Int.random(in: 0..<4, using: &generator) == 0 {
            try await house.send(.wallet(user, .leaveRoom(room.id)), as: .user(user))
        } else {
            try await house.send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
    }

    private mutating func active(_ room: RoomState) async throws {
        let seat = room.seatOnClock!
        let user = room.members[Int(seat)]!.user!
        let player = PlayerIndex.random(in: 0..<12, using: &generator)
        let pick = room.currentPickNumber
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            let late = room.clock.map { $0.graceEndsAt + .milliseconds(1) }
            try await house.send(.room(room.id, .automatePick(pick: pick, epoch: room.epoch)), as: .scheduler, at: late)
        case 1:
            try await house.send(
                .queue(room.id, seat, .addToQueue(player: player, index: nil, expectedVersion: nil)), as: .user(user))
        case 2: try await house.send(.room(room.id, .tickClock(pick: pick)), as: .scheduler, at: room.clock?.deadline)
        case 3: try await house.send(.room(room.id, .pauseRoom(kind: .manual, reason: "a break")))
        case 4: try await house.send(.room(room.id, .setAutodraft(seat: seat, on: true)), as: .user(user))
        case 5 where pick > 1:
            let mode = [PickCorrected.Mode.lastOnly, .substitute, .cascade].randomElement(using: &generator)!
            try await house.send(
                .room(
                    room.id,
                    .correctPick(
                        CorrectPick(
                            pick: PickNumber.random(in: 1..<pick, using: &generator), mode: mode,
                            player: mode == .cascade ? nil : player, requestedBy: 900, approvedBy: 901,
                            reason: "mis-click"))))
        case 6 where Int.random(in: 0..<6, using: &generator) == 0:
            try await house.send(.room(room.id, .voidRoom(approvedBy: 902, reason: "a broken pool")))
        default:
            try await house.send(
                .room(room.id, .makePick(MakePick(pick: pick, player: player))), as: .user(user),
                at: room.clock?.deadline)
        }
    }
}
