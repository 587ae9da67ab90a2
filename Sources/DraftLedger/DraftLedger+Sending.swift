public import Draft
import Ledger
import LMDB
import Merkle
import Platform
public import Records

extension DraftLedger {
    /// Sends a command and waits until its outcome is durable.
    ///
    /// The same `id` with the same content always returns the first outcome and appends nothing: for a refusal with its
    /// text, also after a restart, if the record keeps it. An id belongs to its
    /// sender: the same one from another `actor` is another command. Of a refusal that was only counted, since it
    /// came in a flood, no id is kept: sent again, the command is decided again. Two things are recorded each time that
    /// they are sent:
    /// - a `tickClock`: its event has no room for an id, and each is a moment that was shown;
    /// - a command under an id that its sender used before for another content: each try is a refusal of its own, as
    ///   `duplicateCommand`, until a flood of them is only counted.
    ///
    /// - Parameters:
    ///   - command: what is wanted.
    ///   - actor: who sends it.
    ///   - id: chosen by the caller; keep it for a retry. Not the id of zeros, which is that of the ledger's first
    ///     event: whatever is sent under it is refused as `duplicateCommand`.
    ///   - occurredAt: when the command reached the edge of the system, which decides deadlines; now by default. Up to
    ///     a second ahead of the ledger's clock, as those of two machines may be, counts as now; what is further ahead
    ///     is recorded as it is, and an audit will find it.
    ///   - dispute: the case because of which staff act in place of a member. A retry is known without it.
    ///   - seal: the sender's signature, which is checked here, on the caller's thread. A wrong one is a refusal,
    ///     `badSignature`. A person's words have to be pinned before: ``pinningWords(of:as:id:)``.
    ///   - deadline: until when the command is wanted: one that is not decided by then is withdrawn. What is decided is
    ///     answered, however long the disk takes.
    /// - Returns: the events that it caused, or its refusal, which is recorded too, except one with a sender, a time or a
    ///   value that no record can hold.
    /// - Throws: `notWritable`, `closed`; `invalidValue` for a command that can never be right (`Command.malformation`); `overloaded` where too many commands are in flight (`DeskLimits`), `withdrawn` where
    ///   the task was cancelled and `deadlineExceeded` where the deadline passed before the command was decided: nothing of it
    ///   is recorded then. Or what keeps the ledger from storing the outcome; the command may then have been
    ///   stored or not, and sending it again under the same id is safe. Other writers delay the commands, but
    ///   does not make them fail; `conflict` says that a command was given up after its decision came to nothing, for
    ///   whatever reason, sixteen times.
    public func send(
        _ command: Command, as actor: Sender, id: CommandID, occurredAt: Timestamp? = nil, dispute: CaseID? = nil,
        seal: CommandSeal? = nil, deadline: ContinuousClock.Instant? = nil
    ) async throws(DraftLedgerError) -> Outcome {
        let (command, newWords) = try pin(command, as: actor, id: id, isSealed: seal != nil)
        let reply = try enqueue(
            command, as: actor, id: id, occurredAt: occurredAt, dispute: dispute, seal: seal, deadline: deadline)
        return try outcome(await reply.value, having: newWords)
    }

    /// The same for a thread that has nothing else to do: it sleeps until the outcome is durable.
    ///
    /// Not from a task: those share a few threads, and one that sleeps is missing to all of them.
    public func sendBlocking(
        _ command: Command, as actor: Sender, id: CommandID, occurredAt: Timestamp? = nil, dispute: CaseID? = nil,
        seal: CommandSeal? = nil, deadline: ContinuousClock.Instant? = nil
    ) throws(DraftLedgerError) -> Outcome {
        let (command, newWords) = try pin(command, as: actor, id: id, isSealed: seal != nil)
        let reply = try enqueue(
            command, as: actor, id: id, occurredAt: occurredAt, dispute: dispute, seal: seal, deadline: deadline)
        return try outcome(reply.wait(), having: newWords)
    }

    /// The command as it is decided: what it says in somebody's own words stays outside the log.
    private func pin(
        _ command: Command, as actor: Sender, id: CommandID, isSealed: Bool
    ) throws(DraftLedgerError) -> (command: Command, new: [Digest256]) {
        guard desk != nil else { throw .notWritable(path) }
        try rethrowing { try checkRotation(approvedBy: command) }
        if isSealed, Self.isPinned(command, sentBy: actor) {
            throw DraftLedgerError(
                .invalidValue,
                "The command has free text that is not stored in the log. Replace it by digests with `pinningWords`, then sign."
            )
        }
        return try pin(command, as: actor, id: id)
    }

    /// Queues a command at the desk.
    private func enqueue(
        _ command: Command, as actor: Sender, id: CommandID, occurredAt: Timestamp?, dispute: CaseID?,
        seal: CommandSeal?, deadline: ContinuousClock.Instant?
    ) throws(DraftLedgerError) -> PendingReply {
        guard let desk else { throw .notWritable(path) }
        if let malformation = command.malformation { throw DraftLedgerError(.invalidValue, malformation) }
        if let deadline, deadline <= .now { throw .deadlineExceeded }
        let now = desk.now
        let arrival = occurredAt.map { $0 - now > Self.clockSkew ? $0 : min($0, now) } ?? now
        let (fingerprint, byteCount) = command.measuredFingerprint
        var origin = CommandOrigin(
            occurredAt: arrival, actor: actor, commandID: id, fingerprint: fingerprint, dispute: dispute,
            signature: seal?.recorded)
        if origin.isSchedulersOwn(of: command.kind) {
            origin = try rethrowing { try schedulerSigner.signing(command, origin, as: try schedulersAccount()) }
        }
        try markImport()
        let refusal = try seal.flatMap { seal throws(DraftLedgerError) in try fault(in: seal, of: command, origin) }
        let reply = PendingReply()
        try desk.send(
            CommandDesk.Envelope(
                command: command, origin: origin, refusal: refusal, byteCount: byteCount,
                cancellation: reply.cancellation
            ) { reply.give($0) })
        if let deadline { desk.deadlines.add(reply, at: deadline) }
        return reply
    }

    /// The fault of a signature; nil if valid. The decision checks the owner of the key.
    private func fault(
        in seal: CommandSeal, of command: Command, _ origin: CommandOrigin
    ) throws(DraftLedgerError) -> Refusal? {
        try rethrowing {
            let size = try ledger.size
            guard seal.sight.anchor <= size,
                try ledger.treeEdge(at: seal.sight.anchor).root.bytes.elementsEqual(seal.sight.root.bytes)
            else {
                return Refusal(
                    .badSignature, "The ledger never had the \(seal.sight.anchor) events that the sender observed.")
            }
            let signable = SignableCommand(
                command, id: origin.commandID, actor: origin.actor, dispute: origin.dispute,
                ledger: try self.origin ?? "")
            guard seal.isGenuine(for: signable) else {
                return Refusal(.badSignature, "The signature of the key does not match this command.")
            }
            return nil
        }
    }

    /// How far the clock of the edge may be ahead of the ledger's.
    private static let clockSkew = Interval.seconds(1)

    private func outcome(
        _ result: Result<Outcome, any Error>, having newWords: [Digest256]
    ) throws(DraftLedgerError) -> Outcome {
        let outcome: Outcome
        // Of a command that has failed the words stay: another try of it may be on its way to be accepted.
        do {
            outcome = try result.get()
        } catch {
            throw DraftLedgerError(wrapping: error)
        }
        switch outcome {
        case .refused: try drop(newWords)
        case .accepted(let events, _): try carryOut(erasuresIn: events)
        }
        return outcome
    }
}
