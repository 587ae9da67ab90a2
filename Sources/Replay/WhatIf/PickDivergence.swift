public import Draft

/// The first pick that is otherwise on two boards of a draft.
public struct PickDivergence: Hashable, Sendable {
    /// How a board has the pick. The player is nil for a pick that counts for no team.
    public struct Side: Hashable, Sendable {
        public var player: PlayerIndex?
        public var source: PickSource
        /// When the pick was made, or corrected to what it is.
        public var moment: Timestamp
    }

    public var pick: PickNumber
    /// The position of the event that made or corrected the pick in the ledger; nil if it is not made.
    public var position: UInt64?
    /// Nil where that board has no such pick.
    public var was: Side?
    public var becomes: Side?

    /// The first of the picks that are otherwise in the end, in the order in which both runs came to part over them. When a
    /// pick is made does not matter, by whom and for whom does.
    ///
    /// - Returns: nil when both boards are the same, whatever was corrected on the way there.
    static func first(between was: [RecordedEvent], and becomes: [RecordedEvent]) -> PickDivergence? {
        let (left, right) = (BoardAccount(was), BoardAccount(becomes))
        func isOtherwise(_ pick: PickNumber) -> Bool { !same(left.board[pick], right.board[pick]) }
        let otherwise = Set(left.board.keys).union(right.board.keys).filter(isOtherwise)
        guard var first = otherwise.min() else { return nil }
        let acts = [left, right].map { account in account.acts.filter { otherwise.contains($0.pick) } }
        for index in 0..<max(acts[0].count, acts[1].count) {
            let both = acts.compactMap { index < $0.count ? $0[index] : nil }
            if both.count == 2, both[0].pick == both[1].pick, same(both[0], both[1]) { continue }
            first = both.map(\.pick).min() ?? first
            break
        }
        let (one, other) = (left.board[first], right.board[first])
        return PickDivergence(pick: first, position: one?.position, was: one?.side, becomes: other?.side)
    }

    private static func same(_ one: BoardAccount.Act?, _ other: BoardAccount.Act?) -> Bool {
        one?.side.player == other?.side.player && one?.side.source == other?.side.source
    }
}

/// The events of each pick of a draft, and the final board.
private struct BoardAccount {
    /// A pick that is made, corrected or undone.
    struct Act {
        var pick: PickNumber
        var position: UInt64
        var side: PickDivergence.Side
    }

    private(set) var acts: [Act] = []
    private(set) var board: [PickNumber: Act] = [:]

    init(_ events: [RecordedEvent]) {
        for recorded in events {
            switch recorded.event.pick {
            case .made(let made): set(made.pick, to: made.player, .manual, recorded)
            case .automated(let made): set(made.pick, to: made.player, PickSource(made.source), recorded)
            case .corrected(let corrected) where corrected.mode == .cascade:
                for pick in board.keys.sorted() where pick >= corrected.pick {
                    set(pick, to: nil, .corrected, recorded)
                    board[pick] = nil
                }
            case .corrected(let corrected): set(corrected.pick, to: corrected.newPlayer, .corrected, recorded)
            case nil: continue
            }
        }
    }

    private mutating func set(
        _ pick: PickNumber, to player: PlayerIndex?, _ source: PickSource, _ recorded: RecordedEvent
    ) {
        let side = PickDivergence.Side(player: player, source: source, moment: recorded.moment)
        let act = Act(pick: pick, position: recorded.position, side: side)
        acts.append(act)
        board[pick] = act
    }
}
