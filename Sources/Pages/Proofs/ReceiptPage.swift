import Draft
package import DraftLedger
package import Statements
package import TextFormats

/// The whole answer to `receipt verify`.
package struct ReceiptPage: Page {
    var receipt: Receipt
    /// Of the ledger that was looked through.
    var size: UInt64
    var verdict: ReceiptVerdict

    package init(receipt: Receipt, size: UInt64, verdict: ReceiptVerdict) {
        self.receipt = receipt
        self.size = size
        self.verdict = verdict
    }

    /// Whether the promise was kept, or still can be.
    package var isKept: Bool {
        switch verdict {
        case .kept, .pending: true
        case .late, .waited, .replaced, .omitted: false
        }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        [
            StyledText("Receipt of \(receipt.origin)", .bold),
            field("command", "\(receipt.command) in \(receipt.stream), from \(receipt.actor.text)"),
            field("received", receipt.receivedAt.iso8601), field("due", receipt.dueAt.iso8601), .empty,
            StyledText(sentence, isKept ? .bold : .alarm),
        ]
    }

    private func field(_ name: String, _ value: String) -> StyledText {
        StyledText(name.rightPadded(to: 10), .dim) + StyledText(value)
    }

    private var sentence: String {
        switch verdict {
        case .kept(let position, let time, let refusal):
            return "Kept: \(Self.outcome(refusal)) at position \(position), \(time.iso8601)."
        case .late(let position, let time, let refusal, let delay):
            return "Late by \(Figures.duration(delay)): \(Self.outcome(refusal)) at position \(position), "
                + "\(time.iso8601)."
        case .waited(let position, _, let refusal, let arrival, let delay):
            return
                "Kept waiting for \(Figures.duration(delay)): \(Self.outcome(refusal)) at position \(position). The ledger "
                + "dates the arrival \(arrival.iso8601), later than the receipt."
        case .pending: return "Not in the log yet: not due, or only counted when the pick ends."
        case .replaced(let position):
            return "Not in the log: position \(position) has its id, with other content or from another sender."
        case .omitted(nil): return "Omitted: none of the \(Figures.grouped(size)) events belongs to this command."
        case .omitted(let position?):
            return
                "Omitted: none of the \(Figures.grouped(size)) events belongs to this command, unless it is one of the "
                + "refusals that position \(position) counts without their ids."
        }
    }

    private static func outcome(_ refusal: RefusalCode?) -> String {
        refusal.map { "refused (\($0.name))" } ?? "accepted"
    }

    package var json: JSON {
        var outcome = "omitted"
        var position: UInt64?
        var recordedAt: Timestamp?
        var refusal: RefusalCode?
        var arrivedAt: Timestamp?
        switch verdict {
        case .kept(let at, let time, let code): (outcome, position, recordedAt, refusal) = ("kept", at, time, code)
        case .late(let at, let time, let code, _): (outcome, position, recordedAt, refusal) = ("late", at, time, code)
        case .waited(let at, let time, let code, let arrival, _):
            (outcome, position, recordedAt, refusal) = ("waited", at, time, code)
            arrivedAt = arrival
        case .pending: outcome = "pending"
        case .replaced(let at): (outcome, position) = ("replaced", at)
        case .omitted(let at): position = at
        }
        return [
            "ok": .of(isKept), "verdict": .of(outcome), "origin": .of(receipt.origin),
            "commandID": .of(receipt.command.description), "stream": .of(receipt.stream.description),
            "actor": .of(receipt.actor.text), "receivedAt": .of(receipt.receivedAt), "dueAt": .of(receipt.dueAt),
            "position": .of(position), "recordedAt": .of(recordedAt),
            "refusal": .of(refusal?.name), "arrivedAt": .of(arrivedAt),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "ok", "verdict", "origin", "commandID", "stream", "actor", "receivedAt", "dueAt", "position",
                "recordedAt", "refusal", "arrivedAt",
            ], objects: [json])
    }
}
