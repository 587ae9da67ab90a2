-- The entries, the drafts and the fees that reports are about.
SELECT entries, drafts, fees_cents AS feesCents, entries_without_fee AS entriesWithoutFee
FROM totals
