package import Bets
import Dispatch
import Ledger
import Platform
import Records
package import Values

/// A command that waits to be decided.
struct QueuedCommand: Sendable {
    enum Content: Sendable {
        case command(BetCommand)
        /// The command follows from the state at its turn.
        case analysis(AnalysisRequest)
    }

    var content: Content
    var actor: Sender
    var id: CommandID
    /// The time of the command, or nil for the moment at which it is decided.
    var occurredAt: Timestamp?
    /// The case because of which an officer acts.
    var dispute: CaseID?
    var fingerprint: UInt32
    /// The digest of notes that were stored for the command.
    var newNotes: Digest256?

    var key: CommandKey { CommandKey(actor: actor, id: id) }

    /// The origin of the events of the command.
    func cause(of command: BetCommand, at now: Timestamp) -> CommandOrigin {
        let time =
            switch content {
            case .command: occurredAt ?? (command.kind.senders.contains(.user) ? now : nil)
            // An analysis depends on the time to the tip-off, which an audit takes from the record.
            case .analysis: now
            }
        return CommandOrigin(
            occurredAt: time, actor: actor, commandID: id, fingerprint: fingerprint, dispute: dispute)
    }
}

/// Commands that wait for their turn, with the function that takes their outcomes.
struct QueuedTurn: Sendable {
    enum Content: Sendable {
        case one(QueuedCommand)
        /// Commands that are recorded together or not at all.
        case together([QueuedCommand])
    }

    var content: Content
    var answer: @Sendable (Result<[BetOutcomeOfCommand], BetLedgerError>) -> Void

    var commands: [QueuedCommand] {
        switch content {
        case .one(let command): [command]
        case .together(let commands): commands
        }
    }
}

/// A command with its sender, for sending many.
package struct SentBetCommand: Sendable {
    package var command: BetCommand
    package var actor: Sender
    package var id: CommandID
    /// When the command reached the edge of the system; of an import, the source's own time. Nil for now.
    package var occurredAt: Timestamp?
    /// The case of a late correction by an officer.
    package var dispute: CaseID?

    package init(
        _ command: BetCommand, as actor: Sender, id: CommandID, occurredAt: Timestamp? = nil, dispute: CaseID? = nil
    ) {
        self.command = command
        self.actor = actor
        self.id = id
        self.occurredAt = occurredAt
        self.dispute = dispute
    }
}

extension BetLedger {
    /// Decides a command and records its events, with the settlements that follow from them, in one commit.
    ///
    /// A retry under the same sender and ID returns the first outcome, also after a restart, and records nothing. This holds
    /// for everything that left an event, and for the refusals of commands by users and staff. A feed's refused report is decided
    /// again.
    ///
    /// - Parameters:
    ///   - command: any but `makeAnalysis`, which `analyse` makes.
    ///   - actor: the sender.
    ///   - id: chosen by the sender; never reused for another command.
    ///   - occurredAt: when the command reached the edge of the system; of an import, the source's own time. Nil for now.
    ///   - dispute: the case of a late correction by an officer.
    /// - Returns: once it is durable.
    /// - Throws: `commandReused`, `notWritable`, `closed`, `storage`.
    package func send(
        _ command: BetCommand, as actor: Sender, id: CommandID, occurredAt: Timestamp? = nil, dispute: CaseID? = nil
    ) async throws(BetLedgerError) -> BetOutcomeOfCommand {
        let sent = SentBetCommand(command, as: actor, id: id, occurredAt: occurredAt, dispute: dispute)
        guard let outcome = try await send([sent]).first else {
            throw BetLedgerError(.closed, "\(path) has been closed.")
        }
        return outcome
    }

    /// Decides many commands in their order, with few syncs of the disk.
    ///
    /// - Returns: the outcomes in the order of the commands.
    /// - Throws: the first error. The commands before it are recorded.
    package func send(_ commands: [SentBetCommand]) async throws(BetLedgerError) -> [BetOutcomeOfCommand] {
        try await enqueue(try queued(commands).map { .one($0) })
    }

    /// Commands as they wait for their turn, with their notes stored.
    func queued(_ commands: [SentBetCommand]) throws(BetLedgerError) -> [QueuedCommand] {
        var queued: [QueuedCommand] = []
        for sent in commands {
            if case .makeAnalysis = sent.command {
                throw BetLedgerError(
                    .unknown, "An analysis follows from the ledger and cannot be sent. Call analyse instead.")
            }
            let (command, new) = try pinNotes(of: sent.command, as: sent.actor, id: sent.id)
            queued.append(
                QueuedCommand(
                    content: .command(command), actor: sent.actor, id: sent.id, occurredAt: sent.occurredAt,
                    dispute: sent.dispute, fingerprint: command.fingerprint, newNotes: new))
        }
        return queued
    }

