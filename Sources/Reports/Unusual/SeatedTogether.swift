import Draft
import DraftLedger
import Projections

/// Shared rooms of users, compared with chance: a user's rooms of a contest are assumed to be drawn from all of its rooms.
///
/// Of a contest with R rooms, users in a and b of them share ab/R by chance, with the variance of the hypergeometric
/// distribution. What is over that, in standard deviations, over all contests together, is the score.
struct SeatedTogether {
    private struct Room {
        var id: RoomID
        var contest: TournamentID?
        var users: [UInt32]
        var isCancelled: Bool
    }

    /// By number.
    private let rooms: [Room]

    /// How many rooms of each contest each user is in, cancelled ones left out; and how many it has.
    private let played: [TournamentID?: [UInt32: Int]]
    private let sizes: [TournamentID?: Int]

    init(_ rosters: RosterSnapshot) {
        var rooms: [Room] = []
        rosters.eachDraft { columns, draft in
            guard draft.status != .voided else { return }
            let users = Set(columns.users[draft.first..<draft.end].filter { $0 != 0 }).sorted()
            rooms.append(
                Room(id: draft.room, contest: draft.tournament, users: users, isCancelled: draft.status == .cancelled))
        }
        self.rooms = rooms.sorted { $0.id < $1.id }
        var (played, sizes) = ([TournamentID?: [UInt32: Int]](), [TournamentID?: Int]())
        for room in rooms where !room.isCancelled {
            sizes[room.contest, default: 0] += 1
            for user in room.users { played[room.contest, default: [:]][user, default: 0] += 1 }
        }
        (self.played, self.sizes) = (played, sizes)
    }

    var findings: [UnusualFinding] {
        var shared: [UserPair: Int] = [:]
        for room in rooms where !room.isCancelled {
            for (index, first) in room.users.enumerated() {
                for second in room.users.dropFirst(index + 1) {
                    shared[UserPair(first: first, second: second), default: 0] += 1
                }
            }
        }
        let unusual = shared.compactMap { pair, count -> (UserPair, UnusualFinding)? in
            guard count > 1 else { return nil }
            let (expected, variance) = chance(pair)
            guard variance > 0, Double(count) > expected else { return nil }
            let chances = min(rooms(of: pair.first), rooms(of: pair.second))
            return (
                pair,
                UnusualFinding(
                    kind: .together, users: pair.users, rooms: [], measure: Double(count), base: expected,
                    chances: chances, score: (Double(count) - expected) / variance.squareRoot())
            )
        }
        // The rooms of the few that anybody will see.
        return unusual.sorted { $0.1.score > $1.1.score }.prefix(1_000).map { pair, finding in
            var finding = finding
            finding.rooms = Array(
                rooms.lazy.filter { $0.users.contains(pair.first) && $0.users.contains(pair.second) && !$0.isCancelled }
                    .map(\.id).prefix(UnusualFinding.roomsShown))
            return finding
        }
    }

    private func rooms(of user: UInt32) -> Int { played.values.reduce(0) { $0 + ($1[user] ?? 0) } }

    private func chance(_ pair: UserPair) -> (expected: Double, variance: Double) {
        var (expected, variance) = (0.0, 0.0)
        for (contest, users) in played {
            guard let first = users[pair.first], let second = users[pair.second], let size = sizes[contest], size > 1
            else { continue }
            let (one, other, all) = (Double(first), Double(second), Double(size))
            expected += one * other / all
            variance += one * other / all * (1 - one / all) * (all - other) / (all - 1)
        }
        return (expected, variance)
    }

    // MARK: Rooms that were cancelled

    /// How many rooms after a cancelled one are looked at.
    private static let reach = 20

    /// Cancelled rooms, half of whose members and at least three sit in one of the contest's next rooms.
    var reseated: [UnusualFinding] {
        var later: [TournamentID?: [Room]] = [:]
        var findings: [UnusualFinding] = []
        for room in rooms.reversed() {
            let next = later[room.contest, default: []]
            if room.isCancelled, room.users.count > 2, let found = bestMatch(of: room, among: next) {
                findings.append(found)
            }
            later[room.contest] = Array(([room] + next).prefix(Self.reach))
        }
        return findings
    }

    private func bestMatch(of room: Room, among others: [Room]) -> UnusualFinding? {
        let members = Set(room.users)
        let best = others.map { (room: $0, shared: members.intersection($0.users).count) }
            .max { ($0.shared, $1.room.id) < ($1.shared, $0.room.id) }
        guard let best, best.shared > 2, best.shared * 2 >= room.users.count, let size = sizes[room.contest] else {
            return nil
        }
        let users = played[room.contest] ?? [:]
        let expected = room.users.reduce(0.0) { $0 + Double(users[$1] ?? 0) / Double(max(size, 1)) }
        return UnusualFinding(
            kind: .reseated, users: members.intersection(best.room.users).sorted().map { UserID(UInt64($0)) },
            rooms: [room.id, best.room.id], measure: Double(best.shared), base: expected, chances: room.users.count,
            score: Double(best.shared) - expected)
    }
}
