import Draft

/// A player pool as it was at each moment: published once, then growing by late players.
///
/// A decision of yesterday must be judged by the players of yesterday, or an autopick that was right then would look
/// wrong as soon as somebody better is added.
struct PoolHistory: Sendable {
    /// The pool after each event that changed it once it was published, and the event's position.
    private var states: [(position: UInt64, pool: PoolState)] = []

    /// - Parameter events: the pool's stream, in order.
    init(_ events: [RecordedEvent], as id: PoolID) {
        var pool: PoolState?
        for event in events {
            pool.fold(event)
            if let pool, pool.published { states.append((event.position, pool)) }
        }
    }

    /// The pool that a decision sees whose first event stands at `position`; nil before its publication.
    func pool(before position: UInt64) -> PoolState? {
        states.last { $0.position < position }?.pool
    }

    /// The pool as it is today.
    var latest: PoolState? { states.last?.pool }
}