    /// Analyses a game's total by the inputs that the ledger has at the moment, and records the analysis.
    ///
    /// - Parameters:
    ///   - game: a game before its tip-off.
    ///   - offer: the position of the offer to look at; nil for the latest current offer of a total.
    ///   - model: a published version; nil for the newest.
    ///   - id: as for `send`.
    /// - Returns: `tooSoon` as a refusal within 300 s of the last analysis, unless the consensus has moved by half a point.
    /// - Throws: `unknown`, `foreignModel`, and as `send` does.
    package func analyse(
        _ game: GameID, offer: UInt64? = nil, model: ModelVersion? = nil, id: CommandID
    ) async throws(BetLedgerError) -> BetOutcomeOfCommand {
        let request = AnalysisRequest(game: game, offer: offer, model: model)
        let queued = QueuedCommand(
            content: .analysis(request), actor: .scheduler, id: id, occurredAt: nil, fingerprint: request.fingerprint)
        guard let outcome = try await enqueue([.one(queued)]).first else {
            throw BetLedgerError(.closed, "\(path) has been closed.")
        }
        return outcome
    }

    /// Waits for the turn of commands.
    ///
    /// - Returns: all outcomes, in the order of the commands.
    func enqueue(_ turns: [QueuedTurn.Content]) async throws(BetLedgerError) -> [BetOutcomeOfCommand] {
        guard access == .writing else {
            throw BetLedgerError(.notWritable, "\(path) was opened for reading. Open it for writing.")
        }
        guard !turns.isEmpty else { return [] }
        let results = await withCheckedContinuation { continuation in
            let gathered = Gathered(count: turns.count) { continuation.resume(returning: $0) }
            waiting.withLock { waiting in
                for (index, turn) in turns.enumerated() {
                    waiting.append(QueuedTurn(content: turn) { gathered.put($0, at: index) })
                }
            }
            queue.async { self.decideWaiting() }
        }
        var outcomes: [BetOutcomeOfCommand] = []
        for result in results { outcomes += try result.get() }
        return outcomes
    }
}

/// The results of several commands until all are there.
private final class Gathered: Sendable {
    typealias Outcomes = Result<[BetOutcomeOfCommand], BetLedgerError>

    private let results: Guarded<(results: [Outcomes?], missing: Int)>
    private let whenComplete: @Sendable ([Outcomes]) -> Void

    init(count: Int, _ whenComplete: @escaping @Sendable ([Outcomes]) -> Void) {
        results = Guarded((Array(repeating: nil, count: count), count))
        self.whenComplete = whenComplete
    }

    func put(_ result: Outcomes, at index: Int) {
        let complete = results.withLock { state -> [Outcomes]? in
            state.results[index] = result
            state.missing -= 1
            return state.missing == 0 ? state.results.compactMap { $0 } : nil
        }
        if let complete { whenComplete(complete) }
    }
}

// MARK: Deciding

extension BetLedger {
    /// The number of commands after which a commit takes no further turn.
    private static let largestGroup = 1_024

    /// Decides what waits, in groups of one commit each. On the queue.
    func decideWaiting() {
        while true {
            let group = waiting.withLock { waiting in
                var (turns, commands) = (0, 0)
                while turns < waiting.count, commands < Self.largestGroup {
                    commands += waiting[turns].commands.count
                    turns += 1
                }
                defer { waiting.removeFirst(turns) }
                return Array(waiting.prefix(turns))
            }
            guard !group.isEmpty else { return }
            decide(group)
        }
    }

    /// Decides a group and appends its events on the condition that the log is as it was. If the append fails, the memory is
    /// folded again from the log.
    private func decide(_ group: [QueuedTurn]) {
        let results = memory.withLock { memory in
            do throws(BetLedgerError) {
                let results = try decide(group, on: &memory)
                let snapshot = (state: memory.state, size: memory.size)
                published.withLock { $0 = snapshot }
                return results
            } catch {
                // A log that cannot be read now is read before the next group, which the condition protects.
                memory = (try? recall()) ?? memory
                return group.map { _ in .failure(error) }
            }
        }
        for (turn, result) in zip(group, results) {
            // A turn that failed has no outcomes.
            let outcomes = (try? result.get()) ?? []
            for (index, command) in turn.commands.enumerated() {
                let outcome = index < outcomes.count ? outcomes[index] : nil
                if let digest = command.newNotes, !isRecorded(digest, by: outcome) { dropNotes(digest) }
            }
            turn.answer(result)
        }
    }

