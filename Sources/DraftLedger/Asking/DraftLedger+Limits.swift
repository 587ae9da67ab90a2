public import Draft
import Ledger
import Records

/// A user's limits, exclusion and account state at a point in time.
public struct UserStanding: Hashable, Sendable {
    public var user: UserID

    /// Those that hold; none where there never were any.
    public var limits: PlayLimits

    /// Looser ones that wait, and from when on they hold; nil where none wait.
    public var laterLimits: PlayLimits?
    public var looserFrom: Timestamp?

    /// Nil for who is not excluded, or not any more.
    public var excludedUntil: Timestamp?

    public var isClosed: Bool

    /// When any of it changed last.
    public var changedAt: Timestamp

    /// The position of its last change.
    public var position: UInt64
}

extension DraftLedger {
    /// The users with limits, an exclusion or a closed account, by number. One scan of headers on all cores.
    ///
    /// - Parameters:
    ///   - moment: as of when, by the ledger's clock; its last event's time for nil.
    ///   - progress: called with the progress of the scan.
    public func standings(
        at moment: Timestamp? = nil, progress: ProgressHandler? = nil
    ) throws -> [UserStanding] {
        var states: [UserID: (state: UserState, last: RecordedEvent)] = [:]
        var filter = EventFilter(types: [.limitsSet, .userExcluded, .accountClosed])
        filter.until = moment.map { $0 + Interval(microseconds: 1) }
        try events(matching: filter, progress: progress) { event in
            guard case .user(let user) = event.stream else { return true }
            var state = states[user]?.state ?? UserState()
            state.fold(event)
            states[user] = (state, event)
            return true
        }
        let last = try rethrowing { try ledger.lastRecordedAt }
        let now = moment ?? Timestamp(microseconds: last ?? 0)
        return states.keys.sorted().compactMap { user in
            states[user].map { UserStanding(of: user, $0.state, $0.last, at: now) }
        }
    }
}

extension UserStanding {
    fileprivate init(of user: UserID, _ state: UserState, _ last: RecordedEvent, at now: Timestamp) {
        let waits = state.limits.looserFrom.map { $0 > now } ?? false
        self.init(
            user: user, limits: state.limits.holding(at: now), laterLimits: waits ? state.limits.later : nil,
            looserFrom: waits ? state.limits.looserFrom : nil,
            excludedUntil: state.excludedUntil.flatMap { $0 > now ? $0 : nil }, isClosed: state.isClosed,
            changedAt: last.recordedAt, position: last.position)
    }

    /// Whether anything keeps the user from anything, or will.
    public var isFree: Bool {
        limits == .none && laterLimits == nil && excludedUntil == nil && !isClosed
    }
}
