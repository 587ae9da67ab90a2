import Draft

/// The commands that had to be handled before an autopick: "commands that arrived in time are handled before the expiry".
///
/// In time is who reached the edge by the end of grace, as with a pick by hand; where the rules pick at once, who reached
/// it before they did. Two that came in the same microsecond can be handled in either order.
struct Hearing {
    let made: PickAutomated
    /// The event that made the pick.
    let pick: RecordedEvent
    /// The end of grace of the clock that ran then; nil where none did.
    let graceEndsAt: Timestamp?

    /// Whether a command had to be handled before the pick; it may have been.
    func includes(_ recorded: RecordedEvent) -> Bool {
        if recorded.position < pick.position { return true }
        guard recorded.moment < pick.moment else { return false }
        guard made.reason == .clockExpired, let graceEndsAt else { return true }
        return recorded.moment <= graceEndsAt
    }

    /// Whether a wish to draft by hand was passed over: the rules picked by an autodraft that went on before it.
    ///
    /// - Parameter start: when the autodraft went on by which the rules picked.
    func passedOver(_ set: AutodraftSet, _ recorded: RecordedEvent, since start: Timestamp) -> Bool {
        made.reason == .autodraft && set.seat == made.seat && !set.on && set.cause == .userWish
            && recorded.position > pick.position && recorded.moment > start && includes(recorded)
    }

    /// The pick that the rules make from another state of the seat's queue.
    ///
    /// - Parameters:
    ///   - room: the room at the pick or later, its picks up to then uncorrected since.
    ///   - pool: as of the pick.
    func choice(with queue: QueueState, in room: RoomState, _ pool: PoolState) -> Autopick.Choice? {
        let before = room.picks.prefix(Int(made.pick) - 1)
        return Autopick.choose(
            roster: before.filter { $0.seat == made.seat }.compactMap(\.player),
            taken: PlayerSet(before.lazy.compactMap(\.player)), pool: pool, queue: queue, limits: room.ruleset.limits,
            terms: room.draw)
    }
}