    /// Whether notes are those of the bet that a command recorded; not so after a refusal, and for a retry after an erasure.
    ///
    /// - Parameter outcome: nil for a command that failed.
    private func isRecorded(_ notes: Digest256, by outcome: BetOutcomeOfCommand?) -> Bool {
        guard case .accepted(let positions)? = outcome else { return false }
        return published.withLock { $0.state.bets[BetID(positions.lowerBound)]?.terms.notes.digest == notes }
    }

    private func decide(
        _ group: [QueuedTurn], on memory: inout BetMemory
    ) throws(BetLedgerError) -> [Result<[BetOutcomeOfCommand], BetLedgerError>] {
        var batch = BetBatch(salting: saltKey)
        let start = memory.size
        let now = max(Timestamp(microseconds: clock()), memory.lastRecordedAt)
        var results: [Result<[BetOutcomeOfCommand], BetLedgerError>] = []
        for turn in group {
            do throws(BetLedgerError) {
                switch turn.content {
                case .one(let command):
                    results.append(.success([try decide(command, at: now, on: &memory, into: &batch)]))
                case .together(let commands):
                    results.append(
                        .success(try decide(together: commands, at: now, on: &memory, into: &batch)))
                }
            } catch {
                results.append(.failure(error))
            }
        }
        try keep(batch.refusals)
        if !batch.records.isEmpty {
            let request = AppendRequest(
                records: batch.records, recordedAt: .fromRecords, expectedSize: start, statesPlaces: true)
            try rethrowing { try ledger.appendBlocking(request) }
        }
        return results
    }

    /// The first outcome of a command, if it has one.
    ///
    /// - Throws: `commandReused` for other content under the same ID.
    func outcome(of queued: QueuedCommand, in memory: BetMemory) throws(BetLedgerError) -> BetOutcomeOfCommand? {
        guard let known = memory.outcome(of: queued.key) else { return nil }
        guard known.fingerprint == queued.fingerprint else {
            throw BetLedgerError(
                .commandReused,
                "The ID \(queued.id) of \(queued.actor.text) was used for a command with other content. Send the "
                    + "command under a new ID.")
        }
        return known.outcome
    }

    func decide(
        _ queued: QueuedCommand, at now: Timestamp, on memory: inout BetMemory, into batch: inout BetBatch
    ) throws(BetLedgerError) -> BetOutcomeOfCommand {
        if let known = try outcome(of: queued, in: memory) { return known }
        let command: BetCommand
        switch queued.content {
        case .command(let sent): command = sent
        case .analysis(let request):
            let made = try memory.analyser.analysis(
                request, of: memory.state, origin: origin, position: memory.size, at: now)
            command = .makeAnalysis(request.game, made)
        }
        let cause = queued.cause(of: command, at: now)
        switch Bets.decide(command, origin: cause, now: now, state: memory.state) {
        case .refused(let refusal):
            if queued.actor.role == .user || queued.actor.role == .admin {
                memory.note(refusal, of: queued.key, fingerprint: queued.fingerprint)
                batch.refusals.append(
                    KeptRefusal(refusal, of: queued.key, fingerprint: queued.fingerprint))
            }
            return .refused(refusal)
        case .accepted(let events):
            let start = memory.size
            try batch.append(events, of: cause, at: now, to: &memory)
            return .accepted(start..<memory.size)
        }
    }
}

/// The records of a group of commands, and the refusals that are kept.
struct BetBatch {
    var records = RecordBatch()
    var refusals: [KeptRefusal] = []
    private var writer: RecordWriter

    init(salting key: SaltKey?) { writer = RecordWriter(salting: key) }

    /// Adds the events of a command, all or none, and folds them.
    mutating func append(
        _ events: [BetStreamEvent], of origin: CommandOrigin, at now: Timestamp, to memory: inout BetMemory
    ) throws(BetLedgerError) {
        var added = RecordBatch()
        var recorded: [RecordedBetEvent] = []
        for decided in events {
            // The command's own earlier events are not folded yet.
            let earlier = recorded.last { $0.stream == decided.stream }
            let place: (version: UInt32, previous: UInt64?) =
                earlier.map { ($0.version + 1, $0.position) } ?? memory.place(in: decided.stream)
            do {
                try writer.write(
                    decided.event, stream: decided.stream, origin: origin, place: place, recordedAt: now)
            } catch {
                throw BetLedgerError(.storage, error.description)
            }
            writer.withBytes { added.append($0) }
            recorded.append(
                RecordedBetEvent(
                    position: memory.size + UInt64(recorded.count), stream: decided.stream, version: place.version,
                    previous: place.previous, recordedAt: now, origin: origin, event: decided.event,
                    salt: writer.salt))
        }
        for event in recorded { memory.fold(event) }
        records.append(contentsOf: added)
    }
}
