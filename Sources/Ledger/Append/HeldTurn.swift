/// The writer's turn in the hands of somebody who decides on what the ledger holds: until it is given back, nobody else
/// appends.
///
/// Not to be kept beyond the body that it is lent to, nor to be used by two threads at once.
public final class HeldTurn {
    private var group: [PendingAppend] = []

    init() {}

    /// Hands a request over. It is carried out when the body is over, in one group with the others of the turn.
    ///
    /// - Parameters:
    ///   - request: what is to be appended.
    ///   - completion: called with the outcome, on the thread that holds the turn.
    public func enqueue(
        _ request: consuming AppendRequest,
        completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        group.append(PendingAppend(request, completion: completion))
    }

    func takeGroup() -> [PendingAppend] {
        defer { group = [] }
        return group
    }
}

extension Ledger {
    /// Runs `body` while nobody else can append, and appends what it hands over: what it read is still true then.
    ///
    /// Everybody else's appends wait meanwhile, so `body` should be brief. Requests that were handed over before and are
    /// not carried out yet come after its own. Blocks the thread until all is durable and answered.
    ///
    /// - Throws: what `body` throws, and then nothing it handed over is carried out, nor answered; `readOnly`, `closed`.
    /// - Precondition: not called in a transaction of this ledger, nor in a completion of `enqueue`.
    public func holdingTurn(_ body: (HeldTurn) throws -> Void) throws {
        let writer = try writer()
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        let turn = HeldTurn()
        try body(turn)
        let group = turn.takeGroup()
        if !group.isEmpty { writer.commit(group) }
    }
}
