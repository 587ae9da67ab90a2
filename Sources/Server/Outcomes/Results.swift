import DraftLedger
import Timekeeping

/// Results that are computed from the ledger once for all clients: standings, brackets, cases and the audit.
final class Results: Sendable {
    let standings = StandingsDesk()
    let brackets = BracketDesk()
    let cases = CaseIndex()
    let audit: LedgerAudit

    init(_ reader: LedgerReader) { audit = LedgerAudit(reader.ledger, now: reader.clock.now) }
}
