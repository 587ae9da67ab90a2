import Draft

/// Edits of queues by members.
extension RoomDraft {
    /// Between the fill and the start: planners write down whom they want, some set rankings or limits of their own.
    func prepare(until start: Timestamp) {
        let rest = (start - now).microseconds / 2
        var moments = drafters.map { _ in now + Interval(microseconds: random.int64(in: 0...max(0, rest))) }
        moments.sort()
        for (seat, moment) in zip(drafters.indices, moments) {
            guard drafters[seat].personality.style == .planner || random.chance(80) else { continue }
            let length = min(market.order.count, 8 + random.index(below: 18))
            edit(Seat(seat), at: moment) { room, seat in
                .queue(room, seat, .setQueue(players: self.wishes(length), expectedVersion: 0))
            }
            if random.chance(300) {
                edit(Seat(seat), at: now) { .queue($0, $1, .setRankings(players: self.wishes(30 + length))) }
            }
            if random.chance(200) { edit(Seat(seat), at: now) { .queue($0, $1, .setPositionLimits(self.limits())) } }
        }
    }

    /// One edit by somebody, mostly by a planner.
    func editQueue(at moment: Timestamp) {
        var seat = Seat(random.index(below: drafters.count))
        if drafters[Int(seat)].personality.style != .planner {
            seat = Seat(random.index(below: drafters.count))
        }
        guard !isAway[Int(seat)] else { return }
        let queue = desk.queue(id, seat)
        let version = random.chance(700) ? queue.version : nil
        let entry = queue.players.isEmpty ? nil : random.pick(queue.players)
        let roll = random.below(1_000)
        edit(seat, at: moment) { room, seat in
            guard let entry, roll >= 380 else { return self.addition(to: queue, room, seat, version) }
            return switch roll {
            case ..<540: .queue(room, seat, .removeFromQueue(player: entry, expectedVersion: version))
            case ..<730:
                .queue(
                    room, seat,
                    .moveInQueue(
                        player: entry, index: UInt16(self.random.index(below: queue.players.count)),
                        expectedVersion: version))
            case ..<880: .queue(room, seat, .moveToTopOfQueue(player: entry, expectedVersion: version))
            case ..<940: .queue(room, seat, .setQueue(players: self.wishes(6), expectedVersion: version))
            case ..<970: .queue(room, seat, .clearQueue(expectedVersion: version))
            case ..<985: .queue(room, seat, .setRankings(players: self.wishes(40)))
            default: .queue(room, seat, .setPositionLimits(self.limits()))
            }
        }
    }

    /// Another device has changed the queue meanwhile.
    func editStaleQueue(at moment: Timestamp) {
        let seat = Seat(random.index(below: drafters.count))
        edit(seat, at: moment) { room, seat in
            .queue(room, seat, .clearQueue(expectedVersion: self.desk.queue(room, seat).version + 1))
        }
    }

    /// Somebody meddles with another seat's queue.
    func editForeignQueue(at moment: Timestamp) {
        let seat = random.index(below: drafters.count)
        let other = (seat + 1) % drafters.count
        guard let user = desk.room.member(at: Seat(other))?.user else { return }
        desk.send(.queue(id, Seat(seat), .clearQueue(expectedVersion: nil)), as: .user(user), at: moment)
    }

    private func edit(_ seat: Seat, at moment: Timestamp, _ command: (RoomID, Seat) -> RoomQuestion) {
        guard let user = desk.room.member(at: seat)?.user else { return }
        desk.send(command(id, seat), as: .user(user), at: moment)
    }

    private func addition(to queue: QueueState, _ room: RoomID, _ seat: Seat, _ version: UInt32?) -> RoomQuestion {
        let player = wishes(1).first { !queue.players.contains($0) } ?? market.order[market.order.count - 1]
        let index = random.chance(300) ? UInt16(random.index(below: queue.players.count + 1)) : nil
        return .queue(room, seat, .addToQueue(player: player, index: index, expectedVersion: version))
    }

    /// So many different players who may come up soon, best first, with gaps.
    private func wishes(_ count: Int) -> [PlayerIndex] {
        moveToFirstOpen()
        var wishes: [PlayerIndex] = []
        var place = firstOpen + random.index(below: 12)
        while wishes.count < count, place < market.order.count {
            wishes.append(market.order[place])
            place += 1 + random.index(below: 3)
        }
        return wishes
    }

    private func limits() -> PositionLimits {
        PositionLimits(
            quarterbacks: UInt8(2 + random.below(2)), runningBacks: UInt8(5 + random.below(3)),
            wideReceivers: UInt8(7 + random.below(3)), tightEnds: UInt8(2 + random.below(2)))
    }
}
