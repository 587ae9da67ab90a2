import Dispatch
import Draft
import Foundation
import Ledger
import LedgerTesting
import Platform
import Records
import Testing

@testable import DraftLedger  // the desk behind the ledger

extension LiveHouse {
    /// Leaves commands at the desk one right after the other while nothing can become durable, so that all of them are
    /// in flight together; then lets the writer go on.
    ///
    /// - Parameter ahead: what somebody else has left at the writer before.
    /// - Returns: the outcomes in the order of the commands; nil for one that was not answered within ten seconds.
    func sendTogether(
        _ commands: [(command: Command, actor: Sender, id: CommandID)], behind ahead: [StreamEvent] = []
    ) throws -> [Outcome?] {
        let desk = try #require(ledger.desk)
        let answers = Guarded([Outcome?](repeating: nil, count: commands.count))
        let answered = DispatchSemaphore(value: 0)
        try withoutWriter {
            // At a time that none of the commands is decided before.
            let last = try ledger.ledger.lastRecordedAt ?? 0
            ledger.ledger.enqueue(AppendRequest(records: try records(of: ahead), recordedAt: .at(last))) { _ in }
            let cancellations = commands.map { _ in Cancellation() }
            for (index, sent) in commands.enumerated() {
                let origin = CommandOrigin(
                    occurredAt: desk.now, actor: sent.actor, commandID: sent.id,
                    fingerprint: sent.command.fingerprint)
                try desk.send(
                    CommandDesk.Envelope(command: sent.command, origin: origin, cancellation: cancellations[index]) {
                        result in
                        answers.withLock { $0[index] = try? result.get() }
                        answered.signal()
                    })
            }
            // Decided, all of them.
            while cancellations.contains(where: \.isOpen) { usleep(100) }
        }
        let deadline = DispatchTime.now() + 10
        for _ in commands where answered.wait(timeout: deadline) == .timedOut { break }
        return answers.withLock { $0 }
    }

    private func records(of events: [StreamEvent]) throws -> RecordBatch {
        var writer = RecordWriter()
        var batch = RecordBatch()
        for event in events {
            try writer.write(event.event, stream: event.stream, origin: nil)
            writer.withBytes { batch.append($0) }
        }
        return batch
    }

    /// Runs `body` while nothing can become durable.
    func withoutWriter<Result>(_ body: () throws -> Result) throws -> Result {
        let log = ledger.ledger
        let isHeld = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            try? log.write { _ in
                isHeld.signal()
                mayGoOn.wait()
            }
        }
        isHeld.wait()
        defer { mayGoOn.signal() }
        return try body()
    }

    /// The refusals that a stream has a record of, and what they stand for.
    func rejections(in stream: StreamKey) throws -> [CommandRejected] {
        try ledger.stream(stream).compactMap { recorded in
            guard case .commandRejected(let rejected) = recorded.event else { return nil }
            return rejected
        }
    }
}
