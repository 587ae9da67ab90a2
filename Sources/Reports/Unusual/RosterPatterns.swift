import Draft
import DraftLedger
import Projections

/// Entries of two users with the same players, whatever the order in which they were drafted.
struct SameRosters {
    private struct Roster: Hashable {
        var pool: PoolID
        var players: [PlayerIndex]
    }

    let findings: [UnusualFinding]

    init(_ rosters: RosterSnapshot) {
        var holders: [Roster: [(user: UInt32, room: RoomID)]] = [:]
        var entries: [UInt32: Int] = [:]
        rosters.eachDraft { columns, draft in
            guard draft.status == .complete else { return }
            for place in draft.first..<draft.end where columns.users[place] != 0 {
                let players = columns.players[Int(columns.starts[place])..<Int(columns.starts[place + 1])].sorted()
                guard !players.isEmpty, !players.contains(RosterColumns.noPlayer) else { continue }
                entries[columns.users[place], default: 0] += 1
                holders[Roster(pool: draft.pool, players: players), default: []].append(
                    (columns.users[place], draft.room))
            }
        }
        var (pairs, rooms) = ([UserPair: Int](), [UserPair: [RoomID]]())
        var twins = 0
        for holder in holders.values where Set(holder.map(\.user)).count > 1 {
            twins += holder.count
            for (index, one) in holder.enumerated() {
                for other in holder.dropFirst(index + 1) where one.user != other.user {
                    let pair = UserPair(first: min(one.user, other.user), second: max(one.user, other.user))
                    pairs[pair, default: 0] += 1
                    rooms[pair, default: []] += [one.room, other.room]
                }
            }
        }
        let all = entries.values.reduce(0, +)
        findings = pairs.map { pair, count in
            UnusualFinding(
                kind: .rosters, users: pair.users,
                rooms: Array((rooms[pair] ?? []).sorted().prefix(UnusualFinding.roomsShown)), measure: Double(count),
                base: Double(twins) / Double(max(all, 1)), chances: entries[pair.first] ?? 0, score: Double(count))
        }
    }
}

/// Turns on which a seat took somebody two rounds or more before his average draft position, and so left the next seat
/// one whose position had come already: counted for each two users of whom one picks right after the other, against what
/// the first does before everybody else.
struct PickFeeding {
    private struct Turns {
        var count = 0
        var fed = 0
    }

    let findings: [UnusualFinding]

    /// - Parameter positions: the average draft positions of each pool's players, in hundredths, by index.
    init(_ rosters: RosterSnapshot, positions: [PoolID: [UInt32?]]) {
        var (pairs, givers) = ([UserPair: Turns](), [UInt32: Turns]())
        var rooms: [UserPair: [RoomID]] = [:]
        rosters.eachDraft { columns, draft in
            guard draft.status == .complete else { return }
            let board = Board(columns, draft, positions[draft.pool] ?? [])
            for number in 1..<max(board.picks.count, 1) {
                let (giver, taker) = (board.picks[number - 1], board.picks[number])
                guard giver.user != 0, taker.user != 0, giver.user != taker.user, let given = giver.adp,
                    let taken = taker.adp
                else { continue }
                let pick = UInt32(number) * 100
                let isFed = given >= pick + 200 * UInt32(draft.teams) && taken < pick
                let pair = UserPair(first: giver.user, second: taker.user)
                pairs[pair, default: Turns()].count += 1
                givers[giver.user, default: Turns()].count += 1
                guard isFed else { continue }
                pairs[pair, default: Turns()].fed += 1
                givers[giver.user, default: Turns()].fed += 1
                if rooms[pair]?.last != draft.room { rooms[pair, default: []].append(draft.room) }
            }
        }
        let all = givers.values.reduce(into: Turns()) {
            $0.count += $1.count; $0.fed += $1.fed
        }
        findings = pairs.compactMap { pair, turns in
            guard turns.fed > 1, let giver = givers[pair.first] else { return nil }
            let others = giver.count - turns.count
            let base =
                others > 0
                ? Double(giver.fed - turns.fed) / Double(others) : Double(all.fed) / Double(max(all.count, 1))
            let expected = base * Double(turns.count)
            guard Double(turns.fed) > expected else { return nil }
            return UnusualFinding(
                kind: .feeding, users: pair.users, rooms: Array((rooms[pair] ?? []).prefix(UnusualFinding.roomsShown)),
                measure: Double(turns.fed) / Double(turns.count), base: base, chances: turns.count,
                score: (Double(turns.fed) - expected) / max(expected, 1).squareRoot())
        }
    }

    /// A draft's picks in their order.
    private struct Board {
        var picks: [(user: UInt32, adp: UInt32?)]

        init(_ columns: RosterColumns, _ draft: RosterColumns.Draft, _ positions: [UInt32?]) {
            picks = Array(repeating: (0, nil), count: Int(draft.snake.pickCount))
            for place in draft.first..<draft.end {
                let (slot, start) = (columns.slots[place], Int(columns.starts[place]))
                guard slot != RosterColumns.noSlot else { continue }
                for (round, index) in (start..<Int(columns.starts[place + 1])).enumerated() {
                    let number = Int(draft.snake.pick(of: slot, in: UInt8(round + 1)))
                    let player = Int(columns.players[index])
                    guard number <= picks.count, player < positions.count else { continue }
                    let shown = index < columns.recordedADPs.count ? columns.recordedADPs[index] : RosterColumns.noADP
                    picks[number - 1] = (
                        columns.users[place], shown == RosterColumns.noADP ? positions[player] : shown
                    )
                }
            }
        }
    }
}
