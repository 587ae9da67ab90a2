-- The share of each count of QB-RB-WR-TE, and the known fees of its entries.
SELECT b.build, count(*) AS entries, CAST(count(*) AS DOUBLE) / max(t.entries) AS share,
  CAST(sum(b.fee_cents) AS BIGINT) AS feesCents
FROM builds b CROSS JOIN totals t
GROUP BY b.build
ORDER BY entries DESC, b.build
