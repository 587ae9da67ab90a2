import Dispatch
public import Draft

extension DraftLedger {
    /// Sends a command and waits until its outcome is durable.
    ///
    /// The same `id` with the same content returns the first outcome and appends nothing, for ever. Two things are recorded
    /// each time that they are sent:
    /// - a `tickClock`: its event has no room for an id, and each is a moment that was shown;
    /// - a command under an id that was used before for another content: each try is a refusal of its own, as
    ///   `duplicateCommand`, until a flood of them is only counted.
    ///
    /// - Parameters:
    ///   - actor: who sends it.
    ///   - id: chosen by the caller; keep it for a retry. Not the id of zeros, which is that of the ledger's first event:
    ///     whatever is sent under it is refused as `duplicateCommand`.
    ///   - occurredAt: when the command reached the edge of the system, which decides deadlines; now by default. Up to a
    ///     second ahead of the ledger's clock, as those of two machines may be, counts as now; what is further ahead is
    ///     recorded as it is, and an audit will find it.
    /// - Returns: the events that it caused, or its refusal, which is recorded too, but for one of a sender, or a time, that
    ///   no record could name.
    /// - Throws: `notWritable`, `closed`, or what keeps the ledger from storing the outcome; the command may then have been
    ///   stored or not, and sending it again under the same id is safe. Who appends beside the commands delays them, but
    ///   does not make them fail; `conflict` says that a command was given up after its decision came to nothing, for
    ///   whatever reason, sixteen times.
    public func send(
        _ command: Command, as actor: Actor, id: CommandID, occurredAt: Timestamp? = nil
    ) async throws(DraftLedgerError) -> Outcome {
        guard let desk else { throw .notWritable(path) }
        let origin = origin(of: command, actor, id, occurredAt, now: desk.now)
        let result = await withCheckedContinuation { continuation in
            desk.send(CommandDesk.Envelope(command: command, origin: origin) { continuation.resume(returning: $0) })
        }
        return try outcome(result)
    }

    /// The same for a thread that has nothing else to do: it sleeps until the outcome is durable.
    ///
    /// Not from a task: those share a few threads, and one that sleeps is missing to all of them.
    public func sendBlocking(
        _ command: Command, as actor: Actor, id: CommandID, occurredAt: Timestamp? = nil
    ) throws(DraftLedgerError) -> Outcome {
        guard let desk else { throw .notWritable(path) }
        let answer = Answer()
        let origin = origin(of: command, actor, id, occurredAt, now: desk.now)
        desk.send(CommandDesk.Envelope(command: command, origin: origin) { answer.give($0) })
        return try outcome(answer.wait())
    }

    private func origin(
        of command: Command, _ actor: Actor, _ id: CommandID, _ occurredAt: Timestamp?, now: Timestamp
    ) -> CommandOrigin {
        let arrival = occurredAt.map { $0 - now > Self.clockSkew ? $0 : min($0, now) } ?? now
        return CommandOrigin(occurredAt: arrival, actor: actor, commandID: id, fingerprint: command.fingerprint)
    }

    /// How far the clock of the edge may be ahead of the ledger's.
    private static let clockSkew = Interval.seconds(1)

    private func outcome(_ result: Result<Outcome, any Error>) throws(DraftLedgerError) -> Outcome {
        do {
            return try result.get()
        } catch {
            throw DraftLedgerError(wrapping: error)
        }
    }
}

/// Hands one result from the writer's thread to the one that waits for it.
private final class Answer: @unchecked Sendable {
    private let given = DispatchSemaphore(value: 0)
    /// Written before `given` is signalled, read after it was waited for.
    private var result: Result<Outcome, any Error>?

    func give(_ result: Result<Outcome, any Error>) {
        self.result = result
        given.signal()
    }

    func wait() -> Result<Outcome, any Error> {
        given.wait()
        guard let result else { preconditionFailure("an answer is given before it is signalled") }
        return result
    }
}
