import Draft
import DraftLedger

/// The pauses that the service stated for outages, by turn. Many of them in one turn give a seat time.
///
/// No single one breaks a rule. Memory is bounded: of many turns, only those with the longest pauses are named.
struct OutagePauses: Codable, Sendable {
    struct Turn: Hashable, Codable, Sendable {
        var room: RoomID
        var pick: PickNumber
    }

    private struct Sum: Codable {
        var count = 0
        var length = Interval.zero
        /// The position of the first pause.
        var position = UInt64.max
        var room = RoomID(0)

        mutating func add(_ other: Sum) {
            count += other.count
            length = length + other.length
            if other.position < position { (position, room) = (other.position, other.room) }
        }
    }

    private var turns: [Turn: Sum] = [:]
    /// The turns that are no longer kept one by one.
    private var others = Sum()
    private var otherTurns = 0

    private static let mostTurns = 1_000
    private static let mostNamed = 3

    mutating func add(_ turn: Turn, at position: UInt64, _ length: Interval) {
        turns[turn, default: Sum()].add(
            Sum(count: 1, length: max(length, .zero), position: position, room: turn.room))
    }

    mutating func merge(_ other: OutagePauses) {
        for (turn, sum) in other.turns { turns[turn, default: Sum()].add(sum) }
        others.add(other.others)
        otherTurns += other.otherTurns
        guard turns.count > Self.mostTurns else { return }
        for (turn, sum) in ordered.dropFirst(Self.mostNamed) {
            others.add(sum)
            otherTurns += 1
            turns[turn] = nil
        }
    }

    /// Whether one turn was paused more than once.
    var isRepeated: Bool { turns.values.contains { $0.count > 1 } }

    private var ordered: [(key: Turn, value: Sum)] {
        turns.sorted {
            ($0.value.count, $0.value.length, $1.value.position) > ($1.value.count, $1.value.length, $0.value.position)
        }
    }

    /// One remark on all of them; nil for none.
    ///
    /// - Parameter cause: in the plural, as the beginning of a sentence.
    func remark(cause: String) -> AuditRemark? {
        var all = others
        for sum in turns.values { all.add(sum) }
        guard all.count > 0 else { return nil }
        let named = ordered.prefix(Self.mostNamed).map { turn, sum in
            "pick \(turn.pick) of room \(turn.room) (\(Self.times(sum.count)), \(sum.length.words))"
        }
        let count = turns.count + otherTurns
        let more = count > named.count ? ", and \(count - named.count) more" : ""
        return AuditRemark(
            position: all.position, stream: .room(all.room),
            message:
                "\(cause) paused drafts \(Self.times(all.count)) from here on, for \(all.length.words) in total: "
                + "\(named.joined(separator: ", "))\(more). The ledger alone does not show whether they happened.")
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
