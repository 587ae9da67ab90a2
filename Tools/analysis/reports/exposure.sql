-- drafted(p) / N; by fees the known fees of the entries with the player, divided by all known fees.
SELECT s.player_id AS playerID, s.name, s.position, s.team, d.drafted,
  CAST(d.drafted AS DOUBLE) / t.entries AS exposure,
  CASE WHEN t.fees_cents <> 0 THEN CAST(d.fees_cents AS DOUBLE) / t.fees_cents END AS feeWeightedExposure,
  CAST(d.pick_sum AS DOUBLE) / d.drafted AS averagePick, d.earliest AS earliestPick, d.latest AS latestPick
FROM (
  SELECT person_id, count(*) AS drafted, CAST(sum(fee_cents) AS BIGINT) AS fees_cents,
    CAST(sum(pick_number) AS BIGINT) AS pick_sum, min(pick_number) AS earliest, max(pick_number) AS latest
  FROM counted_picks GROUP BY person_id
) d
JOIN shown_players s ON s.person_id = d.person_id
CROSS JOIN totals t
ORDER BY d.drafted DESC, s.name, s.person_id
