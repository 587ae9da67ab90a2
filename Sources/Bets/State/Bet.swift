public import Values

extension BetState {
    /// A bet with its outcomes so far.
    public struct Bet: Hashable, Sendable, Identifiable {
        /// The position of its `BetRecorded`.
        public let id: BetID
        public let user: UserID
        /// The bet as the user recorded it.
        public let terms: BetRecorded
        /// When the bet reached the edge of the system.
        public let occurredAt: Timestamp
        public let recordedAt: Timestamp
        /// The game's US date when the bet was recorded.
        public let date: GameDate?
        /// The recorded outcomes, oldest first: the settlement and the resettlements.
        public internal(set) var outcomes: [RecordedOutcome] = []

        /// The outcome that counts; nil for a bet that was never settled, or whose result is disputed.
        public var settlement: BetSettlement? {
            guard let last = outcomes.last?.settlement, last.outcome != .pending else { return nil }
            return last
        }

        /// The outcome that counts, `pending` without one.
        public var outcome: BetOutcome { settlement?.outcome ?? .pending }
    }

    /// A settlement or a resettlement as it was recorded.
    public struct RecordedOutcome: Hashable, Sendable {
        public var position: UInt64
        public var recordedAt: Timestamp
        /// The position of the game's first final, by which streaks are ordered; nil for a bet that was voided before one.
        public var final: UInt64?
        /// Its outcome is `pending` where a disputed result took an outcome back.
        public var settlement: BetSettlement
    }
}
