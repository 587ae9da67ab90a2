package import Draft
import Ledger
import Records

/// The signed commands that a pass over signatures reads.
package enum SignedReading: Sendable {
    /// Events that say by which keys people sign, and those that carry a signature.
    case signatures
    /// The former alone.
    case keys
}

extension DraftLedger {
    /// Calls `body` with the events by which signatures are verified, in order.
    ///
    /// Only these are decoded. A record that cannot be read is left out; the ledger's own verification reports it.
    ///
    /// - Parameters:
    ///   - positions: where to read. What `body` asks for may stand behind them.
    ///   - reading: what to look at.
    ///   - body: takes an event; whether it wants the next one, whatever that is.
    /// - Throws: `inputOutput`, `closed`.
    package func signedEvents(
        in positions: Range<UInt64>, reading: SignedReading = .signatures, _ body: (RecordedEvent) -> Bool
    ) throws(DraftLedgerError) {
        var next = positions.lowerBound
        while next < positions.upperBound {
            do {
                return try rethrowing { try readSigned(from: &next, to: positions.upperBound, reading, body) }
            } catch {
                if [.inputOutput, .closed].contains(error.code) { throw error }
                next += 1
            }
        }
    }

    /// - Parameter next: left at the first record that was not looked at, or cannot be read.
    private func readSigned(
        from next: inout UInt64, to end: UInt64, _ reading: SignedReading, _ body: (RecordedEvent) -> Bool
    ) throws {
        var reader = RecordReadAhead(of: nil, from: next, in: ledger)
        var wantsNext = false
        while let records = try reader.next() {
            let isOver = try !records.forEach { view in
                next = view.position
                guard wantsNext || view.position < end else { return false }
                let isWanted =
                    EventType(rawValue: view.templateID)?.traits.contains(.signingKeys) ?? false
                    || (reading == .signatures && view.mayBeSigned)
                if wantsNext || isWanted { wantsNext = body(try view.decoded()) }
                next += 1
                return true
            }
            if isOver { return }
            if let failure = records.failure { throw failure }
        }
        next = .max
    }
}
