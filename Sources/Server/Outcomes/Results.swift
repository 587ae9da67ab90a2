import DraftLedger
import Timekeeping

/// What is worked out from the ledger once for all who ask: standings, brackets, cases and the audit.
final class Results: Sendable {
    let standings = StandingsDesk()
    let brackets = BracketDesk()
    let cases = CaseIndex()
    let audit: LedgerAudit

    init(_ reader: LedgerReader) { audit = LedgerAudit(reader.ledger, now: reader.clock.now) }
}
